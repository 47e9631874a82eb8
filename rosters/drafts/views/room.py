"""The draft room: one page on a phone or a desk, and everything that is done from it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.refusals import Refusal, Refused
from rosters.drafts import access, presenters
from rosters.drafts.forms import AvailableForm, SettingsForm
from rosters.drafts.models import Draft, DraftSeat
from rosters.drafts.pools import listed_parks
from rosters.drafts.room import Room
from rosters.drafts.selectors.available import available as left_over
from rosters.drafts.selectors.available import listed
from rosters.drafts.services.preparing import choosing, opening_problems, rolls_of
from rosters.drafts.services.settling import looked_at
from rosters.drafts.views.acts import ACTS, division_of, number
from rosters.models import Ballpark, Card
from rosters.presenters.rows import card_url
from rosters.presenters.words import positions_in_print, runs
from rosters.rules.draft.board import EXCHANGE
from rosters.rules.draft.double_up import double_up_problems
from rosters.rules.draft.legality import choice_problems, order_problems, turn_problems
from rosters.rules.draft.slots import choosing_order, to_roll


@dataclass(frozen=True)
class Part:
    """Who looks at a room: the seat he sits at, if any, and whether he directs."""

    seat: DraftSeat | None
    directs: bool

    @property
    def slot(self) -> int:
        """The seat's slot; 0 without one."""
        return (self.seat.slot or 0) if self.seat is not None else 0


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def room(request: HttpRequest, pk: int) -> HttpResponse:
    """The room. A post names its act; the answer to a refused one is the room with the reasons."""
    draft = access.seen_draft(request.user, pk)
    if request.method != "POST":
        return _page(request, draft)
    if not request.user.is_authenticated:
        return redirect(f"{reverse('people:sign-in')}?next={request.path}")
    if not access.may_direct(request.user, draft) and not access.own_seats(request.user, draft):
        raise Http404("No such draft.")
    try:
        act = ACTS.get(request.POST.get("act", ""))
        if act is None:
            raise Refused(Refusal("unknown-act", "The room does not know what to do.", "act"))
        done = act(request, draft)
    except Refused as refused:
        if _wants_part(request):
            reasons = " ".join(each.message for each in refused.refusals)
            return _live(request, draft, f"{reasons} ({refused.code})", "error")
        return _page(request, draft, refusals=refused.refusals)
    if request.POST.get("act") == "take-back":
        return redirect(request.POST.get("next") or "/")
    if _wants_part(request):
        return _live(request, draft, done, "success")
    messages.success(request, done)
    division = division_of(request, draft)
    return redirect(draft.get_absolute_url() + (f"?division={division}" if division > 1 else ""))


def _page(request: HttpRequest, draft: Draft, refusals: Sequence[Refusal] = ()) -> HttpResponse:
    if draft.state == Draft.State.PREPARING:
        context = _preparing(request, draft) | {"refusals": refusals}
        part, whole = "drafts/_prepare.html", "drafts/prepare.html"
    else:
        context = room_context(request, draft) | {"refusals": refusals}
        part, whole = "drafts/_room.html", "drafts/room.html"
    template = part if _wants_part(request) else whole
    response = render(request, template, context, status=422 if refusals else 200)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _live(request: HttpRequest, draft: Draft, words: str, level: str) -> HttpResponse:
    draft.refresh_from_db()
    if draft.state == Draft.State.PREPARING:
        response = render(request, "drafts/_prepare.html", _preparing(request, draft))
    else:
        context = room_context(request, draft) | {"closes_confirm": True}
        response = render(request, "drafts/_room.html", context)
    response["HX-Trigger"] = json.dumps({"toast": {"message": words, "level": level}})
    return response


def head(request: HttpRequest, draft: Draft) -> dict[str, Any]:
    """What every page of a draft has."""
    back = access.way_back(draft)
    crumbs = [("Home", reverse("home")), *([back] if back else []), (draft.name, "")]
    return {
        "draft": draft,
        "topic": draft.topic,
        "crumbs": crumbs,
        "directs": access.may_direct(request.user, draft),
        "way_back": back,
    }


