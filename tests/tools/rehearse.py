from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.system import CARDS
from games.systems.registry import SYSTEMS, system
from rosters.models import CardSet
from tests.tools.rehearsal.house import EmbeddedHouse, House
from tests.tools.rehearsal.script import Rehearsal, Report
from tournaments.demo_event.event import AuditError, Plan
from tournaments.demo_event.people import CallError
from tournaments.rules.formats import FORMATS, preset_problems

KILLS = 12


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
        parser.add_argument(
            "--own-dice",
            action="store_true",
            help="people throw their own dice only: the same seed comes to the same champion",
        )
        parser.add_argument(
            "--chaos",
            action="store_true",
            help="over HTTP to processes of its own, which are killed on the way; with own dice",
        )
        parser.add_argument(
            "--supervised",
            action="store_true",
            help="with --chaos: the processes are those of `up`, which is killed as well",
        )
        parser.add_argument("--name", default="", help="of the event; usually preset and seed")
        parser.add_argument("--kills", type=int, default=KILLS, help=f"with --chaos ({KILLS})")

    def handle(self, *args: Any, **options: Any) -> None:
        played, cards = options["system"], options["cards"]
        if system(played).need.kind == CARDS and not CardSet.objects.filter(slug=cards).exists():
            raise CommandError("Name a card set with --cards; `manage.py cards make` makes one.")
        if options["clubs"] and (wrong := preset_problems(options["preset"], options["clubs"])):
            raise CommandError(wrong[0].message)
        plan = Plan(
            preset=options["preset"],
            seed=options["seed"],
            system=played,
            card_set=cards,
            clubs=options["clubs"],
            name=options["name"],
            own_dice=options["own_dice"] or options["chaos"],
        )
        try:
            if options["chaos"]:
                kind = EmbeddedHouse if options["supervised"] else House
                with kind(seed=plan.seed, kills=options["kills"]) as house:
                    rehearsal = Rehearsal(plan, wire=house.wire, jobs=True, say=self.stdout.write)
                    self.tell(rehearsal.run())
                killed = ", ".join(f"{part} {count}" for part, count in house.killed.items())
                self.stdout.write(f"Killed: {killed or 'nobody'}.")
            else:
                self.tell(Rehearsal(plan, say=self.stdout.write).run())
        except (AuditError, CallError) as failed:
            raise CommandError(str(failed)) from failed

    def tell(self, report: Report) -> None:
        done = ", ".join(f"{count} {what}" for what, count in sorted(report.done.items()))
        self.stdout.write(
            f"/t/{report.slug}/: {report.games} games; {report.acts} acts, {report.audits} audits"
            f", {report.unanswered} calls without an answer ({done})."
        )
