"""Success ratings of a steal: the last safe number on a d20 (S23.3-S23.5).

Above 19 a runner who is not held is certainly safe; a held runner never is.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

MOST_BATTERY: Final = 5
"""Limit of the catcher's arm and the pitcher's hold added, -5 to +5."""

HELD_FIRST: Final = 2
HELD_SECOND: Final = 4
HOME_IS_FAR: Final = 9


def battery(arm: i64, hold: i64) -> i64:
    """The catcher's arm and the pitcher's hold added, within limits (S23.3 A)."""
    return max(-MOST_BATTERY, min(MOST_BATTERY, arm + hold))


def _limited(chance: i64, held: bool) -> i64:
    return 1 if chance < 1 else 19 if held and chance > 19 else chance


def steal_of_second(first: i64, second: i64, lead: bool, battery: i64, held: bool) -> i64:
    """With a good lead by the first rating, without by the second; a runner without numbers starts
    from 0 (S23.12, S23.13, S23.3)."""
    if lead:
        return _limited(first + battery - (HELD_FIRST if held else 0), held)
    return _limited(second + battery - (HELD_SECOND if held else 0), held)


def steal_of_third(second: i64, battery: i64, held: bool) -> i64:
    """By the second rating (S23.4)."""
    return _limited(second + battery - (HELD_SECOND if held else 0), held)


def steal_of_home(second: i64, held: bool) -> i64:
    """By the second rating minus nine; the battery does not matter (S23.5)."""
    return _limited(second - HOME_IS_FAR - (HELD_SECOND if held else 0), held)
