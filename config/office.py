"""What the rooms' pages in the back office share."""

from typing import Any

from django.db.models import Model
from django.http import HttpRequest


class ReadOnly:
    """Rows are looked at: every change goes through the services, which check and log."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class KeepsSeeds:
    """Whoever knows a seed knows the dice to come: it is neither shown nor asked for.

    The second matters as much as the first: a list that can be narrowed by ``seed__startswith``
    gives a seed away letter by letter.
    """

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        if "seed" in lookup.split("__"):
            return False
        return super().lookup_allowed(lookup, value, request)  # type: ignore[misc]
