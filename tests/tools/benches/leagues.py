"""Measurements of a whole league on a scratch database, for ``run.py tool bench``."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import median
from time import perf_counter, process_time
from typing import IO, cast

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import reverse

from config.memory import keep_for_good
from config.people.models import User
from games.clubs import Squads
from games.engine.record import simulate
from games.engine.system import CARDS
from games.models import Game, Series
from games.services.playing import play_series
from games.systems.registry import SYSTEMS, system
from rosters.makers.base import maker
from rosters.makers.invented import invented_subjects
from rosters.models import CardSet
from rosters.rules.draft.squad_law import squad_laws
from rosters.rules.teams import TeamPlan
from rosters.services.card_sets import enter_card_set
from tournaments.models import Tournament
from tournaments.rules.criteria import CRITERIA
from tournaments.rules.ties import Step, TieOrder, order_to_json
from tournaments.services.events import create_tournament, start_tournament
from tournaments.services.plans import Format, TournamentPlan
from tournaments.services.play_out import play_out, unplayed

SCRATCH = "HORSEHIDE_SCRATCH_DATABASE"
"""Names the scratch database to the worker processes of a measurement."""


@contextmanager
def scratch_database() -> Iterator[str]:
    """A database of the same kind as the house's, thrown away afterwards."""
    with tempfile.TemporaryDirectory(prefix="horsehide-bench-") as folder:
        kept = connection.settings_dict["NAME"]
        if connection.vendor == "sqlite":
            connection.settings_dict["TEST"]["NAME"] = str(Path(folder) / "bench.sqlite3")
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            yield str(connection.settings_dict["NAME"])
        finally:
            connection.creation.destroy_test_db(kept, verbosity=0)


def league(
    clubs: int,
    system_key: str,
    innings: int = 9,
    series_length: int = 3,
    legs: int = 2,
    preset: str = "",
) -> Tournament:
    """A started round robin of ``clubs`` clubs, twice over unless otherwise said, or a started
    event by a ``preset``."""
    director, _ = User.objects.get_or_create(email="bench@horsehide.example")
    number = Tournament.objects.count() + 1
    cards = _cards(system_key) if system(system_key).need.kind == CARDS else None
    tournament = create_tournament(
        plan=TournamentPlan(
            name=f"Bench {number}",
            system_key=system_key,
            clubs=[TeamPlan(f"Club {club}", f"C{club:02d}") for club in range(1, clubs + 1)],
            settings={"innings": innings},
            format=Format(legs=legs, series_length=series_length),
            preset=preset,
            seed=f"bench-{number}",
            card_set=cards.slug if cards else "",
        ),
        acting_user=director,
    )
    return start_tournament(tournament=tournament, acting_user=director)


def drafted_system() -> str:
    """The key of the game system whose draft is measured."""
    return next(key for key in squad_laws() if key in SYSTEMS)


def league_to_draft(clubs: int) -> Tournament:
    """A league of card games that has not begun."""
    director, _ = User.objects.get_or_create(email="bench@horsehide.example")
    system_key = drafted_system()
    cards = _cards(system_key)
    return create_tournament(
        plan=TournamentPlan(
            name=f"Draft {Tournament.objects.count() + 1}",
            system_key=system_key,
            clubs=[TeamPlan(f"Club {club}", f"C{club:02d}") for club in range(1, clubs + 1)],
            format=Format(legs=1, series_length=1),
            card_set=cards.slug,
        ),
        acting_user=director,
    )


def _cards(system_key: str) -> CardSet:
    """The cards of a fictional league for a game system."""
    found = CardSet.objects.filter(system_key=system_key).first()
    if found is not None:
        return found
    everybody = invented_subjects("bench")
    making = maker(system_key).for_year(everybody)
    rows = [row for subject in everybody for row in making.make(subject)]
    return enter_card_set(
        name=f"Bench {system_key}", system_key=system_key, rows=rows, acting_user=None
    )


def time_schedule(clubs: int, system_key: str) -> tuple[Tournament, float]:
    """A started league and the seconds its schedule took to draw and store."""
    begin = perf_counter()
    tournament = league(clubs, system_key)
    return tournament, perf_counter() - begin


@dataclass(frozen=True)
class CardLeague:
    """How a play-out of card games went: seconds while every card was read for the first time,
    seconds of another by the same worker and how many of them its processor worked, and seconds
    that the engine alone takes for the latter's games."""

    games: int
    first: float
    again: float
    processor: float
    engine: float


