"""Games that are told by their results: confirmed, disputed and settled, put right."""

from __future__ import annotations

from typing import Any
from uuid import NAMESPACE_URL, uuid5

from tournaments.demo_event.acts.games import INNINGS, confirm, reports_path, sides_of
from tournaments.demo_event.event import AuditError, Event, Meeting
from tournaments.demo_event.people import Person

OUTS = 3 * INNINGS
HOSTS_OUTS = OUTS - 3
"""A home side that leads does not bat in the last inning."""


def confirmed(event: Event, meeting: Meeting, number: int) -> None:
    """One side tells the result, the other confirms it."""
    away, home = sides_of(event, meeting, number)
    tell(event, home, meeting, number)
    confirm(event, away, meeting, number)
    _must_be(event, meeting, number, "final")
    event.done["results"] += 1


def with_box(event: Event, meeting: Meeting, number: int) -> None:
    """The visitors tell the line score, the home side says the same of its own: that confirms."""
    away, home = sides_of(event, meeting, number)
    tell(event, away, meeting, number, box=True)
    tell(event, home, meeting, number, box=True)
    _must_be(event, meeting, number, "final")
    event.done["boxes"] += 1


def disputed(event: Event, meeting: Meeting, number: int) -> None:
    """Two versions; the director settles which one counts."""
    away, home = sides_of(event, meeting, number)
    tell(event, home, meeting, number)
    tell(event, away, meeting, number, other=True)
    _must_be(event, meeting, number, "reported")
    told = event.director.get(reports_path(meeting, number))
    if not told["may_settle"]:
        raise AuditError(f"two versions of game {number} stand, and the director may not settle")
    sent = {"version": told["reports"][-1]["version"], "reason": "Both score sheets were read."}
    event.director.call("post", f"{reports_path(meeting, number)}settle/", sent)
    _must_be(event, meeting, number, "final")
    event.done["disputes"] += 1


def put_right(event: Event, meeting: Meeting, number: int) -> None:
    """A result is confirmed, and the director puts it right; the sheets and the table follow."""
    confirmed(event, meeting, number)
    claim = _claim(event, event.director, meeting, number, other=True)
    sent = {**claim, "reason": "A run was counted twice."}
    preview = event.director.call("post", f"{reports_path(meeting, number)}preview/", sent)
    if preview is not None and not any(preview.values()):
        raise AuditError("a correction would change nothing")
    event.director.call("post", f"{reports_path(meeting, number)}correct/", sent)
    event.done["corrections"] += 1


def tell(
    event: Event,
    person: Person,
    meeting: Meeting,
    number: int,
    *,
    box: bool = False,
    other: bool = False,
) -> None:
    """Somebody tells a result: with ``box`` the line score too, with ``other`` another result than
    is usual here."""
    event.done["reports"] += 1
    claim = _claim(event, person, meeting, number, box=box, other=other)
    told = (meeting["series"], number, person.user.pk, event.done["reports"])
    key = str(uuid5(NAMESPACE_URL, f"{event.slug}/{told}"))
    person.call("post", reports_path(meeting, number), {**claim, "key": key})


def game_status(event: Event, meeting: Meeting, number: int) -> str:
    """How far a game is: scheduled, reported, final ..."""
    return str(event.director.get(reports_path(meeting, number))["status"])


def versions(event: Event, meeting: Meeting, number: int) -> int:
    """How often the game was told."""
    return len(event.director.get(reports_path(meeting, number))["reports"])


def _must_be(event: Event, meeting: Meeting, number: int, status: str) -> None:
    now = game_status(event, meeting, number)
    if now != status:
        raise AuditError(f"game {number} of series {meeting['series']} is {now}, not {status}")


def _claim(
    event: Event,
    reader: Person,
    meeting: Meeting,
    number: int,
    *,
    box: bool = False,
    other: bool = False,
) -> dict[str, Any]:
    """A close game that the visitors win, or with ``other`` the home side."""
    runs = {"away": 4, "home": 5} if other else {"away": 4, "home": 3}
    outs = {"away": OUTS, "home": HOSTS_OUTS if other else OUTS}
    told = reader.get(reports_path(meeting, number))
    staffs = dict(zip(("away", "home"), told["staffs"], strict=False))
    claim: dict[str, Any] = {
        "ending": "home-leads" if other else "regulation",
        "inning": INNINGS,
        "half": "top" if other else "bottom",
        "outs": 3,
    }
    for side, opponents in (("away", "home"), ("home", "away")):
        told_of: dict[str, Any] = {"runs": runs[side]}
        if side in staffs:
            starter = staffs[side]["starter"] or staffs[side]["pitchers"][0]["card"]
            made = outs[opponents]
            told_of["pitchers"] = [{"card": starter, "outs": made, "started": True}]
        if box:
            told_of["innings"] = [runs[side], *[0] * (INNINGS - 1)]
            told_of["hits"], told_of["errors"] = runs[side] + 3, 0
        claim[side] = told_of
    return claim
