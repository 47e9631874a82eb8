"""The clock: sends the timed tasks, and keeps watch over the jobs, whether the queue is there or
not.

Silence only counts against a job for as long as its worker could have been heard: after a time in
which the database was away or busy, or this machine asleep, the watch begins anew.
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
    """What one clock does again and again."""

    def __init__(self, now: datetime) -> None:
        self.since = self.latest = now

    def turn(self, now: datetime) -> bool:
        """Show a sign of life, queue silent jobs again, send missing messages, and ask whether
        messages are taken; False when the database did not let it."""
        if abs(now - self.latest) > MOST_APART:
            self.since = now
        self.latest = now
        try:
            # First a write: a database that takes no writes holds this turn up as well.
            heartbeats.beat(Heartbeat.Part.CLOCK)
            self.do(take_back_stamps, now)
            if now - self.since >= heartbeats.SILENT:
                self.do(recover_interrupted, now)
            self.do(deliver_missing, now)
            self.do(ask_queues, now)
        except (DatabaseError, InterfaceError):
            log.warning("clock_waits_for_database", exc_info=True)
            # Begun anew with the first turn that is not held up.
            self.latest = now - 2 * MOST_APART
            return False
        return True

    def do(self, step: Callable[..., object], now: datetime) -> None:
        """What fails at one thing does the others all the same."""
        name = step.__name__
        one_by_one(f"clock, {name}"[:40], [name], lambda _: step(now=now), within=nullcontext)


class Timed(PersistentScheduler):
    """Celery's own, for which a task that last ran at a time to come is not due until then: after
    the clock was put back by an hour it would send nothing for an hour."""

    def tick(self, *arguments: Any, **options: Any) -> Any:
        for entry in self.schedule.values():
            now = entry.default_now()
            if entry.last_run_at > now + heartbeats.SILENT:
                entry.last_run_at = now
                # Its queue of what is next is in the order of the time that was put back.
                self._heap = None
        return super().tick(*arguments, **options)


def run(over: Event) -> None:
    """Keep watch, and send the timed tasks beside it, until it is over.

    Raises RuntimeError when the sender of timed tasks has died: the process that started this
    process starts it again.
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
