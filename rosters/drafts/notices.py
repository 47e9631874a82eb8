"""Notices for the people whom a draft waits for."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from config.notices.kinds import Kind, Waiting, register
from config.people import scopes
from rosters.drafts.models import Draft
from rosters.drafts.room import Room
from rosters.drafts.services.settling import looked_at
from rosters.members import Members
from rosters.rules.draft.board import Turn
from rosters.rules.draft.reminders import DEADLINE_NEAR, due

ON_THE_CLOCK = Kind(
    "on-the-clock", "On the clock", "When a slow draft waits for your pick, or your time runs out."
)


def turns(now: datetime, asked: Collection[str] | None) -> Iterator[Waiting]:
    """The turns of drafts that are under way, as far as somebody is to be told of them."""
    under_way = Draft.objects.filter(state=Draft.State.RUNNING, owner=None)
    if asked is not None:
        under_way = under_way.filter(event__key__in=asked)
    for draft in under_way.select_related("card_set"):
        for division in range(1, len(draft.divisions) + 1):
            room = looked_at(draft, division, now=now)
            kind, turn = due(room.board, now), room.board.turn
            if kind is not None and turn is not None:
                yield _waiting(room, turn, kind)


def register_all() -> None:
    """Let people be told of their turns."""
    register(ON_THE_CLOCK, turns)


def _waiting(room: Room, turn: Turn, kind: str) -> Waiting:
    draft, board, team = room.draft, room.board, room.pool.name(turn.seat)
    team_id = room.seats[turn.seat].team_id or 0
    picks = ", ".join(map(str, turn.picks))
    near = kind == DEADLINE_NEAR
    place = f"?division={room.division}" if room.division > 1 else ""
    since = f"{board.turn_since:%Y-%m-%dT%H:%M:%S.%f}"
    return Waiting(
        key=f"draft:{draft.pk}-{room.division}:{kind}:{since}",
        people=Members([team_id]).of(team_id) or scopes.directors(draft.scope),
        title=f"{draft.name}: "
        + (f"the time of {team} runs out" if near else f"it is the turn of {team}"),
        detail=f"{team} is on the clock: pick {picks}, round "
        f"{board.round_of(turn.picks[0])} of {board.rounds}.",
        url=draft.get_absolute_url() + place,
        scope=draft.scope,
        due=board.deadline,
    )
