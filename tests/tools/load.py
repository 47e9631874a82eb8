from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from django.core.management.base import BaseCommand
from django.db import connection

from tests.tools.benches.leagues import scratch_database
from tests.tools.loads import check_in, day, draft, online, report, watch
from tests.tools.loads.serving import Stage

SCENARIOS: Final = {
    "check-in": check_in,
    "day": day,
    "draft": draft,
    "online": online,
    "reports": report,
    "watch": watch,
}


class Command(BaseCommand):
    help = "Measure the site under load, in processes of its own on a scratch database."

    def add_arguments(self, parser: ArgumentParser) -> None:
        scenarios = parser.add_subparsers(dest="scenario", required=True)
        for name, scenario in SCENARIOS.items():
            options = scenarios.add_parser(name, help=scenario.SUMMARY)
            for option, usual in scenario.OPTIONS.items():
                options.add_argument(f"--{option}", type=int, default=usual)
            options.add_argument("--processes", type=int, default=scenario.PROCESSES)

    def handle(self, *args: Any, **options: Any) -> None:
        scenario = SCENARIOS[options["scenario"]]
        counts = {option: options[option] for option in scenario.OPTIONS}
        with scratch_database() as database, TemporaryDirectory(prefix="horsehide-load-") as var:
            chosen = ", ".join(f"{count} {option}" for option, count in counts.items())
            self.stdout.write(
                f"{chosen}; {connection.vendor}, {options['processes']} web processes"
            )
            for line in scenario.run(Stage(database, Path(var), options["processes"]), counts):
                self.stdout.write(line)
            connection.close()
