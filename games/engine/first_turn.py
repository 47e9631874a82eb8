"""The throw for the first turn: who bats first where no fixture has said it (D1-003).

Two players throw one die each, in turn; the higher throw bats first, and equal throws are thrown
again. It comes before the game and is no part of its transcript: a game has visitors, who bat
first, and a home side, and this settles which player is which.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.cup import Cup
from games.engine.dice import Dice
from games.engine.refusals import Refusal, Refused

DIE = Dice(0, "first turn", (6,))


@dataclass(frozen=True)
class FirstTurn:
    """The throws so far, both players' in turn, and the player (0 or 1) who bats first, or
    ``None`` as long as another throw is needed."""

    throws: tuple[str, ...] = ()
    first: int | None = None

    @property
    def thrower(self) -> int:
        """The player who throws next."""
        return len(self.throws) % 2


def read_first_turn(words: Sequence[str]) -> FirstTurn:
    """The throws as people wrote them down.

    Refused, with the number of the throw as place: a face that is on no die, more than one die,
    and a throw after it was settled (``first-turn-settled``).
    """
    so_far = FirstTurn()
    for number, word in enumerate(words, start=1):
        place = f"throw {number}"
        if so_far.first is not None:
            raise Refused(
                Refusal("first-turn-settled", "It is settled already who bats first.", place)
            )
        so_far = _after(so_far, DIE.read(word.strip(), place))
    return so_far


def throw_first_turn(cup: Cup) -> FirstTurn:
    """Thrown from a seed until it is settled."""
    so_far = FirstTurn()
    while so_far.first is None:
        so_far = _after(so_far, cup.draw(DIE.size))
    return so_far


def _after(so_far: FirstTurn, pip: int) -> FirstTurn:
    throws = (*so_far.throws, DIE.show(pip))
    if so_far.thrower == 0:
        return FirstTurn(throws)
    before = DIE.read(throws[-2])
    return FirstTurn(throws, None if before == pip else int(pip > before))
