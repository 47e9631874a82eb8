"""Requeue jobs whose worker is gone."""

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
    silent = Job.objects.filter(state=Job.State.RUNNING, heartbeat_at__lt=now - SILENT)
    return sum(one_by_one("silent jobs", list(silent), lambda job: recover(job, now=now)))


def recover(job: Job, *, now: datetime) -> bool:
    """Requeue a job. The heartbeat that was read is part of the condition: a worker that was only
    slow, or another process that recovers the job at the same time, wins."""
    unchanged = Job.objects.filter(
        pk=job.pk, state=job.state, attempt=job.attempt, heartbeat_at=job.heartbeat_at
    )
    return requeue(job, among=unchanged, now=now)


def recover_all(*, now: datetime, queue: str | None = None) -> int:
    """Requeue all live jobs at the start of the only worker, or the only one of a queue: all were
    interrupted, and every message may be lost. Returns how many messages were sent again."""
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
    """Set times in the future, stored before the clock was put back, to now; return how many. Times
    within ``SILENT`` may come from a machine whose clock is fast."""
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
