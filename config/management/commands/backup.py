from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.backup.making import make_backup


class Command(BaseCommand):
    help = (
        "Write everything that is stored into one file, while the house works. Not in it: who is "
        "signed in, and the secret key."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="where to; one of that name is replaced")
        parser.add_argument(
            "--without-second-factors",
            action="store_true",
            help="leave out what codes are worked out from: who has one sets it up anew afterwards",
        )

    def handle(self, **options: Any) -> None:
        try:
            made = make_backup(
                options["file"],
                second_factors=False if options["without_second_factors"] else None,
            )
        except OSError as error:
            raise CommandError(f"{options['file']} was not written: {error.strerror}.") from error
        self.stdout.write(
            f"{options['file']}: {made.rows:,} rows of {len(made.tables)} tables, as they were at "
            f"{made.made_at}."
        )
