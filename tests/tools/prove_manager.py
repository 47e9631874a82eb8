from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from games.card_games.registry import card_games
from games.exhibition import exhibition_clubs
from games.systems.registry import SYSTEMS
from rosters.makers.invented import invented_subjects
from tests.tools.pages import TablePlace
from tests.tools.proofs.manager import LeftOut, Setting, prove

MEETINGS: Final = 400
"""Games of the fictional league whose clubs meet."""


class Command(BaseCommand):
    help = (
        "Let the computer's manager of a game play itself with one decision left at its default, "
        "each of those that it takes, between the clubs of the fictional league, and say how many "
        "games of a hundred it wins. The same seed plays the same."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("system", choices=list(SYSTEMS))
        parser.add_argument("--pairings", type=int, default=10_000, help="of two games each")
        parser.add_argument("--seed", default="left out")
        parser.add_argument(
            "--write",
            type=Path,
            help="a page whose table is replaced, between <!-- left out: start --> and "
            "<!-- left out: end -->",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        pairings: int = options["pairings"]
        if pairings < 1:
            raise CommandError("--pairings is at least 1.")
        place = TablePlace(options["write"], "left out")
        place.verify()
        key, seed = options["system"], options["seed"]
        found = prove(SYSTEMS[key], _meetings(key, seed), pairings, seed)
        lines = [
            f"{pairings:,} pairings of two games each, seed `{seed}`.",
            "",
            "| left out | a game | wins of 100 | error | |",
            "| --- | ---: | ---: | ---: | --- |",
        ]
        for line in lines:
            self.stdout.write(line)
        for each in found:
            lines.append(_line(each))
            self.stdout.write(lines[-1])
            self.stdout.flush()
        place.write("\n".join(lines))


def _line(each: LeftOut) -> str:
    verdict = "loses" if each.loses else ""
    return (
        f"| `{each.what}` | {each.a_game:.2f} | {100 * each.share:.2f} | {100 * each.error:.2f} | "
        f"{verdict} |"
    )


def _meetings(key: str, seed: str) -> list[Setting]:
    """The clubs of a fictional season as they met; where none is played, those of sample games."""
    system = SYSTEMS[key]
    game = card_games().get(key)
    league = None
    if game is not None:
        league = game.measured_league(invented_subjects("house"), MEETINGS, seed)
    if league is None:
        return [Setting(exhibition_clubs(system), system.settings())]
    return [Setting(record.clubs, record.settings) for record in league.games]
