"""The numbers of the pitching law in a rule edition, as the functions of this folder read them."""

from __future__ import annotations

from typing import Final

from rosters.rules.editions.law import PitchingLaw
from rosters.rules.editions.presets import DEFAULT

__all__ = ["STANDARD", "SUM", "PitchingLaw", "reach"]

STANDARD: Final = DEFAULT.pitching

SUM: Final = "sum"
"""The literal reading of T33.0h, a value of ``resumed_game`` (A-S1)."""


def reach(law: PitchingLaw) -> int:
    """How many games away an outing can still matter."""
    return max(law.window_games - 1, law.starter_rest, law.rest_before_start, law.games_in_a_row)
