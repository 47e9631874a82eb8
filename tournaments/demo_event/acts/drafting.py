"""The draft: check-in, rolls at the table, slots, picks by managers and by the house."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rosters.drafts.models import Draft
from tournaments.demo_event.event import AuditError, Event, plant

PICKS_HIMSELF = 2
"""Rounds that a manager drafts; then the manager has to go, and the computer drafts on."""


def check_in(event: Event) -> None:
    """The draft is set up; managers who are there say so, the director says it of the others."""
    plan = event.plan
    if not Draft.objects.filter(event__key=event.scope).exists():
        event.director.call("post", event.at("draft/"))
    draft = event.director.get(event.at("draft/"))["id"]
    plant(Draft, draft, f"rehearsal/{plan.preset}/{plan.seed}")
    for entrant in _preparation(event)["entrants"]:
        number = _number_of(event, entrant["name"])
        there = number in event.managers and number not in event.absent
        who = event.managers[number] if there else event.director
        answer = {"drafter": "manager" if there else "house"}
        who.call("put", f"/drafts/{draft}/entrants/{entrant['number']}/", answer)


def choose_slots(event: Event) -> None:
    """All roll until none are tied; in that order slots are chosen."""
    where = f"/drafts/{_preparation(event)['id']}/"
    while due := _preparation(event)["to_roll"]:
        # One at a time: the computer throws for the last of them where they have no manager.
        faces = _faces(event, _preparation(event)["settings"])
        event.director.call("post", f"{where}rolls/", {"entrant": due[0], "faces": faces})
    while (choosing := _preparation(event))["chooses"] is not None:
        number, free = choosing["chooses"], choosing["free"]
        place = event.random.choice(free)
        event.director.call("post", f"{where}slots/", {"entrant": number, **place})


def draft(event: Event) -> None:
    """Managers draft their first rounds, the house the rest; then everybody has a squad."""
    open_draft(event)
    for division in range(1, len(_preparation(event)["divisions"]) + 1):
        draft_division(event, division)
    finish_draft(event)


def open_draft(event: Event) -> None:
    """Picks are taken from now on."""
    where = _where(event)
    if event.director.get(where)["state"] == "preparing":
        event.director.call("post", f"{where}open/")


def finish_draft(event: Event) -> None:
    """Finish the draft, in which every club has a squad."""
    where = _where(event)
    if event.director.get(where)["state"] != "complete":
        event.director.call("post", f"{where}finish/")


def draft_division(
    event: Event, division: int, *, himself: int = PICKS_HIMSELF, most: int | None = None
) -> None:
    """Every manager of a division drafts so many rounds (``himself``), and the computer the rest.
    With ``most`` only so many picks are made."""
    where, picked = _where(event), Counter[int]()
    place = {"division": division}
    seats = event.director.get(f"{where}?division={division}")["seats"]
    by_slot = {seat["slot"]: _number_of(event, seat["name"]) for seat in seats}
    while (board := event.director.get(f"{where}?division={division}"))["turn"] is not None:
        if most is not None and picked.total() >= most:
            return
        turn = board["turn"]
        number = by_slot[turn["slot"]]
        if picked[number] >= himself or number not in event.managers:
            event.director.call(
                "put", f"{where}drafter/", {**place, "slot": turn["slot"], "drafter": "house"}
            )
            continue
        manager = event.managers[number]
        left = manager.get(f"{where}available/?division={division}")
        before = len(board["picks"])
        manager.call("post", f"{where}picks/", {**place, "card": left[0]["id"]})
        after = event.director.get(f"{where}?division={division}")
        if len(after["picks"]) <= before:
            raise AuditError(f"the pick of {manager.name} is lost")
        picked[number] += 1
        event.done["picks"] += 1


def _where(event: Event) -> str:
    return f"/drafts/{_preparation(event)['id']}/"


def _preparation(event: Event) -> Any:
    known = event.director.get(event.at("draft/"))
    return event.director.get(f"/drafts/{known['id']}/preparation/")


def _number_of(event: Event, name: str) -> int:
    return next(event.numbers[team] for team, known in event.names.items() if known == name)


def _faces(event: Event, settings: Any) -> list[int]:
    return [event.random.randint(1, settings["die"]) for _ in range(settings["dice"])]
