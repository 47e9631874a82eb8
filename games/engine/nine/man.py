"""A man of a squad, as far as every game of nine men knows him."""

from __future__ import annotations


class Man:
    """One of a squad: his ``number``, from 1, his name, and what he may do in this game.

    ``may_start`` and ``may_relieve`` say whether he is eligible to pitch, ``relief_outs`` how many
    outs he may still get in relief. What stands on his cards is each system's own.
    """

    __slots__ = ("is_pitcher", "may_relieve", "may_start", "name", "number", "relief_outs")

    def __init__(
        self,
        number: int,
        name: str,
        *,
        is_pitcher: bool,
        may_start: bool,
        may_relieve: bool,
        relief_outs: int,
    ) -> None:
        self.number = number
        self.name = name
        self.is_pitcher = is_pitcher
        self.may_start = may_start
        self.may_relieve = may_relieve
        self.relief_outs = relief_outs

    def plays(self, position: int) -> bool:
        """Whether a position is on his card."""
        raise NotImplementedError
