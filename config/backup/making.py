"""Make a backup while the site runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.apps import apps
from django.apps.registry import Apps
from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from config.backup.archive import Manifest, writing
from config.backup.rows import SECOND_FACTORS, columns, kept_models, label_of, lines_of


def make_backup(path: Path, of: Apps = apps, *, second_factors: bool | None = None) -> Manifest:
    """Write all stored data into a file, as of one moment; concurrent transactions are not blocked,
    and are in it whole or not at all. Raises ``OSError`` if the file cannot be written; it then
    does not exist. ``of``: the models of the database, if it is of another version.
    ``second_factors``: whether those of the accounts are included (``BACKUP_SECOND_FACTORS``);
    without them all users sign in by password alone until they set one up again.

    Excluded: sessions, and the secret key (``config.backup.rows.LEFT_OUT``).
    """
    with_second_factors = (
        settings.BACKUP_SECOND_FACTORS if second_factors is None else second_factors
    )
    without_rows = frozenset() if with_second_factors else SECOND_FACTORS
    with writing(path) as writer, _one_moment():
        manifest = Manifest(
            made_at=timezone.now().isoformat(timespec="seconds"),
            database=connection.vendor,
            migrations=_migrations(),
            tables=tuple(
                writer.table(
                    label_of(model),
                    columns(model),
                    iter(()) if label_of(model) in without_rows else lines_of(model),
                )
                for model in kept_models(of)
            ),
        )
        writer.finish(manifest)
    return manifest


def _migrations() -> dict[str, list[str]]:
    by_app: dict[str, list[str]] = {}
    for app, name in sorted(MigrationRecorder(connection).applied_migrations()):
        by_app.setdefault(app, []).append(name)
    return by_app


@contextmanager
def _one_moment() -> Iterator[None]:
    """Make all reads inside the block see the database as it was at its beginning."""
    if connection.in_atomic_block:
        # Part of the caller's own transaction.
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        # Django's own transactions take SQLite's write lock, and keep it from all others.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
