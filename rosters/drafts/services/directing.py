"""What the director does in a draft; every act is logged under the event, too."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from config.journal.services import log_action
from config.people.models import User
from config.people.scopes import for_directors_of
from config.refusals import Refusal, Refused, refuse_all
from rosters.drafts.access import acts_as
from rosters.drafts.models import Draft, DraftSeat
from rosters.drafts.room import Room, acting
from rosters.drafts.services.picking import park_of
from rosters.rules.draft import events
from rosters.rules.draft.board import AGAIN, BIDDING, EXCHANGE
from rosters.rules.draft.legality import choice_problems


@for_directors_of("draft")
def undo(
    *, draft: Draft, division: int, pick: int | None, acting_user: User, now: datetime
) -> list[int]:
    """Take back a pick and all that were made after it; without ``pick``, the one made last. The
    numbers of the picks that are gone, in the order in which they were made. What is on the block
    of an auction goes first, and without ``pick`` alone.

    Refused: ``director-only``, ``draft-not-open``, ``nothing-to-undo``, and ``not-standing`` for a
    pick that is not made or was taken back before.
    """
    with acting(draft, division, now) as room:
        board = room.board
        _running(room)
        last = board.last
        if pick is None and board.lot is not None:
            room.record(events.Withdrawn(now), acting_user)
            _log(room, "draft-lot-withdrawn", acting_user)
            return []
        if pick is None and last is None:
            raise Refused(Refusal("nothing-to-undo", "No pick has been made.", "pick"))
        target = pick if pick is not None else last.pick if last else 0
        if target not in board.selections:
            raise Refused(
                Refusal(
                    "not-standing",
                    f"Nothing stands at pick {target}: it is not made, or was taken back.",
                    "pick",
                    {"pick": target},
                )
            )
        gone = [target, *(each.pick for each in board.since(target))]
        room.record(events.Undone(now, target), acting_user)
        _log(room, "draft-picks-undone", acting_user, old={"picks": gone})
    return gone


def withdrawn_with(room: Room, pick: int) -> list[int]:
    """The picks that would go with one, were it undone."""
    return [each.pick for each in room.board.since(pick)]


@for_directors_of("draft")
def replace_pick(
    *,
    draft: Draft,
    division: int,
    pick: int,
    card: int | None = None,
    park: str | None = None,
    acting_user: User,
    now: datetime,
) -> None:
    """Put another card or park in the place of a wrong one, which can be picked again. Refused:
    ``director-only``, ``draft-not-open``, ``not-standing``, ``lot-open``, and what
    ``choice_problems`` finds as for any pick."""
    with acting(draft, division, now) as room:
        _running(room)
        was = room.board.selections.get(pick)
        if was is None:
            raise Refused(
                Refusal("not-standing", f"Nothing stands at pick {pick}.", "pick", {"pick": pick})
            )
        if room.board.lot is not None:
            raise Refused(Refusal("lot-open", "First what is on the block is sold.", "lot"))
        taken = park_of(room, park, acting_user)
        refuse_all(
            choice_problems(
                room.board, room.pool, was.seat, pick, card=card, park=taken, shares=False
            )
        )
        room.record(events.Replaced(now, pick, card, taken), acting_user)
        _log(
            room,
            "draft-pick-replaced",
            acting_user,
            old={"pick": pick, "card": was.card},
            new={"pick": pick, "card": card},
        )


@for_directors_of("draft")
def swap_picks(
    *, draft: Draft, division: int, one: int, other: int, acting_user: User, now: datetime
) -> None:
    """Let two picks that are still to come change owners. Refused: ``director-only``,
    ``draft-not-open``, ``is-auction``, ``not-to-come`` for a pick that is made, is due now or does
    not exist, and ``same-pick``."""
    with acting(draft, division, now) as room:
        _running(room)
        board = room.board
        if board.settings.is_auction:
            raise Refused(Refusal("is-auction", "In an auction no picks change owners.", "one"))
        problems = [
            Refusal("not-to-come", f"Pick {pick} is not one that is still to come.", place)
            for place, pick in (("one", one), ("other", other))
            if not 1 <= pick <= board.total
            or pick in board.selections
            or any(pick in turn.picks for turn in board.agenda)
        ]
        if one == other:
            problems.append(Refusal("same-pick", "Those are the same pick.", "other"))
        refuse_all(problems)
        room.record(events.Swapped(now, one, other), acting_user)
        _log(room, "draft-picks-swapped", acting_user, new={"picks": [one, other]})


@for_directors_of("draft")
def skip(*, draft: Draft, division: int, acting_user: User, now: datetime) -> None:
    """Pass the present turn over: it comes back after the others. Where the turn is to exchange
    picks, they are kept as they are. Refused: ``director-only``, ``draft-not-open``, and
    ``cannot-skip`` for a turn that was passed over before or that is there to pick again after a
    double-up."""
    with acting(draft, division, now) as room:
        _running(room)
        turn = room.board.turn
        if turn is not None and turn.why == EXCHANGE:
            room.record(events.Kept(now, turn.seat), acting_user)
        elif turn is None or turn.why in (AGAIN, BIDDING) or turn.picks[0] in room.board.missed:
            raise Refused(Refusal("cannot-skip", "This turn cannot be passed over.", "turn"))
        else:
            room.record(events.Skipped(now, turn.picks[0]), acting_user)
        _log(room, "draft-turn-skipped", acting_user)


@for_directors_of("draft")
def pause(*, draft: Draft, division: int, acting_user: User, now: datetime) -> None:
    """Stop the clock. Refused: ``director-only``, ``draft-not-open``, and ``draft-paused`` when it
    is stopped already."""
    with acting(draft, division, now) as room:
        _running(room)
        if room.board.is_paused:
            raise Refused(Refusal("draft-paused", "The draft is paused already.", "draft"))
        room.record(events.Paused(now), acting_user)
        _log(room, "draft-paused", acting_user)


@for_directors_of("draft")
def resume(*, draft: Draft, division: int, acting_user: User, now: datetime) -> None:
    """Let the clock run on. Refused: ``director-only``, ``not-paused``."""
    with acting(draft, division, now) as room:
        if not room.board.is_paused:
            raise Refused(Refusal("not-paused", "The draft is not paused.", "draft"))
        room.record(events.Resumed(now), acting_user)
        _log(room, "draft-resumed", acting_user)


@for_directors_of("draft")
def plan_pause(
    *, draft: Draft, division: int, when: datetime | None, acting_user: User, now: datetime
) -> None:
    """Have the draft pause at a moment to come, or, with ``when`` ``None``, not pause after all.
    Refused: ``director-only``, ``draft-not-open``, ``pause-in-the-past``."""
    with acting(draft, division, now) as room:
        _running(room)
        if when is not None and when <= now:
            raise Refused(Refusal("pause-in-the-past", "That moment has passed.", "when"))
        room.record(events.PausePlanned(now, when), acting_user)
        _log(
            room,
            "draft-pause-planned",
            acting_user,
            new={"when": when.isoformat() if when else None},
        )


@for_directors_of("draft")
def change_clock(
    *,
    draft: Draft,
    division: int,
    bid_seconds: int | None = None,
    acting_user: User,
    now: datetime,
    **changes: Any,
) -> None:
    """Time the turns after the present one otherwise, which goes on by its own clock. ``changes``
    are fields of ``Clock``; what is left out stays. Refused: ``director-only``, ``draft-not-open``,
    and what is wrong with the clock."""
    with acting(draft, division, now) as room:
        _running(room)
        terms = room.board.next_terms
        auction = terms.auction
        if bid_seconds is not None:
            auction = replace(auction, bid_seconds=bid_seconds)
        changed = replace(terms, clock=replace(terms.clock, **changes), auction=auction)
        refuse_all(changed.problems())
        if changed == terms:
            return
        room.record(
            events.ClockChanged(now, changed.clock, changed.auction.bid_seconds), acting_user
        )
        _log(
            room,
            "draft-clock-changed",
            acting_user,
            old={"clock": asdict(terms.clock), "bid_seconds": terms.auction.bid_seconds},
            new={"clock": asdict(changed.clock), "bid_seconds": auction.bid_seconds},
        )


def change_drafter(
    *, draft: Draft, division: int, slot: int, drafter: str, acting_user: User, now: datetime
) -> None:
    """Let the house pick for a seat from now on, or its manager again. Refused: ``not-your-seat``,
    ``unknown-drafter``, ``draft-not-open``, ``imputed-drafter``."""
    if drafter not in (DraftSeat.Drafter.MANAGER, DraftSeat.Drafter.HOUSE):
        raise Refused(
            Refusal("unknown-drafter", "Either the manager or the house drafts for it.", "drafter")
        )
    with acting(draft, division, now) as room:
        _running(room)
        seat = room.seats.get(slot)
        acts_as(acting_user, draft, seat)
        if seat is None or (seat.imputed and drafter != DraftSeat.Drafter.HOUSE):
            raise Refused(
                Refusal("imputed-drafter", "The house drafts for an imputed team.", "drafter")
            )
        room.record(events.DrafterChanged(now, slot, drafter), acting_user)
        _log(
            room,
            "drafter-said",
            acting_user,
            new={"team": seat.name, "drafter": drafter},
        )


def _running(room: Room) -> None:
    if not room.board.is_open:
        raise Refused(Refusal("draft-not-open", "The draft has not begun, or is over.", "draft"))


def _log(
    room: Room,
    code: str,
    acting_user: User,
    *,
    old: dict[str, object] | None = None,
    new: dict[str, object] | None = None,
) -> None:
    log_action(
        code=code,
        actor=acting_user,
        scope=room.draft.scope,
        subject=room.draft,
        old=old,
        new=new,
    )
