"""What a source says of people, clubs and ballparks, whichever source it is."""

from __future__ import annotations

from dataclasses import dataclass

from rosters.rules.parks import ParkNumbers


@dataclass(frozen=True)
class PersonFacts:
    """A person: ``bats`` L, R, B or empty, ``throws`` L, R, S (both) or empty."""

    key: str
    first_name: str
    last_name: str
    bats: str
    throws: str
    birth_year: int | None
    retrosheet: str


@dataclass(frozen=True)
class ClubFacts:
    """A club's season: totals to check the import by, and its park with its run factor (100 is
    neutral, both sides' batting together); ``park_key`` as ``ParkFacts`` names it; ``division`` as
    the source calls it, empty where its league had none."""

    year: int
    league: str
    key: str
    name: str
    park: str
    park_factor: int | None
    totals: dict[str, int | None]
    park_key: str = ""
    division: str = ""


@dataclass(frozen=True)
class ParkFacts:
    """A ballpark of a year: its numbers, and how they were got (empty: as its list has them) from
    which published run factor."""

    key: str
    name: str
    city: str
    numbers: ParkNumbers
    estimator: str = ""
    factor: int | None = None
