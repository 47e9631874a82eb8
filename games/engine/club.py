"""A club: what a side brings to a game system that needs more than two names.

Each system that needs cards has a club of its own; every fold that speaks of men reads this much.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Club:
    """A squad and who of it begins. Men are numbers in the squad, from 1."""

    def name_of(self, man: int) -> str:
        """What a man is called; his number where nobody knows."""
        return f"No. {man}"

    def hands_of(self, man: int) -> tuple[str, str]:
        """How a man bats (L, R or B) and throws (L or R); ``?`` where nobody knows."""
        return "?", "?"

    def batting_order(self) -> Sequence[int]:
        """The nine who begin, in the order they bat."""
        raise NotImplementedError

    def position_of(self, slot: int) -> int:
        """The position, 1 to 9, at which the man in ``slot`` (from 1) begins."""
        raise NotImplementedError


Clubs = tuple[Club, Club]
"""Visitors and home side."""
