"""Moments as a person reads them who is not looking at a page of ours."""

from datetime import UTC, datetime, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from config.people.models import User


def zone_of(name: str) -> tzinfo:
    """The time zone of that name; UTC where there is no name, or none such any more."""
    try:
        return ZoneInfo(name) if name else UTC
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


@cache
def time_zones() -> frozenset[str]:
    """The names of all time zones; looking for them reads some six hundred files."""
    return frozenset(available_timezones())


def is_zone(name: str) -> bool:
    """Whether there is a time zone of that name."""
    return name in time_zones()


def in_own_zone(moment: datetime, user: User) -> str:
    """``Sunday 29 March 2026, 03:30 CEST (UTC+02:00)``: by the clock that hangs where the person
    lives on that day, and with what tells two equal hours of an autumn night apart."""
    local = moment.astimezone(zone_of(user.time_zone))
    said = f"{local:%A} {local.day} {local:%B %Y, %H:%M} {local.tzname()}"
    offset = f"{local:%z}"
    return said if offset == "+0000" else f"{said} (UTC{offset[:3]}:{offset[3:5]})"
