"""Who is said not to be there for a series, and until when it has to be played."""

from __future__ import annotations

from games.models import Series
from games.seriesday.models import Absence, SeriesClock


def absences_of(series: Series) -> list[Absence]:
    """Everything that was said of a series, the latest first."""
    return list(series.absences.select_related("team", "told_by"))


def clock_of(series: Series) -> SeriesClock | None:
    """The clock of a series, if it has one."""
    return SeriesClock.objects.filter(series=series).first()
