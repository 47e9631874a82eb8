"""A manager's settings for the computer manager of a deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

USUAL_HABIT: Final = 5
MOST_HABIT: Final = 10

MARGIN: Final = 0.003
"""Win probability that each step of a habit adds to, or takes from, the required gain."""


@dataclass(frozen=True)
class Habits:
    """0 is never, 5 as the computer manager thinks best, 10: gods and challenges wherever they gain
    anything at all; steals, bunts and fences even where they cost a little."""

    out_gods: i64 = USUAL_HABIT
    hit_gods: i64 = USUAL_HABIT
    advances: i64 = USUAL_HABIT
    challenges: i64 = USUAL_HABIT
    super_gods: i64 = USUAL_HABIT
    steals: i64 = USUAL_HABIT
    bunts: i64 = USUAL_HABIT
    fences: i64 = USUAL_HABIT


USUAL: Final = Habits()


def kept(habit: i64) -> float:
    """The share of a card's worth for which it is kept."""
    return float(MOST_HABIT - habit) / float(MOST_HABIT - USUAL_HABIT)


def margin(habit: i64) -> float:
    """The required gain of a free decision."""
    return MARGIN * float(USUAL_HABIT - habit)
