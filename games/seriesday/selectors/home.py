"""Rolls for home as pages and the API show them."""

from __future__ import annotations

from games.models import Series
from games.seriesday.models import HomeRoll


def attempts_of(series: Series) -> list[HomeRoll]:
    """Every attempt of a series, those that were taken back as well, the first one first."""
    return list(HomeRoll.objects.filter(series=series).select_related("hosts").order_by("number"))
