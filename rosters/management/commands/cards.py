from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.refusals import Refusal, Refused
from config.spreadsheets import read_as
from rosters.makers.base import maker
from rosters.makers.files import read_file, write_csv, write_json
from rosters.management.commands.import_lahman import years
from rosters.models import CardSet, Source
from rosters.selectors.card_sets import rows_of
from rosters.services.card_sets import enter_card_set, make_card_set
from rosters.services.importing import store_fictional_league
from rosters.services.squads import weigh_scarcity


class Command(BaseCommand):
    help = "Make card sets from seasons, enter owned cards from a file, write a set to a file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        make = verbs.add_parser("make", help="cards of every player of some years")
        make.add_argument("name")
        make.add_argument("--system", required=True)
        make.add_argument(
            "--source", default="lahman", help="lahman, or fictional for the house's own league"
        )
        make.add_argument("--years", nargs="+", type=years, metavar="YEAR[-YEAR]", default=[])
        make.add_argument(
            "--setting",
            nargs="+",
            type=_setting,
            default=[],
            metavar="KEY=WORD",
            help="of the system's own, such as neutral_era=season",
        )
        enter = verbs.add_parser("enter", help="cards of a CSV or JSON file")
        enter.add_argument("name")
        enter.add_argument("file", type=Path)
        enter.add_argument("--system", required=True)
        weigh = verbs.add_parser("weigh", help="weigh scarcity in a set made before there was VOR")
        weigh.add_argument("slug")
        export = verbs.add_parser("export", help="a set as CSV or, by the file's ending, JSON")
        export.add_argument("slug")
        export.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.stdout.write(getattr(self, f"_{options['verb']}")(**options))
        except Refused as refused:
            for refusal in refused.refusals:
                self.stderr.write(f"{refusal.code}: {refusal}")
            raise CommandError("Nothing was stored.") from refused

    def _make(
        self,
        name: str,
        system: str,
        source: str,
        years: list[range],
        setting: list[tuple[str, str]],
        **_: Any,
    ) -> str:
        wanted = [year for span in years for year in span]
        if source == "fictional":
            stored = store_fictional_league(acting_user=None)
            wanted = wanted or [stored.year]
        found = Source.objects.filter(key=source).first()
        if found is None:
            raise Refused(
                Refusal("no-source", f"Nothing was imported from {source!r} yet.", "--source")
            )
        made = make_card_set(
            name=name,
            system_key=system,
            source=found,
            years=wanted,
            settings=dict(setting),
            acting_user=None,
        )
        return f"{made}: {made.cards.count():,} cards"

    def _enter(self, name: str, file: Path, system: str, **_: Any) -> str:
        data = file.read_bytes()
        rows = read_file(data, maker(system))
        made = enter_card_set(name=name, system_key=system, rows=rows, acting_user=None)
        return f"{made}: {made.cards.count():,} cards.{read_as(data)}"

    def _weigh(self, slug: str, **_: Any) -> str:
        card_set = _the_set(slug)
        weigh_scarcity(card_set)
        known = card_set.cards.filter(over_replacement__isnull=False)
        return f"{card_set}: {known.count():,} cards over or under replacement"

    def _export(self, slug: str, file: Path, **_: Any) -> str:
        card_set = _the_set(slug)
        rows = rows_of(card_set)
        json = file.suffix == ".json"
        text = write_json(rows) if json else write_csv(rows, maker(card_set.system_key))
        file.write_text(text, encoding="utf-8")
        return f"{file}: {len(rows):,} cards"


def _setting(text: str) -> tuple[str, str]:
    key, _, word = text.partition("=")
    return key, word


def _the_set(slug: str) -> CardSet:
    card_set = CardSet.objects.filter(slug=slug).first()
    if card_set is None:
        raise Refused(Refusal("no-card-set", f"There is no card set {slug!r}.", "slug"))
    return card_set
