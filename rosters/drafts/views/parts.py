"""What moves in a draft room, as each sees it; what all see alike is made once and sent to all."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from config.live.parts import KeptParts, OfferedPart, SharedPart
from config.people.scopes import viewers
from rosters.drafts import access, presenters
from rosters.drafts.models import Draft, DraftSeat
from rosters.drafts.room import Room
from rosters.drafts.selectors.available import listed
from rosters.drafts.services.settling import looked_at
from rosters.presenters.rows import card_url
from rosters.presenters.words import positions_in_print, runs
from rosters.rules.draft.board import EXCHANGE
from rosters.rules.draft.double_up import double_up_problems
from rosters.rules.draft.legality import turn_problems

KEPT = KeptParts(seconds=20.0)
"""Parts that were sent along; a clock in them is no older than this."""

MOST_GRIDS = 64


@dataclass(frozen=True)
class Part:
    """Who looks at a room: the seat he sits at, if any, and whether he directs."""

    seat: DraftSeat | None
    directs: bool

    @property
    def slot(self) -> int:
        """The seat's slot; 0 without one."""
        return (self.seat.slot or 0) if self.seat is not None else 0


STRANGER = Part(None, False)

_grids: OrderedDict[Hashable, SafeString] = OrderedDict()
_lock = Lock()


def grid_html(room: Room, own: int, *, alone: bool = False) -> SafeString:
    """The grid, drawn once for every state of the board and every seat that looks at it; ``alone``:
    without ways into the room."""
    board, draft = room.board, room.draft
    key = (draft.created_at, draft.pk, room.division, board.number, board.turn_since, own, alone)
    with _lock:
        kept = _grids.get(key)
    if kept is None:
        cards = presenters.cards_on(room)
        kept = render_to_string(
            "drafts/_grid.html",
            {
                "draft": draft,
                "division": room.division,
                "alone": alone,
                "own": own,
                "seats": [room.seats[slot] for slot in sorted(room.seats)],
                "drafters": {slot: board.drafters.get(slot, "") for slot in room.seats},
                "grid": presenters.grid(room, cards),
            },
        )
        with _lock:
            _grids[key] = kept
            while len(_grids) > MOST_GRIDS:
                _grids.popitem(last=False)
    return kept


def board_context(draft: Draft, division: int, part: Part, asked: str = "") -> dict[str, Any]:
    """Everything that moves in a division's room for somebody; ``asked``: whose squad he wants to
    see, by slot."""
    now = timezone.now()
    room = looked_at(draft, division, now=now)
    draft.refresh_from_db(fields=["state", "completed_at"])
    cards = presenters.cards_on(room)
    board = room.board
    turn = board.turn
    chosen = asked.isascii() and asked.isdecimal() and len(asked) < 4 and int(asked) in room.seats
    shown = int(asked) if chosen else part.slot or (turn.seat if turn is not None else 1)
    return {
        "draft": draft,
        "topic": draft.topic_of(division),
        "room": room,
        "division": division,
        "divisions": divisions_of(draft),
        "part": part,
        "directs": part.directs,
        "status": presenters.status(room, cards, now),
        "now": now,
        "grid_html": grid_html(room, part.slot),
        "seats": [room.seats[slot] for slot in sorted(room.seats)],
        "drafters": {slot: board.drafters.get(slot, "") for slot in room.seats},
        "shown": room.seats.get(shown),
        # What is sent to all shows the squad of whoever is on the clock.
        "takes_parts": part == STRANGER and not chosen,
        "squad": presenters.squad_lines(room, shown, cards) if shown else [],
        "needs": presenters.needs_of(room, shown) if shown else [],
        "my_turn": turn is not None and turn.seat == part.slot and not board.is_paused,
        "may_pick": bool(part.slot) and not turn_problems(board, room.pool, part.slot),
        "exchanges": _exchanges(room, part, cards),
        "double_ups": _double_ups(room, part, cards),
        "queue": _queue(room, listed(part.seat)),
        "is_full": board.is_full,
    }