def part_of(request: HttpRequest, draft: Draft, division: int) -> Part:
    """Who looks."""
    seats = [seat for seat in access.own_seats(request.user, draft) if seat.division == division]
    return Part(seats[0] if seats else None, access.may_direct(request.user, draft))


def room_context(request: HttpRequest, draft: Draft) -> dict[str, Any]:
    """Everything the room shows that moves."""
    now = timezone.now()
    division = division_of(request, draft)
    room = looked_at(draft, division, now=now)
    draft.refresh_from_db(fields=["state", "completed_at"])
    part = part_of(request, draft, division)
    cards = presenters.cards_on(room)
    board = room.board
    turn = board.turn
    shown = _shown_slot(request, room, part)
    own = listed(part.seat)
    return {
        **head(request, draft),
        "room": room,
        "division": division,
        "divisions": range(1, len(draft.divisions) + 1) if len(draft.divisions) > 1 else (),
        "part": part,
        "status": presenters.status(room, cards, now),
        "now": now,
        "grid": presenters.grid(room, cards),
        "seats": [room.seats[slot] for slot in sorted(room.seats)],
        "drafters": {slot: board.drafters.get(slot, "") for slot in room.seats},
        "shown": room.seats.get(shown),
        "squad": presenters.squad_lines(room, shown, cards) if shown else [],
        "needs": presenters.needs_of(room, shown) if shown else [],
        "my_turn": turn is not None and turn.seat == part.slot and not board.is_paused,
        "may_pick": bool(part.slot) and not turn_problems(board, room.pool, part.slot),
        "exchanges": _exchanges(room, part, cards),
        "double_ups": _double_ups(room, part, cards),
        "queue": _queue(room, own),
        "ahead": [
            presenters.turn_of(room, each) for each in list(board.coming())[:60] if not board.agenda
        ],
        "is_full": board.is_full,
    }


def _shown_slot(request: HttpRequest, room: Room, part: Part) -> int:
    """Whose squad stands beside the board: the one asked for, one's own, or whose turn it is."""
    asked = request.GET.get("squad") or request.POST.get("squad") or ""
    if asked.isascii() and asked.isdecimal() and len(asked) < 4 and int(asked) in room.seats:
        return int(asked)
    turn = room.board.turn
    return part.slot or (turn.seat if turn is not None else 1)


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


@never_cache
@require_safe
def available(request: HttpRequest, pk: int) -> HttpResponse:
    """Who is left, as the filters ask; a part of the room that is fetched by itself."""
    draft = access.seen_draft(request.user, pk)
    context = room_head(request, draft) | available_context(request, draft)
    template = "drafts/_available.html" if _wants_part(request) else "drafts/available.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def room_head(request: HttpRequest, draft: Draft) -> dict[str, Any]:
    """The head of a page beside the room, with the way back to it."""
    context = head(request, draft)
    context["crumbs"] = [*context["crumbs"][:-1], (draft.name, draft.get_absolute_url())]
    return context


def available_context(request: HttpRequest, draft: Draft) -> dict[str, Any]:
    """The list of who is left."""
    division = division_of(request, draft)
    room = looked_at(draft, division, now=timezone.now())
    part = part_of(request, draft, division)
    form = AvailableForm(request.GET)
    cards, count = left_over(room, form.view())
    own = listed(part.seat)
    slot = part.slot or (room.board.turn.seat if part.directs and room.board.turn else 0)
    open_ = bool(slot) and not (order_problems if part.directs else turn_problems)(
        room.board, room.pool, slot
    )
    taken = {each.park.key for each in room.board.selections.values() if each.park}
    wants_parks = room.pool.law.parks and not any(
        each.park is not None for each in room.board.squad(slot or 1)
    )
    parks = [park for key, park in listed_parks(draft.card_set).items() if key not in taken]
    if part.seat is not None and not taken and room.board.settings.own_park:
        parks = [*Ballpark.objects.filter(designed_by=request.user.pk, source=None), *parks]
    return {
        "draft": draft,
        "division": division,
        "part": part,
        "slot": slot,
        "may_pick": open_ and room.board.is_open,
        "form": form,
        "count": count,
        "rows": [
            {
                "card": card,
                "positions": positions_in_print(card.positions),
                "value": runs(card.value),
                "worth": "" if card.over_replacement is None else runs(card.over_replacement),
                "url": card_url(draft.card_set, card.key),
                "listed": own.get(card.pk),
            }
            for card in cards
        ],
        "parks": parks if wants_parks else [],
        "first_park": not taken,
        "is_exchange": room.board.turn is not None and room.board.turn.why == EXCHANGE,
    }


