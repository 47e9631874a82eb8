from typing import Any

from celery import shared_task

from config.jobs.kinds import job_task
from config.jobs.models import Job
from config.jobs.outbox import send
from config.jobs.run import Run, Stopped
from tournaments.permissions import TournamentAccess
from tournaments.services.odds import ODDS, find_odds
from tournaments.services.play_out import HELPERS, PLAY_OUT, play_out


@job_task(
    PLAY_OUT,
    may_see=lambda user, job: TournamentAccess().may_view(user, str(job.arguments["tournament"])),
    may_cancel=lambda user, job: TournamentAccess().may_direct(
        user, str(job.arguments["tournament"])
    ),
    unit="series",
)
def play_out_tournament(run: Run) -> dict[str, Any]:
    tournament_id, asked = run.arguments["tournament"], run.arguments["series"]

    def advance(left: int) -> None:
        # Counted from what was asked for, so that a second attempt goes on where the first was.
        run.advance(max(asked - left, 0), asked)

    for _ in range(HELPERS):
        send(help_play_out, run.attempt.job_id, tournament_id)
    return play_out(tournament_id=tournament_id, acting_user=None, advance=advance)


@shared_task
def help_play_out(job_id: str, tournament_id: int) -> None:
    """Lend a hand to a running play-out; its own worker alone keeps the books."""

    def stop_with_the_job(left: int) -> None:
        if not Job.objects.filter(
            pk=job_id, state=Job.State.RUNNING, cancel_requested=False
        ).exists():
            raise Stopped

    try:
        play_out(
            tournament_id=tournament_id,
            acting_user=None,
            advance=stop_with_the_job,
        )
    except Stopped:
        return


@job_task(
    ODDS,
    may_see=lambda user, job: TournamentAccess().may_view(user, str(job.arguments["tournament"])),
    may_cancel=lambda user, job: TournamentAccess().may_direct(
        user, str(job.arguments["tournament"])
    ),
    unit="steps",
)
def find_tournament_odds(run: Run) -> dict[str, Any]:
    """Idempotent: what was found for a state is kept."""
    return find_odds(tournament_id=run.arguments["tournament"], told=run.advance)
