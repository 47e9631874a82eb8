"""Moments as a person reads them who is not looking at a page of ours."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from config.people.models import User


def in_own_zone(moment: datetime, user: User) -> str:
    """``Sunday 29 March 2026, 03:30 CEST (UTC+02:00)``: by the clock that hangs where the person
    lives on that day, and with what tells two equal hours of an autumn night apart."""
    try:
        zone = ZoneInfo(user.time_zone) if user.time_zone else UTC
    except (ZoneInfoNotFoundError, ValueError, OSError):
        zone = UTC
    local = moment.astimezone(zone)
    said = f"{local:%A} {local.day} {local:%B %Y, %H:%M} {local.tzname()}"
    offset = f"{local:%z}"
    return said if offset == "+0000" else f"{said} (UTC{offset[:3]}:{offset[3:5]})"
