"""Restore a backup into either database, only if it is complete and understood."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import timedelta
from pathlib import Path

from django.apps.registry import Apps
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import IntegrityError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from config.backup.archive import MANIFEST, Manifest, Reader, damaged, opened, reading
from config.backup.rows import Model, columns, digest_of, insert_lines, kept_models, label_of
from config.backup.upgrading import all_or_nothing
from config.backup.versions import (
    Node,
    applied_to,
    apps_of,
    leaves,
    some_of,
    unknown_to,
    without_squashed,
)
from config.jobs.models import Heartbeat
from config.journal.models import Action
from config.refusals import Refusal, Refused

ALIVE = timedelta(minutes=1)
"""A process with so recent a heartbeat may still be running."""


def restore(path: Path, *, replace: bool = False) -> Manifest:
    """Restore the contents of a file, all or nothing; data of an older version is upgraded to this
    one. ``replace``: delete what is here now.

    Refused, before anything is touched: what ``opened`` and ``Reader.verify`` refuse,
    ``backup-is-newer``, ``house-is-running``, ``house-not-empty`` (unless ``replace``), and
    ``older-backup-needs-empty-database``. With nothing changed: ``backup-damaged`` if rows do not
    fit their tables, ``restore-differs``.
    """
    with opened(path) as backup:
        backup.verify()
        backup_migrations = without_squashed(
            {(app, name) for app, names in backup.manifest.migrations.items() for name in names}
        )
        executor = MigrationExecutor(connection)
        _refuse_newer(executor, backup_migrations)
        applied = applied_to(connection)
        if applied:
            if applied != backup_migrations & set(executor.loader.disk_migrations):
                raise Refused(_other_version())
            _refuse_lived_in(replace=replace)
        with all_or_nothing(connection):
            if not applied:
                _build(executor, backup_migrations)
            _load(backup, apps_of(executor, backup_migrations))
            call_command("migrate", verbosity=0, interactive=False, no_copy=True)
        return backup.manifest


def _refuse_newer(executor: MigrationExecutor, wanted: Collection[Node]) -> None:
    unknown = unknown_to(executor.loader, wanted)
    if unknown:
        raise Refused(
            Refusal(
                "backup-is-newer",
                "The backup is of a later version of Horsehide, or of one with other parts: this "
                f"one does not know {some_of(unknown)}.",
                "manifest",
                {"unknown": unknown},
            )
        )


def _other_version() -> Refusal:
    return Refusal(
        "older-backup-needs-empty-database",
        "The backup is of an older version of Horsehide. It can be restored into a new, empty "
        "database, and is then brought up to this version.",
        "manifest",
    )


def _refuse_lived_in(*, replace: bool) -> None:
    if Heartbeat.objects.filter(at__gte=timezone.now() - ALIVE).exists():
        raise Refused(
            Refusal(
                "house-is-running",
                "A process of this house showed a sign of life within the last minute. Stop the "
                "house first, and wait for a minute.",
            )
        )
    if not replace and (get_user_model().objects.exists() or Action.objects.exists()):
        raise Refused(
            Refusal(
                "house-not-empty",
                "There are people and things in this house. With --replace they are thrown away "
                "for what the backup holds.",
            )
        )


def _build(executor: MigrationExecutor, wanted: Collection[Node]) -> None:
    """Create the tables of the backup's version. ``backup-damaged`` if its list of migrations lacks
    some that others depend on."""
    executor.migrate(leaves(executor.loader, wanted))
    if not wanted or applied_to(connection) - set(wanted):
        raise damaged(MANIFEST)


def _load(backup: Reader, apps: Apps) -> None:
    """Empty and fill every table, and verify that each row is as it was."""
    models = {label_of(model): model for model in kept_models(apps)}
    tables = {table.label: table for table in backup.manifest.tables}
    own_columns = {label: columns(model) for label, model in models.items()}
    backup_columns = {label: list(table.columns) for label, table in tables.items()}
    if own_columns != backup_columns:
        mismatched = sorted(
            {*backup_columns, *own_columns}
            - {
                label_in_backup
                for label_in_backup in backup_columns
                if backup_columns[label_in_backup] == own_columns.get(label_in_backup)
            }
        )
        raise Refused(
            Refusal(
                "backup-damaged",
                f"The backup does not hold the tables of its version: {', '.join(mismatched[:5])}.",
                "manifest",
            )
        )
    all_tables = [model._meta.db_table for model in apps.get_models(include_auto_created=True)]
    with connection.cursor() as cursor:
        for statement in connection.ops.sql_flush(no_style(), sorted(set(all_tables))):
            cursor.execute(statement)
        if connection.vendor == "postgresql":
            # The tables are filled in the order of their names.
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    for label, model in models.items():
        with reading(tables[label].member):
            insert_lines(model, backup.lines(tables[label]))
    _check_keys({tables[label].member: model for label, model in models.items()})
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(models.values())):
            cursor.execute(statement)
    for label, model in models.items():
        if str(digest_of(model)) != tables[label].digest:
            raise Refused(
                Refusal(
                    "restore-differs",
                    f"The rows of {label} did not come out as they were; nothing was changed.",
                    tables[label].member,
                )
            )


def _check_keys(models: Mapping[str, Model]) -> None:
    """``backup-damaged``, naming the table by its member, if a row refers to a missing one."""
    if connection.vendor == "postgresql":
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        except IntegrityError as error:
            table = error.__cause__.diag.table_name  # type: ignore[union-attr]
            members = (name for name, model in models.items() if model._meta.db_table == table)
            raise damaged(next(members, MANIFEST)) from error
        return
    for member, model in models.items():
        with reading(member):
            connection.check_constraints(table_names=[model._meta.db_table])
