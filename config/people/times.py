"""Times in the user's own zone, for mails and other texts that are not pages."""

from datetime import UTC, datetime, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from config.people.models import User


def zone_of(name: str) -> tzinfo:
    """The time zone of that name; UTC if the name is empty or unknown."""
    try:
        return ZoneInfo(name) if name else UTC
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


@cache
def time_zones() -> frozenset[str]:
    """The names of all time zones; cached, since finding them reads some six hundred files."""
    return frozenset(available_timezones())


def is_zone(name: str) -> bool:
    return name in time_zones()


def in_own_zone(moment: datetime, user: User) -> str:
    """``Sunday 29 March 2026, 03:30 CEST (UTC+02:00)``: in the user's zone on that day; the offset
    distinguishes the two equal hours of an autumn night."""
    local = moment.astimezone(zone_of(user.time_zone))
    words = f"{local:%A} {local.day} {local:%B %Y, %H:%M} {local.tzname()}"
    offset = f"{local:%z}"
    return words if offset == "+0000" else f"{words} (UTC{offset[:3]}:{offset[3:5]})"
