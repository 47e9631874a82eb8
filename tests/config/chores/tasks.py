"""Kinds of job that exist only here, small enough to watch."""

import re
import time
from pathlib import Path
from typing import Any

from config.jobs.kinds import job_task
from config.jobs.models import Job
from config.jobs.run import Run
from config.jobs.services import cancel
from config.refusals import Refusal, Refused


@job_task(
    "count",
    may_see=lambda user, job: True,
    may_cancel=lambda user, job: getattr(user, "name", "") == "Foreman",
    unit="steps",
)
def count(run: Run) -> dict[str, Any]:
    """Counts to ``to``."""
    for done in range(1, run.arguments["to"] + 1):
        run.advance(done, run.arguments["to"])
    return {"counted": run.arguments["to"]}


@job_task("leave")
def leave(run: Run) -> dict[str, Any]:
    """Says nothing any more after the first of ``to`` steps, and tells how many it left."""
    run.advance(1, run.arguments["to"])
    return {"left": run.arguments["left"]} if run.arguments["left"] else {}


@job_task("refuse")
def refuse(run: Run) -> None:
    raise Refused(Refusal("too-wet", "The field is too wet.", place="field 2"))


@job_task("break")
def break_down(run: Run) -> None:
    raise ZeroDivisionError


@job_task("cancel-halfway")
def cancel_halfway(run: Run) -> dict[str, Any]:
    """Its creator cancels it after the first of two steps."""
    job = Job.objects.get(pk=run.attempt.job_id)
    assert job.created_by is not None
    run.advance(1, 2)
    cancel(job_id=job.pk, acting_user=job.created_by)
    run.advance(2, 2)
    return {"finished": True}


@job_task("hold")
def hold(run: Run) -> None:
    """Stands still after the first of two steps until there is a file to go on."""
    run.advance(1, 2)
    while not (Path(run.arguments["folder"]) / "go-on").exists():
        time.sleep(0.02)
    run.advance(2, 2)


@job_task("stick", may_cancel=lambda user, job: True)
def stick(run: Run) -> None:
    """Never comes to its second step, and lets nothing else of its process run meanwhile."""
    run.advance(1, 2)
    # This pattern is what it must not be: each further letter doubles the time.
    re.match(r"(a+)+$", "a" * 60 + "b")
