from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.refusals import Refusal, Refused
from config.spreadsheets import read_as
from games.systems.deep_drive.charts.services import enter_charts
from games.systems.deep_drive.models import ChartSet
from games.systems.deep_drive.text.chart_files import FILES, Rows, whole_rows
from games.systems.deep_drive.text.chart_texts import rows_of_files, write_csv


class Command(BaseCommand):
    help = "Deep Drive's charts: write them to a folder, or enter an owner's from files."

    def add_arguments(self, parser: ArgumentParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        export = verbs.add_parser("export", help="every chart as a CSV file")
        export.add_argument("folder", type=Path)
        export.add_argument("--number", type=int, default=0, help="of a set; 0 are ours")
        enter = verbs.add_parser("enter", help="a set of the charts in these CSV or JSON files")
        enter.add_argument("name")
        enter.add_argument("files", type=Path, nargs="*")
        enter.add_argument(
            "--house",
            action="store_true",
            help="events that begin from now on are played by them; without files: by ours again",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.stdout.write(getattr(self, f"_{options['verb']}")(**options))
        except Refused as refused:
            for refusal in refused.refusals:
                self.stderr.write(f"{refusal.code}: {refusal}")
            raise CommandError("Nothing was stored.") from refused

    def _export(self, folder: Path, number: int, **_: Any) -> str:
        rows: Rows = {}
        if number:
            found = ChartSet.objects.filter(pk=number).first()
            if found is None:
                said = f"There are no charts number {number}."
                raise Refused(Refusal("no-such-charts", said, "--number"))
            rows = found.rows
        folder.mkdir(parents=True, exist_ok=True)
        whole = whole_rows(rows)
        for name, each in whole.items():
            (folder / FILES[name].file).write_text(write_csv(name, each), "utf-8")
        return f"{len(whole)} charts in {folder}."

    def _enter(self, name: str, files: list[Path], house: bool, **_: Any) -> str:
        if not files and not house:
            raise Refused(Refusal("no-files", "Name the files of the charts.", "files"))
        try:
            given = [(path.name, path.read_bytes()) for path in files]
        except OSError as error:
            raise Refused(Refusal("no-such-file", str(error), "files")) from error
        found = enter_charts(
            name=name, rows=rows_of_files(given) if given else {}, acting_user=None, house=house
        )
        how = "".join(read_as(data, name) for name, data in given)
        return f"{found} are number {found.pk}.{how}"
