"""A club: what a side brings to a game system that needs more than two names.

Each system that needs cards has a club of its own; every fold that speaks of men reads this much.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import mypyc_attr

PITCHER: Final = 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Club:
    """A squad and who of it begins. Men are numbers in the squad, from 1."""

    def name_of(self, man: int) -> str:
        """A player's name; his number where the name is not known."""
        return f"No. {man}"

    def hands_of(self, man: int) -> tuple[str, str]:
        """How a player bats (L, R or B) and throws (L or R); ``?`` where it is not known."""
        return "?", "?"

    def batting_order(self) -> Sequence[int]:
        """The nine who begin, in the order they bat."""
        raise NotImplementedError

    def position_of(self, slot: int) -> int:
        """The position, 1 to 9, at which the man in ``slot`` (from 1) begins; beyond it that of one
        who only hits."""
        raise NotImplementedError

    def starting_pitcher(self) -> int:
        """The starting pitcher, 0 where there is none; he need not be among the nine who bat."""
        for slot, man in enumerate(self.batting_order(), start=1):
            if self.position_of(slot) == PITCHER:
                return man
        return 0


Clubs = tuple[Club, Club]
"""Visitors and home side."""
