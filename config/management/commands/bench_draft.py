from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from config.proving.draft_load import Load, a_room, database_address, measure, served
from config.proving.speed import scratch_database


class Command(BaseCommand):
    help = (
        "Measure a draft room on a scratch database with served processes: managers pick through "
        "the API while they and spectators watch. What a browser waits before it asks is counted."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--managers", type=int, default=14)
        parser.add_argument("--spectators", type=int, default=50)
        parser.add_argument("--picks", type=int, default=60)
        parser.add_argument("--processes", type=int, default=2, help="that serve the site")

    def handle(self, *args: Any, **options: Any) -> None:
        with scratch_database() as database, TemporaryDirectory(prefix="horsehide-draft-") as var:
            draft, managers = a_room(options["managers"])
            with served(database_address(database), options["processes"], Path(var)) as (
                port,
                site,
            ):
                load = measure(draft, managers, options["spectators"], options["picks"], port, site)
            connection.close()
        self.stdout.write(
            f"{options['managers']} managers and {options['spectators']} spectators, "
            f"{len(load.last)} picks, {connection.vendor}, {options['processes']} web processes"
        )
        for name, values in (
            ("pick answered", load.answered),
            ("half of them see it", load.half),
            ("the last sees it", load.last),
        ):
            self.stdout.write(
                f"  {name:<22}median {Load.at(values, 0.5):6.3f} s   "
                f"95 % {Load.at(values, 0.95):6.3f} s   worst {max(values):6.3f} s"
            )
        self.stdout.write(f"  processor time of the site: {load.cpu:.2f} s a pick")
