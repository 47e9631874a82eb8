"""Make series, and have the engine play what nobody played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from config.journal.services import Entry, record_all
from config.live.services import poke
from config.people.models import User
from games.bells import ring
from games.clubs import Squads, clubs_of, drawn_up, squads_for
from games.constraints import one_game_per_number
from games.engine.options import Value
from games.engine.record import simulate
from games.engine.refusals import Refusal, refuse_all
from games.models import Game, Series
from games.records import take
from games.seeds import game_seed
from games.topics import series_topic
from rosters.models import Team


@dataclass(frozen=True)
class SeriesPlan:
    """A series to be made. ``settings`` are settled options, ``home_pattern`` letters H and A."""

    home: Team
    away: Team
    system_key: str
    settings: Mapping[str, Value]
    length: int
    home_pattern: str
    seed: str
    scope: str
    home_column: int = 1
    away_column: int = 1


def create_series(*, plans: Sequence[SeriesPlan]) -> list[Series]:
    """Make series in one go; the caller's transaction and log line cover them."""
    return Series.objects.bulk_create(
        Series(
            home=plan.home,
            away=plan.away,
            system_key=plan.system_key,
            settings=dict(plan.settings),
            length=plan.length,
            home_pattern=plan.home_pattern,
            seed=plan.seed,
            scope=plan.scope,
            home_column=plan.home_column,
            away_column=plan.away_column,
        )
        for plan in plans
    )


def play_series(*, series_ids: Sequence[int], acting_user: User | None) -> list[Game]:
    """Simulate every game of these series that has not been played; the new games.

    Idempotent: a finished game stays as it is, and a series played by two workers at once is
    stored once, for each takes the series' row before it looks, as everybody does who writes a
    game. All or nothing for one call, in a number of queries that does not depend on the games'
    length, and on their number only where the database takes no more values in one. A game under
    way (``game-under-way``) is refused: somebody is playing it.
    """
    with one_game_per_number(), transaction.atomic():
        waiting = list(
            Series.objects.select_for_update(of=("self",))
            .filter(pk__in=series_ids, completed_at=None)
            .select_related("home", "away")
            .order_by("pk")
        )
        if not waiting:
            return []
        there = _games_there(waiting)
        _refuse_games_under_way(waiting, there)
        now = timezone.now()
        squads = squads_for(waiting)
        games = [
            _simulated(series, number, acting_user, now, squads)
            for series in waiting
            for number in range(1, series.length + 1)
            if number not in there[series.pk]
        ]
        Game.objects.bulk_create(games)
        Series.objects.filter(pk__in=[series.pk for series in waiting]).update(completed_at=now)
        record_all(
            Entry(
                code="series-simulated",
                actor=acting_user,
                scope=series.scope,
                subject=series,
                new=_result_of(series, games),
            )
            for series in waiting
        )
        scopes = sorted({series.scope for series in waiting})
        poke(*scopes, *(series_topic(series) for series in waiting))
        ring(scopes, acting_user)
        return games


def _result_of(series: Series, games: Sequence[Game]) -> dict[str, Any]:
    """The scores of a series' games by number, visitors first, for the log."""
    return {
        str(game.number): f"{game.away_runs}-{game.home_runs}"
        for game in games
        if game.series_id == series.pk
    }


def _games_there(waiting: Sequence[Series]) -> dict[int, dict[int, str]]:
    """The status of each game there is, by series and number."""
    there: dict[int, dict[int, str]] = {series.pk: {} for series in waiting}
    rows = (
        Game.objects.filter(series__in=waiting)
        .exclude(status=Game.Status.VOID)
        .values_list("series_id", "number", "status")
    )
    for series_id, number, status in rows:
        there[series_id][number] = status
    return there


def _refuse_games_under_way(
    waiting: Sequence[Series], there: Mapping[int, Mapping[int, str]]
) -> None:
    refuse_all(
        Refusal(
            "game-under-way",
            f"Game {number} of {series} is being played; finish it first.",
            f"series {series.pk}, game {number}",
        )
        for series in waiting
        for number, status in sorted(there[series.pk].items())
        if status != Game.Status.FINAL
    )


def _simulated(
    series: Series, number: int, acting_user: User | None, now: datetime, squads: Squads
) -> Game:
    away_id, home_id = series.sides(number)
    game = Game(
        series=series,
        number=number,
        away_id=away_id,
        home_id=home_id,
        source=Game.Source.SIMULATED,
        seed=game_seed(series.seed, number),
        away_managed=True,
        home_managed=True,
        started_at=now,
        clubs=drawn_up(series, number, squads),
        created_by=acting_user,
    )
    record = simulate(series.system, series.settings, game.seed, clubs=clubs_of(game))
    take(game, record, now=now)
    return game
