from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.system import CARDS
from games.engine.systems import SYSTEMS, system
from rosters.models import CardSet
from tournaments.rehearsal import AuditError, CallError, Rehearsal
from tournaments.rules.formats import FORMATS


class Command(BaseCommand):
    help = (
        "Run a whole event through the HTTP API, a program in every role, with audits after every "
        "act. It stays in the database, to be looked at."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--preset", choices=list(FORMATS), required=True)
        parser.add_argument("--seed", default="1", help="people decide and roll by it")
        parser.add_argument("--system", choices=list(SYSTEMS), default=next(iter(SYSTEMS)))
        parser.add_argument("--cards", default="", help="slug of a card set, in games with cards")
        parser.add_argument(
            "--clubs", type=int, default=0, help="usually as few as the preset takes"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        played, cards = options["system"], options["cards"]
        if system(played).need.kind == CARDS and not CardSet.objects.filter(slug=cards).exists():
            raise CommandError("Name a card set with --cards; `manage.py cards make` makes one.")
        rehearsal = Rehearsal(
            options["preset"],
            options["seed"],
            system=played,
            card_set=cards,
            clubs=options["clubs"],
            say=self.stdout.write,
        )
        try:
            report = rehearsal.run()
        except (AuditError, CallError) as failed:
            raise CommandError(f"/t/{rehearsal.slug}/: {failed}") from failed
        self.stdout.write(
            f"/t/{report.slug}/: {report.games} games, {report.online} of them online and "
            f"{report.scored} from score sheets; {report.acts} acts, {report.audits} audits, "
            f"{report.ties_broken} ties broken."
        )
