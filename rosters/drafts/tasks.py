from typing import Any

from celery import shared_task
from django.utils import timezone

from config.jobs.kinds import job_task
from config.jobs.run import Run
from config.people import scopes
from rosters.drafts.services import projecting, settling


@job_task(
    projecting.PROJECT,
    may_see=lambda user, job: scopes.may_view(user, job.scope),
    may_cancel=lambda user, job: scopes.may_direct(user, job.scope),
    unit="rounds",
    short=lambda job: True,
)
def project_standing(run: Run) -> dict[str, Any]:
    asked = run.arguments
    played = projecting.project(
        draft_id=asked["draft"], division=asked["division"], advance=run.advance
    )
    return {"played": played}


@shared_task
def settle_lapsed_turns() -> int:
    return settling.settle_lapsed_turns(now=timezone.now())
