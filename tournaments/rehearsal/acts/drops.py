"""A club whose manager has gone: the director looks at what it would mean, takes the club out, and
takes that back when the manager comes in again."""

from __future__ import annotations

from tournaments.rehearsal.event import AuditError, Event


def out_and_back(event: Event) -> None:
    """Taken out and back before the next round: the table is as it was."""
    before = _table(event)
    sent = {
        "club": min(event.absent),
        "reason": "Nobody has seen him since the check-in.",
        "nobody_found": True,
    }
    changes = event.director.call("post", event.at("drops/preview/"), sent)
    if _table(event) != before:
        raise AuditError("looking at what a drop would change has changed the table")
    if changes is not None and not changes:
        raise AuditError("a club drops out, and nothing would change")
    event.director.call("post", event.at("drops/"), sent, done=lambda: bool(_drops(event)))
    for drop in _drops(event):
        event.director.call("delete", event.at(f"drops/{drop}/"))
    if _drops(event) or _table(event) != before:
        raise AuditError("a drop was taken back, and the table is not as it was")
    event.done["drops"] += 1


def _drops(event: Event) -> list[int]:
    return [drop["id"] for drop in event.director.get(event.at("drops/"))]


def _table(event: Event) -> object:
    return event.spectator.get(event.at("standings/"))
