"""Queue and cancel jobs."""

from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from config.jobs.kinds import REGISTRY, may_cancel
from config.jobs.models import Job
from config.jobs.outbox import deliver_on_commit
from config.jobs.progress import announce
from config.journal.services import log_action
from config.people.models import User
from config.refusals import Refusal, Refused


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

    The message goes out when the caller's transaction commits, or when the queue is back.
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
                log_action(
                    code="job-queued",
                    actor=acting_user,
                    scope=scope,
                    subject=job,
                    new={"kind": kind, "key": key},
                )
                announce(str(job.pk), scope)
                deliver_on_commit(job)
            return job
        except IntegrityError:
            # Another request queued the same work between the look and the write: return that job,
            # or, if it is over already, try again.
            continue


def cancel(*, job_id: Any, acting_user: User) -> Job:
    """Remove a queued job from the queue, or ask a running one to stop at its next step. Refused:
    ``job-not-yours``, ``job-over``, ``job-moved-on``."""
    with transaction.atomic():
        job = Job.objects.select_for_update().get(pk=job_id)
        if not may_cancel(acting_user, job):
            raise Refused(Refusal("job-not-yours", "This job is not yours to cancel."))
        if not job.is_live:
            raise Refused(
                Refusal("job-over", f"This job is {job.get_state_display()}: nothing to cancel.")
            )
        old_state = job.state
        if job.state == Job.State.QUEUED:
            job.state = Job.State.CANCELLED
            job.finished_at = timezone.now()
        job.cancel_requested = True
        # Conditional, since SQLite has no row locks: a worker may have claimed it meanwhile.
        changed = Job.objects.filter(pk=job.pk, state=old_state).update(
            state=job.state, finished_at=job.finished_at, cancel_requested=True
        )
        if not changed:
            raise Refused(
                Refusal("job-moved-on", "The job moved on at this very moment; look again.")
            )
        log_action(
            code="job-cancelled",
            actor=acting_user,
            scope=job.scope,
            subject=job,
            old={"state": old_state},
            new={"state": job.state, "cancel_requested": True},
        )
        announce(str(job.pk), job.scope)
    return job
