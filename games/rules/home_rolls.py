"""Who is at home in the first game of a series, by a d20 of both managers (T0.16)."""

from __future__ import annotations

from typing import Final

from config.refusals import Refusal

SIDES: Final = 20
"""The sides of the die."""

_OTHER: Final = {"H": "A", "A": "H"}


def roll_problems(value: int | None) -> list[Refusal]:
    """``not-a-roll``: a d20 shows 1 to 20."""
    if value is not None and 1 <= value <= SIDES:
        return []
    return [Refusal("not-a-roll", f"A d20 shows 1 to {SIDES}.", "value")]


def higher(home: int, away: int) -> int | None:
    """T0.16a: who has the higher roll: 1 for the series' home club, 0 for its visitors, nobody
    where both are equal, and both roll anew."""
    return None if home == away else int(home > away)


def pattern_with(pattern: str, *, home_first: bool) -> str:
    """T0.16b: who is at home in the first game fixes the other games: the pattern of the event, or
    the same with the clubs changed over."""
    if (pattern[0] == "H") == home_first:
        return pattern
    return "".join(_OTHER[letter] for letter in pattern)
