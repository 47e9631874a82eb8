"""`manage.py calibrate`: a simulated league of a card game beside the real one."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.proving.calibration.report import as_table, compare, counts
from config.proving.calibration.tally import Tally
from games.card_games.registry import card_games
from rosters.makers.base import Subject
from rosters.makers.invented import invented_subjects

START, END = "<!-- table: start -->", "<!-- table: end -->"


class Command(BaseCommand):
    help = (
        "Simulates a league of cards and prints every figure beside that of the real league: "
        "simulated, real, the difference and the standard error of both. The cards are made of "
        "the house's fictional league, or of an imported season."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("system", choices=list(card_games()))
        parser.add_argument("--games", type=int, default=5000)
        parser.add_argument("--seed", default="calibration")
        parser.add_argument("--source", help="key of an imported source, with --year")
        parser.add_argument("--year", type=int)
        parser.add_argument("--write", type=Path, help="a page whose table is replaced")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["games"] < 1:
            raise CommandError("--games is at least 1.")
        page = self._page(options["write"])
        league = card_games()[options["system"]].measured_league(
            self._subjects(options["source"], options["year"]), options["games"], options["seed"]
        )
        if league is None:
            raise CommandError("There are not two clubs with enough men in that season.")
        tally = Tally()
        for record in league.games:
            tally.add(record)
        lines = compare(tally.figures)
        near, chance, off = counts(lines)
        table = (
            f"{options['games']:,} games between {league.clubs} clubs, seed "
            f"`{options['seed']}`.\n\n{as_table(lines)}\n\n"
            f"Near enough: {near} of {len(lines)}; {chance} more within chance; {off} off."
        )
        self.stdout.write(table)
        if options["write"]:
            before, _, rest = page.partition(START)
            _, _, after = rest.partition(END)
            options["write"].write_text(
                f"{before}{START}\n\n{table}\n\n{END}{after}", encoding="utf-8"
            )

    def _page(self, path: Path | None) -> str:
        """The page to be written, looked at before anything is simulated."""
        if path is None:
            return ""
        if not path.is_file():
            raise CommandError(f"There is no page {path}.")
        page = path.read_text(encoding="utf-8")
        if START not in page or END not in page:
            raise CommandError(f"{path} has no place for a table ({START} ... {END}).")
        return page

    def _subjects(self, source: str | None, year: int | None) -> Iterable[Subject]:
        if source is None:
            return invented_subjects("house")
        if year is None:
            raise CommandError("A source needs its --year.")
        from rosters.selectors.subjects import subjects_of

        return subjects_of(source, [year])
