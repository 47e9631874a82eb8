"""A club whose manager has gone (T0.08): it is taken out and back, or for good, or others play on
for it until one of them takes it over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tournaments.demo_event.event import AuditError, Event, Meeting
from tournaments.demo_event.people import CallError

REASON = "Nobody has seen him since the check-in."

STAND_INS = ("Stan Stand-In", "Sid Stand-In")
"""Who come from outside for a club of an even division (T0.08c); a d20 decides between them."""


def somebody_leaves(event: Event) -> None:
    """A club drops out, in the way that the plan names or by chance."""
    way = event.plan.drop or event.random.choice(sorted(WAYS))
    club = min(event.absent)
    event.say(f"No. {club} drops out ({way}).")
    WAYS[way](event, club)
    event.done["drops"] += 1


def out_and_back(event: Event, club: int) -> None:
    """Taken out and back before the next round: the table is as it was."""
    before = _table(event)
    _take_out(event, club)
    for drop in _drops(event):
        event.director.call("delete", event.at(f"drops/{drop['id']}/"))
    if _drops(event) or _table(event) != before:
        raise AuditError("a drop was taken back, and the table is not as it was")


def out_for_good(event: Event, club: int) -> None:
    """Taken out for good: what it had left are byes."""
    _take_out(event, club)
    event.absent.discard(club)
    event.managers.pop(club, None)
    event.done["out"] += 1


def played_on(event: Event, club: int) -> None:
    """Others play its series: in an odd division who has the bye, else somebody from outside."""
    if not _open(event, club):
        # Nothing is left to play; no replacement is needed.
        return
    event.director.call(
        "post",
        event.at("drops/covered/"),
        {"club": club, "reason": REASON},
        done=lambda: bool(_drops(event)),
    )
    name_who_plays(event)


def name_who_plays(event: Event) -> None:
    """Name a replacement for every open series of a club that others play on for."""
    for drop in _drops(event, "covered"):
        named = {each["series"] for each in drop["replacements"]}
        for at, (number, meeting) in enumerate(_open(event, drop["club"])):
            person = _stand_in(event, drop["club"], number, at)
            if person is None or meeting["series"] in named:
                continue
            sent = {"series": meeting["series"], "email": person.user.email}
            where = event.at(f"drops/{drop['id']}/replacements/")
            if event.director.call("post", where, sent) is not None:
                event.done["stand-ins"] += 1


def settle(event: Event) -> bool:
    """After division play a club that others played for is taken over by one of them (T0.08e to g),
    or it is out, where none may (T0.08h). Whether there was one."""
    found = _drops(event, "covered")
    for drop in found:
        rolls = dict(zip(_played(event, drop), event.random.sample(range(1, 21), 20), strict=False))
        where = event.at(f"drops/{drop['id']}/take-over/")
        answer = event.director.tried("post", where, {"rolls": rolls}, done=lambda: _settled(event))
        if answer.status >= 400 and not _settled(event):
            codes = [each["code"] for each in answer.said["error"]["refusals"]]
            if "nobody-may" not in codes:
                raise CallError(f"{where}: {answer.said}")
            out_for_good(event, drop["club"])
            continue
        event.absent.discard(drop["club"])
        event.managers.pop(drop["club"], None)
        event.done["taken over"] += 1
        event.say(f"No. {drop['club']} is taken over.")
    return bool(found)


WAYS: Mapping[str, Callable[[Event, int], None]] = {
    "back": out_and_back,
    "covered": played_on,
    "out": out_for_good,
}
"""What becomes of a club whose manager has gone."""


def _take_out(event: Event, club: int) -> None:
    before = _table(event)
    sent = {"club": club, "reason": REASON, "nobody_found": True}
    changes = event.director.call("post", event.at("drops/preview/"), sent)
    if _table(event) != before:
        raise AuditError("looking at what a drop would change has changed the table")
    if changes is not None and not changes:
        raise AuditError("a club drops out, and nothing would change")
    event.director.call("post", event.at("drops/"), sent, done=lambda: _is_out(event, club))
    if not _is_out(event, club):
        raise AuditError(f"No. {club} was taken out and is in")


def _stand_in(event: Event, club: int, number: int, at: int) -> Any:
    """Who may play a series of the round: the manager with the bye of an odd division, if he is
    there, else one of those from outside."""
    division = event.divisions[club]
    out = {drop["club"] for drop in _drops(event) if drop["way"] in OUT}
    playing = [each for each in event.divisions if event.divisions[each] == division]
    if len(set(playing) - out) % 2 == 0:
        return event.person(STAND_INS[at % len(STAND_INS)])
    resting = [
        meeting["home"]
        for round_ in event.schedule()
        if round_["number"] == number
        for meeting in round_["meetings"]
        if not meeting["away"] and event.divisions[meeting["home"]] == division
    ]
    return next((event.managers[each] for each in resting if each in event.managers), None)


OUT = ("void", "kept")


def _open(event: Event, club: int) -> list[tuple[int, Meeting]]:
    """What a club has left, each with the number of its round."""
    return [
        (round_["number"], meeting)
        for round_ in event.schedule()
        for meeting in event.unplayed(round_)
        if club in (meeting["home"], meeting["away"])
    ]


def _played(event: Event, drop: Mapping[str, Any]) -> list[str]:
    """The addresses of those from outside who stood in: of the others none may take over."""
    named = {each["name"] for each in drop["replacements"]}
    return [event.person(name).user.email for name in STAND_INS if name in named]


def _is_out(event: Event, club: int) -> bool:
    return any(drop["club"] == club and drop["way"] in OUT for drop in _drops(event))


def _settled(event: Event) -> bool:
    return not _drops(event, "covered")


def _drops(event: Event, way: str = "") -> list[dict[str, Any]]:
    """The drops that stand, of one way or of all; clubs that somebody has taken over apart."""
    found = event.director.get(event.at("drops/"))
    return [drop for drop in found if not drop["taken_over_by"] and (not way or drop["way"] == way)]


def _table(event: Event) -> object:
    return event.spectator.get(event.at("standings/"))
