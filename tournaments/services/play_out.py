"""Have every unplayed series of a tournament simulated, as a job."""

from collections.abc import Callable, Sequence

from django.db.models import QuerySet

from config.jobs.models import Job
from config.jobs.services import enqueue
from config.people.models import User
from games.engine.refusals import Refusal, Refused
from games.models import Game, Series
from games.services.playing import play_series
from tournaments.models import Tournament
from tournaments.services.events import settle

PLAY_OUT = "tournaments.play-out"

SHARES = 4
"""How many workers are invited to one play-out; those who come late find nothing to do."""

BATCH = 8
"""Series stored in one transaction: few enough to cancel soon, enough to be quick."""


def queue_play_out(*, tournament: Tournament, acting_user: User) -> Job:
    """Queue the job, or return the one that is under way. Refused: ``not-running``,
    ``nothing-to-play``."""
    _verify_running(tournament)
    waiting = unplayed(tournament).count()
    if not waiting:
        raise Refused(_nothing_to_play())
    return enqueue(
        kind=PLAY_OUT,
        key=f"{PLAY_OUT}:{tournament.pk}",
        scope=tournament.scope,
        label=f"Playing {waiting} series of {tournament}",
        arguments={"tournament": tournament.pk, "series": waiting},
        total=waiting,
        acting_user=acting_user,
    )


def play_now(
    *, tournament: Tournament, series_ids: Sequence[int], acting_user: User | None
) -> list[Game]:
    """Play a few series of the tournament while somebody waits; the new games.

    Refused: ``not-running``, ``no-such-series``, ``nothing-to-play``, ``game-under-way``.
    """
    _verify_running(tournament)
    of_tournament = Series.objects.filter(scope=tournament.scope, pk__in=series_ids)
    if of_tournament.count() != len(set(series_ids)):
        raise Refused(Refusal("no-such-series", f"That series is not part of {tournament}."))
    if not of_tournament.filter(completed_at=None).exists():
        raise Refused(_nothing_to_play())
    return play_series(series_ids=series_ids, acting_user=acting_user)


def play_round(*, tournament: Tournament, number: int, acting_user: User | None) -> list[Game]:
    """Play what is left of a round while somebody waits; refused as ``play_now`` refuses."""
    waiting = unplayed(tournament).filter(fixture__round__number=number)
    series_ids = list(waiting.values_list("pk", flat=True))
    if not series_ids:
        raise Refused(_nothing_to_play())
    return play_now(tournament=tournament, series_ids=series_ids, acting_user=acting_user)


def play_out(
    *,
    tournament_id: int,
    acting_user: User | None,
    advance: Callable[[int], None],
    share: int = 0,
) -> dict[str, int]:
    """Play every series that is still unplayed, batch by batch; the games played here and the
    series left.

    ``advance(left)`` is called between batches and may raise to stop: what is stored by then
    stays. Called again after a crash it plays what is left. A game that people are playing at this
    moment is theirs: its series is passed over.

    Several workers may do this at once, each with another ``share``: they begin at different
    places of the schedule, and a series that two of them reach is stored once.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    waiting = list(unplayed(tournament).values_list("pk", flat=True))
    begin = len(waiting) * (share % SHARES) // SHARES
    order = waiting[begin:] + waiting[:begin]
    left = len(waiting)
    games = 0
    advance(left)
    for start in range(0, len(order), BATCH):
        games += _play_batch(order[start : start + BATCH], acting_user)
        left = unplayed(tournament).count()
        advance(left)
    # Each series' own bell has rung already, unless a crash came between.
    settle(tournament_id=tournament_id, acting_user=acting_user)
    return {"games": games, "left": left}


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


def _verify_running(tournament: Tournament) -> None:
    if tournament.state != Tournament.State.RUNNING:
        raise Refused(
            Refusal("not-running", f"{tournament} is {tournament.get_state_display().lower()}.")
        )


def _nothing_to_play() -> Refusal:
    return Refusal("nothing-to-play", "There is nothing left to play.")
