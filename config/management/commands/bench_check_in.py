from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from config.proving.check_in_load import a_room, measure
from config.proving.draft_load import Load, database_address, served
from config.proving.speed import scratch_database


class Command(BaseCommand):
    help = (
        "Measure how people check in on a scratch database with served processes: each phone opens "
        "the page behind the code of the room and presses a name."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--phones", type=int, default=30)
        parser.add_argument("--seconds", type=float, default=60.0)
        parser.add_argument("--processes", type=int, default=2, help="that serve the site")

    def handle(self, *args: Any, **options: Any) -> None:
        phones, seconds = options["phones"], options["seconds"]
        with scratch_database() as database, TemporaryDirectory(prefix="horsehide-door-") as var:
            path, people = a_room(phones)
            url = database_address(database)
            with served(url, options["processes"], Path(var)) as (port, site):
                load = measure(path, people, seconds, port, site)
            connection.close()
        self.stdout.write(
            f"{phones} phones within {seconds:g} s, {connection.vendor}, "
            f"{options['processes']} web processes"
        )
        for name, values in (("page shown", load.shown), ("press answered", load.answered)):
            self.stdout.write(
                f"  {name:<22}median {Load.at(values, 0.5):6.3f} s   "
                f"95 % {Load.at(values, 0.95):6.3f} s   worst {max(values):6.3f} s"
            )
        self.stdout.write(f"  processor time of the site: {load.cpu:.2f} s a phone")
        self.stdout.write(f"  here: {load.here} of {phones}")
