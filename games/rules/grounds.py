"""The facts on which the remedies of a ruling depend, stored with it by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any


@dataclass(frozen=True)
class Grounds:
    """The facts of one ruling; each case has its own of them, and what it has not is ``None``.

    Cards, clubs, games and series of sheets are named by their keys in the database.
    """

    pitcher: int | None = None
    """The card of the pitcher it is about (T10.2e, T31.2, T31.11)."""
    outs: int | None = None
    """How many outs he got."""
    allowed: int | None = None
    """How many he had left."""
    broken: str | None = None
    """The rule of pitching he broke."""
    side: int | None = None
    """The side that broke the rule, 0 the visitors (T10.2e, T31.3 to T31.6)."""
    man: int | None = None
    """The card of the player it is about."""
    position: str | None = None
    """Where he played."""
    made: int | None = None
    """The outs that both sides had made when it was found, or was let stand."""
    entry: int | None = None
    """The first entry of the transcript that goes, from 1."""
    made_in_half: int | None = None
    """The half-inning in which the mistake was made, from 1 (T31.1)."""
    noticed_in_half: int | None = None
    """The half-inning in which it was noticed."""
    batters_since: int | None = None
    """Batters since, or in the half-inning in which it was noticed."""
    team: int | None = None
    """The club whose squad is illegal (T31.10)."""
    cards: list[int] | None = None
    """The cards of that squad."""
    limit: int | None = None
    """The minutes a series had (T33.0a)."""
    extra: int | None = None
    """The minutes that the director had added by then."""
    sheet: int | None = None
    """The series of the pitching sheet that its opponent has not signed (T10.2s)."""
    game: int | None = None
    """The suspended game that went on out of its turn (T33.0l)."""
    number: int | None = None
    """The number of the game in the series."""
    before: dict[str, list[int]] | None = None
    """The games that came first, by the clubs whose turn it was."""

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Grounds:
        """What a row says; what no present case knows is left out."""
        return cls(**{each.name: stored.get(each.name) for each in fields(cls)})

    def stored(self) -> dict[str, Any]:
        """What a row is to say: what is known."""
        return {key: value for key, value in asdict(self).items() if value is not None}


NO_GROUNDS = Grounds()