def time_card_league(clubs: int, system_key: str, series_length: int) -> CardLeague:
    """Play two leagues out, one after the other, and the games of the second once more without
    anything around them."""
    leagues = [league(clubs, system_key, series_length=series_length, legs=1) for _ in range(2)]
    keep_for_good()
    games, first = time_play_out(leagues[0])
    worked = process_time()
    _, again = time_play_out(leagues[1])
    worked = process_time() - worked
    squads = Squads()
    rows = Game.objects.filter(series__event__key=leagues[1].scope).select_related(
        "series", "away", "home"
    )
    ready = [(game.series, game.seed, squads.clubs(game)) for game in rows]
    begin = perf_counter()
    for series, seed, both in ready:
        simulate(series.system, series.settings, seed, clubs=both)
    return CardLeague(games, first, again, worked, perf_counter() - begin)


def time_play_out(tournament: Tournament) -> tuple[int, float]:
    """Games played and stored by one worker, and the seconds it took."""
    begin = perf_counter()
    result = play_out(tournament_id=tournament.pk, acting_user=None, advance=lambda left: None)
    return result["games"], perf_counter() - begin


def half_played_league(clubs: int, system_key: str) -> Tournament:
    """A league half of whose series have been played, with every tie-break that asks no people."""
    tournament = league(clubs, system_key)
    steps = tuple(Step(key) for key, criterion in CRITERIA.items() if not criterion.acts)
    tournament.tie_order = order_to_json(TieOrder(steps))
    tournament.save(update_fields=["tie_order"])
    open_series = list(unplayed(tournament).values_list("pk", flat=True))
    play_series(series_ids=open_series[: len(open_series) // 2], acting_user=None)
    return tournament


PAGES = ("overview", "standings", "grid", "schedule")


@dataclass(frozen=True)
class PageTime:
    """What a page of a league costs: seconds of processor time of the person who looks first after
    a result, of everybody who looks after that, and its bytes before packing."""

    page: str
    changed: float
    unchanged: float
    size: int


def time_pages(tournament: Tournament, times: int = 9) -> Iterator[PageTime]:
    """Each page of a league, the medians of some; a series is played before each time that counts
    as changed. It is asked for once before, as templates are read then.

    Of processor time only our part is counted: the system hands memory back and forth in a process
    that has just played a league, and does not in one that has served for a while.
    """
    to_play = iter(unplayed(tournament).values_list("pk", flat=True))

    def used(address: str) -> float:
        began = getrusage(RUSAGE_SELF).ru_utime
        client.get(address, secure=True)
        return getrusage(RUSAGE_SELF).ru_utime - began

    with override_settings(ALLOWED_HOSTS=["*"]):
        client = Client()
        for page in PAGES:
            address = reverse(f"tournaments:{page}", args=[tournament.slug])
            size = len(client.get(address, secure=True).content)
            changed, unchanged = [], []
            for _ in range(times):
                play_series(series_ids=[next(to_play)], acting_user=None)
                changed.append(used(address))
                unchanged.append(used(address))
            yield PageTime(page, median(changed), median(unchanged), size)


def queries_of_one_game(system_key: str, innings: int) -> int:
    """Queries that play and store a series of one game of that length."""
    tournament = league(3, system_key, innings, series_length=1)
    series = unplayed(tournament)[0]
    with CaptureQueriesContext(connection) as queries:
        play_series(series_ids=[series.pk], acting_user=None)
    return len(queries)


def time_workers(
    clubs: int,
    system_key: str,
    workers: int,
    database: str,
    series_length: int = 3,
    legs: int = 2,
    preset: str = "",
) -> tuple[float, float]:
    """Seconds that ``workers`` processes take to play out one league together, or the first stage
    of an event by a ``preset``, and the seconds of processor time that all of them use.

    Each process is started, says that it is ready, and waits for the word to begin, so that the
    time is that of the work.
    """
    tournament = league(clubs, system_key, series_length=series_length, legs=legs, preset=preset)
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.tools", "bench", "--share", str(tournament.pk)],
            cwd=settings.ROOT,
            env={**os.environ, SCRATCH: database},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(workers)
    ]
    for process in processes:
        cast(IO[str], process.stdout).readline()
    begin = perf_counter()
    for process in processes:
        go = cast(IO[str], process.stdin)
        go.write("go\n")
        go.flush()
    used = [float(cast(IO[str], process.stdout).readline()) for process in processes]
    spent = perf_counter() - begin
    for process in processes:
        process.wait()
    if unplayed(tournament).exists():
        raise RuntimeError("The workers left series unplayed.")
    return spent, sum(used)


def work_a_share(tournament_id: int) -> None:
    """What one process of ``time_workers`` does; it has read the cards before it begins, like a
    worker that has been there for a while."""
    connection.settings_dict["NAME"] = os.environ[SCRATCH]
    squads = Squads()
    series = list(Series.objects.filter(event__key=Tournament.objects.get(pk=tournament_id).scope))
    squads.have(series)
    for each in series:
        squads.draw_up(each, 1)
    keep_for_good()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    began = process_time()
    play_out(tournament_id=tournament_id, acting_user=None, advance=lambda left: None)
    sys.stdout.write(f"{process_time() - began}\n")
