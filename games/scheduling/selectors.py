"""When series are played, as pages, feeds and the board show it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.db.models import Exists, FilteredRelation, OuterRef, Q, QuerySet
from django.utils import timezone

from config.calendars import Appointment
from config.kinds import Question
from config.people.models import User
from config.refusals import Refusal
from config.site import whole_address
from games.models import Series
from games.scheduling.models import CalendarLink, CancelledAppointment, MeetingTime
from rosters.models import TeamMember

MINUTES_PER_GAME = 45
"""T33.0a: what a game takes in the calendar, too."""

KEPT = timedelta(days=60)
"""How long past appointments stay in a feed."""

MOST = 500
State = MeetingTime.State


def times_of(series: Series) -> list[MeetingTime]:
    """What is agreed or proposed for a series, in order."""
    rows = series.times.filter(Q(state=State.AGREED) | proposed_still())
    return list(rows.select_related("team", "proposed_by").order_by("begins", "pk"))


def proposed_still() -> Q:
    """Times that wait for an answer, of people who act for their clubs still."""
    proposer = TeamMember.objects.filter(
        team=OuterRef("team"), user=OuterRef("proposed_by"), user__is_active=True
    )
    return Q(Exists(proposer), state=State.OPEN)


def agreed_times(series_ids: Collection[int]) -> Mapping[int, datetime]:
    """When series are played, of those for which that is agreed."""
    rows = MeetingTime.objects.filter(series__in=series_ids, state=State.AGREED)
    return dict(rows.values_list("series_id", "begins"))


def kept_for_people(series: QuerySet[Series]) -> Mapping[int, Refusal]:
    """Which of these open series people have arranged to play, by key, and what tells so: its time
    is agreed and not over (``time-agreed``), or its clock runs and a club of it has people
    (``clock-runs``). One query."""
    people = TeamMember.objects.filter(Q(team=OuterRef("home")) | Q(team=OuterRef("away")))
    rows = series.annotate(
        agreed=FilteredRelation("times", condition=Q(times__state=State.AGREED))
    ).filter(Q(agreed__isnull=False) | Q(Exists(people), clock__begun_at__isnull=False))
    now = timezone.now()
    found = {}
    for pk, length, away, home, begins in rows.order_by("pk").values_list(
        "pk", "length", "away__name", "home__name", "agreed__begins"
    ):
        place, name = f"series {pk}", f"{away} at {home}"
        if begins is None:
            words = f"The clock of {name} runs: people play it, or the board has the house play."
            found[pk] = Refusal("clock-runs", words, place)
        elif now < begins + timedelta(minutes=MINUTES_PER_GAME * length):
            words = f"{name} is agreed for {timezone.localtime(begins):%A, %-d %B, %H:%M %Z}."
            found[pk] = Refusal("time-agreed", words, place, {"begins": begins.isoformat()})
    return found


def owner_of(key: str) -> User | None:
    """Whose calendar a secret address leads to; no address leads to a closed account's."""
    link = CalendarLink.objects.select_related("user").filter(key=key).first() if key else None
    return link.user if link is not None and link.user.is_active else None


@Question
def timetable_of(
    series: Collection[Series], now: datetime
) -> Mapping[int, tuple[datetime, datetime, str]]:
    """When series for which no time was agreed begin and end by the timetables of their events, and
    where, by the series' id."""
    return {}


@Question
def place_of(series: Series) -> str:
    """Where a series is played by the plan of its event, such as ``table 5``; empty where it says
    nothing."""
    return ""


def appointments_of(user: User, now: datetime) -> list[Appointment]:
    """When the series of a person's clubs are played: as agreed, else by timetables."""
    clubs = TeamMember.objects.filter(user=user).values("team")
    own = Q(home__in=clubs) | Q(away__in=clubs)
    agreed = _agreed(now).filter(Q(series__home__in=clubs) | Q(series__away__in=clubs))
    return _with_timetables(_appointments(agreed), Series.objects.filter(own), now)


