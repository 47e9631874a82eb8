"""What moves in a draft room, as each sees it; what all see alike is made once and sent to all."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from threading import Lock
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from config.inputs import whole_number
from config.live.parts import KeptParts, OfferedPart, SharedPart
from config.people.scopes import viewers
from rosters.drafts import access, presenters, scouting
from rosters.drafts.models import Draft, DraftSeat
from rosters.drafts.pools import listed_parks
from rosters.drafts.room import Room
from rosters.drafts.selectors.available import AvailableView, available, listed
from rosters.drafts.selectors.figures import BY_KEY, NO_YEAR, figures_of
from rosters.drafts.services.settling import looked_at
from rosters.models import Ballpark
from rosters.presenters.parks import park_in_words
from rosters.presenters.rows import card_url
from rosters.presenters.words import runs
from rosters.rules.draft.board import EXCHANGE
from rosters.rules.draft.double_up import double_up_problems
from rosters.rules.draft.legality import order_problems, turn_problems

KEPT = KeptParts(seconds=20.0)
"""Parts that were sent along; a clock in them is no older than this."""

MOST_KEPT = 64
MOST_ROWS = 512


@dataclass(frozen=True)
class Viewer:
    """A user who looks at a room: the user's seat, if there is one, and whether the user
    directs."""

    seat: DraftSeat | None
    directs: bool
    designer: int = 0
    """The user (by id) at a seat who may have described a park of their own."""

    @property
    def slot(self) -> int:
        """The seat's slot; 0 without one."""
        return (self.seat.slot or 0) if self.seat is not None else 0


STRANGER = Viewer(None, False)

_grids: OrderedDict[Hashable, SafeString] = OrderedDict()
_lists: OrderedDict[Hashable, SafeString] = OrderedDict()
_lock = Lock()


def _kept(
    where: OrderedDict[Hashable, SafeString], key: Hashable, draw: Callable[[], SafeString]
) -> SafeString:
    """The part under this key as it was drawn before, or else drawn now and kept."""
    with _lock:
        found = where.get(key)
    if found is None:
        found = draw()
        with _lock:
            where[key] = found
            while len(where) > MOST_KEPT:
                where.popitem(last=False)
    return found


def grid_html(room: Room, own: int, *, alone: bool = False) -> SafeString:
    """The grid with one's own column marked: drawn once for every state of the board, and shown to
    everybody who looks at it; ``alone``: without ways into the room."""
    board, draft = room.board, room.draft
    key = (draft.created_at, draft.pk, room.division, board.number, board.turn_since, alone)
    drawn = _kept(_grids, key, lambda: _drawn_grid(room, alone))
    return mark_safe(drawn.replace(f'data-slot="{own}"', f'data-slot="{own}" class="dr-own"', 1))


def needs_html(room: Room, own: int) -> SafeString:
    """Who still needs what, with one's own line marked: drawn once for every state of the board."""
    board, draft = room.board, room.draft
    key = ("needs", draft.created_at, draft.pk, room.division, board.number)
    drawn = _kept(_grids, key, lambda: _drawn_needs(room))
    return mark_safe(drawn.replace(f'data-slot="{own}"', f'data-slot="{own}" class="dr-own"', 1))


def _drawn_needs(room: Room) -> SafeString:
    heads, rows = presenters.all_needs(room)
    context = {
        "draft": room.draft,
        "division": room.division,
        "heads": heads,
        "rows": rows,
        "purses": presenters.purses(room),
    }
    return render_to_string("drafts/_all_needs.html", context)


def _drawn_grid(room: Room, alone: bool) -> SafeString:
    context = {
        "draft": room.draft,
        "division": room.division,
        "alone": alone,
        "seats": [room.seats[slot] for slot in sorted(room.seats)],
        "drafters": {slot: room.board.drafters.get(slot, "") for slot in room.seats},
        "purses": presenters.purses(room),
        "rows": map(_row_html, presenters.grid(room, presenters.cards_on(room))),
    }
    return render_to_string("drafts/_grid.html", context)


@lru_cache(maxsize=MOST_ROWS)
def _row_html(row: presenters.GridRow) -> SafeString:
    """A round of the grid. A pick changes one or two of them."""
    return render_to_string("drafts/_grid_row.html", {"row": row})


def board_context(draft: Draft, division: int, part: Viewer, asked: str = "") -> dict[str, Any]:
    """Everything that moves in a division's room for a user; ``asked``: whose squad the user wants
    to see, by slot."""
    now = timezone.now()
    room = looked_at(draft, division, now=now)
    # What has lapsed may have ended it.
    draft = room.draft
    cards = presenters.cards_on(room)
    board = room.board
    turn = board.turn
    chosen = whole_number(asked)
    shown = (
        chosen
        if chosen in room.seats and chosen is not None
        else part.slot or (turn.seat if turn is not None else 1)
    )
    return {
        "draft": draft,
        "topic": draft.topic_of(division),
        "room": room,
        "division": division,
        "divisions": divisions_of(draft),
        "part": part,
        "directs": part.directs,
        "status": presenters.status(room, cards, now, part.slot),
        "now": now,
        "grid_html": grid_html(room, part.slot),
        "needs_html": needs_html(room, part.slot),
        "seats": [room.seats[slot] for slot in sorted(room.seats)],
        "drafters": {slot: board.drafters.get(slot, "") for slot in room.seats},
        "shown": room.seats.get(shown),
        # What is sent to all shows the squad of the person who is on the clock.
        "takes_parts": part == STRANGER and not chosen,
        "squad": presenters.squad_lines(room, shown, cards) if shown else [],
        "needs": presenters.needs_of(room, shown) if shown else [],
        "my_turn": turn is not None
        and turn.seat == part.slot
        and board.lot is None
        and not board.is_paused,
        "is_auction": board.settings.is_auction,
        "lot": presenters.block_of(room, cards, part.slot),
        "maximum": room.own_maximum(part.seat) if part.seat is not None else None,
        "may_pick": bool(part.slot) and not turn_problems(board, room.pool, part.slot),
        "picks_for": picks_for(room, part),
        "lately": presenters.lately(board),
        "exchanges": _exchanges(room, part, cards),
        "double_ups": _double_ups(room, part, cards),
        "queue": _queue(room, listed(part.seat)),
        "is_full": board.is_full,
        "without_managers": [room.pool.name(slot) for slot in room.without_managers()],
        "still_drafting": _still_drafting(draft, division, now)
        if part.directs and board.is_full
        else [],
    }


