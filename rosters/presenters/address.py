"""Addresses of a page with one query parameter changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict


@dataclass(frozen=True)
class Address:
    """A page and its query. Changing a parameter leads back to the first page."""

    path: str
    query: QueryDict

    def asking(self, **changes: str | Sequence[str]) -> str:
        """The address with these parameters changed; empty ones, and the page number, are left
        out."""
        query = QueryDict(mutable=True)
        for name, values in self.query.lists():
            if name != "page" and name not in changes:
                query.setlist(name, [value for value in values if value])
        for name, value in changes.items():
            query.setlist(name, [value] if isinstance(value, str) else list(value))
        for name in [name for name, values in query.lists() if not any(values)]:
            del query[name]
        encoded = query.urlencode()
        return f"{self.path}?{encoded}" if encoded else self.path
