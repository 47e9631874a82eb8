"""The state machine of a job, from the worker's side.

Every step is a conditional update whose row count is checked: no lock is held while work is
done, and a worker that was given up for dead finds that its steps no longer count.
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

# A job that takes its worker down with it is not tried for ever.
MOST_FRUITLESS = 5


@dataclass(frozen=True)
class Attempt:
    """One start of one job."""

    job_id: str
    number: int
    scope: str
    arguments: dict[str, Any]
    done: int = 0
    """How far the starts before came."""


def claim(job_id: str) -> Attempt | None:
    """Take a waiting job; None when it is not waiting, as for a message delivered twice."""
    now = timezone.now()
    with transaction.atomic():
        taken = Job.objects.filter(pk=job_id, state=Job.State.QUEUED).update(
            state=Job.State.RUNNING,
            started_at=now,
            heartbeat_at=now,
            progressed_at=now,
            process=this_process(),
            attempt=F("attempt") + 1,
            fruitless=F("fruitless") + 1,
        )
        if not taken:
            return None
        job = Job.objects.get(pk=job_id)
        announce(job_id, job.scope)
    return attempt_of(job)


def attempt_of(job: Job) -> Attempt:
    """The start of it that is under way."""
    return Attempt(str(job.pk), job.attempt, job.scope, dict(job.arguments), job.done)


def advance(attempt: Attempt, *, done: int, total: int | None) -> bool:
    """Note progress; False when the attempt is to stop, cancelled or taken over."""
    now = timezone.now()
    changes: dict[str, Any] = {"done": done, "heartbeat_at": now, "progressed_at": now}
    if total is not None:
        changes["total"] = max(total, done) if total else 0
    with transaction.atomic():
        under_way = mine(attempt).filter(cancel_requested=False)
        if total is None:
            # There may be more to do than when the job was asked for; 0: it is not known.
            under_way.filter(total__gt=0, total__lt=done).update(total=done)
        if not under_way.update(**changes):
            return False
        under_way.filter(furthest__lt=done).update(furthest=done, fruitless=0)
        announce(attempt.job_id, attempt.scope)
    return True


def beat(attempt: Attempt) -> bool:
    """Say that the attempt is alive, which it may be for long between two steps."""
    return bool(mine(attempt).update(heartbeat_at=timezone.now()))


def finish(attempt: Attempt, *, result: dict[str, Any] | None) -> bool:
    """Close a job that is done: all of it, but for what its result says was ``left``, whatever was
    told on the way."""
    left = (result or {}).get("left", 0)
    return close(attempt, state=Job.State.DONE, result=result, done=Greatest(F("total") - left, 0))


def fail(attempt: Attempt, *, error: str, refusals: Sequence[Refusal] = ()) -> bool:
    """Close a job that failed, for these reasons where it was refused."""
    kept = plain_refusals(refusals)
    return close(attempt, state=Job.State.FAILED, error=error, refusals=kept)


def stop(attempt: Attempt) -> bool:
    """Confirm a cancellation; nothing happens when another attempt has the job now."""
    return close(attempt, state=Job.State.CANCELLED)


def hand_back(attempt: Attempt) -> bool:
    """Give a job that could not go on back to the queue; the clock sends it on."""
    under_way = mine(attempt)
    job = under_way.first()
    return job is not None and requeue(job, among=under_way, now=timezone.now())


def make_way(attempt: Attempt) -> bool:
    """Give a job that wants to go on later back to the queue, behind whatever waits there. That is
    no fault of it, however often; the clock sends it on."""
    mine(attempt).update(fruitless=0)
    return hand_back(attempt)


def requeue(job: Job, *, among: QuerySet[Job], now: datetime) -> bool:
    """End a start that was cut off, if the job is still ``among`` these: it is to be started again,
    unless that was in vain too often."""
    changes: dict[str, Any] = {"state": Job.State.QUEUED, "sent_at": None}
    if job.cancel_requested:
        changes = {"state": Job.State.CANCELLED, "finished_at": now}
    elif job.fruitless >= MOST_FRUITLESS:
        error = f"Given up: {job.fruitless} starts in a row were cut off without getting further."
        changes = {"state": Job.State.FAILED, "finished_at": now, "error": error}
    with transaction.atomic():
        taken = among.update(heartbeat_at=now, **changes)
        if taken:
            announce(str(job.pk), job.scope)
    return bool(taken)


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
