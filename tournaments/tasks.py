from time import monotonic
from typing import Any

from celery import shared_task
from django.utils import timezone

from config.jobs.kinds import job_task
from config.jobs.models import Job
from config.jobs.run import MakesWay, Run, Stopped
from config.people import scopes
from config.queues import LONG, send
from config.refusals import Refusal, Refused
from tournaments.day.sign_ups import lapse_offers
from tournaments.selectors.odds import ODDS
from tournaments.services.daily import send_daily_pages
from tournaments.services.half_way import HALF_WAY, TURN_SECONDS
from tournaments.services.odds import find_odds, refresh_odds
from tournaments.services.play_out import HELPERS, PLAY_OUT, play_out

FEW_SERIES = 6
"""So few series are played in seconds, whatever the system."""


@job_task(
    PLAY_OUT,
    may_see=lambda user, job: scopes.may_view(user, job.scope),
    may_cancel=lambda user, job: scopes.may_direct(user, job.scope),
    unit="series",
    short=lambda job: job.arguments.get("series", FEW_SERIES + 1) <= FEW_SERIES,
)
def play_out_tournament(run: Run) -> dict[str, Any]:
    tournament_id, asked = run.arguments["tournament"], run.arguments["series"]

    def advance(left: int) -> None:
        # Counted from what was asked for, so that a second attempt goes on where the first was.
        run.advance(max(asked - left, 0), asked)

    for _ in range(HELPERS):
        send(help_play_out, run.attempt.job_id, tournament_id, queue=LONG)
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
            helps=True,
        )
    except Stopped:
        return


@job_task(
    ODDS,
    may_see=lambda user, job: scopes.may_view(user, job.scope),
    may_cancel=lambda user, job: scopes.may_direct(user, job.scope),
    unit="steps",
)
def find_tournament_odds(run: Run) -> dict[str, Any]:
    """Idempotent: what was found for a state is kept."""
    return find_odds(tournament_id=run.arguments["tournament"], told=run.advance)


@shared_task
def find_odds_after_rounds() -> int:
    return refresh_odds(now=timezone.now())


@shared_task
def lapse_offers_of_places() -> int:
    return lapse_offers(now=timezone.now())


@shared_task
def mail_daily_pages() -> int:
    return send_daily_pages(now=timezone.now())


@job_task(HALF_WAY, may_see=lambda user, job: True, unit="acts")
def rehearse_half_way(run: Run) -> dict[str, Any]:
    """Idempotent: every act looks at what there is, and the row tells which were done."""
    # Only the worker who does this needs the programs that play people.
    from tournaments.demo_event import half_way

    _wait_for_cards(run)
    acts = half_way.script()
    event = half_way.take_part(run.done)
    until = monotonic() + TURN_SECONDS
    for done, act in enumerate(acts[run.done :], start=run.done + 1):
        if monotonic() > until:
            raise MakesWay
        act(event)
        run.advance(done, len(acts))
    return {"tournament": event.slug}


def _wait_for_cards(run: Run) -> None:
    """Make way for the job that makes the cards, while it goes on. Refused: ``no-cards`` where it
    has failed."""
    cards = Job.objects.filter(pk=run.arguments["cards"]).first()
    if cards is not None and cards.is_live:
        raise MakesWay
    if cards is None or cards.state != Job.State.DONE:
        raise Refused(Refusal("no-cards", "There are no cards to draft from.", "cards"))
