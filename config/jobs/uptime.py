"""Uptime: when users could act, because a web server answered and the machine's clock ran normally.

The web servers store every few seconds that they are up. A time without this, because the site or
the database was down or the clock has jumped, counts against no user. If the clock was put back,
the times of open objects are moved (``notice_put_back``). Meanwhile a silence lasts until now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.utils import timezone

from config.jobs.heartbeats import SILENT, beating
from config.jobs.models import Uptime

log = structlog.get_logger(__name__)

Silence = tuple[datetime, datetime]
"""The beginning and end of a period in which no user could act."""

LAST_DAY = timedelta(days=1)
"""A silence further before a deadline left every user time enough."""


@dataclass(frozen=True)
class PutBack:
    """The machine's clock was put back, from ``before`` to ``now``. Knows how long users could act
    since any moment, whatever the clock showed."""

    before: datetime
    now: datetime
    silent: Sequence[Silence]
    """The silences until ``before``."""
    silent_now: Sequence[Silence]
    """The silences until ``now``, without what the clock showed in between."""

    @property
    def seconds(self) -> int:
        """By how much, within some seconds."""
        return round((self.before - self.now).total_seconds())

    def moved(self, stamp: datetime) -> datetime:
        """The start time of something open, moved so that users have used as much time since as
        they really had."""
        used = self.before - stamp - silent_for(self.silent, stamp, self.before)
        remaining, moment = max(used, timedelta()), self.now
        for start, stop in reversed(self.silent_now):
            if remaining <= moment - stop:
                break
            remaining -= moment - stop
            moment = start
        return moment - remaining


_moves: list[Callable[[PutBack], object]] = []


def when_put_back(move: Callable[[PutBack], object]) -> None:
    """Register a function that moves the times of open objects after the clock was put back, in the
    transaction that notes it."""
    _moves.append(move)


def notice_put_back(now: datetime, seen: datetime | None = None) -> bool:
    """Whether the clock was put back since a web server last reported, or since the latest time
    that the caller has ``seen``. If so, open objects are moved: otherwise every deadline would be
    later by as much. Call it outside other transactions, before an act that counts time."""
    latest = Uptime.objects.filter(latest_at__gt=now + SILENT).exists()
    if not latest and (seen is None or seen <= now + SILENT):
        return False
    with transaction.atomic():
        stretch = Uptime.objects.select_for_update().order_by("-latest_at").first()
        before = max(seen or now, stretch.latest_at if stretch else now)
        # Another process may have been faster.
        if before <= now + SILENT:
            return False
        first = Uptime.objects.order_by("begun_at").first()
        begun = first.begun_at if first else now
        silent = silences(begun, before)
        Uptime.objects.filter(begun_at__gt=now).delete()
        Uptime.objects.filter(latest_at__gt=now).update(latest_at=now)
        if stretch is not None:
            Uptime.objects.create(begun_at=now, latest_at=now)
        # A time seen before another process moved it lies in a silence, and moves nothing.
        put_back = PutBack(before, now, silent, silences(begun, now))
        log.warning("clock_put_back", seconds=put_back.seconds)
        for move in _moves:
            move(put_back)
    return True


def note(now: datetime | None = None) -> None:
    """Note that users can act now: extend the present period, or begin a new one."""
    now = now or timezone.now()
    if notice_put_back(now):
        return
    latest = Uptime.objects.order_by("-begun_at", "-pk").first()
    if latest is not None and latest.begun_at <= now <= latest.latest_at + SILENT:
        Uptime.objects.filter(pk=latest.pk).update(latest_at=now)
        return
    with transaction.atomic():
        Uptime.objects.filter(begun_at__gt=now).delete()
        Uptime.objects.create(begun_at=now, latest_at=now)


def keep_noting() -> ExitStack:
    """Note uptime in a thread, until this process ends or the stack is closed."""
    noting = ExitStack()
    noting.enter_context(beating(note, at_once=True))
    return noting


def silences(since: datetime, now: datetime) -> list[Silence]:
    """The periods after ``since`` and until ``now`` in which no user could act, in order; none if
    no web server has ever reported."""
    silent_periods: list[Silence] = []
    until: datetime | None = None
    awake = Uptime.objects.filter(latest_at__gte=since - SILENT, begun_at__lte=now)
    preceding = Uptime.objects.filter(latest_at__lt=since - SILENT).order_by("-latest_at")[:1]
    for stretch in (*preceding, *awake.order_by("begun_at")):
        if until is not None and stretch.begun_at - until > SILENT:
            silent_periods.append((until, stretch.begun_at))
        until = stretch.latest_at if until is None else max(until, stretch.latest_at)
    if until is not None and now - until > SILENT:
        silent_periods.append((until, now))
    return [(max(begin, since), end) for begin, end in silent_periods if end > since]


def silent_for(silent: Iterable[Silence], begin: datetime, end: datetime) -> timedelta:
    """How much of the time between two moments lies in silences."""
    return sum(
        (max(min(stop, end) - max(start, begin), timedelta()) for start, stop in silent),
        timedelta(),
    )


def put_off(due: datetime, silent: Sequence[Silence]) -> datetime:
    """The deadline, later by the unusable time of its last day."""
    begin, deadline = due - LAST_DAY, due
    for start, stop in silent:
        if stop > begin and start <= deadline:
            deadline += stop - max(start, begin)
    return deadline
