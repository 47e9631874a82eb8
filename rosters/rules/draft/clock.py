"""When a turn falls due. Clocks are derived: nothing runs, and a deadline is the same whenever and
wherever it is computed.

Time counts while the draft is open, within the clock's hours and outside pauses.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from rosters.rules.draft.settings import Clock

Pause = tuple[datetime, datetime | None]
"""The beginning and end of a pause; the end is ``None`` while it lasts."""

_MOST_STRETCHES = 4000
"""Limit on the hours and pauses before a deadline; exceeded only by windows as short as a minute a
day."""


def due(clock: Clock, pauses: Sequence[Pause], start: datetime, seconds: float) -> datetime | None:
    """The moment at which so many seconds have counted since ``start``; ``None`` if a pause without
    an end comes first."""
    moment, remaining = start, timedelta(seconds=seconds)
    for _ in range(_MOST_STRETCHES):
        counting, stop = _stretch(clock, pauses, moment)
        if counting:
            if stop is None or moment + remaining <= stop:
                return moment + remaining
            remaining -= stop - moment
        if stop is None:
            return None
        moment = stop
    return None


def counted(clock: Clock, pauses: Sequence[Pause], start: datetime, end: datetime) -> float:
    moment, total = start, timedelta()
    for _ in range(_MOST_STRETCHES):
        if moment >= end:
            break
        counting, stop = _stretch(clock, pauses, moment)
        until = end if stop is None else min(stop, end)
        if counting:
            total += until - moment
        moment = until
    return total.total_seconds()


def counts(clock: Clock, pauses: Sequence[Pause], at: datetime) -> bool:
    return _stretch(clock, pauses, at)[0]


def _stretch(clock: Clock, pauses: Sequence[Pause], at: datetime) -> tuple[bool, datetime | None]:
    """Whether time counts from ``at`` on, and until when that stays so; ``None``: forever."""
    ends: list[datetime] = []
    for start, end in pauses:
        if start <= at and (end is None or at < end):
            return False, end
        if start > at:
            ends.append(start)
    if clock.nightly:
        edges = _edges(clock, at)
        running = [is_opening for moment, is_opening in edges if moment <= at][-1]
        edge = next(moment for moment, _ in edges if moment > at)
        if not running:
            return False, edge
        ends.append(edge)
    return True, min(ends, default=None)


def _edges(clock: Clock, at: datetime) -> list[tuple[datetime, bool]]:
    """The openings and closings of the days around a moment, in order; each with whether it
    opens."""
    zone = ZoneInfo(clock.zone)
    today = at.astimezone(zone).date()
    edges = []
    for days in (-2, -1, 0, 1, 2):
        day = today + timedelta(days=days)
        edges.append((_moment(day, clock.opens, zone), True))
        edges.append((_moment(day, clock.closes, zone), False))
    return sorted(edges)


def _moment(day: date, minutes: int, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(minutes // 60, minutes % 60), zone).astimezone(UTC)
