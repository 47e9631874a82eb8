"""Measure how well the house plans its pitching: ``manage.py bullpens --series 10000``."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.card_games.registry import card_games


class Command(BaseCommand):
    help = "Play series between managers who plan their pitching and managers who do not."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--system", choices=sorted(card_games()), help="the first that keeps sheets"
        )
        parser.add_argument("--series", type=int, default=200)
        parser.add_argument("--seed", default="bullpens")
        parser.add_argument(
            "--makeshift",
            action="store_true",
            help="against starters in turn and a bullpen that is fresh in every game, law or no "
            "law, as the house had it before it kept sheets",
        )

    def handle(self, *arguments: Any, **options: Any) -> None:
        games = card_games()
        asked = [games[options["system"]]] if options["system"] else games.values()
        measured = (
            game.measured_bullpens(
                options["series"], options["seed"], makeshift=options["makeshift"]
            )
            for game in asked
        )
        found = next((figures for figures in measured if figures is not None), None)
        if found is None:
            raise CommandError("This system has no pitching sheets.")
        self.stdout.write(
            f"{found.series} series, {found.games} games decided.\n"
            f"With a plan: {found.share:.4f} of the games (standard error {found.error:.4f}), "
            f"{found.won} series won and {found.lost} lost.\n"
            f"Outings against the law: {found.against} with a plan, {found.against_other} without."
        )
