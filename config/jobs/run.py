"""One attempt at a job, as the function that does the work sees it."""

from collections.abc import Callable
from typing import Any

import structlog
from django.db import OperationalError

from config.jobs import progress
from games.engine.refusals import Refused

log = structlog.get_logger(__name__)


class Stopped(Exception):  # noqa: N818 - not an accident: somebody asked for it
    """The attempt is to end here: cancelled, or taken over by another attempt."""


class Run:
    """The handle of a running attempt."""

    def __init__(self, attempt: progress.Attempt) -> None:
        self.attempt = attempt
        self.arguments: dict[str, Any] = attempt.arguments

    def advance(self, done: int, total: int | None = None) -> None:
        """Say how far the work is, at least once a minute; raises Stopped when it is to end.

        Call it outside transactions, between two steps that are each whole.
        """
        if not progress.advance(self.attempt, done=done, total=total):
            raise Stopped


def carry_out(job_id: str, body: Callable[[Run], dict[str, Any] | None]) -> None:
    """Claim the job, do it, and write down how it ended. A job not waiting is left alone."""
    attempt = progress.claim(job_id)
    if attempt is None:
        return
    try:
        result = body(Run(attempt))
    except Stopped:
        progress.stop(attempt)
    except Refused as refused:
        progress.fail(attempt, error=str(refused))
    except OperationalError:
        # The database went away, or was busy too long: the row cannot be trusted to take the
        # news now. Left as running, it is found and queued again by recover_interrupted.
        log.exception("job_interrupted", job=job_id)
    except Exception:
        log.exception("job_failed", job=job_id)
        progress.fail(attempt, error="Something went wrong in the work itself; the log has it.")
        raise
    else:
        progress.finish(attempt, result=result)
