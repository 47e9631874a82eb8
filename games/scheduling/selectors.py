"""Meeting times of series, as pages, feeds and the board show them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet
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
"""T33.0a: the length of a game, also in calendars."""

KEPT = timedelta(days=60)
"""Past appointments stay in a feed for this long."""

MOST = 500
State = MeetingTime.State


def times_of(series: Series) -> list[MeetingTime]:
    """The agreed and proposed times of a series, in order."""
    rows = series.times.filter(Q(state=State.AGREED) | proposed_still())
    return list(rows.select_related("team", "proposed_by").order_by("begins", "pk"))


def proposed_still() -> Q:
    """A filter for open times whose proposer still acts for the club."""
    proposer = TeamMember.objects.filter(
        team=OuterRef("team"), user=OuterRef("proposed_by"), user__is_active=True
    )
    return Q(Exists(proposer), state=State.OPEN)


def agreed_times(series_ids: Collection[int]) -> Mapping[int, datetime]:
    """The agreed times by series id."""
    rows = MeetingTime.objects.filter(series__in=series_ids, state=State.AGREED)
    return dict(rows.values_list("series_id", "begins"))


def kept_for_people(series: QuerySet[Series]) -> Mapping[int, Refusal]:
    """The open series that managers have arranged to play, by key, each with the reason: its time
    is agreed and not over (``time-agreed``), or its clock runs and one of its clubs has a manager
    (``clock-runs``). One query."""
    members = TeamMember.objects.filter(Q(team=OuterRef("home")) | Q(team=OuterRef("away")))
    rows = series.annotate(
        agreed=FilteredRelation("times", condition=Q(times__state=State.AGREED))
    ).filter(Q(agreed__isnull=False) | Q(Exists(members), clock__begun_at__isnull=False))
    now = timezone.now()
    refusals = {}
    for pk, length, away, home, begins in rows.order_by("pk").values_list(
        "pk", "length", "away__name", "home__name", "agreed__begins"
    ):
        place, name = f"series {pk}", f"{away} at {home}"
        if begins is None:
            words = f"The clock of {name} runs: people play it, or the board has the house play."
            refusals[pk] = Refusal("clock-runs", words, place)
        elif now < begins + timedelta(minutes=MINUTES_PER_GAME * length):
            words = f"{name} is agreed for {timezone.localtime(begins):%A, %-d %B, %H:%M %Z}."
            refusals[pk] = Refusal("time-agreed", words, place, {"begins": begins.isoformat()})
    return refusals


OVER_BEFORE: Final = Q(series__completed_at__lt=F("begins"), series__called_off_at=None)
"""Appointments of series that were over before their time: simulated, or played earlier."""


def owner_of(key: str) -> User | None:
    """The user of a secret calendar address; None for closed accounts."""
    link = CalendarLink.objects.select_related("user").filter(key=key).first() if key else None
    return link.user if link is not None and link.user.is_active else None


@Question
def timetable_of(
    series: Collection[Series], now: datetime
) -> Mapping[int, tuple[datetime, datetime, str]]:
    """Start, end and place, by series id, of series without an agreed time whose event has a
    timetable."""
    return {}


@Question
def place_of(series: Series) -> str:
    """The place where a series is played by its event's plan, such as ``table 5``; empty without
    one."""
    return ""


def appointments_of(user: User, now: datetime) -> list[Appointment]:
    """When the series of a person's clubs are played: as agreed, else by timetables."""
    return _live(_of_clubs_of(user), now)[0]


def appointments_in(scope: str, now: datetime) -> list[Appointment]:
    """When the series of a scope are played: as agreed, else by its timetable."""
    return _live(Q(event__key=scope), now)[0]


def feed_of(user: User, now: datetime) -> list[Appointment]:
    """``appointments_of`` with those that were cancelled, for other programs that have shown
    them."""
    return _with_cancelled(_of_clubs_of(user), now)


def feed_in(scope: str, now: datetime) -> list[Appointment]:
    """``appointments_in`` with those that were cancelled."""
    return _with_cancelled(Q(event__key=scope), now)


def _of_clubs_of(user: User) -> Q:
    clubs = TeamMember.objects.filter(user=user).values("team")
    return Q(home__in=clubs) | Q(away__in=clubs)


def appointments_for(series: Collection[Series], now: datetime) -> Mapping[int, Appointment]:
    """When these series are played, by key: as agreed, else by timetables."""
    rows = MeetingTime.objects.filter(series__in=series, state=State.AGREED).exclude(OVER_BEFORE)
    agreed = {
        row.series_id: _appointment(row)
        for row in rows.select_related("series__home", "series__away")
    }
    planned = timetable_of(
        [one_series for one_series in series if one_series.pk not in agreed], now
    )
    return agreed | {
        one_series.pk: _named(one_series, *planned[one_series.pk], changed=now)
        for one_series in series
        if one_series.pk in planned
    }


def _with_cancelled(own: Q, now: datetime) -> list[Appointment]:
    live, over = _live(own, now)
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
    ]
    there = {each.uid for each in live}
    gone = [each for each in (*cancelled, *over) if each.uid not in there]
    return sorted([*live, *gone], key=lambda each: (each.begins, each.uid))


def _live(own: Q, now: datetime) -> tuple[list[Appointment], list[Appointment]]:
    """The appointments of these series, as agreed, else by timetables; and the agreed ones of
    series that were over before their time, marked as cancelled."""
    series_of = Series.objects.filter(own, pk=OuterRef("series"))
    rows = MeetingTime.objects.filter(Exists(series_of), state=State.AGREED, begins__gt=now - KEPT)
    rows = rows.select_related("series__home", "series__away").order_by("begins", "pk")
    found = [(row.series, _appointment(row)) for row in rows[:MOST]]
    times = MeetingTime.objects.filter(series=OuterRef("pk"), state=State.AGREED)
    others = Series.objects.filter(own, ~Exists(times), completed_at=None)
    series = list(others.select_related("home", "away").order_by("-pk")[:MOST])
    planned = timetable_of(series, now)
    changed = now.replace(minute=0, second=0, microsecond=0)
    found += [
        (each, _named(each, *planned[each.pk], changed=changed))
        for each in series
        if each.pk in planned
    ]
    live: list[Appointment] = []
    over: list[Appointment] = []
    for row, each in sorted(found, key=lambda pair: (pair[1].begins, pair[1].uid)):
        if row.completed_at is None or row.completed_at >= each.begins:
            live.append(each)
        elif row.called_off_at is None:
            over.append(
                replace(
                    each, summary=f"{each.summary}, over", changed=row.completed_at, cancelled=True
                )
            )
    return live[:MOST], over[:MOST]


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
