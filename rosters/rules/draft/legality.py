"""Whether a pick may be made: T0.02, T0.18a, and what the squad law leaves possible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from config.refusals import Refusal
from rosters.rules.draft.board import BIDDING, EXCHANGE, Board
from rosters.rules.draft.sharing import can_share, can_share_without
from rosters.rules.draft.squad_law import SquadLaw
from rosters.rules.editions.law import ParkLaw
from rosters.rules.imputed import Prospect
from rosters.rules.parks import Pick as Park
from rosters.rules.parks import pick_problems as park_problems


@dataclass(frozen=True)
class Pool:
    """What a division drafts from: ``players`` by card, ``barred`` cards with the reason, and the
    published ``parks`` by key. ``names`` of the seats are for sentences."""

    law: SquadLaw
    players: Mapping[int, Prospect]
    barred: Mapping[int, Refusal] = field(default_factory=dict)
    parks: Mapping[str, Park] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)

    def name(self, seat: int) -> str:
        return self.names.get(seat, f"slot {seat}")


def turn_problems(board: Board, pool: Pool, seat: int) -> list[Refusal]:
    """``draft-not-open``, ``draft-paused``, ``out-of-turn`` (T0.02b): why a seat's manager may not
    pick now, whatever the choice."""
    if not board.is_open:
        return [Refusal("draft-not-open", "The draft has not begun, or is over.", "draft")]
    if board.is_paused:
        return [Refusal("draft-paused", "The draft is paused.", "draft")]
    return order_problems(board, pool, seat)


def order_problems(board: Board, pool: Pool, seat: int) -> list[Refusal]:
    """``exchange-due``, ``lot-open`` and ``out-of-turn``: why no pick of a seat is open."""
    turn = board.turn
    if turn is None or board.open_pick(seat) is not None:
        return []
    whose = pool.name(turn.seat)
    if turn.why == BIDDING:
        return [Refusal("lot-open", "First what is on the block is sold.", "lot")]
    if turn.why == EXCHANGE:
        return [
            Refusal(
                "exchange-due",
                f"A double-up was pulled back: first {whose} keeps or exchanges what was selected "
                "since.",
                "turn",
                {"seat": turn.seat, "picks": list(turn.picks), "rule": "T0.18e"},
            )
        ]
    return [
        Refusal(
            "out-of-turn",
            f"It is the turn of {whose} with pick {turn.picks[0]}.",
            "turn",
            {"seat": turn.seat, "pick": turn.picks[0], "rule": "T0.02b"},
        )
    ]


def choice_problems(
    board: Board,
    pool: Pool,
    seat: int,
    pick: int,
    *,
    card: int | None = None,
    park: Park | None = None,
    shares: bool = True,
) -> list[Refusal]:
    """What forbids a card or a park at a pick, whichever seat's turn it is; what stands there now
    would go back into the pool.

    ``nothing-chosen`` unless it is one of the two; for cards ``wrong-pool``, why the law keeps the
    card out, ``player-taken``, ``squad-full``; for parks ``unknown-park``,
    ``second-park``, ``no-parks`` and what the park law says; and for cards the holes that
    this very pick would leave (see ``SquadLaw.holes``). In an auction ``others-short`` where
    it would leave another seat a squad that cannot be made legal; not asked without ``shares``, of
    what was sold at a table.
    """
    if (card is None) == (park is None):
        return [Refusal("nothing-chosen", "A pick is a player or a ballpark.", "pick")]
    squad = [selection for selection in board.squad(seat) if selection.pick != pick]
    players = [pool.players[selection.card] for selection in squad if selection.card is not None]
    if park is not None:
        return _park_problems(board, pool, pick, park, len(squad) - len(players))
    assert card is not None  # noqa: S101 - one of the two, as asked above
    card_refusals = _card_problems(board, pool, pick, card, len(players))
    if card_refusals:
        return card_refusals
    holes = hole_problems(board, pool, seat, [*players, pool.players[card]], pick=pick)
    # A hole that is there without this pick, because others took the last who could fill it, must
    # not keep him from picking at all.
    if holes and not hole_problems(board, pool, seat, players, pick=pick):
        return holes
    if shares and board.settings.is_auction:
        return sharing_problems(board, pool, seat, card)
    return []


def sharing_problems(board: Board, pool: Pool, seat: int, card: int) -> list[Refusal]:
    """``others-short``: with the card in that seat's squad the others could not all be made legal;
    nothing where they cannot be anyway."""
    if not can_share(board, pool) or can_share_without(board, pool, seat, card):
        return []
    name = pool.players[card].name
    sentence = f"Not every club could fill its squad without {name}: too few of the kind are left."
    return [Refusal("others-short", sentence, "card", {"card": card})]


def hole_problems(
    board: Board, pool: Pool, seat: int, players: list[Prospect], *, pick: int | None = None
) -> list[Refusal]:
    """The needs that a seat with these players can no longer meet (see ``SquadLaw.holes``)."""
    settings = board.settings
    freed = board.selections[pick].card if pick in board.selections else None
    having = {player.key for player in players}
    available = [
        player
        for key, player in pool.players.items()
        if (key not in board.cards or key == freed) and key not in having
    ]
    return pool.law.holes(players, pool.law.players(settings) - len(players), available, settings)


def _card_problems(board: Board, pool: Pool, pick: int, card: int, players: int) -> list[Refusal]:
    place = "card"
    if card in pool.barred:
        return [pool.barred[card]]
    if card not in pool.players:
        return [
            Refusal(
                "wrong-pool",
                "This card is not in the draft's pool.",
                place,
                {"rule": "T0.18a"},
            )
        ]
    taken_at = board.cards.get(card, pick)
    if taken_at != pick:
        whose = pool.name(board.selections[taken_at].seat)
        return [
            Refusal(
                "player-taken",
                f"{pool.players[card].name} is on {whose} since pick {taken_at}.",
                place,
                {"pick": taken_at, "rule": "T0.18a"},
            )
        ]
    most = pool.law.players(board.settings)
    if players >= most:
        return [
            Refusal(
                "squad-full",
                f"The squad has its {most} players; what is missing is a ballpark.",
                place,
                {"players": most, "rule": "T0.02d"},
            )
        ]
    return []


def _park_problems(board: Board, pool: Pool, pick: int, park: Park, parks: int) -> list[Refusal]:
    if not pool.law.parks:
        return [Refusal("no-parks", "This draft has no ballparks.", "ballpark")]
    if parks >= pool.law.parks:
        return [
            Refusal("second-park", "The squad has its ballpark.", "ballpark", {"rule": "T0.02d"})
        ]
    if not park.designed and park.key not in pool.parks:
        return [
            Refusal(
                "unknown-park",
                f"{park.name} is not on the list of parks.",
                "ballpark",
                {"rule": "T0.02f"},
            )
        ]
    taken_parks = [
        selection.park
        for selection in board.selections.values()
        if selection.park is not None and selection.pick != pick
    ]
    settings = board.settings
    law = ParkLaw(own_park=settings.own_park, own_parks_of_all=settings.own_parks_of_all)
    return park_problems(park, taken_parks, law)
