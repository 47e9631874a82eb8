"""The double-up: T0.18b to e, as the resolutions A-D9 to A-D13 read them."""

from __future__ import annotations

from collections.abc import Mapping

from config.refusals import Refusal
from rosters.rules.draft.board import EXCHANGE, Board
from rosters.rules.imputed import Prospect


def double_up_problems(
    board: Board, players: Mapping[int, Prospect], seat: int, pick: int
) -> list[Refusal]:
    """Why a seat may not pull a pick back.

    ``no-double-ups`` where the event has none, ``not-your-pick``, ``double-up-too-late`` after the
    first selection of round 7, ``no-double-up`` unless the pick gives the seat two non-pitchers who
    each play only one position, the same (T0.18b), ``double-up-not-latest`` (A-D11: any pick of the
    seat's latest turn), ``double-up-window`` once two other drafters have selected since (T0.18c,
    A-D10).
    """
    place = f"pick {pick}"
    settings = board.settings
    if not settings.double_up_round or settings.is_auction:
        return [Refusal("no-double-ups", "Here a pick is final.", place)]
    selection = board.selections.get(pick)
    if not board.is_open or selection is None or selection.seat != seat:
        return [Refusal("not-your-pick", "He has made no such pick.", place)]
    refusals = []
    latest = (settings.double_up_round - 1) * board.seats + 1
    if pick > latest:
        refusals.append(
            Refusal(
                "double-up-too-late",
                f"Picks up to the first of round {settings.double_up_round} may be double-ups; "
                f"this is number {pick}.",
                place,
                {"pick": pick, "last": latest, "rule": "T0.18b"},
            )
        )
    position = only_position(players, selection.card)
    others = (entry for entry in board.squad(seat) if entry.pick != pick)
    if position is None or position not in {only_position(players, entry.card) for entry in others}:
        refusals.append(
            Refusal(
                "no-double-up",
                "A double-up is two players who play one position each, and it is the same.",
                place,
                {"rule": "T0.18b"},
            )
        )
    since = [entry.seat for entry in board.since(pick)]
    rivals = dict.fromkeys(entry for entry in since if entry != seat)
    again = seat in since[since.index(next(iter(rivals))) :] if rivals else False
    if again or (since and since[0] == seat and not settings.double_up_turn):
        refusals.append(
            Refusal(
                "double-up-not-latest",
                "Only a pick of his latest turn is pulled back.",
                place,
                {"rule": "T0.18c"},
            )
        )
    if len(rivals) >= settings.double_up_drafters:
        refusals.append(
            Refusal(
                "double-up-window",
                f"{len(rivals)} other drafters have selected since.",
                place,
                {"since": list(rivals), "rule": "T0.18c"},
            )
        )
    return refusals


def exchange_problems(board: Board, seat: int, pick: int) -> list[Refusal]:
    """``nothing-to-exchange``: only picks made after a double-up and before it was pulled back are
    exchanged, while their drafter has still to decide (T0.18d)."""
    turn = board.turn
    if turn is None or turn.why != EXCHANGE or turn.seat != seat or pick not in turn.picks:
        return [
            Refusal(
                "nothing-to-exchange",
                "This pick was not made after a double-up that was pulled back, or is decided.",
                f"pick {pick}",
                {"rule": "T0.18d"},
            )
        ]
    return []


def only_position(players: Mapping[int, Prospect], card: int | None) -> str | None:
    """The single position of a card's player; ``None`` for pitchers, parks and players of several
    positions. A player without a printed position plays first base (A-D12)."""
    player = players.get(card) if card is not None else None
    return (
        next(iter(player.positions)) if player is not None and len(player.positions) == 1 else None
    )
