"""Bring a database to the version of the code, all of it or nothing, with a copy from before."""

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
"""The ending of copies that are taken before migrating; they are counted apart from the daily
ones."""

UPGRADE_LOCK = 0x486F727365
"""The key of a PostgreSQL advisory lock: of two processes that migrate one waits, and finds nothing
to do."""


def refuse_newer(migrations: Collection[Node], known: AbstractSet[Node]) -> None:
    """``database-is-newer`` where the database has been through what this version does not know."""
    # What an app that was taken out has left behind does not matter.
    here = {app.label for app in apps.get_app_configs()}
    unknown = sorted(
        f"{app}.{name}" for app, name in migrations if app in here and (app, name) not in known
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
    """``database-is-newer``, or ``database-is-older`` where it has not been migrated yet. One that
    does not answer is not judged: the process that serves waits for it."""
    try:
        applied = applied_to(connection)
    except DatabaseError:
        return
    finally:
        connection.close()
    known = on_disk()
    refuse_newer(applied, known)
    waiting = sorted(f"{app}.{name}" for app, name in known - applied)
    if waiting:
        raise Refused(
            Refusal(
                "database-is-older",
                f"The database has not been brought to this version: {len(waiting)} migrations "
                f"wait, {some_of(waiting)}. Say manage.py migrate.",
                "",
                {"waiting": waiting},
            )
        )


def copy_before(connection: BaseDatabaseWrapper, now: datetime) -> Path | None:
    """Take a copy of what is there, as it is there, into ``BACKUP_FOLDER``, and delete the oldest
    of its kind beyond ``BACKUPS_KEPT``. None where nothing is there yet, or no folder is named;
    ``copy-failed`` where it cannot be written."""
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
    """One transaction around any number of migrations, each of which has one inside it."""
    if connection.in_atomic_block:
        yield
        return
    # SQLite's tables are made anew when they change, and its keys are looked at afterwards: that
    # can be said only before a transaction begins.
    with connection.constraint_checks_disabled(), transaction.atomic(using=connection.alias):
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [UPGRADE_LOCK])
                # What is to be looked at in the end would keep tables from being changed meanwhile.
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        yield
