from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from config.proving.draft_load import Load, database_address, served
from config.proving.speed import scratch_database
from config.proving.watch_load import a_game, measure


class Command(BaseCommand):
    help = (
        "Measure a game that many watch, on a scratch database with served processes: a manager "
        "plays on through the API, and every watcher is sent each play."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--watchers", type=int, default=200)
        parser.add_argument("--plays", type=int, default=40)
        parser.add_argument("--processes", type=int, default=1, help="that serve the site")

    def handle(self, *args: Any, **options: Any) -> None:
        with scratch_database() as database, TemporaryDirectory(prefix="horsehide-watch-") as var:
            game, token = a_game()
            with served(database_address(database), options["processes"], Path(var)) as (
                port,
                site,
            ):
                load = measure(game, token, options["watchers"], options["plays"], port, site)
            connection.close()
        self.stdout.write(
            f"{options['watchers']} watchers, {len(load.last)} plays, {connection.vendor}, "
            f"{options['processes']} web processes"
        )
        for name, values in (
            ("play answered", load.answered),
            ("half of them have it", load.half),
            ("95 % of them have it", load.nearly),
            ("the last has it", load.last),
        ):
            self.stdout.write(
                f"  {name:<22}median {Load.at(values, 0.5):6.3f} s   "
                f"95 % {Load.at(values, 0.95):6.3f} s   worst {max(values):6.3f} s"
            )
        self.stdout.write(f"  processor time of the site: {load.cpu:.3f} s a play")
