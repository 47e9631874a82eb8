"""When people could act: while a web server answered and the clock of the machine went on.

The web servers say every few seconds that they are there. Where none has said so for a time, the
house was down, its database away or its clock has jumped; that time counts against no person. Code
that asks meanwhile is told of a silence that lasts until now.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from config.jobs.heartbeats import SILENT, beating
from config.jobs.models import Uptime

Silence = tuple[datetime, datetime]
"""The moments from and until which no person could act."""

LAST_DAY = timedelta(days=1)
"""A silence further before a deadline left everybody time enough."""


def note(now: datetime | None = None) -> None:
    """People can act at this moment: the present stretch goes on, or a new one begins."""
    now = now or timezone.now()
    latest = Uptime.objects.order_by("-begun_at", "-pk").first()
    if latest is not None and latest.begun_at <= now <= latest.latest_at + SILENT:
        # Also where the clock was put back: what it said meanwhile has not come yet.
        Uptime.objects.filter(pk=latest.pk).update(latest_at=now)
        return
    with transaction.atomic():
        Uptime.objects.filter(begun_at__gt=now).delete()
        Uptime.objects.filter(latest_at__gt=now).update(latest_at=now)
        Uptime.objects.create(begun_at=now, latest_at=now)


def keep_noting() -> ExitStack:
    """Note it in a thread, as long as this process lives or until the stack is closed."""
    noting = ExitStack()
    noting.enter_context(beating(note, at_once=True))
    return noting


def silences(since: datetime, now: datetime) -> list[Silence]:
    """The stretches after ``since`` and until ``now`` in which no person could act, in order; none
    where no web server has ever said that it is there."""
    found: list[Silence] = []
    until: datetime | None = None
    awake = Uptime.objects.filter(latest_at__gte=since - SILENT, begun_at__lte=now)
    before = Uptime.objects.filter(latest_at__lt=since - SILENT).order_by("-latest_at")[:1]
    for stretch in (*before, *awake.order_by("begun_at")):
        if until is not None and stretch.begun_at - until > SILENT:
            found.append((until, stretch.begun_at))
        until = stretch.latest_at if until is None else max(until, stretch.latest_at)
    if until is not None and now - until > SILENT:
        found.append((until, now))
    return [(max(begin, since), end) for begin, end in found if end > since]


def silent_for(silent: Iterable[Silence], begin: datetime, end: datetime) -> timedelta:
    """How much of the time between two moments lies in silences."""
    return sum(
        (max(min(stop, end) - max(start, begin), timedelta()) for start, stop in silent),
        timedelta(),
    )


def put_off(due: datetime, silent: Sequence[Silence]) -> datetime:
    """The deadline, later by whatever time of its last day could not be used."""
    begin, at = due - LAST_DAY, due
    for start, stop in silent:
        if stop > begin and start <= at:
            at += stop - max(start, begin)
    return at
