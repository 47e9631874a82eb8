import re
from argparse import ArgumentParser
from importlib.metadata import Distribution, distributions
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

FREE = (
    *("MIT", "BSD", "APACHE", "ISC", "PSF", "PYTHON SOFTWARE", "PYTHON-2.0", "MPL", "MOZILLA"),
    *("LGPL", "LESSER GENERAL", "UNLICENSE", "ZLIB", "0BSD", "CC0", "PUBLIC DOMAIN", "EXPAT"),
)
"""Parts of the names of licences under which packages may be used and passed on here."""

LONGEST = 60


class Command(BaseCommand):
    help = "List the locked packages with their versions and licences, as they are installed here."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="fail where one is not known to be free"
        )

        parser.add_argument(
            "--lock", default="requirements.lock", help="which packages (requirements.lock)"
        )

    def handle(self, **options: Any) -> None:
        named = {plain(str(each.metadata["Name"])): each for each in distributions()}
        unknown = []
        for name in locked(options["lock"]):
            found = named.get(name)
            if found is None:
                # Of another system or Python.
                continue
            licence = licence_of(found)
            self.stdout.write(f"{name:32} {found.version:14} {licence or '?'}")
            if not any(part in licence.upper() for part in FREE):
                unknown.append(name)
        if options["check"] and unknown:
            raise CommandError(f"Not known to be free: {', '.join(unknown)}.")


def locked(lock: str) -> list[str]:
    """The names in a lock of the project's folder."""
    lines = (settings.ROOT / lock).read_text(encoding="utf-8").splitlines()
    return [plain(line.partition("==")[0]) for line in lines if "==" in line.partition("#")[0]]


def plain(name: str) -> str:
    """The one way in which the name of a package is compared."""
    return re.sub(r"[-_.]+", "-", name.partition("[")[0].strip()).lower()


def licence_of(package: Distribution) -> str:
    """The licence in a package's metadata: an expression, classifiers, or a text's first line."""
    told: Any = package.metadata
    expression = told.get("License-Expression")
    if expression:
        return str(expression)
    classifiers = [
        str(each).rpartition(" :: ")[2]
        for each in told.get_all("Classifier") or ()
        if str(each).startswith("License ::")
    ]
    if classifiers:
        return ", ".join(classifiers)
    lines = str(told.get("License") or "").strip().splitlines()
    return lines[0][:LONGEST] if lines else ""
