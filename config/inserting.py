"""Rows by the thousand, at a part of what ``bulk_create`` takes for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any, TypeVar

from django.db import connections, models, router
from django.db.backends.base.base import BaseDatabaseWrapper

Plain = int | bool | str | None
"""What a column takes as it is, on every database."""

AS_THEY_ARE: dict[type[models.Field[Any, Any]], type] = {
    models.CharField: str,
    models.TextField: str,
    models.SmallIntegerField: int,
    models.PositiveSmallIntegerField: int,
    models.IntegerField: int,
    models.PositiveIntegerField: int,
    models.BooleanField: bool,
    models.ForeignKey: int,
    models.OneToOneField: int,
}
"""Fields, these very classes, that have nothing to do to a value of this very type."""

Row = TypeVar("Row", bound=models.Model)


def insert_rows(
    model: type[models.Model], fields: Sequence[str], rows: Sequence[Sequence[Plain]]
) -> None:
    """Insert rows of plain values, foreign keys by their keys; nothing is filled in, and no keys
    come back. What the database refuses is refused as ever (``IntegrityError``).

    A fifth of the time of ``bulk_create``, which makes an object of every row and asks every field
    of it what to store.
    """
    if not rows:
        return
    connection = connections[router.db_for_write(model)]
    quoted = connection.ops.quote_name
    columns = ", ".join(quoted(_column(model, name)) for name in fields)
    places = ", ".join(["%s"] * len(fields))
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {quoted(model._meta.db_table)} ({columns}) VALUES ({places})",  # noqa: S608
            rows,
        )


def insert_objects(objects: Iterable[Row]) -> list[Row]:
    """Insert unsaved objects of one model, whose keys the database gives, in the caller's
    transaction. What the database refuses is refused as ever (``IntegrityError``).

    What ``bulk_create`` does, in a third of its time: a field is asked what to store only where
    that may be something else than the value itself.
    """
    rows = list(objects)
    if not rows:
        return rows
    meta = rows[0]._meta
    connection = connections[router.db_for_write(type(rows[0]))]
    fields = [field for field in meta.concrete_fields if not field.primary_key]
    stored = [_stored(field, connection) for field in fields]
    quoted = connection.ops.quote_name
    columns = ", ".join(quoted(field.column) for field in fields)
    key = meta.pk
    assert key is not None  # noqa: S101 - a model that has a table
    places = f"({', '.join(['%s'] * len(fields))})"
    most = max(connection.ops.bulk_batch_size(fields, rows), 1)
    with connection.cursor() as cursor:
        for at in range(0, len(rows), most):
            some = rows[at : at + most]
            cursor.execute(
                f"INSERT INTO {quoted(meta.db_table)} ({columns}) VALUES "  # noqa: S608
                f"{', '.join([places] * len(some))} RETURNING {quoted(key.column)}",
                [value(row) for row in some for value in stored],
            )
            for row, (given,) in zip(some, cursor.fetchall(), strict=True):
                row.pk = given
                row._state.adding, row._state.db = False, connection.alias
    return rows


def _stored(
    field: models.Field[Any, Any], connection: BaseDatabaseWrapper
) -> Callable[[models.Model], Any]:
    """What a field of an object stores in its column."""
    as_it_is = AS_THEY_ARE.get(type(field))
    held = attrgetter(field.attname)

    def value(row: models.Model) -> Any:
        found = held(row)
        if type(found) is as_it_is or (found is None and as_it_is is not None):
            return found
        return field.get_db_prep_save(field.pre_save(row, add=True), connection)

    return value


def _column(model: type[models.Model], name: str) -> str:
    field = model._meta.get_field(name)
    assert isinstance(field, models.Field)  # noqa: S101 - a field that is stored
    return str(field.column)
