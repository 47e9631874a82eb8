"""A club: the players that a side brings to a game system that needs more than two names.

Each system with cards has a club class of its own; every fold that names players uses this
interface.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import mypyc_attr

PITCHER: Final = 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Club:
    """A squad and its starting lineup. Players are numbers in the squad, from 1."""

    def name_of(self, man: int) -> str:
        """A player's name; his number where the name is not known."""
        return f"No. {man}"

    def hands_of(self, man: int) -> tuple[str, str]:
        """A player's batting side (L, R or B) and throwing arm (L or R); ``?`` where not known."""
        return "?", "?"

    def batting_order(self) -> Sequence[int]:
        """The starting nine in batting order."""
        raise NotImplementedError

    def position_of(self, slot: int) -> int:
        """The starting position, 1 to 9, of the player in ``slot`` (from 1); above 9, that of a
        player who only bats."""
        raise NotImplementedError

    def starting_pitcher(self) -> int:
        """The starting pitcher, 0 for none; he need not be among the nine who bat."""
        for slot, player in enumerate(self.batting_order(), start=1):
            if self.position_of(slot) == PITCHER:
                return player
        return 0


Clubs = tuple[Club, Club]
"""Visitors and home side."""
