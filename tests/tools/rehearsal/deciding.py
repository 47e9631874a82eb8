"""What follows once everything that was drawn is played: ties are broken, rounds drawn, and at the
end there is a champion."""

from __future__ import annotations

from tournaments.demo_event.event import AuditError, Event
from tournaments.demo_event.people import CallError

MOST_TIES = 20
PLAYOFF_BY_GAME = 0.5
"""How often a tie that a game decides is played here, and not told by its result."""


def draw_on(event: Event) -> bool:
    """Draw what follows. False: a tie has to be broken first. The last tie may end the event."""
    if event.state == "complete":
        return True
    drawn = len(event.schedule())
    answer = event.director.tried(
        "post", event.at("advance/"), done=lambda: len(event.schedule()) > drawn
    )
    if answer.status < 400:
        return True
    code = answer.said["error"]["code"]
    if code == "round-open" and len(event.schedule()) > drawn:
        # The first call was heard, its answer was not.
        return True
    if code != "tie-open":
        raise CallError(f"advance: {answer.said}")
    return False


def break_tie(event: Event) -> None:
    """What the first tie that decides waits for: a d20 for each, a game of two, or its result."""
    waiting = event.director.get(event.at("tie-rulings/"))
    tie = next((each for each in waiting if each["decides"]), None)
    if tie is None:
        raise AuditError("a tie keeps the next stage from being drawn, and none says so")
    kind, members = tie["kind"], tie["members"]
    asked = {"kind": kind, "members": members}

    def heard() -> bool:
        left = event.director.get(event.at("tie-rulings/"))
        return all({key: each[key] for key in asked} != asked for each in left)

    if kind == "d20":
        values = {str(member): event.random.randint(1, 20) for member in members}
    elif event.random.random() < PLAYOFF_BY_GAME:
        event.director.call("post", event.at("tie-games/"), asked, done=heard)
        event.done["tie games"] += 1
        event.say(f"Nos. {members} play a game for it ({kind}).")
        return
    else:
        winner = event.random.choice(members)
        values = {str(member): int(member == winner) for member in members}
    body = {"kind": kind, "values": values}
    event.director.call("post", event.at("tie-rulings/"), body, done=heard)
    event.done["ties"] += 1
    event.say(f"Tie of Nos. {members} broken by {kind}.")


def champions(event: Event) -> list[str]:
    """Who has won."""
    won = event.spectator.get(event.at("champions/"))
    found = [each["team"]["name"] for each in won]
    if not found:
        raise AuditError("the event is over and has no champion")
    report = event.spectator.get(event.at("report/"))
    winners = {event.numbers[each["team"]["id"]] for each in won}
    if set(report["winners"]) != winners or not report["write_up"]:
        raise AuditError(f"the report names Nos. {report['winners']} as winners, not {winners}")
    return found
