"""When series are played, as pages, feeds and the board show it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from config.calendars import Appointment
from config.people.models import User
from config.site import whole_address
from games.models import Series
from games.scheduling.models import CalendarLink, MeetingTime
from rosters.models import TeamMember

MINUTES_PER_GAME = 45
"""T33.0a: what a game takes in the calendar, too."""

KEPT = timedelta(days=60)
"""How long past appointments stay in a feed."""

MOST = 500
State = MeetingTime.State


def times_of(series: Series) -> list[MeetingTime]:
    """What is agreed or proposed for a series, in order."""
    rows = series.times.filter(state__in=(State.OPEN, State.AGREED))
    return list(rows.select_related("team", "proposed_by").order_by("begins", "pk"))


def agreed_times(series_ids: Collection[int]) -> Mapping[int, datetime]:
    """When series are played, of those for which that is agreed."""
    rows = MeetingTime.objects.filter(series__in=series_ids, state=State.AGREED)
    return dict(rows.values_list("series_id", "begins"))


def owner_of(key: str) -> User | None:
    """Whose calendar a secret address leads to; no address leads to a closed account's."""
    link = CalendarLink.objects.select_related("user").filter(key=key).first() if key else None
    return link.user if link is not None and link.user.is_active else None


def appointments_of(user: User, now: datetime) -> list[Appointment]:
    """The agreed times of the series of a person's clubs."""
    clubs = TeamMember.objects.filter(user=user).values("team")
    return _appointments(_agreed(now).filter(Q(series__home__in=clubs) | Q(series__away__in=clubs)))


def appointments_in(scope: str, now: datetime) -> list[Appointment]:
    """The agreed times of the series of a scope."""
    return _appointments(_agreed(now).filter(series__scope=scope))


def _agreed(now: datetime) -> QuerySet[MeetingTime]:
    return MeetingTime.objects.filter(state=State.AGREED, begins__gt=now - KEPT)


def _appointments(rows: QuerySet[MeetingTime]) -> list[Appointment]:
    found = rows.select_related("series__home", "series__away").order_by("begins", "pk")[:MOST]
    return [_appointment(row) for row in found]


def _appointment(row: MeetingTime) -> Appointment:
    series = row.series
    host = whole_address("").split("://")[-1].split("/")[0]
    return Appointment(
        uid=f"series-{series.pk}@{host}",
        begins=row.begins,
        ends=row.begins + timedelta(minutes=MINUTES_PER_GAME * series.length),
        summary=f"{series.away} at {series.home}",
        changed=row.answered_at or row.proposed_at,
        description=f"{series.length} game{'' if series.length == 1 else 's'}, "
        f"{series.system.name}",
        url=whole_address(series.get_absolute_url()),
    )
