"""A house in which much has been played: as many games as wanted, written in bulk rows.

Nothing here goes through the services, which would take hours. The rows are such as the services
leave behind: leagues of thirty clubs in series of three, small cups beside them, a log line and two
live events for each series, and jobs that are over.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import permutations

from django.db import connection
from django.db.models import Model
from django.utils import timezone

from config.events.models import EventRole
from config.jobs.models import Job
from config.journal.services import log_action
from config.live.models import LiveEvent
from config.people.models import User
from games.engine.record import replay
from games.models import Game, Series
from games.records import store_record
from games.systems.registry import system
from rosters.models import Team, TeamMember
from tournaments.models import (
    Encounter,
    Entrant,
    EventRecord,
    Finish,
    Fixture,
    ManagerFinish,
    ManagerRecord,
    Round,
    Stage,
    Tournament,
)
from tournaments.selectors.records import reckoned

SYSTEM = "one-die"
LENGTH = 3
BATCH = 2000

# Seven in eight games are of leagues, the others of cups.
LEAGUE, CUP = 30, 4
CUPS_SHARE = 8


@dataclass(frozen=True)
class House:
    """What was built: the last league, which is under way, one of its series that is complete and
    one that is not, and a game of the first."""

    league: Tournament
    played: Series
    unplayed: Series
    game: Game
    team: Team
    games: int
    manager: ManagerRecord


def build_house(games: int, *, director: User) -> House:
    """A house with so many games, or a few more; ``director`` runs every event of it."""
    now = timezone.now()
    plans = _plans(games)
    tournaments = [
        Tournament.objects.create(
            name=f"{'League' if clubs == LEAGUE else 'Cup'} {number}",
            slug=f"house-{number}",
            system_key=SYSTEM,
            settings=system(SYSTEM).settings(),
            seed=str(number),
            # The last one is half played.
            state="running" if number == len(plans) else "complete",
            visibility="private" if (len(plans) - number) % 10 == 5 else "public",
            created_at=now - timedelta(days=len(plans) - number),
        )
        for number, clubs in enumerate(plans, start=1)
    ]
    EventRole.objects.bulk_create(
        (EventRole(event=one, user=director, role="director") for one in tournaments),
        BATCH,
    )
    stages = Stage.objects.bulk_create(
        Stage(tournament=one, number=1, legs=2, series_length=LENGTH, home_pattern="H" * LENGTH)
        for one in tournaments
    )
    teams = iter(
        Team.objects.bulk_create(
            (
                Team(name=f"{_word(club)} of {one.name}", abbreviation=f"C{club}")
                for one, clubs in zip(tournaments, plans, strict=True)
                for club in range(1, clubs + 1)
            ),
            BATCH,
        )
    )
    entrants = Entrant.objects.bulk_create(
        (
            Entrant(tournament=one, team=next(teams), number=club)
            for one, clubs in zip(tournaments, plans, strict=True)
            for club in range(1, clubs + 1)
        ),
        BATCH,
    )
    first = 0
    every: list[tuple[Series, Round, Entrant, Entrant, datetime]] = []
    rounds: list[Round] = []
    for index, (one, clubs) in enumerate(zip(tournaments, plans, strict=True)):
        field = entrants[first : first + clubs]
        first += clubs
        for number, pairs in enumerate(_rounds(field), start=1):
            round_ = Round(stage=stages[index], number=number)
            rounds.append(round_)
            at = one.created_at + timedelta(minutes=number)
            for order, (away, home) in enumerate(pairs):
                series = Series(
                    home_id=home.team_id,
                    away_id=away.team_id,
                    system_key=SYSTEM,
                    settings=one.settings,
                    length=LENGTH,
                    home_pattern="H" * LENGTH,
                    seed=f"{one.pk}-{number}-{order}",
                    event_id=one.scope,
                    created_at=one.created_at,
                    completed_at=None if one.state == "running" and number > clubs // 2 else at,
                )
                every.append((series, round_, away, home, at))
    Round.objects.bulk_create(rounds, BATCH)
    Series.objects.bulk_create((row[0] for row in every), BATCH)
    Fixture.objects.bulk_create(
        (
            Fixture(round=round_, home=home, away=away, series=series)
            for series, round_, away, home, _ in every
        ),
        BATCH,
    )
    done = next(series for series, *_ in every if series.completed_at)
    _fill(_a_game(done), director)
    Job.objects.bulk_create(
        (
            Job(
                kind="tournaments.play-out",
                key=f"tournaments.play-out:{one.pk}",
                scope=one.scope,
                label=f"Playing {one}",
                state="done",
                done=1,
                total=1,
                created_by=director,
                created_at=one.created_at,
                started_at=one.created_at,
                finished_at=one.created_at,
            )
            for one in tournaments
            for _ in range(5)
        ),
        BATCH,
    )
    _finish(tournaments, entrants)
    with connection.cursor() as cursor:
        # The planner of a new database knows nothing about it; a kept one is told now and then.
        cursor.execute("ANALYZE")
    last = [series for series, *_ in every if series.scope == tournaments[-1].scope]
    played = next(series for series in last if series.completed_at)
    TeamMember.objects.create(team_id=played.home_id, user=director)
    return House(
        league=tournaments[-1],
        played=played,
        unplayed=next(series for series in last if not series.completed_at),
        game=Game.objects.filter(series=played).earliest("pk"),
        team=Team.objects.get(pk=played.home_id),
        games=Game.objects.count(),
        manager=ManagerRecord.objects.earliest("pk"),
    )


def _finish(tournaments: list[Tournament], entrants: list[Entrant]) -> None:
    """Records of the events that are over: every club's, its manager's, and of everybody against
    everybody; a manager has the same number everywhere."""
    people = User.objects.bulk_create(
        User(email=f"manager-{club}@example.org", name=f"Manager {club}")
        for club in range(1, LEAGUE + 1)
    )
    over = [one for one in tournaments if one.state == "complete"]
    records = {
        record.tournament_id: record
        for record in EventRecord.objects.bulk_create(
            EventRecord(tournament=one, clubs=0, games=0, closed_at=one.created_at) for one in over
        )
    }
    counts = {"tied": 0, "playoffs_won": 0, "playoffs_lost": 0}
    finishes = Finish.objects.bulk_create(
        (
            Finish(
                record=records[entrant.tournament_id],
                entrant=entrant,
                prize={1: "winner", 2: "runner-up"}.get(entrant.number, ""),
                won=30 - entrant.number,
                lost=entrant.number,
                points=40 - entrant.number,
                **counts,
            )
            for entrant in entrants
            if entrant.tournament_id in records
        ),
        BATCH,
    )
    ManagerFinish.objects.bulk_create(
        (
            ManagerFinish(finish=each, user=people[each.entrant.number - 1], has_points=True)
            for each in finishes
        ),
        BATCH,
    )
    by_event: dict[int, list[Finish]] = {}
    for each in finishes:
        by_event.setdefault(each.record_id, []).append(each)
    Encounter.objects.bulk_create(
        (
            Encounter(finish=one, other=other, won=2, lost=1, tied=0)
            for inside in by_event.values()
            for one, other in permutations(inside, 2)
        ),
        BATCH,
    )
    ManagerRecord.objects.bulk_create(reckoned([each.pk for each in people]))


def _plans(games: int) -> list[int]:
    """The number of clubs of each tournament, the oldest first; the last is a league."""
    a_cup, a_league = LENGTH * CUP * (CUP - 1), LENGTH * LEAGUE * (LEAGUE - 1)
    cups = games // CUPS_SHARE // a_cup
    # The last league is half played.
    leagues = max(1, round((games - cups * a_cup) / a_league + 0.5))
    apart = cups // leagues + 1
    plans: list[int] = []
    for _ in range(leagues):
        plans += [CUP] * min(apart, cups) + [LEAGUE]
        cups -= min(apart, cups)
    return plans


def _rounds(field: list[Entrant]) -> Iterator[list[tuple[Entrant, Entrant]]]:
    """Visitors and home clubs of everybody against everybody, home and away. Each has two series a
    round, which no list minds."""
    for step in range(1, len(field)):
        yield [(one, field[(place + step) % len(field)]) for place, one in enumerate(field)]


def _word(club: int) -> str:
    """A name for the club with that number; the same in every event."""
    return ("Aces", "Bears", "Crows", "Ducks", "Elks", "Foxes")[club % 6] + f" {club}"


def _a_game(series: Series) -> Game:
    """The first game of the series, which the visitors concede at once: short, and so quickly
    copied."""
    away, home = series.sides(1)
    game = Game(
        series=series,
        number=1,
        away_id=away,
        home_id=home,
        source=Game.Source.SIMULATED,
        seed="house",
        away_managed=True,
        home_managed=True,
        started_at=series.completed_at,
    )
    record = replay(series.system, series.settings, ["concede=away"])
    store_record(game, record, now=series.completed_at or timezone.now())
    game.save()
    return game


def _fill(game: Game, director: User) -> None:
    """The other games of every complete series, a log line and two live events for each."""
    action = log_action(
        code="series-simulated",
        actor=director,
        scope="",
        subject=game.series,
        new={"1": "3-2", "2": "4-1", "3": "0-1"},
    )
    event = LiveEvent.objects.create(topic=f"series:{game.series_id}")
    played = "games_series.completed_at IS NOT NULL"
    numbers = " UNION ALL ".join(f"SELECT {n} AS number" for n in range(1, LENGTH + 1))
    _copy(
        game,
        f"games_series CROSS JOIN ({numbers}) AS numbers",
        f"{played} AND NOT (games_series.id = {game.series_id} AND numbers.number = 1)",
        series_id="games_series.id",
        number="numbers.number",
        away_id="games_series.away_id",
        home_id="games_series.home_id",
        started_at="games_series.completed_at",
        finished_at="games_series.completed_at",
    )
    _copy(
        action,
        "games_series",
        played,
        at="games_series.completed_at",
        scope="games_series.scope",
        subject_id="games_series.id",
    )
    _copy(event, "games_series", played, topic="games_series.scope")


def _copy(pattern: Model, source: str, where: str, **columns: str) -> None:
    """A row like ``pattern`` for each one of ``source``, but for the columns given as SQL."""
    table = pattern._meta.db_table
    names = [field.column for field in pattern._meta.concrete_fields if not field.primary_key]
    values = [columns.get(name, f"pattern.{name}") for name in names]
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(names)}) SELECT {', '.join(values)} "
            f"FROM {source} CROSS JOIN (SELECT * FROM {table} WHERE id = {pattern.pk}) AS pattern "
            f"WHERE {where} ORDER BY games_series.id"
        )
