"""iCalendar as RFC 5545 has it: read back by rules written down here, not by those who wrote it."""

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from config.calendars import Appointment, calendar

BEGINS = datetime(2027, 3, 1, 19, 0, tzinfo=timezone(timedelta(hours=1)))


def appointment(**changes) -> Appointment:
    said = {
        "uid": "series-1@league.example",
        "begins": BEGINS,
        "ends": BEGINS + timedelta(hours=2),
        "summary": "Aces at Bears",
        "changed": datetime(2027, 2, 1, tzinfo=UTC),
    }
    return Appointment(**(said | changes))


def unfolded(content: bytes) -> list[str]:
    """3.1: content lines, put together again."""
    assert content.endswith(b"\r\n")
    lines: list[bytes] = []
    for line in content[:-2].split(b"\r\n"):
        assert len(line) <= 75
        assert b"\n" not in line
        # Each part is text by itself: no sign was cut in two.
        line.decode()
        if line.startswith(b" "):
            lines[-1] += line[1:]
        else:
            lines.append(line)
    return [line.decode() for line in lines]


def unescaped(value: str) -> str:
    """3.3.11."""
    found, signs = "", iter(value)
    for sign in signs:
        if sign == "\\":
            sign = next(signs)
            found += "\n" if sign in "nN" else sign
        else:
            assert sign not in ";,"
            found += sign
    return found


def test_an_appointment_says_when_in_utc_and_what():
    lines = unfolded(calendar("Spring, and more", [appointment(url="https://x.example/")]))
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-1] == "END:VCALENDAR"
    assert "VERSION:2.0" in lines
    assert "X-WR-CALNAME:Spring\\, and more" in lines
    assert "DTSTART:20270301T180000Z" in lines
    assert "DTEND:20270301T200000Z" in lines
    assert "DTSTAMP:20270201T000000Z" in lines
    assert "SUMMARY:Aces at Bears" in lines
    assert "URL:https://x.example/" in lines


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n"), min_size=1))
def test_any_text_comes_back_as_it_was(text):
    lines = unfolded(calendar("x", [appointment(summary=text)]))
    (summary,) = [line for line in lines if line.startswith("SUMMARY:")]
    assert unescaped(summary.removeprefix("SUMMARY:")) == text


def test_nobody_adds_lines_by_what_he_calls_his_club():
    name = "Aces\r\nATTENDEE:mailto:x@example.org\x00\x0b"
    lines = unfolded(calendar(name, [appointment(summary=name)]))
    assert not any(line.startswith("ATTENDEE") for line in lines)


def components(lines: list[str]) -> list[str]:
    """3.6: what the calendar holds, inner ones as "outer/inner"; each begun one is ended."""
    (begun, *lines), found, inside = lines, [], []
    assert (begun, lines.pop()) == ("BEGIN:VCALENDAR", "END:VCALENDAR")
    for line in lines:
        if line.startswith("BEGIN:"):
            inside.append(line.removeprefix("BEGIN:"))
            found.append("/".join(inside))
        elif line.startswith("END:"):
            assert inside.pop() == line.removeprefix("END:")
    assert not inside
    return found


def test_a_calendar_without_an_appointment_still_holds_a_component():
    lines = unfolded(calendar("Spring", []))
    # 3.6: `component = 1*(...)`; 3.6.5: a zone holds one observance or more, each with these three.
    assert components(lines) == ["VTIMEZONE", "VTIMEZONE/STANDARD"]
    assert lines.count("TZID:UTC") == 1
    observance = lines[lines.index("BEGIN:STANDARD") + 1 : lines.index("END:STANDARD")]
    said = dict(line.split(":", 1) for line in observance)
    # Local time, without a zone of its own.
    assert datetime.strptime(said["DTSTART"], "%Y%m%dT%H%M%S").tzinfo is None
    assert (said["TZOFFSETFROM"], said["TZOFFSETTO"]) == ("+0000", "+0000")


def test_a_calendar_with_appointments_holds_them_alone():
    said = [appointment(), appointment(uid="series-2@league.example")]
    assert components(unfolded(calendar("Spring", said))) == ["VEVENT", "VEVENT"]
