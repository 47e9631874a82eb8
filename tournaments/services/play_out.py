"""Have every unplayed series of a tournament simulated, as a job."""

from collections.abc import Callable

from config.jobs.models import Job
from config.jobs.services import enqueue
from config.people.models import User
from games.engine.refusals import Refusal, Refused
from games.models import Series
from games.services.playing import play_series
from tournaments.models import Tournament
from tournaments.services.events import complete_if_played

PLAY_OUT = "tournaments.play-out"

BATCH = 8
"""Series stored in one transaction: few enough to cancel soon, enough to be quick."""


def queue_play_out(*, tournament: Tournament, acting_user: User) -> Job:
    """Queue the job, or return the one that is under way. Refused: ``not-running``,
    ``nothing-to-play``."""
    if tournament.state != Tournament.State.RUNNING:
        raise Refused(
            Refusal("not-running", f"{tournament} is {tournament.get_state_display().lower()}.")
        )
    waiting = unplayed(tournament).count()
    if not waiting:
        raise Refused(Refusal("nothing-to-play", "Every series has been played."))
    return enqueue(
        kind=PLAY_OUT,
        key=f"{PLAY_OUT}:{tournament.pk}",
        scope=tournament.scope,
        label=f"Playing {waiting} series of {tournament}",
        arguments={"tournament": tournament.pk},
        total=waiting,
        acting_user=acting_user,
    )


def play_out(
    *, tournament_id: int, acting_user: User | None, advance: Callable[[int, int], None]
) -> dict[str, int]:
    """Play every series that is still unplayed, batch by batch; how many series and games.

    ``advance(done, total)`` is called between batches and may raise to stop: what is stored by
    then stays. Called again after a crash it plays what is left. A game that people are playing
    at this moment is theirs: its series is passed over.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    waiting = list(unplayed(tournament).values_list("pk", flat=True))
    played = games = skipped = 0
    advance(0, len(waiting))
    for start in range(0, len(waiting), BATCH):
        batch = waiting[start : start + BATCH]
        try:
            games += len(play_series(series_ids=batch, acting_user=acting_user))
            played += len(batch)
        except Refused:
            for series_id in batch:
                try:
                    games += len(play_series(series_ids=[series_id], acting_user=acting_user))
                    played += 1
                except Refused:
                    skipped += 1
        advance(min(start + BATCH, len(waiting)), len(waiting))
    complete_if_played(tournament=tournament, acting_user=acting_user)
    return {"series": played, "games": games, "skipped": skipped}


def unplayed(tournament: Tournament):  # type: ignore[no-untyped-def]
    """The series still to play, in the order of the schedule."""
    return Series.objects.filter(scope=tournament.scope, completed_at=None).order_by("pk")
