"""What people are told of, as the rooms above know it.

A room registers each kind with a source that says what waits, for whom, at this moment. Notices
follow from that: nobody has to remember to send one, and none outlives what it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Kind:
    """Something that people may be told of, and may choose not to be."""

    key: str
    title: str
    when: str


@dataclass(frozen=True)
class Waiting:
    """Something that waits for people (ids of users). ``key`` is what it is about and never
    changes; ``url`` where it is done; ``scope`` what it belongs to; ``due`` until when."""

    key: str
    people: frozenset[int]
    title: str
    url: str
    scope: str
    detail: str = ""
    due: datetime | None = None


Source = Callable[[datetime, Collection[str] | None], Iterable[Waiting]]
"""Called with the moment, and the scopes that are asked about or ``None`` for all of them."""

KINDS: dict[str, Kind] = {}
SOURCES: dict[str, Source] = {}
UPON: dict[str, list[str]] = {}
"""By code of the log the kinds that are asked at once, and not with the next look at everything."""


def register(kind: Kind, source: Source, *, upon: Iterable[str] = ()) -> None:
    """Let ``source`` say what of that kind waits; at once where something ``upon`` which it depends
    has been done."""
    KINDS[kind.key], SOURCES[kind.key] = kind, source
    for code in upon:
        UPON.setdefault(code, []).append(kind.key)