def _still_drafting(draft: Draft, but: int, now: datetime) -> list[int]:
    """The other divisions in which picks are still to be made."""
    others = (number for number in divisions_of(draft) if number != but)
    return [number for number in others if not looked_at(draft, number, now=now).board.is_full]


def left_html(room: Room, part: Viewer, view: AvailableView, request: HttpRequest) -> SafeString:
    """Who is left, as a ``view`` asks: for those who only look on drawn once for every state of the
    board."""
    if part != STRANGER:
        context = _left_context(room, part, view)
        return render_to_string("drafts/_left.html", context, request)
    board, draft = room.board, room.draft
    key = (draft.created_at, draft.pk, draft.state, room.division, board.number, view)
    return _kept(
        _lists,
        key,
        lambda: render_to_string("drafts/_left.html", _left_context(room, part, view)),
    )


def _left_context(room: Room, part: Viewer, view: AvailableView) -> dict[str, Any]:
    draft, board = room.draft, room.board
    cards, count = available(room, view)
    own = listed(part.seat)
    slot = part.slot or (board.turn.seat if part.directs and board.turn else 0)
    taken = {each.park.key for each in board.selections.values() if each.park}
    has_park = bool(slot) and any(each.park is not None for each in board.squad(slot))
    parks = [park for key, park in listed_parks(draft.card_set).items() if key not in taken]
    settings = board.settings
    years = figures_of(draft.card_set)
    if part.designer and settings.own_park and (settings.own_parks_of_all or not taken):
        own_parks = Ballpark.objects.filter(designed_by=part.designer, source=None)
        parks = [*(park for park in own_parks if park.pick.key not in taken), *parks]
    return {
        "draft": draft,
        "division": room.division,
        "part": part,
        "slot": picks_for(room, part),
        "verb": "Nominate" if settings.is_auction else "Draft",
        "number": board.number,
        "narrows": view.narrows,
        "count": count,
        "heads": scouting.figure_heads(view),
        "by_rate": view.sort in BY_KEY and BY_KEY[view.sort].rate,
        "rows": [
            {
                "key": presenters.left_key(card.pk, ""),
                "card": card,
                "positions": scouting.roles_of(room, card),
                "figures": scouting.year_line(card, years.get(card.pk, NO_YEAR), view.against),
                "games": scouting.games_of(years.get(card.pk, NO_YEAR)),
                "value": runs(card.value),
                "worth": "" if card.over_replacement is None else runs(card.over_replacement),
                "url": card_url(draft.card_set, card.key),
                "listed": own.get(card.pk),
            }
            for card in cards
        ],
        "parks": [
            (park, park_in_words(park, draft.card_set.system_key))
            for park in (parks if room.pool.law.parks and not has_park else ())
        ],
        "first_park": not taken,
    }


def picks_for(room: Room, part: Viewer) -> int:
    """The slot that a user may pick for now, or exchange; 0 where it is another's turn. A
    director picks for the seat whose turn it is, also while a pause lasts."""
    board = room.board
    turn = board.turn
    slot = part.slot or (turn.seat if part.directs and turn is not None else 0)
    if not slot or not board.is_open:
        return 0
    if turn is not None and turn.why == EXCHANGE:
        return slot if turn.seat == slot else 0
    problems = (order_problems if part.directs else turn_problems)(board, room.pool, slot)
    return 0 if problems else slot


def divisions_of(draft: Draft) -> range | tuple[()]:
    """The numbers of its divisions, where there is more than one."""
    return range(1, len(draft.divisions) + 1) if len(draft.divisions) > 1 else ()


def wall_context(draft: Draft, division: int, *, alone: bool) -> dict[str, Any]:
    """The board alone; ``alone``: for anyone who has no more than the link to it."""
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
    return found | {
        "draft": room.draft,
        "room": room,
        "status": presenters.status(room, presenters.cards_on(room), now),
        "is_auction": room.board.settings.is_auction,
        "lot": presenters.block_of(room, presenters.cards_on(room)),
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


def _exchanges(room: Room, part: Viewer, cards: presenters.Cards) -> list[presenters.SquadLine]:
    """The picks that a user may exchange now, for their own seat or, as a director, for another."""
    turn = room.board.turn
    if turn is None or turn.why != EXCHANGE or not (part.directs or turn.seat == part.slot):
        return []
    return [
        line for line in presenters.squad_lines(room, turn.seat, cards) if line.pick in turn.picks
    ]


def _double_ups(
    room: Room, part: Viewer, cards: presenters.Cards
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
        and not double_up_problems(room.board, room.pool.players, slot, line.pick)
    ]


def _queue(room: Room, own: dict[int, Any]) -> list[dict[str, Any]]:
    """The private queue, those who are gone marked."""
    return [
        {
            "card": each.card,
            "positions": scouting.roles_of(room, each.card),
            "url": card_url(room.draft.card_set, each.card.key),
            "value": runs(each.card.value),
            "note": each.note,
            "gone": each.card_id in room.board.cards,
        }
        for each in own.values()
        if each.rank is not None
    ]
