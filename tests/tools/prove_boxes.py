from __future__ import annotations

import shutil
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.refusals import Refused
from games.card_games.registry import card_games
from games.engine.record import Record
from rosters.makers.base import Subject
from rosters.makers.invented import invented_subjects
from tests.tools.pages import TablePlace
from tests.tools.proofs.boxes import Compared, compare_boxes, knows_extra_runners, variants
from tests.tools.season_files import subjects_of_files

SHOWN = 20
"""Differences that are printed, of one kind of game."""


class Command(BaseCommand):
    help = (
        "Plays games between the clubs of a season, with and without the extra runner and the "
        "designated hitter in turn, has Chadwick read their event files, and compares every cell "
        "of its box scores with ours. Fails where one differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("system", choices=list(card_games()))
        parser.add_argument("--games", type=int, default=500, help="of each season")
        parser.add_argument("--seed", default="boxes")
        parser.add_argument("--lahman", type=Path, help="where the seasons are taken from")
        parser.add_argument(
            "--years", type=int, nargs="+", help="seasons; the house's fictional league otherwise"
        )
        parser.add_argument("--cwbox", default="cwbox", help="Chadwick's program")
        parser.add_argument(
            "--write",
            type=Path,
            help="a page whose table is replaced, between <!-- boxes SYSTEM: start --> and "
            "<!-- boxes SYSTEM: end -->",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["games"] < 1:
            raise CommandError("--games is at least 1.")
        program = shutil.which(options["cwbox"])
        if program is None:
            raise CommandError(f"no-chadwick: there is no program {options['cwbox']} (--cwbox).")
        if not knows_extra_runners(program):
            raise CommandError(f"old-chadwick: {program} reads no extra runners (radj).")
        if bool(options["years"]) != bool(options["lahman"]):
            raise CommandError("--years and --lahman go together.")
        place = TablePlace(options["write"], f"boxes {options['system']}")
        place.verify()
        rows = [
            "| season | extra runner | designated hitter | games | cells | differ |",
            "| --- | --- | --- | ---: | ---: | ---: |",
        ]
        many = 0
        for year in options["years"] or [None]:
            for kind, found in self._compared(options, year, Path(program).resolve()):
                many += len(found.differences) + len(found.complaints)
                rows.append(_row(str(year or "fictional"), kind, found))
                self.stdout.write(rows[-1])
                for each in (*found.differences[:SHOWN], *found.complaints[:SHOWN]):
                    self.stdout.write(f"  {each}")
        place.write("\n".join(rows))
        if many:
            raise CommandError(f"boxes-differ: {many} cells or complaints.")

    def _compared(
        self, options: dict[str, Any], year: int | None, program: Path
    ) -> Iterator[tuple[tuple[bool, bool], Compared]]:
        played = _played(options, year)
        for kind in ((False, False), (False, True), (True, False), (True, True)):
            yield kind, compare_boxes([game for game in played if _kind(game) == kind], program)


def _played(options: dict[str, Any], year: int | None) -> list[Record]:
    league = card_games()[options["system"]].measured_league(
        _subjects(options, year), options["games"], options["seed"], variants()
    )
    if league is None:
        raise CommandError(f"no-league: {options['system']} has no two clubs with enough players.")
    return list(league.games)


def _subjects(options: dict[str, Any], year: int | None) -> list[Subject]:
    if year is None:
        return invented_subjects("house")
    try:
        return subjects_of_files(options["lahman"], year)
    except Refused as refused:
        raise CommandError(str(refused)) from refused


def _kind(game: Record) -> tuple[bool, bool]:
    """Whether an extra runner was due, and a designated hitter allowed."""
    return bool(game.settings["extra_runner_from"]), bool(game.settings["designated_hitter"])


def _row(season: str, kind: tuple[bool, bool], found: Compared) -> str:
    words = " | ".join("yes" if each else "no" for each in kind)
    return (
        f"| {season} | {words} | {found.games:,} | {found.cells:,} | {len(found.differences):,} |"
    )
