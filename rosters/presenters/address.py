"""Addresses of a view: the same page with one thing asked differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict


@dataclass(frozen=True)
class Address:
    """A page and what is asked of it. Asking for something else leads back to the first page."""

    path: str
    query: QueryDict

    def asking(self, **changes: str | Sequence[str]) -> str:
        """The address with these words instead; empty ones, and the page number, left out."""
        query = QueryDict(mutable=True)
        for name, values in self.query.lists():
            if name != "page" and name not in changes:
                query.setlist(name, [value for value in values if value])
        for name, value in changes.items():
            query.setlist(name, [value] if isinstance(value, str) else list(value))
        for name in [name for name, values in query.lists() if not any(values)]:
            del query[name]
        written = query.urlencode()
        return f"{self.path}?{written}" if written else self.path
