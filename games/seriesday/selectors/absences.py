"""Who is said not to be there for a series, and until when it has to be played."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from config.jobs.uptime import LAST_DAY, put_off, silences
from games.models import Series
from games.seriesday.models import Absence, SeriesClock


def absences_of(series: Series) -> list[Absence]:
    """Everything that was said of a series, the latest first."""
    return list(series.absences.select_related("team", "told_by"))


def extended_deadlines(clocks: Iterable[SeriesClock], now: datetime) -> dict[int, datetime]:
    """By series until when it really has to be played: time of the deadline's last day in which
    nobody could act is added to it. No query where there are no deadlines."""
    due = {clock.series_id: clock.due_at for clock in clocks if clock.due_at is not None}
    if not due:
        return {}
    silent = silences(min(due.values()) - LAST_DAY, now)
    return {series: put_off(at, silent) for series, at in due.items()}


def clock_of(series: Series) -> SeriesClock | None:
    """The clock of a series, if it has one."""
    return SeriesClock.objects.filter(series=series).first()
