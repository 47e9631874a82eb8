"""Calendars as other programs read them: iCalendar, RFC 5545, as far as appointments need it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

FOLD_AT = 75
"""Octets of a content line, its end not counted (3.1)."""

PRODUCT = "-//Horsehide//League office//EN"

NOTHING_YET = (
    "BEGIN:VTIMEZONE",
    "TZID:UTC",
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0000",
    "TZOFFSETTO:+0000",
    "TZNAME:UTC",
    "END:STANDARD",
    "END:VTIMEZONE",
)
"""A calendar holds one component or more (3.4, 3.6): without appointments, this invisible one."""


@dataclass(frozen=True)
class Appointment:
    """Something at a time. ``uid`` stays the same for as long as it is the same thing; ``changed``
    is when it was last said otherwise."""

    uid: str
    begins: datetime
    ends: datetime
    summary: str
    changed: datetime
    description: str = ""
    url: str = ""
    cancelled: bool = False


def calendar(name: str, appointments: Iterable[Appointment]) -> bytes:
    """The calendar, UTF-8; every line folded and ended as the standard asks."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:{PRODUCT}",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_text(name)}",
    ]
    lines += [line for each in appointments for line in _event(each)] or NOTHING_YET
    lines.append("END:VCALENDAR")
    return b"".join(part + b"\r\n" for line in lines for part in _folded(line))


def _event(each: Appointment) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{each.uid}"
    yield f"DTSTAMP:{_moment(each.changed)}"
    yield f"DTSTART:{_moment(each.begins)}"
    yield f"DTEND:{_moment(each.ends)}"
    yield f"SUMMARY:{_text(each.summary)}"
    if each.cancelled:
        yield "STATUS:CANCELLED"
    if each.description:
        yield f"DESCRIPTION:{_text(each.description)}"
    if each.url:
        yield f"URL:{each.url}"
    yield "END:VEVENT"


def _moment(moment: datetime) -> str:
    """Form 2 of 3.3.5: in UTC, so that no description of a time zone is needed."""
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(value: str) -> str:
    """3.3.11: backslash, semicolon, comma and the ends of lines are escaped; other signs of control
    cannot be said."""
    escaped = value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    escaped = escaped.replace("\r\n", "\\n").replace("\n", "\\n").replace("\r", "\\n")
    return "".join(sign for sign in escaped if sign >= " " and sign != "\x7f")


def _folded(line: str) -> Iterator[bytes]:
    """3.1: lines of at most 75 octets, what goes on begins with a space; no sign is cut in two."""
    part = b""
    for sign in line:
        octets = sign.encode()
        if len(part) + len(octets) > FOLD_AT:
            yield part
            part = b" "
        part += octets
    yield part
