from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rosters.models import CardSet
from tests.tools.proofs.imputed import Proof, prove


class Command(BaseCommand):
    help = (
        "Let teams that the house drafts play teams that always take the best value left, in "
        "leagues of both, and say what share of these games the house wins. The same seed plays "
        "the same."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("cards", help="slug of the card set that is drafted from")
        parser.add_argument("--seasons", type=int, default=100)
        parser.add_argument("--drafts", type=int, default=10, help="that the seasons are played by")
        parser.add_argument("--teams", type=int, default=8, help="half of each kind")
        parser.add_argument("--meetings", type=int, default=2, help="of two teams in a season")
        parser.add_argument("--seed", default="imputed")

    def handle(self, *args: Any, **options: Any) -> None:
        card_set = CardSet.objects.filter(slug=options["cards"]).first()
        if card_set is None:
            raise CommandError(f"There is no card set {options['cards']!r}.")
        if options["teams"] % 2 or options["drafts"] < 1:
            raise CommandError(
                "Half of the teams are of each kind, and there is one draft at least."
            )
        found = prove(
            card_set,
            teams=options["teams"],
            seasons=options["seasons"],
            drafts=options["drafts"],
            seed=options["seed"],
            meetings=options["meetings"],
            told=self._tell,
        )
        self._tell(found)

    def _tell(self, proof: Proof) -> None:
        house = proof.house
        self.stdout.write(
            f"{proof.seasons} seasons, {house.played} games: the house wins "
            f"{100 * house.share:.2f} % ({house.won}-{house.lost}-{house.tied}, standard error "
            f"{100 * house.error:.2f}); {proof.won} of the seasons are its own"
        )
        self.stdout.flush()
