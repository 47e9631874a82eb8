"""The roll for the first turn: which player bats first where no fixture says so (D1-003).

Two players roll one die each, in turn; the higher roll bats first, and equal rolls are repeated. It
comes before the game and is not in its transcript: a game has visitors, who bat first, and a home
side, and this decides which player is which.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.dice_stream import DiceStream


@dataclass(frozen=True)
class FirstTurn:
    """Both players' rolls, 1 to 6, in order, and the player (0 or 1) who bats first."""

    throws: tuple[tuple[int, int], ...]
    first: int


def throw_first_turn(stream: DiceStream) -> FirstTurn:
    """Roll from a stream until it is decided."""
    throws: list[tuple[int, int]] = []
    while not throws or throws[-1][0] == throws[-1][1]:
        throws.append((stream.draw(6) + 1, stream.draw(6) + 1))
    return FirstTurn(tuple(throws), int(throws[-1][1] > throws[-1][0]))
