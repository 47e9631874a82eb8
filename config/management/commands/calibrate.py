"""`manage.py calibrate`: a simulated league of a card game beside the real one."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.proving.calibration.cards import as_card_table
from config.proving.calibration.report import as_table, compare, counts
from config.proving.calibration.season import season_targets
from config.proving.calibration.tally import Tally
from config.proving.pages import TablePlace
from config.refusals import Refused
from games.card_games.registry import card_games
from rosters.makers.base import Subject
from rosters.makers.invented import invented_subjects
from rosters.makers.registry import maker
from rosters.makers.truth import card_lines
from rosters.sources.known import LAHMAN
from rosters.sources.lahman import Lahman


class Command(BaseCommand):
    help = (
        "Simulates a league of cards and prints every figure beside that of the real league: "
        "simulated, real, the difference and the standard error of both. The cards are made of "
        "the house's fictional league, which is held against 2012, or of a season, which is held "
        "against what it came to itself."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("system", choices=list(card_games()))
        parser.add_argument("--games", type=int, default=5000)
        parser.add_argument("--seed", default="calibration")
        parser.add_argument("--year", type=int, help="of an imported season")
        parser.add_argument("--source", help=f"where it was imported from: {LAHMAN[0]}")
        parser.add_argument("--league", default="", help="its men alone: AL, NL")
        parser.add_argument(
            "--cards",
            action="store_true",
            help="how true the cards are, counted from their text; no game is played",
        )
        parser.add_argument(
            "--lahman", type=Path, help="take the year from these files, imported or not"
        )
        parser.add_argument(
            "--write",
            type=Path,
            help="a page whose table is replaced, between <!-- table: start --> and "
            "<!-- table: end -->, of a year <!-- table YEAR: start --> and so on",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["games"] < 1:
            raise CommandError("--games is at least 1.")
        year: int | None = options["year"]
        place = TablePlace(options["write"], f"table {year}" if year else "table")
        place.verify()
        subjects = self._subjects(options)
        if options["cards"]:
            self.stdout.write(_of_cards(options["system"], subjects))
            return
        league = card_games()[options["system"]].measured_league(
            subjects, options["games"], options["seed"]
        )
        if league is None:
            raise CommandError("There are not two clubs with enough men in that season.")
        tally = Tally()
        for record in league.games:
            tally.add(record)
        real = season_targets(each.season for each in subjects) if year else None
        lines = compare(tally.figures, real)
        near, chance, off = counts(lines)
        beside = f"the season of {year}" if year else "2012"
        table = (
            f"{options['games']:,} games between {league.clubs} clubs, seed "
            f"`{options['seed']}`, beside {beside}.\n\n{as_table(lines)}\n\n"
            f"Near enough: {near} of {len(lines)}; {chance} more within chance; {off} off."
        )
        self.stdout.write(table)
        place.write(table)

    def _subjects(self, options: dict[str, Any]) -> list[Subject]:
        year = options["year"]
        if year is None:
            if options["source"] or options["lahman"] or options["league"]:
                raise CommandError("A source or a league needs its --year.")
            return invented_subjects("house")
        from rosters.selectors.subjects import subjects_of

        try:
            league = options["league"]
            if options["lahman"]:
                found = _of_files(options["lahman"], year, league)
            else:
                found = subjects_of(options["source"] or LAHMAN[0], [year], league)
            if not found:
                raise CommandError(f"no-league: there was no {league} in {year} (--league).")
            return found
        except Refused as refused:
            raise CommandError(str(refused)) from refused


def _of_cards(system: str, subjects: list[Subject]) -> str:
    """The errors of all cards of these men."""
    making = maker(system).for_year(subjects)
    made = [(subject, row) for subject in subjects for row in making.make(subject)]
    lines = card_lines(making.measured(made))
    if not lines:
        raise CommandError(f"Cards of {system} are not counted from their text.")
    return f"{len(made):,} cards\n\n{as_card_table(lines)}"


def _of_files(path: Path, year: int, league: str = "") -> list[Subject]:
    """Everybody of a year, or of one of its leagues, without storing anybody."""
    lahman = Lahman(path)
    return [
        Subject(
            key,
            f"{person.first_name} {person.last_name}".strip(),
            person.bats,
            person.throws,
            season,
        )
        for found in lahman.years([year])
        for key, seasons in found.seasons.items()
        for person in (lahman.people[key],)
        for season in seasons
        if (season.league == league if league else season.whole)
    ]
