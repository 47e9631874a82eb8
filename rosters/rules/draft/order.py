"""Whose turn a pick is: the snake (T0.02b), with its variants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SNAKE: Final = "snake"
REVERSAL: Final = "third-round-reversal"
STRAIGHT: Final = "straight"
AUCTION: Final = "auction"
ORDERS: Final[Mapping[str, str]] = {
    SNAKE: "A snake: even rounds run back",
    REVERSAL: "A snake that turns once more in the third round",
    STRAIGHT: "Every round runs the same way",
    AUCTION: "An auction: clubs nominate in turn, and bid",
}


def round_of(pick: int, teams: int) -> int:
    """The round, from 1, of an overall pick, from 1."""
    return (pick - 1) // teams + 1


def slot_of(pick: int, teams: int, order: str = SNAKE) -> int:
    """The slot, from 1, of an overall pick.

    In a snake odd rounds run from the first slot to the last and even rounds back; with a reversal
    the third round and all after it run the other way.
    """
    round_, place = round_of(pick, teams), (pick - 1) % teams + 1
    forward = round_ % 2 == 1 or order in (STRAIGHT, AUCTION)
    if order == REVERSAL and round_ >= 3:
        forward = not forward
    return place if forward else teams + 1 - place


def pick_of(slot: int, round_: int, teams: int, order: str = SNAKE) -> int:
    """The overall pick of a slot in a round: (r-1)*N+s when r is odd, (r-1)*N+(N+1-s) when it is
    even."""
    first = (round_ - 1) * teams
    return first + (slot if slot_of(first + 1, teams, order) == 1 else teams + 1 - slot)


def turns(teams: int, rounds: int, order: str = SNAKE) -> tuple[int, ...]:
    """The slot of every pick of a draft, first to last."""
    return tuple(slot_of(pick, teams, order) for pick in range(1, teams * rounds + 1))
