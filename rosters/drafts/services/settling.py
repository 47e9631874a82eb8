"""Turns that run out while nobody acts."""

from __future__ import annotations

from datetime import datetime

from config.jobs.one_by_one import one_by_one
from config.jobs.uptime import notice_put_back
from rosters.drafts.models import Draft
from rosters.drafts.room import Room, acting, is_due, look


def looked_at(draft: Draft, division: int, *, now: datetime) -> Room:
    """The division as it is at this moment: what has lapsed is settled first."""
    room = look(draft, division, now=now)
    if draft.state == Draft.State.RUNNING and notice_put_back(now, room.board.turn_since):
        draft.refresh_from_db(fields=["created_at"])
        room = look(draft, division, now=now)
    if draft.state != Draft.State.RUNNING or not is_due(room, now):
        return room
    with acting(draft, division, now) as settled:
        room = settled
    return room


def settle_lapsed_turns(*, now: datetime) -> int:
    """Look at every draft that is under way; how many divisions had something due."""

    notice_put_back(now)

    def settled(place: tuple[Draft, int]) -> bool:
        due = is_due(look(*place, now=now), now)
        if due:
            looked_at(*place, now=now)
        return due

    places = [
        (draft, division)
        for draft in Draft.objects.filter(state=Draft.State.RUNNING).select_related("card_set")
        for division in range(1, len(draft.divisions) + 1)
    ]
    return sum(
        one_by_one(
            "draft clocks",
            places,
            settled,
            name=lambda place: f"draft {place[0].pk}, division {place[1]}",
        )
    )
