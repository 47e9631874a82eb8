"""Have unplayed series of a tournament simulated, while a user waits or as a job, and take back
what was simulated."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from time import sleep

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet

from config.jobs.models import Job
from config.jobs.selectors import latest_job
from config.jobs.services import enqueue
from config.journal.services import log_action
from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.clubs import Squads
from games.engine.folds.wording import counted
from games.models import Game, Series
from games.services.playing import (
    Played,
    claim_series,
    left_alone,
    play_what_nobody_plays,
)
from games.services.rewinding import take_back_simulated
from tournaments.models import Tournament
from tournaments.permissions import for_directors
from tournaments.selectors.league import load_league
from tournaments.selectors.simulated import TakingBack, taking_back
from tournaments.services.events import close_tournament

PLAY_OUT = "tournaments.play-out"

HELPERS = 3
"""How many more workers are invited to one play-out; those who come late find nothing to do."""

BATCH = 48
"""Series stored in one transaction: few enough to cancel soon, enough to be quick."""


NOTHING = "There is nothing left to play."

MOST_REASONS = 5
"""So many reasons are named where many series are left."""

PAUSE = 0.1
"""Seconds until a worker with nothing to do looks again."""


@dataclass(frozen=True)
class ToPlay:
    """What a simulation would take of the series that are unplayed: their keys, each with how many
    games at most (of a best-of the last may not be needed); and by key why it would leave others.
    """

    series: Mapping[int, int]
    left: Mapping[int, Refusal]

    @property
    def told(self) -> str:
        """The same in a few sentences."""
        games = counted(sum(self.series.values()), "game")
        said = [f"{games} of {len(self.series)} series to be simulated."]
        if self.left:
            reasons = [refusal.message for refusal in self.left.values()]
            said += [f"Left as they are: {len(reasons)} series.", *reasons[:MOST_REASONS]]
        return " ".join(said)


def to_play(tournament: Tournament, number: int | None = None) -> ToPlay:
    """What playing a round would take now, or playing everything; in four queries."""
    rows = unplayed(tournament)
    if number is not None:
        rows = rows.filter(fixture__round__number=number)
    begun = Count("games", filter=~Q(games__status=Game.Status.VOID))
    games = dict(rows.annotate(left=F("length") - begun).values_list("pk", "left"))
    left = left_alone(rows) if games else {}
    return ToPlay({pk: count for pk, count in games.items() if pk not in left}, left)


@for_directors
def queue_play_out(*, tournament: Tournament, acting_user: User) -> Job:
    """Queue the job, or return the one that is under way. Refused: ``not-running``,
    ``nothing-to-play``, also where everything unplayed is left to people."""
    verify_running(tournament)
    ahead = to_play(tournament)
    waiting = len(ahead.series)
    if not waiting:
        words = "Everything unplayed is left to those who play it." if ahead.left else NOTHING
        raise Refused(Refusal("nothing-to-play", words))
    return enqueue(
        kind=PLAY_OUT,
        key=play_out_key(tournament),
        scope=tournament.scope,
        label=f"Playing {waiting} series of {tournament}",
        arguments={"tournament": tournament.pk, "series": waiting},
        total=waiting,
        acting_user=acting_user,
    )


@for_directors
def play_now(
    *, tournament: Tournament, series_ids: Sequence[int], acting_user: User | None
) -> Played:
    """Play a few series of the tournament while a user waits; the new games, and which series were
    left to those who play them.

    Refused: ``not-running``, ``no-such-series``, ``nothing-to-play``, and where every one of the
    series has to be left, for what it is left (``left_alone``).
    """
    verify_running(tournament)
    of_tournament = Series.objects.filter(event__key=tournament.scope, pk__in=series_ids)
    if of_tournament.count() != len(set(series_ids)):
        raise Refused(Refusal("no-such-series", f"That series is not part of {tournament}."))
    if not of_tournament.filter(completed_at=None).exists():
        raise Refused(Refusal("nothing-to-play", NOTHING))
    played = play_what_nobody_plays(series_ids=series_ids, acting_user=acting_user)
    if not played.games:
        refuse_all(played.left.values())
    return played


@for_directors
def play_round(*, tournament: Tournament, number: int, acting_user: User | None) -> Played:
    """Play what is left of a round while a user waits; refused as ``play_now`` refuses."""
    waiting = unplayed(tournament).filter(fixture__round__number=number)
    series_ids = list(waiting.values_list("pk", flat=True))
    return play_now(tournament=tournament, series_ids=series_ids, acting_user=acting_user)


@for_directors
def take_back(
    *,
    tournament: Tournament,
    reason: str,
    acting_user: User,
    number: int | None = None,
    series_id: int | None = None,
    games: Collection[int] = (),
) -> TakingBack:
    """Take back what was simulated of a round, or of a series, or of that these ``games`` (by key):
    they are void, and people can play them. What was taken back, and why other games were not.

    Refused: ``not-running``, ``reason-missing``, ``nothing-chosen`` without a round or a series,
    ``play-out-runs``, ``nothing-simulated``; and for what games stand (``taking_back``), where none
    is taken back, or one of those that were named would not be.
    """
    with transaction.atomic():
        tournament = Tournament.objects.locked().get(pk=tournament.pk)
        if tournament.state == Tournament.State.SETUP:
            verify_running(tournament)
        job = latest_job(play_out_key(tournament))
        if job is not None and job.is_live:
            raise Refused(Refusal("play-out-runs", "What is unplayed is being played: stop that."))
        found = taking_back(load_league(tournament), number=number, series_id=series_id)
        taken = [game for game in found.games if not games or game.pk in games]
        if games:
            refuse_all(found.left[pk] for pk in games if pk in found.left)
        if not taken:
            refuse_all(found.left.values())
            raise Refused(Refusal("nothing-simulated", "Nothing of it was simulated."))
        keys = [game.pk for game in taken]
        take_back_simulated(game_ids=keys, reason=reason, acting_user=acting_user)
        log_action(
            code="simulation-taken-back",
            actor=acting_user,
            scope=tournament.scope,
            subject=tournament,
            new={"told": f"{counted(len(keys), 'game')}: {reason}", "games": keys},
        )
    return TakingBack(taken, found.left)


def play_out_key(tournament: Tournament) -> str:
    """The key of the job that plays a tournament out."""
    return f"{PLAY_OUT}:{tournament.pk}"


def play_out(
    *,
    tournament_id: int,
    acting_user: User | None,
    advance: Callable[[int], None],
    helps: bool = False,
) -> dict[str, int]:
    """Simulate every series that is still unplayed, batch by batch. Returns how many ``games`` this
    worker played and how many series are ``left``. A worker that only ``helps`` stops once it finds
    no batch: where pitching sheets have each club's games played one after the other, a second
    worker in one division would only wait for the first and be in its way.

    ``advance(left)`` is called between batches and may raise to stop: what is stored by then
    stays; ``left`` counts no series that is passed over. Called again after a crash it plays what
    is left. What ``left_alone`` says is left to people is passed over. Several workers may do this
    at once: each claims the batches that it plays.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    squads = Squads()
    passed_over: set[int] = set()
    games = 0
    found_nothing = False
    advance(unplayed(tournament).count())
    while unplayed(tournament).exclude(pk__in=passed_over).exists():
        if found_nothing:
            # What is left follows from games that other workers are playing.
            sleep(PAUSE)
        batch = claim_series(scope=tournament.scope, most=BATCH, besides=passed_over)
        found_nothing = not batch
        if found_nothing and helps:
            break
        if batch:
            played = play_what_nobody_plays(
                series_ids=batch, acting_user=acting_user, squads=squads
            )
            games += len(played.games)
            passed_over |= played.left.keys()
        advance(unplayed(tournament).exclude(pk__in=passed_over).count())
    tournament.refresh_from_db(fields=["state"])
    if tournament.state == Tournament.State.RUNNING:
        # Its own announcement has closed it already, unless a crash came between.
        close_tournament(tournament_id=tournament_id, acting_user=acting_user)
    # Counted anew: another worker may have stored its last batch since.
    return {"games": games, "left": unplayed(tournament).count()}


def unplayed(tournament: Tournament) -> QuerySet[Series]:
    """The series still to play, in the order of the schedule."""
    return Series.objects.filter(event__key=tournament.scope, completed_at=None).order_by("pk")


def verify_running(tournament: Tournament) -> None:
    """``not-running`` before its start and after its end."""
    if tournament.state != Tournament.State.RUNNING:
        raise Refused(
            Refusal("not-running", f"{tournament} is {tournament.get_state_display().lower()}.")
        )
