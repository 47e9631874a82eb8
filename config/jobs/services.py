"""Queue, cancel and recover jobs."""

from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from config.jobs.broker import make_folders
from config.jobs.kinds import REGISTRY, may_cancel
from config.jobs.models import Job
from config.jobs.progress import announce
from config.journal.services import record
from config.people.models import User
from games.engine.refusals import Refusal, Refused

# A running job shows a sign of life at every step; a waiting one may wait behind others.
SILENT_RUNNING = timedelta(minutes=2)
SILENT_WAITING = timedelta(minutes=10)
# A job that takes its worker down with it is not tried for ever.
MOST_ATTEMPTS = 5


def enqueue(
    *,
    kind: str,
    key: str,
    scope: str,
    label: str,
    arguments: dict[str, Any] | None = None,
    total: int = 0,
    acting_user: User | None,
) -> Job:
    """Queue a job, or return the one of this key that is already queued or running.

    The message goes out when the caller's transaction commits.
    """
    REGISTRY[kind]
    while True:
        under_way = Job.objects.filter(key=key, state__in=Job.LIVE).first()
        if under_way:
            return under_way
        try:
            with transaction.atomic():
                job = Job.objects.create(
                    kind=kind,
                    key=key,
                    scope=scope,
                    label=label,
                    arguments=arguments or {},
                    total=total,
                    created_by=acting_user,
                )
                record(
                    code="job-queued",
                    actor=acting_user,
                    scope=scope,
                    subject=job,
                    new={"kind": kind, "key": key},
                )
                announce(str(job.pk), scope)
                send(job)
            return job
        except IntegrityError:
            # Somebody else queued the same work between the look and the write: theirs is it,
            # or, should it be over already, look again.
            continue


def cancel(*, job_id: Any, acting_user: User) -> Job:
    """Take a waiting job out of the queue, or ask a running one to stop at its next step."""
    with transaction.atomic():
        job = Job.objects.select_for_update().get(pk=job_id)
        if not may_cancel(acting_user, job):
            raise Refused(Refusal("job-not-yours", "This job is not yours to cancel."))
        if not job.is_live:
            raise Refused(
                Refusal("job-over", f"This job is {job.get_state_display()}: nothing to cancel.")
            )
        before = job.state
        if job.state == Job.State.QUEUED:
            job.state = Job.State.CANCELLED
            job.finished_at = timezone.now()
        job.cancel_requested = True
        # Conditional, for SQLite has no row locks: a worker may have claimed it meanwhile.
        written = Job.objects.filter(pk=job.pk, state=before).update(
            state=job.state, finished_at=job.finished_at, cancel_requested=True
        )
        if not written:
            raise Refused(
                Refusal("job-moved-on", "The job moved on at this very moment; look again.")
            )
        record(
            code="job-cancelled",
            actor=acting_user,
            scope=job.scope,
            subject=job,
            old={"state": before},
            new={"state": job.state, "cancel_requested": True},
        )
        announce(str(job.pk), job.scope)
    return job


def recover_interrupted(*, now: datetime, all_of_them: bool = False) -> int:
    """Queue again the jobs whose worker or message was lost; how many were.

    ``all_of_them`` is for the start of the only worker there is: whatever is not over was
    interrupted. Otherwise only jobs without a sign of life for a while are taken.
    """
    recovered = 0
    for job in Job.objects.filter(state__in=Job.LIVE).order_by("created_at"):
        silent = SILENT_RUNNING if job.state == Job.State.RUNNING else SILENT_WAITING
        if all_of_them or job.heartbeat_at < now - silent:
            recovered += recover(job, now=now)
    return recovered


def recover(job: Job, *, now: datetime) -> int:
    if job.cancel_requested:
        changes: dict[str, Any] = {"state": Job.State.CANCELLED, "finished_at": now}
    elif job.attempt >= MOST_ATTEMPTS:
        error = f"Given up after {job.attempt} starts: each was cut off before the end."
        changes = {"state": Job.State.FAILED, "finished_at": now, "error": error}
    else:
        changes = {"state": Job.State.QUEUED}
    with transaction.atomic():
        # The sign of life read above is part of the condition: a worker that was only slow,
        # or another process that recovers at this moment, wins.
        taken = Job.objects.filter(
            pk=job.pk, state=job.state, attempt=job.attempt, heartbeat_at=job.heartbeat_at
        ).update(heartbeat_at=now, **changes)
        if taken:
            announce(str(job.pk), job.scope)
            if changes["state"] == Job.State.QUEUED:
                send(job)
    return taken


def send(job: Job) -> None:
    """Send the message on commit, when the worker can find the row."""
    task = REGISTRY[job.kind].task
    make_folders()
    transaction.on_commit(lambda: task.delay(str(job.pk)))
