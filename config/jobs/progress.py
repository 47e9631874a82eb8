"""The state machine of a job, from the worker's side.

Every step is a conditional update whose row count is checked: no lock is held during the work, and
a worker that was given up as dead finds that its steps no longer count.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Greatest
from django.utils import timezone

from config.jobs.heartbeats import this_process
from config.jobs.models import Job
from config.live.services import publish
from config.refusals import Refusal, plain_refusals

# A job that kills its worker is not retried forever.
MOST_FRUITLESS = 5


@dataclass(frozen=True)
class Attempt:
    """One start of one job."""

    job_id: str
    number: int
    scope: str
    arguments: dict[str, Any]
    done: int = 0
    """How far the previous starts came."""


def claim(job_id: str) -> Attempt | None:
    """Take a queued job; ``None`` if it is not queued, for instance if the message came twice."""
    now = timezone.now()
    with transaction.atomic():
        claimed = Job.objects.filter(pk=job_id, state=Job.State.QUEUED).update(
            state=Job.State.RUNNING,
            started_at=now,
            heartbeat_at=now,
            progressed_at=now,
            process=this_process(),
            attempt=F("attempt") + 1,
            fruitless=F("fruitless") + 1,
        )
        if not claimed:
            return None
        job = Job.objects.get(pk=job_id)
        announce(job_id, job.scope)
    return attempt_of(job)


def attempt_of(job: Job) -> Attempt:
    return Attempt(str(job.pk), job.attempt, job.scope, dict(job.arguments), job.done)


def advance(attempt: Attempt, *, done: int, total: int | None) -> bool:
    """Store progress; ``False`` if the attempt must stop: canceled or taken over."""
    now = timezone.now()
    changes: dict[str, Any] = {"done": done, "heartbeat_at": now, "progressed_at": now}
    if total is not None:
        changes["total"] = max(total, done) if total else 0
    with transaction.atomic():
        under_way = mine(attempt).filter(cancel_requested=False)
        if total is None:
            # There may be more to do than when the job was requested; 0: unknown.
            under_way.filter(total__gt=0, total__lt=done).update(total=done)
        if not under_way.update(**changes):
            return False
        under_way.filter(furthest__lt=done).update(furthest=done, fruitless=0)
        announce(attempt.job_id, attempt.scope)
    return True


def beat(attempt: Attempt) -> bool:
    """Store a heartbeat: there may be a long time between two steps."""
    return bool(mine(attempt).update(heartbeat_at=timezone.now()))


def finish(attempt: Attempt, *, result: dict[str, Any] | None) -> bool:
    """Close a job that is done: all of it, except what its result counts as ``left``, whatever was
    reported on the way."""
    skipped = (result or {}).get("left", 0)
    return close(
        attempt, state=Job.State.DONE, result=result, done=Greatest(F("total") - skipped, 0)
    )


def fail(attempt: Attempt, *, error: str, refusals: Sequence[Refusal] = ()) -> bool:
    """Close a job that failed, with the refusals, if it was refused."""
    stored_refusals = plain_refusals(refusals)
    return close(attempt, state=Job.State.FAILED, error=error, refusals=stored_refusals)


def stop(attempt: Attempt) -> bool:
    """Confirm a cancellation; no effect if another attempt has the job."""
    return close(attempt, state=Job.State.CANCELLED)


def hand_back(attempt: Attempt) -> bool:
    """Return an interrupted job to the queue; the clock resends its message."""
    under_way = mine(attempt)
    job = under_way.first()
    return job is not None and requeue(job, among=under_way, now=timezone.now())


def make_way(attempt: Attempt) -> bool:
    """Return a job that wants to continue later to the queue, behind whatever waits there. That
    never counts as a failure; the clock resends its message."""
    mine(attempt).update(fruitless=0)
    return hand_back(attempt)


def requeue(job: Job, *, among: QuerySet[Job], now: datetime) -> bool:
    """End an interrupted attempt, if the job is still ``among`` these: requeue it, unless too many
    attempts were in vain."""
    changes: dict[str, Any] = {"state": Job.State.QUEUED, "sent_at": None}
    if job.cancel_requested:
        changes = {"state": Job.State.CANCELLED, "finished_at": now}
    elif job.fruitless >= MOST_FRUITLESS:
        error = f"Given up: {job.fruitless} starts in a row were cut off without getting further."
        changes = {"state": Job.State.FAILED, "finished_at": now, "error": error}
    with transaction.atomic():
        changed_rows = among.update(heartbeat_at=now, **changes)
        if changed_rows:
            announce(str(job.pk), job.scope)
    return bool(changed_rows)


def close(attempt: Attempt, **changes: Any) -> bool:
    with transaction.atomic():
        now = timezone.now()
        closed = mine(attempt).update(finished_at=now, heartbeat_at=now, **changes)
        if closed:
            announce(attempt.job_id, attempt.scope)
    return bool(closed)


def mine(attempt: Attempt) -> QuerySet[Job]:
    return Job.objects.filter(pk=attempt.job_id, state=Job.State.RUNNING, attempt=attempt.number)


def announce(job_id: str, scope: str) -> None:
    publish(f"job:{job_id}", scope)
