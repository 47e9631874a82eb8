from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.refusals import Refused
from rosters.services.importing import source, store_year
from rosters.sources.known import LAHMAN
from rosters.sources.lahman import Lahman
from rosters.sources.tables import MOST_FAULTS
from rosters.years import span


def years(text: str) -> range:
    """One year or a span: ``1986``, ``1998-2001``."""
    try:
        return span(text)
    except Refused as refused:
        raise ArgumentTypeError(refused.refusals[0].message) from refused


class Command(BaseCommand):
    help = (
        "Import seasons of the Lahman database: a folder or zip of its CSV files, gzipped or not. "
        "Every row is checked before anything is stored; importing again changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path)
        parser.add_argument("--years", nargs="+", type=years, required=True, metavar="YEAR[-YEAR]")

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = {year for span in options["years"] for year in span}
        begin = monotonic()
        found = set()
        try:
            lahman = Lahman(options["path"])
            lahman_source = source(LAHMAN)
            for year in lahman.years(wanted):
                stored = store_year(
                    source=lahman_source,
                    year=year.year,
                    people=lahman.people,
                    seasons=year.seasons,
                    clubs=year.clubs,
                    parks=year.parks,
                    acting_user=None,
                )
                found.add(year.year)
                self.stdout.write(
                    f"{stored.year}: {stored.seasons:,} players, "
                    f"{stored.league_lines} lines of a single league, {stored.clubs} clubs, "
                    f"{stored.parks} ballparks"
                )
                if stored.held_parks:
                    self.stdout.write(
                        f"{stored.year}: in use, and therefore as they were: "
                        f"{', '.join(stored.held_parks)}"
                    )
        except Refused as refused:
            for refusal in refused.refusals:
                self.stderr.write(f"{refusal.code}: {refusal.message}")
            raise CommandError("Nothing of the refused rows was stored.") from refused
        for table, read in lahman.count.read.items():
            used = lahman.count.used[table]
            if table != "Appearances":
                self.stdout.write(f"{table}: {read:,} rows read, {used:,} used")
        for year in sorted(wanted - found):
            self.stdout.write(f"{year}: the database has no rows")
        if lost := lahman.tables.damaged:
            some = "; ".join(lost[:MOST_FAULTS])
            self.stderr.write(
                f"Letters were lost before the tables came here ({len(lost)} lines): {some}"
            )
        for table, how in sorted(lahman.tables.read_as.items()):
            self.stdout.write(f"{table}:{how}")
        self.stdout.write(f"{monotonic() - begin:.1f} seconds")
        self.stdout.write(lahman_source.attribution)