def divisions_of(draft: Draft) -> range | tuple[()]:
    """The numbers of its divisions, where there is more than one."""
    return range(1, len(draft.divisions) + 1) if len(draft.divisions) > 1 else ()


def wall_context(draft: Draft, division: int, *, alone: bool) -> dict[str, Any]:
    """The board alone; ``alone``: for whoever has no more than the link to it."""
    now = timezone.now()
    begun = draft.state != Draft.State.PREPARING
    found = {
        "draft": draft,
        "division": division,
        "divisions": divisions_of(draft),
        "topic": draft.board_topic(division) if alone else draft.topic_of(division),
        "alone": alone,
        "begun": begun,
        "now": now,
    }
    if not begun:
        return found
    room = looked_at(draft, division, now=now)
    draft.refresh_from_db(fields=["state", "completed_at"])
    return found | {
        "room": room,
        "status": presenters.status(room, presenters.cards_on(room), now),
        "grid_html": grid_html(room, 0, alone=alone),
        "is_full": room.board.is_full,
    }


def offered_room_part(key: str) -> OfferedPart | None:
    """The room of a division as those see it who only look on; ``None`` where there is none."""
    found = access.draft_of_topic(key) if "-" in key else None
    if found is None or found[0].state == Draft.State.PREPARING:
        return None
    draft, division = found
    return OfferedPart(
        lambda: _room_part(draft, division, key), lambda people: viewers(people, draft.scope)
    )


def offered_board_part(key: str) -> OfferedPart | None:
    """The board of a link, for all who have the link."""
    found = access.linked_board(key)
    if found is None:
        return None
    draft, division = found
    return OfferedPart(lambda: _board_part(draft, division, key), lambda people: None)


def _room_part(draft: Draft, division: int, key: str) -> SharedPart:
    context = board_context(draft, division, STRANGER)
    board = context["room"].board
    mark = ("room", draft.created_at, key, draft.state, board.number, board.turn_since)
    return KEPT.get(mark, lambda: render_to_string("drafts/_room.html", context))


def _board_part(draft: Draft, division: int, key: str) -> SharedPart:
    context = wall_context(draft, division, alone=True)
    board = context["room"].board if context["begun"] else None
    at = (board.number, board.turn_since) if board is not None else ()
    mark = ("board", draft.created_at, key, draft.state, *at)
    return KEPT.get(mark, lambda: render_to_string("drafts/_wall.html", context))


def _exchanges(room: Room, part: Part, cards: presenters.Cards) -> list[presenters.SquadLine]:
    """The picks that somebody may exchange now, for himself or, by the director, for another."""
    turn = room.board.turn
    if turn is None or turn.why != EXCHANGE or not (part.directs or turn.seat == part.slot):
        return []
    return [
        line for line in presenters.squad_lines(room, turn.seat, cards) if line.pick in turn.picks
    ]


def _double_ups(
    room: Room, part: Part, cards: presenters.Cards
) -> list[tuple[int, presenters.SquadLine]]:
    """The picks that may be pulled back now, with their slots."""
    slots = room.seats if part.directs else [part.slot] if part.slot else []
    last = room.board.number
    return [
        (slot, line)
        for slot in slots
        for line in presenters.squad_lines(room, slot, cards)
        # A double-up is young; what is older is not asked about.
        if last - line.selection.number < 12
        and not double_up_problems(room.board, room.pool.men, slot, line.pick)
    ]


def _queue(room: Room, own: dict[int, Any]) -> list[dict[str, Any]]:
    """The private queue, those who are gone marked."""
    return [
        {
            "card": each.card,
            "positions": positions_in_print(each.card.positions),
            "url": card_url(room.draft.card_set, each.card.key),
            "value": runs(each.card.value),
            "note": each.note,
            "gone": each.card_id in room.board.cards,
        }
        for each in own.values()
        if each.rank is not None
    ]
