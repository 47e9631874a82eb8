from typing import Any

from config.jobs.kinds import job_task
from config.jobs.run import Run
from tournaments.permissions import TournamentKeeper
from tournaments.services.play_out import PLAY_OUT, play_out


@job_task(
    PLAY_OUT,
    may_see=lambda user, job: TournamentKeeper().may_view(user, str(job.arguments["tournament"])),
    may_cancel=lambda user, job: TournamentKeeper().may_direct(
        user, str(job.arguments["tournament"])
    ),
)
def play_out_tournament(run: Run) -> dict[str, Any]:
    return play_out(
        tournament_id=run.arguments["tournament"], acting_user=None, advance=run.advance
    )
