"""A player of a squad, as far as every game of nine players knows him."""

from __future__ import annotations


class SquadPlayer:
    """A player of a squad: his ``number``, from 1, his name, and what he may do in this game.

    ``may_start`` and ``may_relieve``: he is eligible to pitch; ``relief_outs``: outs he may still
    record in relief; ``throws``: a pitcher's arm. His cards belong to the system; the methods below
    give his worth in a lineup.
    """

    __slots__ = (
        "is_pitcher",
        "may_relieve",
        "may_start",
        "name",
        "number",
        "relief_outs",
        "throws",
    )

    def __init__(
        self,
        number: int,
        name: str,
        *,
        is_pitcher: bool,
        may_start: bool,
        may_relieve: bool,
        relief_outs: int,
        throws: str = "R",
    ) -> None:
        self.number = number
        self.name = name
        self.is_pitcher = is_pitcher
        self.may_start = may_start
        self.may_relieve = may_relieve
        self.relief_outs = relief_outs
        self.throws = throws

    def plays(self, position: int) -> bool:
        """Tell whether a position is on his card."""
        raise NotImplementedError

    def at_bat(self, throws: str) -> float:
        """Runs a game that he is worth at bat against a pitcher's hand."""
        raise NotImplementedError

    def in_field(self, position: int) -> float:
        """Runs a game that he saves over the average at a position on his card."""
        raise NotImplementedError

    def on_base(self) -> int:
        """His speed, higher is faster; decides who leads off."""
        raise NotImplementedError

    def allows(self) -> float:
        """Runs that a pitcher's card gives up, lower is better."""
        raise NotImplementedError
