"""Rows as lines of text, the same on every database."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from hashlib import sha256
from typing import Any

from django.apps.registry import Apps
from django.db import models
from django.db.models.sql import InsertQuery

BATCH = 1000
"""Rows read or inserted at once."""
BATCH_SIZE = 8 * 1024 * 1024
"""Characters of rows inserted at once."""
FEW = 4

LEFT_OUT = frozenset(
    {
        # Heartbeats and messages in transit: true for the running site only.
        "jobs.heartbeat",
        "live.liveevent",
        "people.outgoingmail",
        # What a job recreates from stored data.
        "book.packedarchive",
        # Sessions, and failed attempts to sign in.
        "people.session",
        "sessions.session",
        "axes.accessattempt",
        "axes.accessattemptexpiration",
        "axes.accessfailurelog",
        "axes.accesslog",
    }
)
"""Models excluded from every backup, by label."""

SECOND_FACTORS = frozenset(
    {
        "otp_totp.totpdevice",
        "otp_static.staticdevice",
        "otp_static.statictoken",
        "people.passkey",
    }
)
"""Models that a backup may exclude: an app's secret cannot be stored as a digest, and reveals the
codes. Passkeys are excluded with them, although their public keys are harmless, so that the second
factor is excluded as a whole."""

Model = type[models.Model]


def kept_models(apps: Apps) -> list[Model]:
    """The models in a backup, sorted by label; tables of many-to-many fields included."""
    included = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and label_of(model) not in LEFT_OUT
    ]
    return sorted(included, key=label_of)


def label_of(model: Model) -> str:
    """``games.game``."""
    return model._meta.label_lower


def columns(model: Model) -> list[str]:
    """The stored columns of a model, without those that the database generates. Sorted by name,
    since migrations order the fields of a model differently."""
    own_fields = model._meta.local_concrete_fields
    return sorted(field.attname for field in own_fields if not field.generated)


def lines_of(model: Model) -> Iterator[str]:
    """Every row of a table as a line of JSON, in the order of ``columns``."""
    fields = _fields(model)
    holds_files = any(isinstance(field, models.BinaryField) for field in fields)
    rows = model._base_manager.order_by("pk")
    for row in rows.iterator(chunk_size=FEW if holds_files else BATCH):
        yield _line(fields, row)


def _line(fields: Sequence[models.Field[Any, Any]], row: models.Model) -> str:
    return json.dumps(
        [_plain_value(field, row) for field in fields],
        ensure_ascii=False,
        separators=(",", ":"),
        sort_keys=True,
    )


def insert_lines(model: Model, lines: Iterator[str]) -> None:
    """Insert the rows unchanged: no key is assigned anew, no time of change set to now. Raises
    ``ValueError``, or errors of fields and database, if a line is no row of the table."""
    fields = _fields(model)
    batch: list[models.Model] = []
    size = 0
    for line in lines:
        cells = zip(fields, json.loads(line), strict=True)
        row = model(**{field.attname: _read(field, cell) for field, cell in cells})
        if _line(fields, row) != line:
            raise ValueError("A row has values of another kind than its fields.")
        batch.append(row)
        size += len(line)
        if len(batch) == BATCH or size > BATCH_SIZE:
            _insert(model, fields, batch)
            batch, size = [], 0
    _insert(model, fields, batch)


class Digest:
    """A digest of a set of lines, independent of their order: the sum of the SHA-256 of each."""

    def __init__(self) -> None:
        self.rows = 0
        self._sum = 0

    def add(self, line: str) -> None:
        self.rows += 1
        self._sum += int.from_bytes(sha256(line.encode()).digest(), "big")

    def __str__(self) -> str:
        return f"{self._sum % (1 << 256):064x}"


def digest_of(model: Model) -> Digest:
    digest = Digest()
    for line in lines_of(model):
        digest.add(line)
    return digest


def _fields(model: Model) -> list[models.Field[Any, Any]]:
    by_name = {field.attname: field for field in model._meta.local_concrete_fields}
    return [by_name[name] for name in columns(model)]


def _plain_value(field: models.Field[Any, Any], row: models.Model) -> Any:
    value = field.value_from_object(row)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(field, models.JSONField):
        return value
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    # Values that only the field itself can serialize.
    return field.value_to_string(row)


def _read(field: models.Field[Any, Any], cell: Any) -> Any:
    return cell if cell is None or isinstance(field, models.JSONField) else field.to_python(cell)


def _insert(
    model: Model, fields: Sequence[models.Field[Any, Any]], rows: Sequence[models.Model]
) -> None:
    from django.db import connection

    # Databases limit the number of values in a statement.
    limit = connection.ops.bulk_batch_size(list(fields), list(rows)) or len(rows)
    for start in range(0, len(rows), max(limit, 1)):
        query = InsertQuery(model)
        query.insert_values(fields, list(rows[start : start + limit]), raw=True)
        query.get_compiler(connection=connection).execute_sql()
