"""The throw for the first turn: who bats first where no fixture has said it (D1-003).

Two players throw one die each, in turn; the higher throw bats first, and equal throws are thrown
again. It comes before the game and is no part of its transcript: a game has visitors, who bat
first, and a home side, and this settles which player is which.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.dice_stream import DiceStream


@dataclass(frozen=True)
class FirstTurn:
    """Both players' throws, 1 to 6, in the order in which they were thrown, and the player (0 or 1)
    who bats first."""

    throws: tuple[tuple[int, int], ...]
    first: int


def throw_first_turn(stream: DiceStream) -> FirstTurn:
    """Thrown from a seed until it is settled."""
    throws: list[tuple[int, int]] = []
    while not throws or throws[-1][0] == throws[-1][1]:
        throws.append((stream.draw(6) + 1, stream.draw(6) + 1))
    return FirstTurn(tuple(throws), int(throws[-1][1] > throws[-1][0]))
