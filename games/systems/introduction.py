"""What a stranger is told of a game before he plays it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Introduction:
    """The idea of a game in a few sentences; about how many ``throws`` a game of nine innings takes
    when the house plays both sides; and what the parts of a card say, by what stands there."""

    idea: tuple[str, ...]
    throws: int
    card: tuple[tuple[str, str], ...] = ()
