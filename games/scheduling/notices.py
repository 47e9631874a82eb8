"""Notifications of proposed times, and of series about to be played."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.urls import reverse

from config.notices.kinds import Kind, Waiting, register
from games.scheduling.models import MeetingTime
from rosters.members import Members

ANSWER = Kind("time-to-answer", "A time to agree on", "When an opponent proposes when to play.")
SOON = Kind("series-soon", "A series is coming up", "A day before a series whose time is agreed.")

BEFORE = timedelta(days=1)


def proposals(now: datetime, asked: Collection[str] | None) -> Iterator[Waiting]:
    """Open proposals, for the managers of the other club."""
    rows = _times(MeetingTime.State.OPEN, asked).filter(begins__gt=now, team__isnull=False)
    first: dict[int, MeetingTime] = {}
    for row in rows:
        first.setdefault(row.series_id, row)
    members = Members(club for row in first.values() for club in _clubs(row))
    for row in first.values():
        other = next(club for club in _clubs(row) if club != row.team_id)
        yield Waiting(
            key=f"times:{row.series_id}:{row.proposed_at:%Y-%m-%dT%H:%M:%S.%f}",
            people=members.of(other),
            title=f"{row.team} proposes when to play",
            detail=f"{row.series.away} at {row.series.home}: accept a time, or propose others.",
            url=reverse("scheduling:times", args=[row.series_id]),
            scope=row.series.scope,
            due=row.begins,
        )


def coming(now: datetime, asked: Collection[str] | None) -> Iterator[Waiting]:
    """Series that are played within a day."""
    rows = _times(MeetingTime.State.AGREED, asked).filter(begins__gt=now, begins__lte=now + BEFORE)
    meeting_times = list(rows)
    members = Members(club for row in meeting_times for club in _clubs(row))
    for row in meeting_times:
        away, home = (members.of(club) for club in _clubs(row))
        yield Waiting(
            key=f"time:{row.pk}",
            people=away | home,
            title=f"{row.series.away} at {row.series.home}",
            detail="It is played at the time that was agreed.",
            url=row.series.get_absolute_url(),
            scope=row.series.scope,
            due=row.begins,
        )


def register_all() -> None:
    register(ANSWER, proposals)
    register(SOON, coming)


def _times(state: str, asked: Collection[str] | None) -> QuerySet[MeetingTime]:
    rows = MeetingTime.objects.filter(state=state, series__completed_at=None)
    if asked is not None:
        rows = rows.filter(series__event__key__in=asked)
    return rows.select_related("series__home", "series__away", "team").order_by("begins", "pk")


def _clubs(row: MeetingTime) -> tuple[int, int]:
    return row.series.away_id, row.series.home_id
