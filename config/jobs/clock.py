"""The clock process: sends the timed tasks, and watches the jobs, whether the queue is available or
not.

Silence only counts against a job while its worker could have been heard: after a time in which the
database was down or busy, or this machine asleep, the watch begins anew.
"""

from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime, timedelta
from threading import Event
from typing import Any

import structlog
from celery import current_app
from celery.beat import EmbeddedService, PersistentScheduler
from django.db import DatabaseError, InterfaceError, connections
from django.utils import timezone

from config.jobs import heartbeats
from config.jobs.models import Heartbeat
from config.jobs.one_by_one import one_by_one
from config.jobs.outbox import deliver_missing
from config.jobs.probes import ask_queues
from config.jobs.recovery import recover_interrupted, take_back_stamps

log = structlog.get_logger(__name__)

TURN_SECONDS = 2.0
# Turns further apart than this are a gap in the watch.
MOST_APART = timedelta(seconds=8)


class Watch:
    """What one clock does at every turn."""

    def __init__(self, now: datetime) -> None:
        self.since = self.latest = now

    def turn(self, now: datetime) -> bool:
        """Send a heartbeat, requeue silent jobs, send missing messages, and probe the queues.
        ``False`` if the database failed."""
        if abs(now - self.latest) > MOST_APART:
            self.since = now
        self.latest = now
        try:
            # First a write, so that a database that takes no writes fails the turn as well.
            heartbeats.beat(Heartbeat.Part.CLOCK)
            self.do(take_back_stamps, now)
            if now - self.since >= heartbeats.SILENT:
                self.do(recover_interrupted, now)
            self.do(deliver_missing, now)
            self.do(ask_queues, now)
        except (DatabaseError, InterfaceError):
            log.warning("clock_waits_for_database", exc_info=True)
            # The watch begins anew with the first successful turn.
            self.latest = now - 2 * MOST_APART
            return False
        return True

    def do(self, step: Callable[..., object], now: datetime) -> None:
        """Run one step; its failure does not stop the others."""
        name = step.__name__
        one_by_one(f"clock, {name}"[:40], [name], lambda _: step(now=now), within=nullcontext)


class Timed(PersistentScheduler):
    """Celery's scheduler, fixed for a clock that was put back: a task whose last run lies in the
    future would not be due until then, for an hour nothing would be sent."""

    def tick(self, *arguments: Any, **options: Any) -> Any:
        for entry in self.schedule.values():
            current = entry.default_now()
            if entry.last_run_at > current + heartbeats.SILENT:
                entry.last_run_at = current
                # Its heap is ordered by the time before the clock was put back.
                self._heap = None
        return super().tick(*arguments, **options)


def run(over: Event) -> None:
    """Watch, and run the sender of timed tasks beside it, until ``over`` is set.

    Raises RuntimeError when the sender has died: the process that started this process restarts it.
    """
    beat = EmbeddedService(current_app._get_current_object(), thread=True, scheduler_cls=Timed)
    beat.start()
    watch = Watch(timezone.now())
    while not over.is_set():
        if not beat.is_alive():
            raise RuntimeError("The sender of timed tasks has died.")
        if not watch.turn(timezone.now()):
            connections.close_all()
        over.wait(TURN_SECONDS)
    beat.stop()
