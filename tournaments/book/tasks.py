from typing import Any

from celery import shared_task
from django.utils import timezone

from config.jobs.kinds import job_task
from config.jobs.run import Run
from config.people import scopes
from games.seriesday.services.players_lines import count_players_lines
from tournaments.awards.keeping import keep_awards
from tournaments.book import checking, house, keeping, packed


@shared_task
def keep_books() -> int:
    changed = keeping.keep_books(count_players_lines())
    house.count_all()
    keep_awards()
    return changed


@shared_task
def check_books() -> int:
    packed.forget_archives(timezone.now())
    return checking.check_books()


@job_task(
    packed.JOB,
    may_see=lambda user, job: scopes.may_view(user, job.scope),
    may_cancel=lambda user, job: scopes.may_direct(user, job.scope),
    unit="games",
)
def make_archive(run: Run) -> dict[str, Any]:
    """Make the archive. Idempotent: a stored archive that is up to date is kept."""
    return packed.make_archive(
        tournament_id=run.arguments["tournament"],
        kind=run.arguments["archive"],
        told=run.advance,
    )
