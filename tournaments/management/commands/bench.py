from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from games.engine.speed import measure
from games.engine.systems import SYSTEMS
from games.exhibition import exhibition_clubs
from tournaments import speed


class Command(BaseCommand):
    help = (
        "Measure the engine and a whole league on a scratch database. Everything compared is "
        "measured in this one run; the ratios are what to quote."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seconds", type=float, default=1.0, help="for each game system")
        parser.add_argument("--clubs", type=int, default=30, help="of the largest league")
        parser.add_argument("--system", default="poker-dice", help="that the leagues play")
        parser.add_argument("--share", help="internal: TOURNAMENT:NUMBER, one worker's part")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["share"]:
            tournament_id, _, number = options["share"].partition(":")
            speed.work_a_share(int(tournament_id), int(number))
            return
        self._engine(options["seconds"])
        with speed.scratch_database() as database:
            self._league(options["clubs"], options["system"])
            self._workers(options["clubs"], options["system"], database)
            self._queries(options["system"])

    def _engine(self, seconds: float) -> None:
        self.stdout.write("Engine, one core, plain Python")
        self.stdout.write(f"  {'system':<36}{'games/s':>10}{'throws/game':>13}{'x dice floor':>14}")
        advanced = {"stealing": True, "sacrifice_bunt": True, "pickoff": True}
        plays = [(system.name, system, system.settings()) for system in SYSTEMS.values()]
        poker = SYSTEMS["poker-dice"]
        plays.append((f"{poker.name}, all options", poker, poker.settings(advanced)))
        for name, system, settings in plays:
            found = measure(system, settings, seconds, exhibition_clubs(system))
            self.stdout.write(
                f"  {name:<36}{found.games_per_second:>10,.0f}"
                f"{found.throws_per_game:>13.1f}{found.times_the_floor:>14.2f}"
            )

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
            tournament, drawing = speed.time_schedule(clubs, system_key)
            games, playing = speed.time_play_out(tournament)
            per_game = playing / games
            first = first or per_game
            self.stdout.write(
                f"  {clubs:>5}{games:>8,}{drawing:>12.2f}{playing:>12.2f}"
                f"{games / playing:>10,.0f}{per_game / first:>22.2f}"
            )

    def _workers(self, clubs: int, system_key: str, database: str) -> None:
        self.stdout.write(f"\nWorker processes on one play-out of {clubs} clubs")
        self.stdout.write(f"  {'workers':>7}{'seconds':>10}{'to one worker':>15}")
        alone = 0.0
        for workers in (1, 2, 4):
            seconds = speed.time_workers(clubs, system_key, workers, database)
            alone = alone or seconds
            self.stdout.write(f"  {workers:>7}{seconds:>10.2f}{alone / seconds:>14.2f}x")

    def _queries(self, system_key: str) -> None:
        short, long = (speed.queries_of_one_game(system_key, innings) for innings in (1, 18))
        self.stdout.write(
            f"\nQueries that play and store a game: {short} for one inning, {long} for eighteen"
        )
