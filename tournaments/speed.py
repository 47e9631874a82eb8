"""Measurements of a whole league on a scratch database, for ``manage.py bench``."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import IO, cast

from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.people.models import User
from games.services.playing import play_series
from rosters.services import TeamPlan
from tournaments.models import Tournament
from tournaments.services.events import create_tournament, start_tournament
from tournaments.services.plans import Format, TournamentPlan
from tournaments.services.play_out import SHARES, play_out, unplayed

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


def league(clubs: int, system_key: str, innings: int = 9, series_length: int = 3) -> Tournament:
    """A started double round robin of ``clubs`` clubs."""
    director, _ = User.objects.get_or_create(email="bench@horsehide.example")
    number = Tournament.objects.count() + 1
    tournament = create_tournament(
        plan=TournamentPlan(
            name=f"Bench {number}",
            system_key=system_key,
            clubs=[TeamPlan(f"Club {club}", f"C{club:02d}") for club in range(1, clubs + 1)],
            settings={"innings": innings},
            format=Format(legs=2, series_length=series_length),
            seed=f"bench-{number}",
        ),
        acting_user=director,
    )
    return start_tournament(tournament=tournament, acting_user=director)


def time_schedule(clubs: int, system_key: str) -> tuple[Tournament, float]:
    """A started league and the seconds its schedule took to draw and store."""
    begin = perf_counter()
    tournament = league(clubs, system_key)
    return tournament, perf_counter() - begin


def time_play_out(tournament: Tournament) -> tuple[int, float]:
    """Games played and stored by one worker, and the seconds it took."""
    begin = perf_counter()
    result = play_out(tournament_id=tournament.pk, acting_user=None, advance=lambda left: None)
    return result["games"], perf_counter() - begin


def queries_of_one_game(system_key: str, innings: int) -> int:
    """Queries that play and store a series of one game of that length."""
    tournament = league(3, system_key, innings, series_length=1)
    series = unplayed(tournament)[0]
    with CaptureQueriesContext(connection) as queries:
        play_series(series_ids=[series.pk], acting_user=None)
    return len(queries)


def time_workers(clubs: int, system_key: str, workers: int, database: str) -> float:
    """Seconds that ``workers`` processes take to play out one league together.

    Each process is started, says that it is ready, and waits for the word to begin, so that the
    time is that of the work.
    """
    tournament = league(clubs, system_key)
    processes = [
        subprocess.Popen(
            [sys.executable, "manage.py", "bench", "--share", f"{tournament.pk}:{number}"],
            cwd=settings.ROOT,
            env={**os.environ, SCRATCH: database},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(workers)
    ]
    for process in processes:
        cast(IO[str], process.stdout).readline()
    begin = perf_counter()
    for process in processes:
        go = cast(IO[str], process.stdin)
        go.write("go\n")
        go.flush()
    for process in processes:
        process.wait()
    spent = perf_counter() - begin
    if unplayed(tournament).exists():
        raise RuntimeError("The workers left series unplayed.")
    return spent


def work_a_share(tournament_id: int, number: int) -> None:
    """What one process of ``time_workers`` does."""
    connection.settings_dict["NAME"] = os.environ[SCRATCH]
    Tournament.objects.get(pk=tournament_id)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    play_out(
        tournament_id=tournament_id,
        acting_user=None,
        advance=lambda left: None,
        share=number % SHARES,
    )
