"""A ballpark's card: what a Park reading becomes, by the modifier die (DD-029 to DD-031)."""

from __future__ import annotations

from typing import Final

from config.refusals import Refusal
from games.systems.deep_drive.play.cards import FACES, Column, misplaced
from games.systems.deep_drive.play.readings import (
    DEEP,
    FLY,
    HOME_RUN,
    PARK_READINGS,
    out_code,
)

NEUTRAL_HOME_RUNS: Final = 5
"""Home runs on the card of a park that favours neither batters nor pitchers."""


class Park:
    """A park card: ``results`` has HR or a deep fly for each face of the modifier die."""

    __slots__ = ("results",)

    def __init__(self, results: Column) -> None:
        self.results = results

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Park) and self.results == other.results

    def __hash__(self) -> int:
        return hash(self.results)

    @property
    def home_runs(self) -> int:
        """How many of the ten numbers are home runs."""
        return self.results.count(HOME_RUN)


def park_of(home_runs: int) -> Park:
    """The park card with so many numbers of home runs (the first); of the rest a fifth is caught in
    center and two in each of the others."""
    caught = FACES - home_runs
    center = caught // 5
    right = (caught - center) // 2
    left = caught - center - right
    return Park(
        Column(
            [HOME_RUN] * home_runs
            + [out_code(FLY, 7, DEEP)] * left
            + [out_code(FLY, 8, DEEP)] * center
            + [out_code(FLY, 9, DEEP)] * right
        )
    )


NEUTRAL_PARK: Final = park_of(NEUTRAL_HOME_RUNS)


def verify_park(park: Park, name: str = "park") -> list[Refusal]:
    """What is wrong with a park card; nothing when it may be played on."""
    return misplaced(park.results, name, FACES, PARK_READINGS, "stands on no park card")