def appointments_in(scope: str, now: datetime) -> list[Appointment]:
    """When the series of a scope are played: as agreed, else by its timetable."""
    agreed = _appointments(_agreed(now).filter(series__event__key=scope))
    return _with_timetables(agreed, Series.objects.filter(event__key=scope), now)


def feed_of(user: User, now: datetime) -> list[Appointment]:
    """``appointments_of`` with those that were cancelled, for other programs that have shown
    them."""
    clubs = TeamMember.objects.filter(user=user).values("team")
    own = Q(home__in=clubs) | Q(away__in=clubs)
    return _with_cancelled(appointments_of(user, now), own, now)


def feed_in(scope: str, now: datetime) -> list[Appointment]:
    """``appointments_in`` with those that were cancelled."""
    return _with_cancelled(appointments_in(scope, now), Q(event__key=scope), now)


def appointments_for(series: Collection[Series], now: datetime) -> Mapping[int, Appointment]:
    """When these series are played, by key: as agreed, else by timetables."""
    rows = MeetingTime.objects.filter(series__in=series, state=State.AGREED)
    agreed = {
        row.series_id: _appointment(row)
        for row in rows.select_related("series__home", "series__away")
    }
    planned = timetable_of([each for each in series if each.pk not in agreed], now)
    return agreed | {
        each.pk: _named(each, *planned[each.pk], changed=now)
        for each in series
        if each.pk in planned
    }


def _with_cancelled(live: list[Appointment], own: Q, now: datetime) -> list[Appointment]:
    there = {each.uid for each in live}
    rows = CancelledAppointment.objects.filter(own, begins__gt=now - KEPT).order_by("-begins")
    cancelled = [
        Appointment(
            row.uid,
            row.begins,
            row.ends,
            f"{row.summary}, cancelled",
            row.cancelled_at,
            cancelled=True,
        )
        for row in rows[:MOST]
        if row.uid not in there
    ]
    return sorted([*live, *cancelled], key=lambda each: (each.begins, each.uid))


def _with_timetables(
    agreed: list[Appointment], rows: QuerySet[Series], now: datetime
) -> list[Appointment]:
    times = MeetingTime.objects.filter(series=OuterRef("pk"), state=State.AGREED)
    others = rows.filter(~Exists(times), completed_at=None).select_related("home", "away")
    series = list(others.order_by("-pk")[:MOST])
    planned = timetable_of(series, now)
    found = [
        _named(each, *planned[each.pk], changed=now.replace(minute=0, second=0, microsecond=0))
        for each in series
        if each.pk in planned
    ]
    return sorted([*agreed, *found], key=lambda each: (each.begins, each.uid))[:MOST]


def _agreed(now: datetime) -> QuerySet[MeetingTime]:
    return MeetingTime.objects.filter(state=State.AGREED, begins__gt=now - KEPT)


def _appointments(rows: QuerySet[MeetingTime]) -> list[Appointment]:
    found = rows.select_related("series__home", "series__away").order_by("begins", "pk")[:MOST]
    return [_appointment(row) for row in found]


def _appointment(row: MeetingTime) -> Appointment:
    ends = row.begins + timedelta(minutes=MINUTES_PER_GAME * row.series.length)
    return _named(row.series, row.begins, ends, changed=row.answered_at or row.proposed_at)


def _named(
    series: Series, begins: datetime, ends: datetime, where: str = "", *, changed: datetime
) -> Appointment:
    host = whole_address("").split("://")[-1].split("/")[0]
    return Appointment(
        uid=f"series-{series.pk}@{host}",
        begins=begins,
        ends=ends,
        summary=f"{series.away} at {series.home}",
        changed=changed,
        description=f"{series.length} game{'' if series.length == 1 else 's'}, "
        f"{series.system.name}{f', {where}' if where else ''}",
        url=whole_address(series.get_absolute_url()),
    )
