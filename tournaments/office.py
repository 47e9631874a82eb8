"""The first page of the back office: what waits for a director, then the events under way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from django.db.models import Count
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from config.jobs.models import Job
from config.notices.kinds import SOURCES, Waiting
from games.models import Series
from games.seriesday.models import SeriesClock
from tournaments.models import Tournament

SHOWN = 12
EVENTS = 30


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
    now = timezone.now()
    rulings = f"{reverse('admin:seriesday_ruling_changelist')}?state__exact=open"
    failed = f"{reverse('admin:jobs_job_changelist')}?state__exact=failed"
    context["waits"] = [
        _group("Rulings and disputes", _waiting("ruling-to-choose", now), rulings),
        _group("Unsigned sheets", _waiting("sheet-to-sign", now)),
        _group("Late series", _late(now)),
        _group("Failed jobs", _failed(), failed),
    ]
    context["events"] = _events()
    return context


def _group(title: str, found: Iterable[Entry], url: str = "") -> Group:
    rows = tuple(islice(found, SHOWN + 1))
    return Group(title, rows[:SHOWN], len(rows) > SHOWN, url)


def _waiting(kind: str, now: datetime) -> Iterator[Entry]:
    """What the notices of that kind are about, whomever they are for."""
    each: Waiting
    for each in SOURCES[kind](now, None):
        yield Entry(each.title, each.url, each.detail)


def _late(now: datetime) -> Iterator[Entry]:
    """Series whose deadline has gone by."""
    rows = SeriesClock.objects.filter(due_at__lt=now, series__completed_at=None)
    for clock in rows.select_related("series__away", "series__home").order_by("due_at")[
        : SHOWN + 1
    ]:
        due = f"was due {clock.due_at:%-d %b %Y, %H:%M} UTC"
        yield Entry(str(clock.series), clock.series.get_absolute_url(), due)


def _failed() -> Iterator[Entry]:
    rows = Job.objects.filter(state=Job.State.FAILED).order_by("-created_at")
    for job in rows[: SHOWN + 1]:
        yield Entry(job.label, reverse("admin:jobs_job_change", args=[job.pk]), job.error[:120])


def _events() -> list[Event]:
    running = list(
        Tournament.objects.filter(state=Tournament.State.RUNNING).order_by("-pk")[:EVENTS]
    )
    counts = {
        scope: (total, done)
        for scope, total, done in Series.objects.filter(scope__in=[each.scope for each in running])
        .order_by()
        .values_list("scope")
        .annotate(Count("pk"), Count("completed_at"))
    }
    found = []
    for each in running:
        total, done = counts.get(each.scope, (0, 0))
        found.append(
            Event(
                each.name,
                reverse("admin:tournaments_tournament_change", args=[each.pk]),
                reverse("tournaments:desk", args=[each.slug]),
                reverse("tournaments:board", args=[each.slug]),
                done,
                total,
            )
        )
    return found
