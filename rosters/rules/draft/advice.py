"""What the house would take for a seat, and why, in values that a page can say. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from rosters.rules.draft.board import Board
from rosters.rules.draft.house import PLAIN, HousePick, Ranking, Weighed, choose, weighed_players
from rosters.rules.draft.legality import Pool

QUEUED, NEEDED, PARK, LAW = "queue", "need", "park", "law"
WHYS: Final = (QUEUED, NEEDED, PARK, LAW)
"""First of the queue that the law allows; worth most to what the squad lacks; a park, since it is
time for one; the only sort of player with whom the squad can still be legal."""

OTHERS = 4
"""How many more are told of."""


@dataclass(frozen=True)
class Advice:
    """A choice with its reason; ``weighed`` is what it was weighed as, where it was, and ``others``
    those who came next."""

    choice: HousePick
    why: str
    weighed: Weighed | None
    others: Sequence[Weighed]


def advise(
    board: Board,
    pool: Pool,
    ranking: Ranking,
    seat: int,
    pick: int,
    *,
    wanted: Sequence[int] = (),
    avoided: Collection[int] = (),
) -> Advice | None:
    """What would be taken for a seat whose manager is not there; ``None`` where nothing may be."""
    choice = choose(board, pool, ranking, seat, pick, wanted=wanted, avoided=avoided)
    if choice is None:
        return None
    weighed = weighed_players(board, pool, ranking, seat, PLAIN, frozenset(avoided), None)
    own = next((each for each in weighed if each.card == choice.card), None)
    if choice.park is not None:
        why = PARK
    elif choice.card in wanted:
        why = QUEUED
    else:
        why = LAW if own is None else NEEDED
    others = [each for each in weighed if each.card != choice.card][:OTHERS]
    return Advice(choice, why, own, others)
