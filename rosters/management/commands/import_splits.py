from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from config.refusals import Refusal, Refused
from config.spreadsheets import read_as
from rosters.models import Source
from rosters.services.importing import store_splits
from rosters.sources.splits import read_splits


class Command(BaseCommand):
    help = (
        "Import real left/right splits of a year whose seasons are here already: CSV files with a "
        "row for a player and an opponent's hand. All files or none; cards made later use them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path)
        parser.add_argument("--year", type=int, required=True)
        parser.add_argument("--source", default="lahman", help="whose seasons they belong to")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            source = Source.objects.filter(key=options["source"]).first()
            if source is None:
                raise Refused(
                    Refusal("no-source", f"Nothing was imported from {options['source']!r} yet.")
                )
            with transaction.atomic():
                for path in options["files"]:
                    table = read_splits(path)
                    stored = store_splits(
                        source=source, year=options["year"], table=table, acting_user=None
                    )
                    self.stdout.write(
                        f"{path.name}: {stored.players:,} "
                        f"{'pitchers' if table.pitching else 'batters'} of {options['year']}, "
                        f"{stored.partial} of them with less than their whole season."
                        f"{read_as(path.read_bytes())}"
                    )
            self.stdout.write(source.attribution)
        except Refused as refused:
            for refusal in refused.refusals:
                self.stderr.write(f"{refusal.code}: {refusal.message}")
            raise CommandError("Nothing was stored.") from refused
