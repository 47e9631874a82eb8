"""The four numbers of a ballpark."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Final

LEFT: Final = 0
RIGHT: Final = 1

LARGEST: Final = 20
"""Faces of the die that a park's number is rolled with (A-D6)."""

NEUTRAL: Final = 10


@dataclass(frozen=True)
class Park:
    """The highest d20 results that are a ballpark single and a ballpark home run, by left- and by
    right-handed batters (T0.02, S30.3, S30.4): 0 gives up none, 20 all of them."""

    singles_left: int = NEUTRAL
    singles_right: int = NEUTRAL
    home_runs_left: int = NEUTRAL
    home_runs_right: int = NEUTRAL

    def singles(self, hand: int) -> int:
        """The number for singles, by the side of the plate (``LEFT``, ``RIGHT``)."""
        return self.singles_right if hand else self.singles_left

    def home_runs(self, hand: int) -> int:
        """The number for home runs, by the side of the plate."""
        return self.home_runs_right if hand else self.home_runs_left


def shootout_park(one: Park, other: Park) -> Park:
    """T32.0b: a shoot-out's park, each number the average of the two teams', a half rounded toward
    ten."""
    return Park(*(_towards_ten(a + b) for a, b in zip(astuple(one), astuple(other), strict=True)))


def _towards_ten(twice: int) -> int:
    return (twice + 1) // 2 if twice < 2 * NEUTRAL else twice // 2