@never_cache
@login_required
@require_safe
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """What a pick would mean, before it is made: what speaks against it, and the needs after it."""
    draft = access.seen_draft(request.user, pk)
    division = division_of(request, draft)
    part = part_of(request, draft, division)
    room = looked_at(draft, division, now=timezone.now())
    slot = number(request.GET, "slot", part.slot)
    if slot not in room.seats or not (part.directs or slot == part.slot):
        raise Http404("No such seat.")
    key = request.GET.get("park", "")
    card = (
        None
        if key
        else Card.objects.select_related("season")
        .filter(card_set=draft.card_set, pk=number(request.GET, "card", 0))
        .first()
    )
    park = listed_parks(draft.card_set).get(key) if key else None
    if key.startswith("own:") and key[4:].isdecimal() and len(key) < 23:
        park = Ballpark.objects.filter(pk=key[4:], source=None).first()
    if card is None and park is None:
        raise Http404("No such card.")
    board = room.board
    turn = board.turn
    exchanging = turn is not None and turn.why == EXCHANGE and turn.seat == slot
    pick = number(request.GET, "pick", 0) or (
        turn.picks[0] if exchanging and turn is not None else board.open_pick(slot) or 0
    )
    problems = [] if exchanging else order_problems(board, room.pool, slot)
    if not problems:
        problems = choice_problems(
            board,
            room.pool,
            slot,
            pick,
            card=card.pk if card else None,
            park=park.pick if park else None,
        )
    context = {
        **room_head(request, draft),
        "division": division,
        "room": room,
        "seat": room.seats[slot],
        "card": card,
        "park": park,
        "park_key": park.pick.key if park else "",
        "positions": positions_in_print(card.positions) if card else "",
        "value": runs(card.value) if card else "",
        "card_url": card_url(draft.card_set, card.key) if card else "",
        "pick": pick,
        "round": board.round_of(pick) if pick else 0,
        "problems": problems,
        "before": presenters.needs_of(room, slot),
        "after": presenters.needs_of(room, slot, card.pk if card else None),
        "act": "exchange" if exchanging else "pick",
        "part": part,
    }
    template = "drafts/_confirm.html" if _wants_part(request) else "drafts/confirm.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _preparing(request: HttpRequest, draft: Draft) -> dict[str, Any]:
    """What is seen before the draft is opened."""
    seats = list(draft.seats.select_related("team"))
    rolls = rolls_of(draft)
    state = choosing(draft)
    due = to_roll(rolls)
    order = [number for group in choosing_order(rolls) for number in group]
    own = {seat.pk for seat in access.own_seats(request.user, draft)}
    next_ = state.next if not due else None
    return {
        **head(request, draft),
        "seats": sorted(
            (
                {
                    "seat": seat,
                    "own": seat.pk in own,
                    "rolls_due": seat.number in due and not seat.imputed,
                    "chooses": seat.number == next_,
                    "total": sum(seat.rolls[0]) if seat.rolls else None,
                    "rerolls": [sum(each) for each in seat.rolls[1:]],
                }
                for seat in seats
            ),
            key=lambda each: (
                each["seat"].imputed,
                order.index(each["seat"].number) if not each["seat"].imputed else 0,
                each["seat"].number,
            ),
        ),
        "due": due,
        "free": state.open_to_participants(),
        "all_free": state.free,
        "next": next_,
        "undrawn": not due and next_ is None and any(seat.slot is None for seat in seats),
        "problems": opening_problems(draft, seats),
        "settings": draft.settled,
        "settings_form": SettingsForm(settings=draft.settled),
        "several": len(draft.divisions) > 1,
        "split": ", ".join(f"{each[0]}+{each[1]}" for each in draft.divisions),
    }


def _wants_part(request: HttpRequest) -> bool:
    htmx = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and not htmx.history_restore_request
