"""The first page of the back office: what waits for a director, then the events under way. Staff
see it of all events, directors of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from config.jobs.models import Job
from config.notices.kinds import SOURCES, Waiting
from games.seriesday.models import SeriesClock
from tournaments.models import Tournament
from tournaments.selectors.access import directed_by
from tournaments.selectors.league import series_counts

OWN_OFFICE = "office"
"""The office of directors who are not of the staff, by the name of its site."""

SHOWN = 12
EVENTS = 10


@dataclass(frozen=True)
class Entry:
    """Something that waits, and where it is done."""

    title: str
    url: str
    detail: str = ""


@dataclass(frozen=True)
class Group:
    """Things of a kind that wait: the first of them, and where all are listed."""

    title: str
    rows: tuple[Entry, ...]
    more: bool
    url: str = ""


@dataclass(frozen=True)
class Event:
    """An event under way."""

    name: str
    office: str
    desk: str
    board: str
    done: int
    total: int


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """What the first page shows beside the list of everything."""
    failed = f"{reverse('admin:jobs_job_changelist')}?state__exact=failed"
    rows = Job.objects.filter(state=Job.State.FAILED)
    jobs = (_job(job, reverse("admin:jobs_job_change", args=[job.pk])) for job in _newest(rows))
    context["waits"] = [*_waits(None, "admin"), _group("Failed jobs", jobs, failed)]
    context["events"] = _events(Tournament.objects.all(), "admin")
    return context


def own_dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """The same for directors who are not of the staff: of the events that they direct."""
    own = directed_by(request.user)
    desks = {each.scope: reverse("tournaments:desk", args=[each.slug]) for each in own}
    rows = Job.objects.filter(state=Job.State.FAILED, scope__in=desks)
    jobs = (_job(job, desks[job.scope]) for job in _newest(rows))
    context["waits"] = [*_waits(list(desks), OWN_OFFICE), _group("Failed jobs", jobs)]
    context["events"] = _events(own, OWN_OFFICE)
    return context


def _waits(asked: Collection[str] | None, site: str) -> list[Group]:
    """What waits in these scopes, or in all."""
    now = timezone.now()
    rulings = reverse("admin:seriesday_ruling_changelist", current_app=site)
    return [
        _group(
            "Rulings and disputes",
            _waiting("ruling-to-choose", now, asked),
            f"{rulings}?state__exact=open",
        ),
        _group("Unsigned sheets", _waiting("sheet-to-sign", now, asked)),
        _group("Late series", _late(now, asked)),
    ]


def _group(title: str, found: Iterable[Entry], url: str = "") -> Group:
    rows = tuple(islice(found, SHOWN + 1))
    return Group(title, rows[:SHOWN], len(rows) > SHOWN, url)


def _waiting(kind: str, now: datetime, asked: Collection[str] | None) -> Iterator[Entry]:
    """What the notices of that kind are about, whomever they are for."""
    each: Waiting
    for each in SOURCES[kind](now, asked):
        yield Entry(each.title, each.url, each.detail)


def _late(now: datetime, asked: Collection[str] | None) -> Iterator[Entry]:
    """Series whose deadline has gone by."""
    rows = SeriesClock.objects.filter(due_at__lt=now, series__completed_at=None)
    if asked is not None:
        rows = rows.filter(series__event__key__in=asked)
    for clock in rows.select_related("series__away", "series__home").order_by("due_at")[
        : SHOWN + 1
    ]:
        due = f"was due {clock.due_at:%-d %b %Y, %H:%M} UTC"
        yield Entry(str(clock.series), clock.series.get_absolute_url(), due)


def _newest(jobs: QuerySet[Job]) -> QuerySet[Job]:
    return jobs.order_by("-created_at")[: SHOWN + 1]


def _job(job: Job, url: str) -> Entry:
    return Entry(job.label, url, job.error[:120])


def _events(events: QuerySet[Tournament], site: str) -> list[Event]:
    found = events.filter(state=Tournament.State.RUNNING).order_by("-pk")
    running = list(found.prefetch_related("entrants")[:EVENTS])
    counts = series_counts(running)
    rows = []
    for each in running:
        total, done = counts.get(each.scope, (0, 0))
        rows.append(
            Event(
                each.name,
                reverse("admin:tournaments_tournament_change", args=[each.pk], current_app=site),
                reverse("tournaments:desk", args=[each.slug]),
                reverse("tournaments:board", args=[each.slug]),
                done,
                total,
            )
        )
    return rows
