"""Rows as lines of text that mean the same on every database."""

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
"""Rows read at once where each may hold a picture or a file."""

LEFT_OUT = frozenset(
    {
        # Signs of life and what is on the way: true for the house that runs, and for no copy of it.
        "jobs.heartbeat",
        "live.liveevent",
        "people.outgoingmail",
        # What a job makes anew of what is kept.
        "book.packedarchive",
        # Who is signed in, and who mistyped his password.
        "people.session",
        "sessions.session",
        "axes.accessattempt",
        "axes.accessattemptexpiration",
        "axes.accessfailurelog",
        "axes.accesslog",
    }
)
"""Models that no copy holds, by label."""

SECOND_FACTORS = frozenset(
    {
        "otp_totp.totpdevice",
        "otp_static.staticdevice",
        "otp_static.statictoken",
        "people.passkey",
    }
)
"""Models of which a copy has no row where that is wanted: an app's secret cannot be kept as a
digest, and anyone who has it has the codes. Passkeys go with them, though their public halves open
nothing: what is left out is the second factor, and not a part of it."""

Model = type[models.Model]


def kept_models(apps: Apps) -> list[Model]:
    """The models of which every row is kept, by label; the tables of many-to-many fields too."""
    found = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and label_of(model) not in LEFT_OUT
    ]
    return sorted(found, key=label_of)


def label_of(model: Model) -> str:
    """``games.game``."""
    return model._meta.label_lower


def columns(model: Model) -> list[str]:
    """What of a row is kept: everything in its own table that the database does not work out by
    itself. In order of the alphabet, as the fields of a model stand in another order in its
    migrations."""
    own = model._meta.local_concrete_fields
    return sorted(field.attname for field in own if not field.generated)


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
    """Insert such rows as they are: no key is given anew, no time of change set to now.
    ``ValueError``, or what fields and the database raise, where a line is no row of the table."""
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
    """A number that two sets of lines have in common when they are the same, in any order: the sum
    of the SHA-256 of each."""

    def __init__(self) -> None:
        self.rows = 0
        self._sum = 0

    def add(self, line: str) -> None:
        """One line more."""
        self.rows += 1
        self._sum += int.from_bytes(sha256(line.encode()).digest(), "big")

    def __str__(self) -> str:
        return f"{self._sum % (1 << 256):064x}"


def digest_of(model: Model) -> Digest:
    """What the rows of a table come to."""
    found = Digest()
    for line in lines_of(model):
        found.add(line)
    return found


def _fields(model: Model) -> list[models.Field[Any, Any]]:
    named = {field.attname: field for field in model._meta.local_concrete_fields}
    return [named[name] for name in columns(model)]


def _plain_value(field: models.Field[Any, Any], row: models.Model) -> Any:
    value = field.value_from_object(row)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(field, models.JSONField):
        return value
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    # What only the field itself can write.
    return field.value_to_string(row)


def _read(field: models.Field[Any, Any], cell: Any) -> Any:
    return cell if cell is None or isinstance(field, models.JSONField) else field.to_python(cell)


def _insert(
    model: Model, fields: Sequence[models.Field[Any, Any]], rows: Sequence[models.Model]
) -> None:
    from django.db import connection

    # A database takes so many values in one statement, and no more.
    most = connection.ops.bulk_batch_size(list(fields), list(rows)) or len(rows)
    for begin in range(0, len(rows), max(most, 1)):
        query = InsertQuery(model)
        query.insert_values(fields, list(rows[begin : begin + most]), raw=True)
        query.get_compiler(connection=connection).execute_sql()
