from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from config.backup.upgrading import all_or_nothing, copy_before, refuse_newer
from config.backup.versions import applied_to, on_disk
from config.management.versions import told_in_words

ONLY_LOOKS = ("plan", "check_unapplied", "prune")


class Command(migrate.Command):
    help = (
        "Bring the database to this version: all of it or nothing, with a copy from before. A "
        "database of a later version is refused."
    )

    at: str = ""
    """The migration that is under way."""
    was_new: bool = False
    """Whether there was no version before."""

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--no-copy", action="store_true", help="take no copy first (BACKUP_FOLDER)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if any(options.get(name) for name in ONLY_LOOKS):
            super().handle(*args, **options)
            return
        connection = connections[options["database"]]
        connection.prepare_database()
        executor = MigrationExecutor(connection)
        self.was_new = not executor.loader.applied_migrations
        copy = self.prepare(executor, options)
        self.at = ""
        try:
            with all_or_nothing(connection):
                super().handle(*args, **options)
        except CommandError:
            raise
        except Exception as error:
            raise CommandError(self.message(error, copy)) from error

    def prepare(self, executor: MigrationExecutor, options: dict[str, Any]) -> Path | None:
        """Refuse what is not for this version; take a copy where something is going to change."""
        with told_in_words():
            refuse_newer(applied_to(executor.connection), on_disk())
            waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
            if options.get("no_copy") or not (waiting or options["app_label"]):
                return None
            return copy_before(executor.connection, timezone.now())

    def migration_progress_callback(
        self, action: str, migration: Any = None, fake: bool = False
    ) -> None:
        if migration is not None:
            self.at = f"{migration.app_label}.{migration.name}"
        super().migration_progress_callback(action, migration, fake)

    def message(self, error: Exception, copy: Path | None) -> str:
        where = f" at {self.at}" if self.at else ""
        kept = f" A copy from before is {copy}." if copy else ""
        before = "" if self.was_new else "; the version before works with it as it did"
        return (
            f"The database was not brought to this version: it failed{where} "
            f"({type(error).__name__}: {error}). Nothing was changed{before}.{kept}"
        )
