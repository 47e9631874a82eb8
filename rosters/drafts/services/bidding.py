"""An auction: what clubs do on the block, and what the director sells there or at a table."""

from __future__ import annotations

from datetime import datetime

from config.journal.services import log_action
from config.people.models import User
from config.people.scopes import for_directors_of
from config.refusals import Refusal, Refused, refuse_all
from rosters.drafts.access import acts_as
from rosters.drafts.models import Draft, SecretMaximum
from rosters.drafts.room import Room, acting, sale
from rosters.drafts.services.picking import park_of
from rosters.rules.draft import events
from rosters.rules.draft.auction import (
    bid_problems,
    block_problems,
    nomination_problems,
    take_problems,
)
from rosters.rules.draft.board import Lot


def nominate(
    *,
    draft: Draft,
    division: int,
    slot: int,
    opening: int | None = None,
    card: int | None = None,
    park: str | None = None,
    acting_user: User,
    now: datetime,
) -> None:
    """Put a card or a park on the block with an opening bid, usually the least. Refused:
    ``not-your-seat``, ``no-auction``, ``draft-not-open``, ``draft-paused`` to a manager, and as
    ``nomination_problems`` says."""
    with acting(draft, division, now) as room:
        by = _bidder(room, slot, acting_user)
        taken = park_of(room, park, acting_user)
        first = room.board.settings.auction.least if opening is None else opening
        refuse_all(nomination_problems(room.board, room.pool, slot, first, card, taken))
        room.record(events.Nominated(now, slot, by, first, card, taken), acting_user)


def bid(
    *,
    draft: Draft,
    division: int,
    slot: int,
    lot: int,
    amount: int,
    acting_user: User,
    now: datetime,
) -> None:
    """Bid on what is on the block. Refused: as for a nomination, and as ``block_problems`` and
    ``bid_problems`` say."""
    with acting(draft, division, now) as room:
        by = _bidder(room, slot, acting_user)
        on_block(room, lot)
        refuse_all(bid_problems(room.board, room.pool, slot, amount))
        room.record(events.Bid(now, slot, by, amount), acting_user)


def pass_lot(
    *, draft: Draft, division: int, slot: int, lot: int, acting_user: User, now: datetime
) -> None:
    """Be out of the bidding for what is on the block; a secret maximum goes. Refused: as for a bid,
    ``already-leading``."""
    with acting(draft, division, now) as room:
        by = _bidder(room, slot, acting_user)
        if on_block(room, lot).leader == slot:
            raise Refused(Refusal("already-leading", "That club leads.", "lot"))
        SecretMaximum.objects.filter(seat=room.seats[slot]).delete()
        if slot not in on_block(room, lot).passed:
            room.record(events.Passed(now, slot, by), acting_user)


def set_maximum(
    *,
    draft: Draft,
    division: int,
    slot: int,
    lot: int,
    amount: int | None,
    acting_user: User,
    now: datetime,
) -> None:
    """Have bids raised up to an amount, which nobody outside the club learns; ``None``: no more.

    Refused: as for a bid; to a director as well, who is to know no club's maximum
    (``not-your-seat``).
    """
    with acting(draft, division, now) as room:
        by = _bidder(room, slot, acting_user)
        if by != events.MANAGER:
            raise Refused(
                Refusal("not-your-seat", "A maximum is set by the club's own people only.", "slot")
            )
        block, board, seat = on_block(room, lot), room.board, room.seats[slot]
        SecretMaximum.objects.filter(seat=seat).delete()
        if amount is None:
            return
        least = block.price + (block.leader != slot)
        refuse_all(take_problems(board, room.pool, slot, block.card, block.park, amount, least))
        SecretMaximum.objects.create(seat=seat, lot=lot, amount=amount, after=board.number)


@for_directors_of("draft")
def hammer(*, draft: Draft, division: int, lot: int, acting_user: User, now: datetime) -> None:
    """Sell what is on the block to the club that leads. Refused: ``director-only``, ``no-auction``,
    ``draft-not-open``, and as ``block_problems`` says."""
    with acting(draft, division, now) as room:
        verify_auction(room)
        room.record(sale(room.board, on_block(room, lot), now, events.DIRECTOR), acting_user)


@for_directors_of("draft")
def sell(
    *,
    draft: Draft,
    division: int,
    buyer: int,
    price: int,
    card: int | None = None,
    park: str | None = None,
    acting_user: User,
    now: datetime,
) -> None:
    """Enter what was sold at a table: to whom, for what. Refused: ``director-only``,
    ``no-auction``, ``draft-not-open``, ``unknown-team``, ``lot-open`` while something else is on
    the block, and as ``take_problems`` says."""
    with acting(draft, division, now) as room:
        verify_auction(room)
        board = room.board
        if buyer not in room.seats:
            raise Refused(Refusal("unknown-team", f"There is no slot {buyer}.", "buyer"))
        taken = park_of(room, park, acting_user)
        if board.lot is not None and (board.lot.card, board.lot.park) != (card, taken):
            raise Refused(Refusal("lot-open", "First what is on the block is sold.", "lot"))
        least = board.settings.auction.least
        refuse_all(take_problems(board, room.pool, buyer, card, taken, price, least, shares=False))
        pick = board.next_place(buyer)
        room.record(events.Sold(now, pick, buyer, events.TYPED, card, taken, price), acting_user)
        log_action(
            code="draft-sold-at-table",
            actor=acting_user,
            scope=room.draft.scope,
            subject=room.draft,
            new={"team": room.seats[buyer].name, "price": price},
        )


def verify_auction(room: Room) -> None:
    """Refused: ``no-auction``, ``draft-not-open``."""
    if not room.board.settings.is_auction:
        raise Refused(Refusal("no-auction", "Nothing is sold in this draft.", "draft"))
    if not room.board.is_open:
        raise Refused(Refusal("draft-not-open", "The draft has not begun, or is over.", "draft"))


def on_block(room: Room, lot: int) -> Lot:
    """The lot of that number, if it is on the block; else as ``block_problems`` says."""
    refuse_all(block_problems(room.board, lot))
    assert room.board.lot is not None  # noqa: S101 - refused otherwise
    return room.board.lot


def _bidder(room: Room, slot: int, acting_user: User) -> str:
    """In which role a user acts for a seat of an auction that goes on."""
    by = acts_as(acting_user, room.draft, room.seats.get(slot))
    verify_auction(room)
    if room.board.is_paused and by == events.MANAGER:
        raise Refused(Refusal("draft-paused", "The draft is paused.", "draft"))
    return by
