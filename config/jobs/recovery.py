"""Find the jobs whose worker is gone, and queue them again."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from config.jobs.heartbeats import SILENT
from config.jobs.kinds import REGISTRY
from config.jobs.models import Heartbeat, Job, Probe
from config.jobs.one_by_one import one_by_one
from config.jobs.outbox import deliver_on_commit
from config.jobs.progress import requeue
from config.people.models import OutgoingMail


def recover_interrupted(*, now: datetime) -> int:
    """Queue again the running jobs without a sign of life for a while; how many were."""
    silent = Job.objects.filter(state=Job.State.RUNNING, heartbeat_at__lt=now - SILENT)
    return sum(one_by_one("silent jobs", list(silent), lambda job: recover(job, now=now)))


def recover(job: Job, *, now: datetime) -> bool:
    """Queue one again. The sign of life that was read is part of the condition: a worker that was
    only slow, or another process that recovers at this moment, wins."""
    unchanged = Job.objects.filter(
        pk=job.pk, state=job.state, attempt=job.attempt, heartbeat_at=job.heartbeat_at
    )
    return requeue(job, among=unchanged, now=now)


def recover_all(*, now: datetime, queue: str | None = None) -> int:
    """At the start of the only worker there is, or the only one of a queue: whatever of it is not
    over was interrupted, and every message may be lost. How many were sent again."""
    sent_again = 0
    live = Job.objects.filter(state__in=Job.LIVE, kind__in=REGISTRY).order_by("created_at")
    for job in live:
        if queue is not None and REGISTRY[job.kind].queue(job) != queue:
            continue
        if job.state == Job.State.RUNNING and recover(job, now=now):
            job.refresh_from_db()
        if job.state == Job.State.QUEUED:
            deliver_on_commit(job)
            sent_again += 1
    return sent_again


def take_back_stamps(*, now: datetime) -> int:
    """Take what was written down by a clock that has been put back since as of now; how many stamps
    were. What lies no further ahead than a silence may come from a machine whose clock is fast."""
    waiting_mails = OutgoingMail.objects.filter(given_up_at=None, tries=0)
    stamps: Sequence[tuple[QuerySet[Any], Sequence[str]]] = (
        (Heartbeat.objects.all(), ("at",)),
        (Probe.objects.all(), ("asked_at", "sent_at", "answered_at")),
        (waiting_mails, ("due_at",)),
        (Job.objects.filter(state__in=Job.LIVE), ("sent_at", "heartbeat_at", "progressed_at")),
    )
    return sum(
        rows.filter(**{f"{field}__gt": now + SILENT}).update(**{field: now})
        for rows, fields in stamps
        for field in fields
    )
