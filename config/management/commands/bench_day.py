import asyncio
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from config.proving.day_load import Day, a_day, a_league_to_play_out, tables, workers
from config.proving.draft_load import Load, database_address, served
from config.proving.speed import scratch_database
from games.models import Series


class Command(BaseCommand):
    help = (
        "Measure a league day on a scratch database with served processes: managers play games "
        "against the house, others watch them and read pages, and a league is played out beside "
        "it. Fails where anything was answered with an error."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--managers", type=int, default=30)
        parser.add_argument("--watchers", type=int, default=200)
        parser.add_argument("--clubs", type=int, default=30, help="of the league played out")
        parser.add_argument("--seconds", type=float, default=600.0)
        parser.add_argument("--processes", type=int, default=2, help="that serve the site")

    def handle(self, *args: Any, **options: Any) -> None:
        with scratch_database() as database, TemporaryDirectory(prefix="horsehide-day-") as var:
            seats = tables(options["managers"])
            beside = a_league_to_play_out(options["clubs"])
            url = database_address(database)
            with (
                served(url, options["processes"], Path(var)) as (port, site),
                workers(url, Path(var)) as others,
            ):
                day = asyncio.run(
                    a_day(
                        seats,
                        options["watchers"],
                        beside,
                        options["seconds"],
                        port,
                        [site, *others],
                    )
                )
            series = Series.objects.filter(event__key=beside[0].scope)
            done = series.exclude(completed_at=None).count(), series.count()
            connection.close()
        self._tell(day, done, options)

    def _tell(self, day: Day, done: tuple[int, int], options: dict[str, Any]) -> None:
        self.stdout.write(
            f"{options['managers']} managers, {options['watchers']} watchers, "
            f"{options['seconds']:g} s, {connection.vendor}, {options['processes']} web processes"
        )
        for name, values in (("plays", day.plays), ("pages", day.pages)):
            if values:
                self.stdout.write(
                    f"  {len(values):6} {name:<8}median {Load.at(values, 0.5):6.3f} s   "
                    f"95 % {Load.at(values, 0.95):6.3f} s   worst {max(values):6.3f} s"
                )
        self.stdout.write(f"  {day.told:6} plays came to who watched")
        self.stdout.write(f"  {done[0]:6} series of {done[1]} were played out beside it")
        self.stdout.write(
            "  memory in MB, a process: "
            + ", ".join(
                f"{before:.0f} to {day.after[pid]:.0f}"
                for pid, before in sorted(day.before.items())
                if pid in day.after and before > 50
            )
        )
        self.stdout.write(f"  {len(day.errors):6} errors")
        for error in day.errors[:10]:
            self.stdout.write(f"         {error}")
        if day.errors:
            raise SystemExit(1)
