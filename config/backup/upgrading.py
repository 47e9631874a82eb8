"""Migrate a database to the version of the code, all or nothing, with a backup before."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor

from config.backup.archive import remove_leftovers
from config.backup.making import make_backup
from config.backup.versions import Node, applied_to, apps_of, on_disk, some_of
from config.refusals import Refusal, Refused

ENDING = ".before-upgrade"
"""The suffix of backups before a migration; they are counted apart from the daily ones."""

UPGRADE_LOCK = 0x486F727365
"""The key of a PostgreSQL advisory lock: of two processes that migrate one waits, and then finds
nothing to do."""


def refuse_newer(migrations: Collection[Node], known: AbstractSet[Node]) -> None:
    """Refuse (``database-is-newer``) a database with migrations that this version does not know."""
    # Migrations of removed apps do not matter.
    installed = {app.label for app in apps.get_app_configs()}
    unknown = sorted(
        f"{app}.{name}" for app, name in migrations if app in installed and (app, name) not in known
    )
    if unknown:
        raise Refused(
            Refusal(
                "database-is-newer",
                "The database is of a later version of Horsehide, of which this one does not know "
                f"{some_of(unknown)}. Start that version, or restore a copy from before into a new "
                "database.",
                "",
                {"unknown": unknown},
            )
        )


def refuse_other_version(connection: BaseDatabaseWrapper) -> None:
    """``database-is-newer``, or ``database-is-older`` if it has not been migrated yet. A database
    that does not answer is not judged: the serving process waits for it."""
    try:
        applied = applied_to(connection)
    except DatabaseError:
        return
    finally:
        connection.close()
    known = on_disk()
    refuse_newer(applied, known)
    pending = sorted(f"{app}.{name}" for app, name in known - applied)
    if pending:
        raise Refused(
            Refusal(
                "database-is-older",
                f"The database has not been brought to this version: {len(pending)} migrations "
                f"wait, {some_of(pending)}. Say manage.py migrate.",
                "",
                {"waiting": pending},
            )
        )


def copy_before(connection: BaseDatabaseWrapper, now: datetime) -> Path | None:
    """Make a backup of the database in its own version, into ``BACKUP_FOLDER``, and delete the
    oldest of its kind beyond ``BACKUPS_KEPT``. ``None`` for an empty database, or without a folder.
    Refused: ``copy-failed`` if it cannot be written."""
    applied = applied_to(connection)
    if not applied or not settings.BACKUP_FOLDER:
        return None
    folder = Path(settings.BACKUP_FOLDER)
    file = folder / f"horsehide-{now:%Y-%m-%d-%H%M%S}{ENDING}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        remove_leftovers(folder)
        make_backup(file, of=apps_of(MigrationExecutor(connection), applied))
    except OSError as error:
        raise Refused(
            Refusal(
                "copy-failed",
                f"The copy that is taken before a migration was not written to {file}: "
                f"{error.strerror}. Nothing was changed; --no-copy goes on without one.",
                str(file),
            )
        ) from error
    for old in sorted(folder.glob(f"horsehide-*{ENDING}"))[: -settings.BACKUPS_KEPT]:
        old.unlink(missing_ok=True)
    return file


@contextmanager
def all_or_nothing(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Run any number of migrations, each in a nested transaction, in one transaction."""
    if connection.in_atomic_block:
        yield
        return
    # SQLite recreates changed tables and checks foreign keys afterwards: these checks can be
    # disabled only before a transaction begins.
    with connection.constraint_checks_disabled(), transaction.atomic(using=connection.alias):
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [UPGRADE_LOCK])
                # Deferred checks would block changes of the tables.
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        yield
