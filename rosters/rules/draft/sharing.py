"""Whether all seats of an auction can still make legal squads of what is left together.

In an auction nobody waits for a turn: a club that buys freely may take the last catcher whom
another needs. So for each seat cards are set aside with which its squad becomes legal, and nobody
buys a card unless as much can be set aside for all afterwards. What is set aside is no claim: it
changes with each purchase.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from rosters.rules.draft.board import Board, Shares
from rosters.rules.draft.settings import DraftSettings
from rosters.rules.draft.squad_law import SquadLaw
from rosters.rules.imputed import Prospect

if TYPE_CHECKING:
    from rosters.rules.draft.legality import Pool

TRIES: Final = 12
"""Divisions of a pool that are tried before none counts as possible."""

Squads = Mapping[int, Sequence[Prospect]]


def can_begin(
    law: SquadLaw, pool: Collection[Prospect], seats: int, settings: DraftSettings
) -> bool:
    """Whether so many empty squads can all be made legal of a pool."""
    squads: list[list[Prospect]] = [[] for _ in range(seats)]
    return any(law.share(squads, pool, settings, Random(number)) for number in range(TRIES))


def can_share(board: Board, pool: Pool) -> bool:
    """Whether the squads of all seats can be made legal of what is left; of those, where a sale at
    a table has made others hopeless, that are not."""
    squads = _squads(board, pool)
    if board.shares is None or board.shared_at != board.freed:
        board.shares, board.shared_at = {}, board.freed
        seats = list(squads)
    else:
        seats = list(board.shares)
    shares = _shares(board, pool, squads, seats)
    if shares is None:
        law, settings = pool.law, board.settings
        left = [player for key, player in pool.players.items() if key not in board.cards]
        seats = [
            seat
            for seat in seats
            if not law.holes(
                squads[seat], law.players(settings) - len(squads[seat]), left, settings
            )
        ]
        shares = _shares(board, pool, squads, seats)
    board.shares = shares or {}
    return bool(shares)


def can_share_without(board: Board, pool: Pool, seat: int, card: int) -> bool:
    """The same once a seat has bought a card, of the seats for which it is so now."""
    squads = _squads(board, pool)
    squads[seat] = [*squads[seat], pool.players[card]]
    return _shares(board, pool, squads, list(board.shares or ())) is not None


def _squads(board: Board, pool: Pool) -> dict[int, list[Prospect]]:
    squads: dict[int, list[Prospect]] = {seat: [] for seat in range(1, board.seats + 1)}
    for _, each in sorted(board.selections.items()):
        if each.card is not None and each.card in pool.players:
            squads[each.seat].append(pool.players[each.card])
    return squads


def _shares(board: Board, pool: Pool, squads: Squads, seats: Collection[int]) -> Shares | None:
    """What can be set aside for these seats: as it was where that will do, else anew for those
    where it will not, else anew for all."""
    law, settings, before = pool.law, board.settings, board.shares or {}
    bought = {player.key for squad in squads.values() for player in squad}
    free = {key: player for key, player in pool.players.items() if key not in bought}
    places = {seat: law.players(settings) - len(squad) for seat, squad in squads.items()}
    if sum(places.values()) > len(free):
        return None
    shares: dict[int, list[Prospect]] = {}
    for seat in seats:
        cards, aside = before.get(seat, (frozenset(), ()))
        share = [free[key] for key in aside if key in free]
        same = len(share) == len(aside) and cards == {player.key for player in squads[seat]}
        if (seat in before and same) or (
            len(share) <= places[seat]
            and not law.holes([*squads[seat], *share], places[seat] - len(share), (), settings)
        ):
            shares[seat] = share
    for anew in ([seat for seat in seats if seat not in shares], list(seats)):
        keys = {player.key for seat in seats if seat not in anew for player in shares[seat]}
        left = [player for key, player in free.items() if key not in keys]
        for number in range(TRIES if anew else 0):
            division = law.share([squads[seat] for seat in anew], left, settings, Random(number))
            if division is not None:
                shares |= dict(zip(anew, division, strict=True))
                break
        if len(shares) == len(seats):
            return {
                seat: (
                    frozenset(player.key for player in squads[seat]),
                    tuple(player.key for player in shares[seat]),
                )
                for seat in seats
            }
    return None
