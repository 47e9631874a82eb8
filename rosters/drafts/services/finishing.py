"""The end of a draft: its squads."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from config.journal.services import log_action
from config.live.services import publish
from config.people.models import User
from config.people.scopes import for_directors_of
from config.refusals import Refusal, Refused, refuse_all
from rosters.drafts.models import Draft
from rosters.drafts.pools import parks_taken
from rosters.drafts.room import Room, look, store
from rosters.drafts.services.projecting import queue_projection
from rosters.rules.draft import events
from rosters.rules.draft.legality import hole_problems
from rosters.services.squads import Spot, SquadPlan, store_squads


@for_directors_of("draft")
def finish_draft(*, draft: Draft, acting_user: User | None, now: datetime) -> Draft:
    """Close the draft and give every club its squad and park in the event.

    Refused: ``draft-not-open``, ``draft-not-finished`` (T0.02a) with who still has picks to make,
    and what is wrong with a squad (T10.2c, T31.10).
    """
    with transaction.atomic():
        draft = (
            Draft.objects.select_for_update(of=("self",))
            .select_related("card_set")
            .get(pk=draft.pk)
        )
        if draft.state != Draft.State.RUNNING:
            raise Refused(
                Refusal("draft-not-open", "The draft has not begun, or is over.", "draft")
            )
        rooms = [look(draft, number) for number in range(1, len(draft.divisions) + 1)]
        refuse_all(problem for room in rooms for problem in finishing_problems(room))
        for room in rooms:
            room.record(events.Closed(now), acting_user)
            store(room)
        store_squads(scope=draft.scope, squads=[plan for room in rooms for plan in _squads(room)])
        draft.state = Draft.State.COMPLETE
        draft.completed_at = now
        draft.save(update_fields=["state", "completed_at"])
        for number in range(1, len(draft.divisions) + 1):
            queue_projection(draft=draft, division=number, acting_user=acting_user)
        log_action(code="draft-completed", actor=acting_user, scope=draft.scope, subject=draft)
        publish(*draft.topics, *(() if draft.is_mock else (draft.scope,)))
    return draft


def finishing_problems(room: Room) -> list[Refusal]:
    """The reasons why a division cannot be closed yet."""
    board = room.board
    missing = {
        seat.name: board.rounds - len(board.squad(slot)) for slot, seat in room.seats.items()
    }
    missing = {name: count for name, count in missing.items() if count}
    if missing or board.agenda:
        told = ", ".join(f"{name} {count}" for name, count in missing.items())
        return [
            Refusal(
                "draft-not-finished",
                f"Picks are still to be made: {told or 'after a double-up'}.",
                "draft",
                {"missing": missing, "rule": "T0.02a"},
            )
        ]
    found = []
    for slot, seat in room.seats.items():
        players = [
            room.pool.players[each.card] for each in board.squad(slot) if each.card is not None
        ]
        found += [
            Refusal(each.code, f"{seat.name}: {each.message}", seat.name, each.facts)
            for each in hole_problems(board, room.pool, slot, players)
        ]
    return found


def _squads(room: Room) -> list[SquadPlan]:
    board = room.board
    parks = parks_taken(room.draft)
    found = []
    for slot, seat in room.seats.items():
        if seat.team is None:
            continue
        squad = board.squad(slot)
        taken = next((each.park for each in squad if each.park is not None), None)
        found.append(
            SquadPlan(
                seat.team,
                [
                    Spot(each.card, board.round_of(each.pick), each.pick, each.price or None)
                    for each in squad
                    if each.card is not None
                ],
                None if taken is None else parks[taken.key],
            )
        )
    return found
