from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from config.backup.restoring import restore
from config.management.versions import told_in_words


class Command(BaseCommand):
    help = (
        "Put back what `backup` wrote, into SQLite or PostgreSQL, all of it or nothing. The house "
        "must not be running. An older version's file goes into a new, empty database."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="throw away what is in the house now"
        )

    def handle(self, **options: Any) -> None:
        with told_in_words():
            found = restore(options["file"], replace=options["replace"])
        self.stdout.write(
            f"Restored: {found.rows:,} rows of {len(found.tables)} tables, every one as it was at "
            f"{found.made_at}. Everybody has to sign in anew."
        )
