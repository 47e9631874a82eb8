"""`manage.py calibrate`: a simulated league of a card game beside the real one."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.refusals import Refused
from games.card_games.base import MeasuredLeague
from games.card_games.registry import card_games
from rosters.makers.base import Subject, maker
from rosters.makers.invented import invented_subjects
from rosters.makers.truth import CardLine, card_lines
from rosters.sources.known import LAHMAN
from tests.tools.calibration.decades import DECADES, as_decades_table
from tests.tools.calibration.report import FigureLine, as_card_table, as_table, compare, counts
from tests.tools.calibration.season import season_targets
from tests.tools.calibration.tally import Tally
from tests.tools.pages import TablePlace
from tests.tools.season_files import subjects_of_files

MOST_GAMES = 1_000_000


def _refused(code: str, message: str, place: str) -> CommandError:
    """What a command answers to what it cannot do: which code, where, and why."""
    return CommandError(f"{code} ({place}): {message}")


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
            "--decades",
            action="store_true",
            help=f"one season of each decade ({DECADES[0]} to {DECADES[-1]}), every figure's "
            "difference and the cards' errors in one table",
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
        if not 1 <= options["games"] <= MOST_GAMES:
            raise _refused(
                "games-out-of-range", f"A league plays 1 to {MOST_GAMES:,} games.", "--games"
            )
        if options["decades"]:
            self._decades(options)
            return
        year: int | None = options["year"]
        place = TablePlace(options["write"], f"table {year}" if year else "table")
        place.verify()
        subjects = self._subjects(options)
        if options["cards"]:
            self.stdout.write(_of_cards(options["system"], subjects))
            return
        league, lines = _played(options, subjects, of_season=year is not None)
        if league is None:
            raise _refused(
                "too-few-clubs", "There are not two clubs with enough men in that season.", "--year"
            )
        near, chance, off = counts(lines)
        beside = f"the season of {year}" if year else "2012"
        table = (
            f"{options['games']:,} games between {league.clubs} clubs, seed "
            f"`{options['seed']}`, beside {beside}.\n\n{as_table(lines)}\n\n"
            f"Near enough: {near} of {len(lines)}; {chance} more within chance; {off} off."
        )
        self.stdout.write(table)
        place.write(table)

    def _decades(self, options: dict[str, Any]) -> None:
        if options["year"] or options["cards"]:
            raise _refused(
                "options-contradict",
                "A table of decades names its own years and shows cards and games.",
                "--decades",
            )
        place = TablePlace(options["write"], f"decades {options['system']}")
        place.verify()
        leagues, cards = {}, {}
        for year in DECADES:
            subjects = self._subjects({**options, "year": year})
            cards[year] = _card_lines(options["system"], subjects)[1]
            leagues[year] = _played(options, subjects, of_season=True)[1]
        played = (
            f"{options['games']:,} games a season" if any(leagues.values()) else "No games played"
        )
        table = f"{played}.\n\n{as_decades_table(leagues, cards)}"
        self.stdout.write(table)
        place.write(table)

    def _subjects(self, options: dict[str, Any]) -> list[Subject]:
        year = options["year"]
        if year is None:
            if options["source"] or options["lahman"] or options["league"]:
                raise _refused("no-year", "A source or a league needs its year.", "--year")
            return invented_subjects("house")
        from rosters.selectors.subjects import subjects_of

        try:
            league = options["league"]
            if options["lahman"]:
                found = subjects_of_files(options["lahman"], year, league)
            else:
                found = subjects_of(options["source"] or LAHMAN[0], [year], league)
            if not found:
                raise _refused("no-league", f"There was no {league} in {year}.", "--league")
            return found
        except Refused as refused:
            first = refused.refusals[0]
            raise _refused(first.code, first.message, first.place) from refused


def _played(
    options: dict[str, Any], subjects: list[Subject], *, of_season: bool
) -> tuple[MeasuredLeague | None, list[FigureLine]]:
    """A league of these men and its figures beside those of their season, or of 2012; ``None``
    and nothing where they make no league."""
    league = card_games()[options["system"]].measured_league(
        subjects, options["games"], options["seed"]
    )
    if league is None:
        return None, []
    tally = Tally()
    for record in league.games:
        tally.add(record)
    real = season_targets(each.season for each in subjects) if of_season else None
    return league, compare(tally.figures, real)


def _card_lines(system: str, subjects: list[Subject]) -> tuple[int, list[CardLine]]:
    """How many cards these men have, and how true they are."""
    making = maker(system).for_year(subjects)
    made = [(subject, row) for subject in subjects for row in making.make(subject)]
    return len(made), card_lines(making.measured(made))


def _of_cards(system: str, subjects: list[Subject]) -> str:
    """The errors of all cards of these men."""
    many, lines = _card_lines(system, subjects)
    if not lines:
        raise _refused(
            "not-counted", f"Cards of {system} are not counted from their text.", "--cards"
        )
    return f"{many:,} cards\n\n{as_card_table(lines)}"
