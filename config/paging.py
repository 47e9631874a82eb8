"""Long lists page by page, by the key of the row where a page ends and not by counting.

A page that is asked for by its number costs all the pages before it, and the number of pages costs
the whole list. Here a page costs what it shows, wherever it lies, and rows that come in at the top
while a user reads on push nothing onto the next page. The price is that pages are reached from
their neighbours only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from json import dumps, loads
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import ValidationError
from django.db.models import BooleanField, Field, Model, Q, QuerySet
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from config.refusals import Refusal, Refused

AFTER, BEFORE = "after", "before"
"""What the place of a page is called in addresses."""

LONGEST = 400


@dataclass(frozen=True)
class Page:
    """A part of a list: its rows, and how the addresses of this page and its neighbours end; an
    empty one for the first page, None where there is no neighbour."""

    rows: Sequence[Any] = ()
    here: str = ""
    previous: str | None = None
    next: str | None = None

    def __iter__(self) -> Iterator[Any]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def has_other_pages(self) -> bool:
        """Whether there is anything before or after it."""
        return self.previous is not None or self.next is not None


@dataclass(frozen=True)
class _Column:
    """A part of the key: where it is read on a row, and how a value is read from an address."""

    name: str
    falls: bool
    field: Field[Any, Any] = field(repr=False)

    def beyond(self, value: Any, *, backwards: bool) -> Q:
        """What follows the value in the list, or precedes it."""
        return Q(**{f"{self.name}__{'lt' if self.falls != backwards else 'gt'}": value})

    def not_short_of(self, value: Any, *, backwards: bool) -> Q:
        """The value and what follows, or precedes it."""
        return Q(**{f"{self.name}__{'lte' if self.falls != backwards else 'gte'}": value})


def page_by_key(found: QuerySet[Any], size: int, asked: Mapping[str, str]) -> Page:
    """The page of the list that ``asked`` (the address's query) names, the first one if none.

    The queryset is ordered by columns of its own that are never null, the last of them unique.
    Refused: ``unknown-place`` for a place that no page of such a list has.
    """
    columns = _columns(found)
    backwards = not asked.get(AFTER) and bool(asked.get(BEFORE))
    mark = asked.get(BEFORE if backwards else AFTER, "")
    if not mark:
        return _first(found, columns, size)
    key = _read(mark, columns, BEFORE if backwards else AFTER)
    rows = list(_beyond(found, columns, key, backwards=backwards)[: size + 1])
    more = len(rows) > size
    rows = rows[:size]
    if backwards:
        if not more:
            # The way back ends at a page as long as any other, whatever has come in since.
            return _first(found, columns, size)
        rows.reverse()
        return Page(
            rows, _end(BEFORE, mark), _end(BEFORE, rows[0], columns), _end(AFTER, rows[-1], columns)
        )
    previous = _end(BEFORE, rows[0], columns) if rows else ""
    return Page(rows, _end(AFTER, mark), previous, _end(AFTER, rows[-1], columns) if more else None)


def or_first(page: Callable[[Mapping[str, str]], Page], asked: Mapping[str, str]) -> Page:
    """The page asked for, and for an address with a place that is none the first: what people are
    shown."""
    try:
        return page(asked)
    except Refused:
        return page({})


def _first(found: QuerySet[Any], columns: Sequence[_Column], size: int) -> Page:
    rows = list(found[: size + 1])
    more = len(rows) > size
    return Page(rows[:size], next=_end(AFTER, rows[size - 1], columns) if more else None)


def _columns(found: QuerySet[Any]) -> list[_Column]:
    names = found.query.order_by or found.query.get_meta().ordering or ()
    return [_column(found, str(name)) for name in names]


def _column(found: QuerySet[Any], order: str) -> _Column:
    name = order.removeprefix("-")
    annotation = found.query.annotations.get(name)
    kind: Field[Any, Any]
    if annotation is not None:
        kind = annotation.output_field
    else:
        meta = found.query.get_meta()
        kind = meta.pk if name == "pk" else meta.get_field(name)  # type: ignore[assignment]
        # A relation is ordered by whatever its rows are ordered by; its column is meant here.
        kind = getattr(kind, "target_field", kind)
    return _Column(name, order.startswith("-"), kind)


def _beyond(
    found: QuerySet[Any], columns: Sequence[_Column], key: Sequence[Any], *, backwards: bool
) -> QuerySet[Any]:
    """The rows on the other side of the key, the nearest first."""
    beyond, level = Q(), Q()
    for column, value in zip(columns, key, strict=True):
        beyond |= level & column.beyond(value, backwards=backwards)
        level &= Q(**{column.name: value})
    # Said once more of the first column alone, for an index to begin there.
    bound = columns[0].not_short_of(key[0], backwards=backwards) if len(columns) > 1 else Q()
    found = found.filter(bound & beyond)
    return found.reverse() if backwards else found


def _end(place: str, at: Model | str, columns: Sequence[_Column] = ()) -> str:
    """How an address ends, at a row or at a mark as it was read."""
    if isinstance(at, str):
        return urlencode({place: at})
    key = [_plain(getattr(at, column.name)) for column in columns]
    if len(key) == 1 and isinstance(key[0], int):
        return urlencode({place: key[0]})
    return urlencode({place: urlsafe_base64_encode(dumps(key).encode())})


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return value if isinstance(value, bool | int | str) else str(value)


def _read(mark: str, columns: Sequence[_Column], place: str) -> list[Any]:
    """The key that a mark stands for."""
    try:
        if len(mark) > LONGEST:
            raise ValueError
        words = [mark] if mark.isascii() and mark.isdigit() else _words(mark)
        if len(words) != len(columns):
            raise ValueError
        return [_value(word, column.field) for word, column in zip(words, columns, strict=True)]
    except (ValueError, TypeError, OverflowError, RecursionError, ValidationError):
        raise Refused(
            Refusal(
                "unknown-place",
                "There is no such place in this list; follow its links, or begin at its start.",
                place,
            )
        ) from None


def _words(mark: str) -> list[Any]:
    words = loads(urlsafe_base64_decode(mark))
    if not isinstance(words, list):
        raise ValueError
    return words


def _value(word: Any, kind: Field[Any, Any]) -> Any:
    """A part of a key as its column holds it, and only what a database can look for."""
    if isinstance(kind, BooleanField):
        if not isinstance(word, bool):
            raise ValueError
        return word
    if not isinstance(word, str | int) or b"\0" in str(word).encode():
        raise ValueError
    value = kind.to_python(word)
    if value is None or (isinstance(value, int) and abs(value) >= 1 << 63):
        raise ValueError
    if isinstance(value, datetime) and not (value.tzinfo and 1900 < value.year < 3000):
        raise ValueError
    return value
