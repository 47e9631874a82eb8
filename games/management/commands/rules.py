"""`manage.py rules`: which rules of the rulebook have a test, read from the tests' marks."""

import argparse
import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rulebook import catalogue, marks
from games.rulebook.coverage import BookCoverage, coverage
from games.rulebook.loader import TESTED_FILE

TESTED = catalogue.DATA / TESTED_FILE


def _floor(value: str) -> tuple[str, float]:
    key, _, percent = value.partition("=")
    try:
        catalogue.book(key)
        return key, float(percent)
    except KeyError:
        raise argparse.ArgumentTypeError(f"there is no book {key!r}") from None
    except ValueError:
        raise argparse.ArgumentTypeError(f"{value!r} is not BOOK=PERCENT") from None


class Command(BaseCommand):
    help = (
        "Prints how many enforced and detected rules have a test, by book and area. A rule is "
        "expected to have one when the software acts on its own: enforce, enforce-optional, detect."
    )

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        kwargs.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        return super().create_parser(prog_name, subcommand, epilog=marks.__doc__, **kwargs)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--book",
            action="append",
            choices=[book.key for book in catalogue.books()],
            help="only this book; may be given more than once",
        )
        parser.add_argument(
            "--missing", action="store_true", help="list the rules without a test, with their text"
        )
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")
        parser.add_argument(
            "--write",
            action="store_true",
            help="write what the tests prove into the rulebook, whose pages say so",
        )
        parser.add_argument(
            "--proof",
            action="append",
            type=Path,
            default=[],
            metavar="FILE",
            help="list the rules whose tests never entered the product, by what pytest --proof "
            "wrote; may be given more than once",
        )
        parser.add_argument(
            "--known",
            type=Path,
            metavar="FILE",
            help="exit with 1 when --proof finds one that is not in this list",
        )
        parser.add_argument(
            "--fail-under-book",
            action="append",
            type=_floor,
            default=[],
            metavar="BOOK=PERCENT",
            help="exit with 1 when less of the book is tested; may be given more than once",
        )
        parser.add_argument(
            "--tests",
            type=Path,
            default=Path(settings.ROOT) / "tests",
            metavar="FOLDER",
            help="where the tests are",
        )

    def handle(self, *args: object, **options: Any) -> None:
        root = Path(settings.ROOT)
        found = marks.collect(options["tests"], root)
        known = [rule.id for book in catalogue.books() for rule in book.rules]
        tested = {mark.rule for mark in found.marks}
        reports = {book.key: coverage(book, tested) for book in catalogue.books()}
        shown = [reports[key] for key in options["book"] or reports]
        if options["json"]:
            self.stdout.write(json.dumps(_figures(shown, found), indent=2))
        else:
            for report in shown:
                self._print(report, missing=options["missing"])
            if found.crowded:
                self.stdout.write("Tests that name more rules than they make assertions:")
            for crowded in found.crowded:
                self.stdout.write(f"    {crowded}")
        alone = _alone(shown, options["proof"]) if options["proof"] else {}
        for report in shown if options["proof"] else ():
            self._print_units(report, alone)
        faults = [str(mistake) for mistake in (*found.mistakes, *found.unknown(known))]
        if options["write"] and not faults:
            TESTED.write_text("".join(f"{rule}\n" for rule in sorted(tested)), encoding="utf-8")
        for key, percent in options["fail_under_book"]:
            if reports[key].whole.percent < percent:
                faults.append(
                    f"{key}: {reports[key].whole.percent:.1f} % of its rules are tested, "
                    f"and at least {percent:g} % have to be"
                )
        if options["known"] is not None:
            faults += _unknown(alone, options["known"])
        if faults:
            raise CommandError("\n".join(faults))

    def _print_units(self, report: BookCoverage, alone: Mapping[str, str]) -> None:
        found = [rule for rule in report.whole.tested if rule.id in alone]
        self.stdout.write(f"{report.book.key}: {len(found)} rules that unit tests alone prove")
        for rule in found:
            self.stdout.write(f"{'':15}{rule.id}  {rule.text}")

    def _print(self, report: BookCoverage, *, missing: bool) -> None:
        titles = {part.prefix: part.title for part in report.book.parts}
        whole = report.whole
        self.stdout.write(self.style.MIGRATE_HEADING(f"{whole.title} ({report.book.key})"))
        for part in titles or [""]:
            if part:
                self.stdout.write(f"  {titles[part]}")
            for (of_part, _), tally in report.areas.items():
                if of_part != part:
                    continue
                self.stdout.write(f"    {len(tally.tested):>3} / {tally.total:<3}  {tally.title}")
                for rule in tally.missing if missing else ():
                    self.stdout.write(f"{'':15}{rule.id}  {rule.text}")
        self.stdout.write(f"    {len(whole.tested):>3} / {whole.total:<3}  {whole.percent:.1f} %\n")


def _alone(reports: Sequence[BookCoverage], proofs: Sequence[Path]) -> dict[str, str]:
    """The rules whose tests called functions alone, with their text: neither page nor service,
    command nor game was entered. Of rules whose tests were not run nothing is said."""
    entered: dict[str, set[str]] = {}
    for proof in proofs:
        for rule, doors in json.loads(proof.read_text(encoding="utf-8")).items():
            entered.setdefault(rule, set()).update(doors)
    return {
        rule.id: rule.text
        for report in reports
        for rule in report.whole.tested
        if entered.get(rule.id) == set()
    }


def _unknown(alone: Collection[str], known: Path) -> list[str]:
    """A sentence for each rule that is not in the file of known ones, which has an id a line."""
    listed = set(known.read_text(encoding="utf-8").split())
    return [
        f"{rule}: its tests enter no part of the product." for rule in sorted(set(alone) - listed)
    ]


def _figures(reports: list[BookCoverage], found: marks.Findings) -> dict[str, object]:
    """The report for machines; `rules` names the tests of each tested rule."""
    return {
        "books": [
            {
                "book": report.book.key,
                "tested": len(report.whole.tested),
                "total": report.whole.total,
                "percent": round(report.whole.percent, 1),
                "missing": [rule.id for rule in report.whole.missing],
                "areas": [
                    {
                        "part": part,
                        "area": area,
                        "tested": len(tally.tested),
                        "total": tally.total,
                    }
                    for (part, area), tally in report.areas.items()
                ],
            }
            for report in reports
        ],
        "crowded": {
            f"{each.file}:{each.line} {each.test}": list(each.rules) for each in found.crowded
        },
        "rules": {
            rule: [
                f"{mark.file}:{mark.line} {mark.test}" for mark in found.marks if mark.rule == rule
            ]
            for rule in sorted({mark.rule for mark in found.marks})
        },
    }
