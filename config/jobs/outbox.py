"""The messages that start jobs: the rows say which are still to be sent.

A queue may be down when a job is requested, and may have lost messages when it is back. So the
message is sent at once, and the clock sends those that the rows show as missing. A duplicate does
no harm: a job is claimed once.
"""

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import structlog
from celery import current_app
from django.db import DatabaseError, transaction
from django.utils import timezone

from config.jobs.kinds import REGISTRY
from config.jobs.models import Job
from config.jobs.one_by_one import one_by_one
from config.jobs.progress import announce
from config.queues import QUEUE_AWAY, QUEUES, send

log = structlog.get_logger(__name__)

# A message untaken for so long, while the queue is empty, counts as lost.
TAKEN_UP = timedelta(seconds=8)


def deliver_on_commit(job: Job) -> None:
    """Send the message on commit, when the worker can find the row."""
    transaction.on_commit(partial(deliver, job))


def deliver(job: Job) -> bool:
    """Send the job's message, and store the outcome; return whether the queue took it."""
    kind = REGISTRY[job.kind]
    sent = send(kind.task, str(job.pk), queue=kind.queue(job))
    if sent:
        note(job, queue_away=False, sent_at=timezone.now())
    else:
        note(job, queue_away=True)
    return sent


def note(job: Job, **changes: Any) -> None:
    """Store the outcome of the message; if that fails, it is only sent once more."""
    was_away = job.queue_away
    for field, value in changes.items():
        setattr(job, field, value)
    try:
        with transaction.atomic():
            waiting = Job.objects.filter(
                pk=job.pk, state=Job.State.QUEUED, attempt=job.attempt
            ).update(**changes)
            if waiting and job.queue_away != was_away:
                announce(str(job.pk), job.scope)
    except DatabaseError:
        log.warning("delivery_not_noted", job=str(job.pk), exc_info=True)


def deliver_missing(*, now: datetime) -> int:
    """Send the messages that were never sent, and those that were lost; return how many."""
    waiting = Job.objects.filter(state=Job.State.QUEUED, kind__in=REGISTRY).order_by("created_at")
    sent = deliver_until_refused("unsent jobs", waiting.filter(sent_at=None))
    untaken = list(waiting.filter(sent_at__lt=now - TAKEN_UP))
    for queue in QUEUES:
        lost = [job for job in untaken if REGISTRY[job.kind].queue(job) == queue]
        if lost and queue_is_empty(queue):
            sent += deliver_until_refused(f"lost messages, {queue}", lost)
    return sent


def deliver_until_refused(loop: str, jobs: Iterable[Job]) -> int:
    delivered: list[bool] = []

    def until_refused() -> Iterator[Job]:
        for job in jobs:
            if False in delivered:
                return
            yield job

    one_by_one(
        loop, until_refused(), lambda job: delivered.append(deliver(job)), within=nullcontext
    )
    return sum(delivered)


def queue_is_empty(name: str) -> bool:
    """Whether no message waits for a worker; ``False`` if the queue cannot be reached."""
    try:
        with current_app.connection_for_write() as connection:
            queue = current_app.amqp.queues[name]
            return bool(queue(connection.default_channel).queue_declare().message_count == 0)
    except QUEUE_AWAY as error:
        log.warning("queue_away", error=str(error))
        return False
