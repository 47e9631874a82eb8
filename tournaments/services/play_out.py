"""Have every unplayed series of a tournament simulated, as a job."""

from collections.abc import Callable

from django.db.models import QuerySet

from config.jobs.models import Job
from config.jobs.services import enqueue
from config.people.models import User
from games.engine.refusals import Refusal, Refused
from games.models import Series
from games.services.playing import play_series
from tournaments.models import Tournament
from tournaments.services.events import complete_if_played

PLAY_OUT = "tournaments.play-out"

SHARES = 4
"""How many workers are invited to one play-out; those who come late find nothing to do."""

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
    *,
    tournament_id: int,
    acting_user: User | None,
    advance: Callable[[int, int], None],
    share: int = 0,
) -> dict[str, int]:
    """Play every series that is still unplayed, batch by batch; how many series and games.

    ``advance(done, total)`` is called between batches and may raise to stop: what is stored by
    then stays. Called again after a crash it plays what is left. A game that people are playing
    at this moment is theirs: its series is passed over.

    Several workers may do this at once, each with another ``share``: they begin at different
    places of the schedule, and a series that two of them reach is stored once.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    waiting = list(unplayed(tournament).values_list("pk", flat=True))
    begin = len(waiting) * (share % SHARES) // SHARES
    order = waiting[begin:] + waiting[:begin]
    total = len(waiting)
    games = 0
    advance(0, total)
    for start in range(0, total, BATCH):
        games += _play_batch(order[start : start + BATCH], acting_user)
        advance(total - unplayed(tournament).filter(pk__in=waiting).count(), total)
    complete_if_played(tournament=tournament, acting_user=acting_user)
    return {"series": total, "games": games, "left": unplayed(tournament).count()}


def _play_batch(batch: list[int], acting_user: User | None) -> int:
    """Games played; where one series is refused, the others of its batch are played alone."""
    try:
        return len(play_series(series_ids=batch, acting_user=acting_user))
    except Refused:
        if len(batch) == 1:
            return 0
        return sum(_play_batch([series_id], acting_user) for series_id in batch)


def unplayed(tournament: Tournament) -> QuerySet[Series]:
    """The series still to play, in the order of the schedule."""
    return Series.objects.filter(scope=tournament.scope, completed_at=None).order_by("pk")
