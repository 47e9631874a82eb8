"""Notices for the people whom a draft waits for."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from config.notices.kinds import Kind, Waiting, register
from config.people import scopes
from rosters.drafts.models import Draft
from rosters.drafts.room import BID, Room
from rosters.drafts.services.settling import looked_at
from rosters.members import Members
from rosters.rules.draft.board import Turn, drafted_by_house
from rosters.rules.draft.reminders import DEADLINE_NEAR, due

ON_THE_CLOCK = Kind(
    "on-the-clock", "On the clock", "When a slow draft waits for your pick, or your time runs out."
)
OUTBID = Kind(
    "outbid",
    "Outbid",
    "When another club bids more than yours for what an auction has on the block.",
)

WITHOUT_MANAGER = Kind(
    "draft-without-manager",
    "A club of a draft without a manager",
    "When the last manager of a club leaves during a draft that you direct.",
)


def turns(now: datetime, asked: Collection[str] | None) -> Iterator[Waiting]:
    """The turns of drafts that are under way, as far as somebody is to be told of them."""
    for room in _under_way(now, asked):
        kind, turn = due(room.board, now), room.board.turn
        if kind is not None and turn is not None:
            yield _waiting(room, turn, kind)


def outbid(now: datetime, asked: Collection[str] | None) -> Iterator[Waiting]:
    """The clubs that have bid for what is on the block, and do not lead."""
    for room in _under_way(now, asked):
        draft, board, lot = room.draft, room.board, room.board.lot
        for slot in sorted(lot.outbid) if lot is not None else ():
            team_id = room.seats[slot].team_id
            if lot is None or team_id is None or drafted_by_house(board, slot):
                continue
            park, card = lot.park, lot.card or 0
            what = park.name if park is not None else room.pool.players[card].name
            yield Waiting(
                key=f"draft:{draft.pk}-{room.division}:outbid:{lot.number}:{slot}",
                people=Members([team_id]).of(team_id),
                title=f"{draft.name}: {room.pool.name(slot)} is outbid for {what}",
                detail=f"{room.pool.name(lot.leader)} leads at {lot.price}.",
                url=draft.get_absolute_url() + _place(room),
                scope=draft.scope,
                due=board.deadline,
            )


def without_managers(now: datetime, asked: Collection[str] | None) -> Iterator[Waiting]:
    """The clubs whose managers have left during a draft: a director picks for them, or has the
    computer pick."""
    for room in _under_way(now, asked):
        draft = room.draft
        for slot in room.without_managers():
            yield Waiting(
                key=f"draft:{draft.pk}-{room.division}:without-manager:{slot}",
                people=scopes.directors(draft.scope),
                title=f"{draft.name}: {room.pool.name(slot)} has no manager",
                detail="Pick for the club, or have the computer pick.",
                url=draft.get_absolute_url() + _place(room),
                scope=draft.scope,
            )


def register_all() -> None:
    """Let people be told of their turns, and of bids above theirs."""
    register(ON_THE_CLOCK, turns)
    register(OUTBID, outbid, upon=[BID])
    register(WITHOUT_MANAGER, without_managers, upon=["team-member-dismissed"])


def _under_way(now: datetime, asked: Collection[str] | None) -> Iterator[Room]:
    under_way = Draft.objects.filter(state=Draft.State.RUNNING, owner=None)
    if asked is not None:
        under_way = under_way.filter(event__key__in=asked)
    for draft in under_way.select_related("card_set"):
        for division in range(1, len(draft.divisions) + 1):
            yield looked_at(draft, division, now=now)


def _place(room: Room) -> str:
    return f"?division={room.division}" if room.division > 1 else ""


def _waiting(room: Room, turn: Turn, kind: str) -> Waiting:
    draft, board, team = room.draft, room.board, room.pool.name(turn.seat)
    team_id = room.seats[turn.seat].team_id or 0
    picks = ", ".join(map(str, turn.picks))
    near = kind == DEADLINE_NEAR
    since = f"{board.turn_since:%Y-%m-%dT%H:%M:%S.%f}"
    return Waiting(
        key=f"draft:{draft.pk}-{room.division}:{kind}:{since}",
        people=Members([team_id]).of(team_id) or scopes.directors(draft.scope),
        title=f"{draft.name}: "
        + (f"the time of {team} runs out" if near else f"it is the turn of {team}"),
        detail=f"{team} is on the clock: pick {picks}, round "
        f"{board.round_of(turn.picks[0])} of {board.rounds}.",
        url=draft.get_absolute_url() + _place(room),
        scope=draft.scope,
        due=board.deadline,
    )
