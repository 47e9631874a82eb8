from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from config.proving.draft_load import Load, database_address, served
from config.proving.report_load import a_round, measure
from config.proving.speed import scratch_database


class Command(BaseCommand):
    help = (
        "Measure a round of reports on a scratch database with served processes: managers report "
        "through the API while directors' browsers watch the round board."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--phones", type=int, default=30)
        parser.add_argument("--watchers", type=int, default=30)
        parser.add_argument("--seconds", type=float, default=10.0)
        parser.add_argument("--processes", type=int, default=2, help="that serve the site")

    def handle(self, *args: Any, **options: Any) -> None:
        phones, watchers, seconds = options["phones"], options["watchers"], options["seconds"]
        with scratch_database() as database, TemporaryDirectory(prefix="horsehide-day-") as var:
            tournament, reports = a_round(phones)
            url = database_address(database)
            with served(url, options["processes"], Path(var)) as (port, site):
                load = measure(tournament, reports, watchers, seconds, port, site)
            connection.close()
        self.stdout.write(
            f"{load.sent} reports within {seconds:g} s, {watchers} watchers of the board, "
            f"{connection.vendor}, {options['processes']} web processes"
        )
        for name, values in (("report answered", load.answered), ("board redrawn", load.redrawn)):
            if values:
                self.stdout.write(
                    f"  {name:<22}median {Load.at(values, 0.5):6.3f} s   "
                    f"95 % {Load.at(values, 0.95):6.3f} s   worst {max(values):6.3f} s"
                )
        self.stdout.write(f"  boards redrawn: {len(load.redrawn)}")
        self.stdout.write(f"  processor time of the site: {load.cpu:.2f} s a report")
        self.stdout.write(f"  stored: {load.stored} of {load.sent}")
