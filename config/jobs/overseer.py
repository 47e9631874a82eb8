"""Watches a worker's job processes, and kills a process whose job makes no progress, continues
after it was canceled, or has been given to another worker.

The process itself cannot do this: it may be in the middle of a step that never ends.
"""

import os
import signal
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import structlog
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connections

from config.jobs import progress
from config.jobs.heartbeats import process_name
from config.jobs.models import Job

log = structlog.get_logger(__name__)

# A canceled job stops at its next step; without one for so long, it is killed.
GRACE_AFTER_CANCEL = 5.0
# A new process claims its job at once, and one that has lost its job ends at its next step.
GRACE_WITHOUT_JOB = 20.0
# If looks are further apart than this, no job could have stored a step in between.
MOST_APART = 10.0


@dataclass(frozen=True)
class Hand:
    """A process at work on a job."""

    pid: int
    job_id: str


def kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


class Overseer:
    """Counts by its own clock, and only time in which the database was available."""

    def __init__(
        self, *, end: Callable[[int], None] = kill, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.end = end
        self.clock = clock
        self.since: dict[Hand, tuple[Any, float]] = {}
        self.latest = clock()

    def look(self, hands: Collection[Hand]) -> None:
        now = self.clock()
        if now - self.latest > MOST_APART:
            self.since.clear()
        self.latest = now
        try:
            self.oversee(hands, now)
        except (DatabaseError, InterfaceError):
            log.warning("jobs_not_overseen", exc_info=True)
            self.since.clear()
            connections.close_all()

    def oversee(self, hands: Collection[Hand], now: float) -> None:
        jobs = {
            str(job.pk): job for job in Job.objects.filter(pk__in=[hand.job_id for hand in hands])
        }
        self.since = {hand: seen for hand, seen in self.since.items() if hand in hands}
        for hand in hands:
            job = jobs.get(hand.job_id)
            if job is None or job.state != Job.State.RUNNING or job.process != name(hand):
                if self.has_stood(hand, "no job", now) > GRACE_WITHOUT_JOB:
                    log.error("job_ended_without_its_row", job=hand.job_id)
                    self.end(hand.pid)
            elif job.cancel_requested:
                if self.has_stood(hand, "cancelled", now) > GRACE_AFTER_CANCEL:
                    progress.stop(progress.attempt_of(job))
                    self.end(hand.pid)
            elif self.has_stood(hand, job.progressed_at, now) > settings.JOB_PATIENCE_SECONDS:
                log.error("job_ended_without_progress", job=hand.job_id, kind=job.kind)
                progress.fail(
                    progress.attempt_of(job),
                    error=f"Ended: it made no progress for {settings.JOB_PATIENCE_SECONDS} s.",
                )
                self.end(hand.pid)

    def has_stood(self, hand: Hand, fact: Any, now: float) -> float:
        seen = self.since.get(hand)
        if seen is None or seen[0] != fact:
            self.since[hand] = (fact, now)
            return 0.0
        return now - seen[1]


def name(hand: Hand) -> str:
    return process_name(hand.pid)
