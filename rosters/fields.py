"""Clubs as they were: a foreign key to a club that shows the name it had then."""

from __future__ import annotations

from copy import copy
from operator import attrgetter
from typing import Any

from django.db import models
from django.db.models.fields.related_descriptors import ForwardManyToOneDescriptor


class ClubAsOf(ForwardManyToOneDescriptor):
    """Reads no more than the club and its row, unless the club has had another name."""

    def __get__(self, instance: models.Model | None, cls: type | None = None) -> Any:
        club: Any = super().__get__(instance, cls)
        if instance is None or club is None:
            return club
        # What a query has left out is not read for this.
        if club.__dict__.get("former_names"):
            club = club.as_of(attrgetter(self.field.as_of)(instance))
        order = instance.__dict__.get(self.field.order)
        if order is not None and self.field.side is not None:
            order = order[self.field.side]
        if order is not None and order != club.batting_order:
            club = copy(club)
            club.batting_order = order
        return club


class ClubField(models.ForeignKey):
    """A foreign key to ``rosters.Team``. ``as_of`` is the path, from the row, to the instant whose
    name and colors are shown; where that is ``None`` they are those of today. ``order`` names the
    field of the row that keeps the batting order, or those of both sides; where it is empty the
    order is that of today, too."""

    forward_related_accessor_class = ClubAsOf

    def __init__(
        self, *args: Any, as_of: str = "", order: str = "", side: int | None = None, **kwargs: Any
    ) -> None:
        self.as_of = as_of
        self.order = order
        self.side = side
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.ForeignKey", args, kwargs
