"""What the computer manager would pick for a seat, and why, as values for a page. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from rosters.rules.draft.board import Board
from rosters.rules.draft.house import PLAIN, HousePick, Ranking, Weighed, choose, weighed_players
from rosters.rules.draft.legality import Pool

QUEUED, NEEDED, PARK, LAW = "queue", "need", "park", "law"
WHYS: Final = (QUEUED, NEEDED, PARK, LAW)
"""Reasons: first of the queue that the law allows; worth most to what the squad lacks; a park,
since it is time for one; the only kind of player with whom the squad can still be legal."""

OTHERS = 4
"""How many further candidates are listed."""


@dataclass(frozen=True)
class Advice:
    """A choice with its reason. ``weighed``: how it was weighed, if it was; ``others``: the next
    best."""

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
    """What the computer manager would pick for an absent manager; ``None`` if nothing may be
    picked."""
    choice = choose(board, pool, ranking, seat, pick, wanted=wanted, avoided=avoided)
    if choice is None:
        return None
    weighed = weighed_players(board, pool, ranking, seat, PLAIN, frozenset(avoided), None)
    chosen_entry = next((candidate for candidate in weighed if candidate.card == choice.card), None)
    if choice.park is not None:
        why = PARK
    elif choice.card in wanted:
        why = QUEUED
    else:
        why = LAW if chosen_entry is None else NEEDED
    others = [candidate for candidate in weighed if candidate.card != choice.card][:OTHERS]
    return Advice(choice, why, chosen_entry, others)
