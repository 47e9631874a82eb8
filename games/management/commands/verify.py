"""Play a stored game again and say whether it is true: ``manage.py verify 12``."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.selectors import find_game
from games.verifying import verify


class Command(BaseCommand):
    help = "Replay games and check their books and their dice, as the page of each does."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("games", metavar="GAME", nargs="+", type=int, help="by their numbers")

    def handle(self, *arguments: Any, games: list[int], **options: Any) -> None:
        wrong = 0
        for number in games:
            game = find_game(number)
            if game is None:
                raise CommandError(f"There is no game {number}.")
            if not game.has_plays:
                raise CommandError(f"Of game {number} only the result is known.")
            self.stdout.write(f"Game {number}: {game.away.name} at {game.home.name}")
            for check in verify(game):
                wrong += not check.holds
                self.stdout.write(f"  {'right' if check.holds else 'WRONG'}  {check.words}")
        if wrong:
            raise CommandError(f"{wrong} of the checks failed.")
