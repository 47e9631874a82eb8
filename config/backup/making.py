"""Take a copy of the house while it works."""

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
    """Write everything that is stored into a file, as it is at one moment; transactions that write
    meanwhile are not held up, and are in it whole or not at all. ``OSError`` where the file cannot
    be written; it is then not there. ``of``: the models as the database has them, where that is of
    another version. ``second_factors``: whether those of the accounts are in it
    (``BACKUP_SECOND_FACTORS``); without them everybody enters by password alone, until they have
    set one up again.

    Not in it: who is signed in, and the secret key (``config.backup.rows.LEFT_OUT``).
    """
    wanted = settings.BACKUP_SECOND_FACTORS if second_factors is None else second_factors
    empty = frozenset() if wanted else SECOND_FACTORS
    with writing(path) as writer, _one_moment():
        manifest = Manifest(
            made_at=timezone.now().isoformat(timespec="seconds"),
            database=connection.vendor,
            migrations=_migrations(),
            tables=tuple(
                writer.table(
                    label_of(model),
                    columns(model),
                    iter(()) if label_of(model) in empty else lines_of(model),
                )
                for model in kept_models(of)
            ),
        )
        writer.finish(manifest)
    return manifest


def _migrations() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for app, name in sorted(MigrationRecorder(connection).applied_migrations()):
        found.setdefault(app, []).append(name)
    return found


@contextmanager
def _one_moment() -> Iterator[None]:
    """What is read inside is what was there when it began."""
    if connection.in_atomic_block:
        # Within the caller's own transaction, of which this is a part.
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        # Django's own transactions wait for the pen here, and keep it from everybody else.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
