"""What the manager of a seat does in a draft: pick, pull a double-up back, keep and exchange."""

from __future__ import annotations

from datetime import datetime

from config.inputs import whole_number
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from rosters.drafts.access import acts_as
from rosters.drafts.models import Draft
from rosters.drafts.room import Room, acting
from rosters.models import Ballpark
from rosters.rules.draft import events
from rosters.rules.draft.board import EXCHANGE, Board
from rosters.rules.draft.double_up import double_up_problems, exchange_problems
from rosters.rules.draft.legality import Pool, choice_problems, order_problems, turn_problems
from rosters.rules.parks import Pick as Park


def make_pick(
    *,
    draft: Draft,
    division: int,
    slot: int,
    card: int | None = None,
    park: str | None = None,
    acting_user: User,
    now: datetime,
) -> int:
    """Make a pick for a seat: a card, or a park by its key. Returns the number of the pick.

    By its manager or, also while the draft is paused, by a director. Refused: ``not-your-seat``,
    ``is-auction``, and everything that speaks against it: whose turn it is, who has the player,
    what the squad could no longer become.
    """
    with acting(draft, division, now) as room:
        by = _acts_as(room, slot, acting_user)
        if room.board.settings.is_auction:
            raise Refused(Refusal("is-auction", "In an auction cards are bid for.", "pick"))
        problems = (turn_problems if by == events.MANAGER else _open_problems)(
            room.board, room.pool, slot
        )
        refuse_all(problems)
        pick = room.board.open_pick(slot)
        if pick is None:
            raise Refused(Refusal("out-of-turn", "No pick of this team is open.", "turn"))
        taken = park_of(room, park, acting_user)
        refuse_all(choice_problems(room.board, room.pool, slot, pick, card=card, park=taken))
        room.record(events.Picked(now, pick, slot, by, card, taken), acting_user)
    return pick


def rescind(
    *, draft: Draft, division: int, slot: int, pick: int, acting_user: User, now: datetime
) -> None:
    """Pull a double-up back (T0.18b, c); refused as ``double_up_problems`` says, and with
    ``not-your-seat``."""
    with acting(draft, division, now) as room:
        _acts_as(room, slot, acting_user)
        refuse_all(double_up_problems(room.board, room.pool.players, slot, pick))
        room.record(events.Rescinded(now, pick, slot), acting_user)


def keep(*, draft: Draft, division: int, slot: int, acting_user: User, now: datetime) -> None:
    """Keep what was selected after a double-up. Refused: ``not-your-seat``, and
    ``nothing-to-exchange`` where the seat has no exchange to decide on."""
    with acting(draft, division, now) as room:
        _acts_as(room, slot, acting_user)
        turn = room.board.turn
        if turn is None or turn.why != EXCHANGE or turn.seat != slot:
            raise Refused(
                Refusal("nothing-to-exchange", "There is nothing to decide for that seat.", "turn")
            )
        room.record(events.Kept(now, slot), acting_user)


def exchange(
    *,
    draft: Draft,
    division: int,
    slot: int,
    pick: int,
    card: int | None = None,
    park: str | None = None,
    acting_user: User,
    now: datetime,
) -> None:
    """Exchange a pick made after a double-up for another player (T0.18d). Refused:
    ``not-your-seat``."""
    with acting(draft, division, now) as room:
        by = _acts_as(room, slot, acting_user)
        refuse_all(exchange_problems(room.board, slot, pick))
        taken = park_of(room, park, acting_user)
        refuse_all(choice_problems(room.board, room.pool, slot, pick, card=card, park=taken))
        room.record(events.Exchanged(now, pick, slot, by, card, taken), acting_user)


def park_of(room: Room, key: str | None, acting_user: User) -> Park | None:
    """The park with that key: one of the list, or one that the user has described
    (T0.02e)."""
    if key is None or key in room.pool.parks:
        return None if key is None else room.pool.parks[key]
    kind, _, written = key.partition(":")
    number = whole_number(written) if kind == "own" else None
    own = Ballpark.objects.filter(pk=number, source=None).first() if number else None
    if own is None:
        raise Refused(
            Refusal("unknown-park", f"There is no park {key[:60]!r} to draft.", "ballpark")
        )
    return own.pick


def _acts_as(room: Room, slot: int, acting_user: User) -> str:
    return acts_as(acting_user, room.draft, room.seats.get(slot))


def _open_problems(board: Board, pool: Pool, slot: int) -> list[Refusal]:
    """What keeps a director from picking for a seat: a pause does not."""
    if not board.is_open:
        return turn_problems(board, pool, slot)
    return order_problems(board, pool, slot)
