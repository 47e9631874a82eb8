"""How a manager wants a deck to be played by the computer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

USUAL_HABIT: Final = 5
MOST_HABIT: Final = 10

MARGIN: Final = 0.003
"""Chances to win that a step of a habit adds to, or takes from, what something has to gain."""


@dataclass(frozen=True)
class Habits:
    """From 0, never, over 5, as the house thinks best, to 10: gods and challenges wherever they
    gain anything at all; steals, bunts and fences where they cost a little."""

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
    """By how much of its worth a card is kept."""
    return float(MOST_HABIT - habit) / float(MOST_HABIT - USUAL_HABIT)


def margin(habit: i64) -> float:
    """What a free decision has to gain."""
    return MARGIN * float(USUAL_HABIT - habit)
