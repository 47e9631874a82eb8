"""Violations: somebody reports one, the other side answers, the director has the last word."""

from __future__ import annotations

from tournaments.demo_event.acts.games import concede, from_score_sheet, sides_of
from tournaments.demo_event.event import AuditError, Event, Meeting


def dismissed(event: Event, meeting: Meeting, number: int) -> None:
    """A violation is reported of a game that was played; the director finds nothing wrong."""
    from_score_sheet(event, meeting, number)
    facts = "A player who had been taken out ran for the catcher in the seventh."
    where = report_violation(event, meeting, number, facts)
    _dismiss(event, _open(event, where)[0], "The score sheets of both clubs show another player.")


def given_up(event: Event, meeting: Meeting, number: int) -> None:
    """The visitors concede; what looks arranged goes to the director (T0.05c), who finds it was
    not."""
    concede(event, meeting, number)
    for ruling in _waiting(event, f"/series/{meeting['series']}/rulings/"):
        _dismiss(event, ruling, "They had a train to catch.")


def accepted(event: Event, meeting: Meeting, number: int) -> None:
    """A violation is reported; the offended manager, or a director instead, lets it stand."""
    from_score_sheet(event, meeting, number)
    away, _ = sides_of(event, meeting, number)
    facts = "The pinch hitter of the sixth came back in the ninth."
    where = report_violation(event, meeting, number, facts)
    ruling = _open(event, where)[0]
    who = away if away.get(f"/rulings/{ruling}/")["remedies"] else event.director
    who.call("post", f"/rulings/{ruling}/choose/", {"remedy": "accept", "words": "It stands."})
    if _is_open(event, ruling):
        raise AuditError(f"ruling {ruling} was decided and is open")
    event.done["rulings"] += 1


def report_violation(event: Event, meeting: Meeting, number: int, facts: str) -> str:
    """The visitors report, unless they have, that the home side sent a player back in; where the
    series' rulings are."""
    away, home = sides_of(event, meeting, number)
    where = f"/series/{meeting['series']}/rulings/"
    host = next(entrant for entrant, manager in event.managers.items() if manager is home)
    violation = {
        "number": number,
        "case": "re-entry",
        "facts": facts,
        "offender": _team_of(event, host),
    }

    def reported() -> bool:
        return bool(event.director.get(where)["results"])

    if not reported():
        away.call("post", where, violation, done=reported)
    return where


def _dismiss(event: Event, ruling: int, words: str) -> None:
    event.director.call("post", f"/rulings/{ruling}/dismiss/", {"words": words})
    if _is_open(event, ruling):
        raise AuditError(f"ruling {ruling} was dismissed and is open")
    event.done["rulings"] += 1


def _open(event: Event, where: str) -> list[int]:
    found = _waiting(event, where)
    if not found:
        raise AuditError(f"a violation was reported, and nothing is open at {where}")
    return found


def _waiting(event: Event, where: str) -> list[int]:
    return [
        int(each["id"]) for each in event.director.get(where)["results"] if not each["closed_at"]
    ]


def _is_open(event: Event, ruling: int) -> bool:
    return event.director.get(f"/rulings/{ruling}/")["ruling"]["closed_at"] is None


def _team_of(event: Event, number: int) -> int:
    return next(team for team, known in event.numbers.items() if known == number)
