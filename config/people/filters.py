"""Admin filters by event."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import SimpleListFilter
from django.db.models.query import QuerySet
from django.http import HttpRequest

from config.people import scopes

EVENT = "event"


def of_event(field: str) -> type[SimpleListFilter]:
    """A filter by one of the newest events. ``field``: the path to its key, as ``event__key`` or
    ``series__event__key``; ``scope`` where rows have only a topic."""
    relation, _, rest = field.partition("__")

    class Event(SimpleListFilter):
        title = "event"
        parameter_name = EVENT

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
            return scopes.latest()

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            if not self.value():
                return queryset
            if not rest or relation == EVENT:
                return queryset.filter(**{field: self.value()})
            # The other table has an index on it; with a join the database may not use it.
            column: Any = queryset.model._meta.get_field(relation)
            rows = column.related_model._default_manager.filter(**{rest: self.value()})
            return queryset.filter(**{f"{relation}__in": rows.order_by().values("pk")})

    return Event
