import json
import logging
import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path
from statistics import median
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from games.card_games.registry import card_games
from games.engine.compiled import build_folder, is_built
from games.engine.options import Value
from games.engine.speed import Speed, measure
from games.engine.system import System
from games.exhibition import exhibition_clubs
from games.systems.registry import SYSTEMS, usual_system
from tests.tools.benches import leagues, ratios

CARD_LEAGUES = (8, 14, 20)
"""Clubs; the one in the middle is what is usually played, and what several workers share."""

CARD_SERIES_LENGTH = 4

TRIES: Final = 4

DIVIDED = ("nationals", 20)
"""A format of two divisions and its clubs: what one division's pitchers may do follows from its own
games, so that workers need not wait for each other."""


class Command(BaseCommand):
    help = (
        "Measure the engine and a whole league on a scratch database. Everything compared is "
        "measured in this one run; the ratios are what to quote."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seconds", type=float, default=1.0, help="for each game system")
        parser.add_argument("--clubs", type=int, default=30, help="of the largest league")
        parser.add_argument("--system", default=usual_system(), help="that the leagues play")
        parser.add_argument("--engine", action="store_true", help="the engine only")
        parser.add_argument(
            "--keep", metavar="FILE", help="the engine only: write its ratios into a file"
        )
        parser.add_argument(
            "--compare",
            metavar="FILE",
            help="the engine only: print its ratios beside those kept of such a processor",
        )
        parser.add_argument("--pages", action="store_true", help="the pages of a league only")
        parser.add_argument("--share", help="internal: TOURNAMENT, one worker's part")
        parser.add_argument("--this-build", action="store_true", help="internal: figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        # A served house writes a line for every request: the figures would be lost among them.
        logging.disable(logging.INFO)
        if options["share"]:
            leagues.work_a_share(int(options["share"]))
            return
        if options["this_build"]:
            self.stdout.write(json.dumps([astuple(each) for each in self._of_this_build(options)]))
            return
        if options["pages"]:
            with leagues.scratch_database():
                self._pages(options["clubs"], options["system"])
            return
        if options["keep"]:
            self._keep(Path(options["keep"]), options["seconds"])
            return
        if options["compare"]:
            self._compare(Path(options["compare"]), options["seconds"])
            return
        self._engine(options["seconds"])
        if options["engine"]:
            return
        with leagues.scratch_database() as database:
            self._league(options["clubs"], options["system"])
            self._pages(options["clubs"], options["system"])
            self._workers(options["clubs"], options["system"], database)
            for key in card_games():
                self._card_leagues(key)
                self._workers(CARD_LEAGUES[1], key, database, CARD_SERIES_LENGTH, 1)
                self._workers(DIVIDED[1], key, database, preset=DIVIDED[0])
            self._queries(options["system"])

    def _pages(self, clubs: int, system_key: str) -> None:
        self.stdout.write(
            f"\nPages of a half-played league of {clubs} clubs with all tie-breaks, "
            f"{connection.vendor}"
        )
        self.stdout.write("Processor ms of who looks first after a result, and of all who follow")
        self.stdout.write(f"  {'page':<12}{'first':>7}{'then':>7}{'kB':>7}")
        tournament = leagues.half_played_league(clubs, system_key)
        for each in leagues.time_pages(tournament):
            self.stdout.write(
                f"  {each.page:<12}{each.changed * 1000:>7.1f}{each.unchanged * 1000:>7.1f}"
                f"{each.size / 1000:>7.0f}"
            )

    def _engine(self, seconds: float) -> None:
        """Each build in a process of its own, one after the other, system by system."""
        builds = ["plain", "compiled"] if is_built(build_folder()) else ["plain"]
        figures = {build: self._measured(build, seconds) for build in builds}
        self.stdout.write("Engine, one core; the floor is to throw the same dice again")
        self.stdout.write(
            f"  {'system':<36}{'throws/game':>12}{'plain/s':>10}{'x floor':>9}"
            f"{'compiled/s':>12}{'x floor':>9}{'ratio':>7}"
        )
        for at, (name, _, _) in enumerate(self._plays()):
            plain = figures["plain"][at]
            line = (
                f"  {name:<36}{plain.throws_per_game:>12.1f}"
                f"{plain.games_per_second:>10,.0f}{plain.times_the_floor:>9.1f}"
            )
            if "compiled" in figures:
                built = figures["compiled"][at]
                line += (
                    f"{built.games_per_second:>12,.0f}{built.times_the_floor:>9.1f}"
                    f"{built.games_per_second / plain.games_per_second:>7.1f}"
                )
            self.stdout.write(line)
        if "compiled" not in figures:
            self.stdout.write("  (not compiled here: python -m games.compiling)")

    def _ratios(self, seconds: float) -> dict[str, float]:
        """How many times the floor every system takes as it is served, by its name."""
        if not is_built(build_folder()):
            raise CommandError("The engine is not compiled here: python -m games.compiling.")
        figures = self._measured("compiled", seconds)
        names = [name for name, _, _ in self._plays()]
        return {name: each.times_the_floor for name, each in zip(names, figures, strict=True)}

    def _keep(self, path: Path, seconds: float) -> None:
        """The median of ``TRIES`` measures."""
        tries = [self._ratios(seconds) for _ in range(TRIES)]
        usual = {name: median(each[name] for each in tries) for name in tries[0]}
        ratios.keep(path, usual, ratios.machine())

    def _compare(self, path: Path, seconds: float) -> None:
        """A busy machine is slow without a fault of the engine's, so a reader judges and no exit
        code does."""
        kept = ratios.kept(path, ratios.machine())
        found = self._ratios(seconds)
        slower = ratios.slower(kept, found)
        for name, ratio in found.items():
            before = f"{kept[name]:.1f}" if name in kept else "never"
            more = f", {slower[name]:.0%} more: measure again" if name in slower else ""
            self.stdout.write(f"  {name:<36}{ratio:>7.1f} x floor, kept {before}{more}")

    def _measured(self, build: str, seconds: float) -> list[Speed]:
        told = subprocess.run(
            [
                sys.executable,
                "-m",
                "tests.tools",
                "bench",
                "--this-build",
                "--seconds",
                str(seconds),
            ],
            cwd=settings.ROOT,
            env={**os.environ, "HORSEHIDE_ENGINE": build},
            check=True,
            capture_output=True,
            text=True,
        )
        return [Speed(*each) for each in json.loads(told.stdout)]

    def _of_this_build(self, options: dict[str, Any]) -> Iterator[Speed]:
        for _, system, settled in self._plays():
            yield measure(system, settled, options["seconds"], exhibition_clubs(system))

    def _plays(self) -> list[tuple[str, System, dict[str, Value]]]:
        """What is measured: every system by its defaults, the usual one with everything as well."""
        plays = [(system.name, system, system.settings()) for system in SYSTEMS.values()]
        usual = SYSTEMS[usual_system()]
        everything = {option.key: True for option in usual.options if option.default is False}
        plays.append((f"{usual.name}, all options", usual, usual.settings(everything)))
        return plays

    def _league(self, most: int, system_key: str) -> None:
        self.stdout.write(f"\nDouble round robin of three-game series, {connection.vendor}")
        self.stdout.write(
            f"  {'clubs':>5}{'games':>8}{'schedule s':>12}{'play-out s':>12}"
            f"{'games/s':>10}{'per game, to 6 clubs':>22}"
        )
        first = 0.0
        for clubs in sorted({6, 12, 18, 24, most}):
            if clubs > most:
                continue
            tournament, drawing = leagues.time_schedule(clubs, system_key)
            games, playing = leagues.time_play_out(tournament)
            per_game = playing / games
            first = first or per_game
            self.stdout.write(
                f"  {clubs:>5}{games:>8,}{drawing:>12.2f}{playing:>12.2f}"
                f"{games / playing:>10,.0f}{per_game / first:>22.2f}"
            )

    def _card_leagues(self, system_key: str) -> None:
        self.stdout.write(
            f"\n{SYSTEMS[system_key].name}, round robin of {CARD_SERIES_LENGTH}-game series with "
            f"line-ups and pitching sheets, {connection.vendor}: one worker"
        )
        self.stdout.write(
            f"  {'clubs':>5}{'games':>8}{'first s':>9}{'again s':>9}{'processor s':>13}"
            f"{'engine alone s':>16}{'ms a game':>11}"
        )
        for clubs in CARD_LEAGUES:
            found = leagues.time_card_league(clubs, system_key, CARD_SERIES_LENGTH)
            self.stdout.write(
                f"  {clubs:>5}{found.games:>8,}{found.first:>9.2f}{found.again:>9.2f}"
                f"{found.processor:>13.2f}{found.engine:>16.2f}"
                f"{1000 * found.again / found.games:>11.2f}"
            )
        self.stdout.write("  (first: while every card is read for the first time)")

    def _workers(
        self,
        clubs: int,
        system_key: str,
        database: str,
        series_length: int = 3,
        legs: int = 2,
        preset: str = "",
    ) -> None:
        name = SYSTEMS[system_key].name
        divided = ", in divisions" if preset else ""
        self.stdout.write(f"\nWorker processes on one play-out of {clubs} clubs{divided}, {name}")
        self.stdout.write(
            f"  {'workers':>7}{'seconds':>10}{'to one worker':>15}{'processor s':>13}"
        )
        alone = 0.0
        for workers in (1, 2, 4):
            seconds, used = leagues.time_workers(
                clubs, system_key, workers, database, series_length, legs, preset
            )
            alone = alone or seconds
            self.stdout.write(
                f"  {workers:>7}{seconds:>10.2f}{alone / seconds:>14.2f}x{used:>13.2f}"
            )

    def _queries(self, system_key: str) -> None:
        short, long = (leagues.queries_of_one_game(system_key, innings) for innings in (1, 18))
        self.stdout.write(
            f"\nQueries that play and store a game: {short} for one inning, {long} for eighteen"
        )
