"""One attempt at a job, for the function that does the work."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any

import structlog
from celery import current_task
from django.db import InterfaceError, OperationalError, connection

from config.jobs import progress
from config.jobs.heartbeats import beating
from config.refusals import Refused

log = structlog.get_logger(__name__)

DATABASE_AWAY = (OperationalError, InterfaceError)
# How long the end of a job is retried while the database is down.
PATIENCE_SECONDS = 600.0
RETRY_SECONDS = 0.5


class Stopped(Exception):  # noqa: N818 - not an accident: a user asked for it
    """The attempt must end here: canceled, or taken over by another attempt."""


class MakesWay(Exception):  # noqa: N818 - not an accident either
    """The rest is for a later attempt: whatever else is queued goes first."""


class Run:
    """The handle of a running attempt. ``done``: how far the previous attempts came."""

    def __init__(self, attempt: progress.Attempt) -> None:
        self.attempt = attempt
        self.arguments: dict[str, Any] = attempt.arguments
        self.done = attempt.done

    def advance(self, done: int, total: int | None = None) -> None:
        """Store progress; raises Stopped if the attempt must end.

        Call it outside transactions, between two complete steps.
        """
        if not progress.advance(self.attempt, done=done, total=total):
            raise Stopped


def carry_out(job_id: str, body: Callable[[Run], dict[str, Any] | None]) -> None:
    """Claim the job, do it, and store how it ended. A job that is not queued is left alone."""
    attempt = progress.claim(job_id)
    if attempt is None:
        return
    with signs_of_life(attempt):
        try:
            result = body(Run(attempt))
        except Stopped:
            insist(partial(progress.stop, attempt))
        except MakesWay:
            insist(partial(progress.make_way, attempt))
        except Refused as refused:
            refusals = refused.refusals
            insist(partial(progress.fail, attempt, error=str(refused), refusals=refusals))
        except DATABASE_AWAY:
            # The database went away, or was busy too long: what is done is kept, the rest is for
            # another attempt.
            log.exception("job_interrupted", job=job_id)
            insist(partial(progress.hand_back, attempt))
        except Exception:
            log.exception("job_failed", job=job_id)
            error = "Something went wrong in the work itself; the log has it."
            insist(partial(progress.fail, attempt, error=error))
            raise
        else:
            insist(partial(progress.finish, attempt, result=result))


def signs_of_life(attempt: progress.Attempt) -> AbstractContextManager[None]:
    if not current_task or current_task.request.is_eager:
        # Runs within the sender's process and transaction: no other process could see the
        # heartbeat.
        return nullcontext()
    return beating(partial(progress.beat, attempt))


def insist(write: Callable[[], bool]) -> None:
    """Store the end of the job as soon as the database allows. After ``PATIENCE_SECONDS`` it stays
    running, and is found by its silence."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            write()
            return
        except DATABASE_AWAY:
            if connection.in_atomic_block or time.monotonic() > deadline:
                raise
            log.warning("job_end_waits_for_database", exc_info=True)
            connection.close()
            time.sleep(RETRY_SECONDS)
