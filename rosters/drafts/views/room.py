"""The draft room: one page on a phone or a desk, and everything that is done from it."""

from __future__ import annotations

import json
from collections.abc import Sequence
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

from config.inputs import whole_number
from config.refusals import Refusal, Refused
from rosters.drafts import access, presenters, scouting
from rosters.drafts.forms import AvailableForm, NextClockForm, SettingsForm
from rosters.drafts.models import Draft, DraftSeat
from rosters.drafts.pools import listed_parks
from rosters.drafts.services.choosing_slots import choosing, rolls_of
from rosters.drafts.services.preparing import opening_problems, with_computers
from rosters.drafts.services.settling import looked_at
from rosters.drafts.views.acts import ACTS, division_of, number
from rosters.drafts.views.parts import Viewer, board_context, left_html, picks_for
from rosters.editions import edition_of
from rosters.models import Ballpark, Card
from rosters.presenters.parks import park_in_words
from rosters.presenters.rows import card_url
from rosters.presenters.words import positions_in_print, runs
from rosters.rules.draft.board import EXCHANGE
from rosters.rules.draft.legality import choice_problems, order_problems
from rosters.rules.draft.slots import choosing_order, to_roll

ROOM_FOR = 4
"""Divisions that may be written without any being there."""


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
            return _live(request, draft, reasons, "error")
        return _page(request, draft, refusals=refused.refusals)
    if request.POST.get("act") == "take-back":
        above = access.way_back(draft)
        return redirect(above[1] if above else "home")
    if _wants_part(request):
        return _live(request, draft, done, "success")
    messages.success(request, done)
    division = division_of(request, draft)
    if request.POST.get("act") == "project":
        recap = reverse("drafts:recap", args=[draft.pk])
        return redirect(f"{recap}?division={division}")
    return redirect(draft.get_absolute_url() + (f"?division={division}" if division > 1 else ""))


def _page(request: HttpRequest, draft: Draft, refusals: Sequence[Refusal] = ()) -> HttpResponse:
    if draft.state == Draft.State.PREPARING:
        context = _preparing(request, draft) | {"refusals": refusals}
        part, whole = "drafts/_prepare.html", "drafts/prepare.html"
    else:
        context = room_context(request, draft) | {"refusals": refusals}
        if not _wants_part(request):
            context = head(request, draft, context["directs"]) | context
            if context["directs"]:
                # What was typed stays where one of the values was refused.
                context["clock_form"] = NextClockForm(
                    request.POST if request.POST.get("act") == "clock" else None,
                    settings=context["room"].board.next_terms,
                )
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


def head(request: HttpRequest, draft: Draft, directs: bool | None = None) -> dict[str, Any]:
    """The context that every page of a draft has; ``directs`` where it is known."""
    back = access.way_back(draft)
    crumbs = [("Home", reverse("home")), *([back] if back else []), (draft.name, "")]
    return {
        "draft": draft,
        "topic": draft.topic,
        "crumbs": crumbs,
        "directs": access.may_direct(request.user, draft) if directs is None else directs,
        "way_back": back,
        "board_link": request.build_absolute_uri(reverse("drafts:board", args=[draft.watch_key]))
        if draft.watch_key
        else "",
    }


def part_of(request: HttpRequest, draft: Draft, division: int) -> Viewer:
    """Who looks."""
    seats = [seat for seat in access.own_seats(request.user, draft) if seat.division == division]
    directs = access.may_direct(request.user, draft)
    return Viewer(seats[0], directs, request.user.pk or 0) if seats else Viewer(None, directs)


def room_context(request: HttpRequest, draft: Draft) -> dict[str, Any]:
    """Everything the room shows that moves."""
    division = division_of(request, draft)
    part = part_of(request, draft, division)
    asked = request.GET.get("squad") or request.POST.get("squad") or ""
    return board_context(draft, division, part, asked)


@never_cache
@require_safe
def available(request: HttpRequest, pk: int) -> HttpResponse:
    """Who is left, as the filters ask; a part of the room that is fetched by itself."""
    draft = access.seen_draft(request.user, pk)
    division = division_of(request, draft)
    room = looked_at(draft, division, now=timezone.now())
    part = part_of(request, draft, division)
    form = AvailableForm(request.GET)
    in_room = _wants_part(request)
    left = left_html(room, part, form.view(), request)
    if in_room and request.headers.get("HX-Target") == "dr-list":
        response = HttpResponse(left)
    else:
        # The room says what was taken; a page of its own asks anew.
        context = {"draft": draft, "division": division, "form": form, "left_html": left}
        if not in_room:
            context |= room_head(request, draft)
        template = "drafts/_available.html" if in_room else "drafts/available.html"
        response = render(request, template, context | {"in_room": in_room})
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def room_head(request: HttpRequest, draft: Draft) -> dict[str, Any]:
    """The head of a page beside the room, with the way back to it."""
    context = head(request, draft)
    context["crumbs"] = [*context["crumbs"][:-1], (draft.name, draft.get_absolute_url())]
    return context


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
    if key.startswith("own:") and (own := whole_number(key[4:])):
        park = Ballpark.objects.filter(pk=own, source=None).first()
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
        "park_words": park_in_words(park, draft.card_set.system_key) if park else "",
        "park_key": park.pick.key if park else "",
        "positions": positions_in_print(card.positions) if card else "",
        "value": runs(card.value) if card else "",
        "card_url": card_url(draft.card_set, card.key) if card else "",
        "pick": pick,
        "round": board.round_of(pick) if pick else 0,
        "problems": problems,
        "before": presenters.needs_of(room, slot),
        "after": presenters.needs_of(room, slot, card.pk if card else None),
        "act": "exchange" if exchanging else "nominate" if board.settings.is_auction else "pick",
        "least": board.settings.auction.least,
        "most": board.most(slot),
        "part": part,
    }
    template = "drafts/_confirm.html" if _wants_part(request) else "drafts/confirm.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@never_cache
@login_required
@require_safe
def advice(request: HttpRequest, pk: int) -> HttpResponse:
    """Whom the house would take for a seat with its next pick, and why: for the seat's people by
    their own list, too; for directors, who do not see that list, without it."""
    draft = access.seen_draft(request.user, pk)
    division = division_of(request, draft)
    part = part_of(request, draft, division)
    room = looked_at(draft, division, now=timezone.now())
    slot = number(request.GET, "slot", part.slot)
    if slot not in room.seats or not (part.directs or slot == part.slot):
        raise Http404("No such seat.")
    found = room.advice(slot, private=slot == part.slot)
    cards = presenters.cards_on(room)
    card = cards.get(found.choice.card or 0) if found is not None else None
    context = {
        **room_head(request, draft),
        "division": division,
        "seat": room.seats[slot],
        "advice": found,
        "card": card,
        "card_url": card_url(draft.card_set, card.key) if card else "",
        "roles": scouting.roles_of(room, card) if card else "",
        "reason": scouting.reason(found) if found is not None else "",
        "others": scouting.advice_lines(room, found.others, cards) if found is not None else [],
        "may_pick": picks_for(room, part) == slot,
    }
    template = "drafts/_advice.html" if _wants_part(request) else "drafts/advice.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _preparing(request: HttpRequest, draft: Draft) -> dict[str, Any]:
    """What is seen before the draft is opened."""
    seats = with_computers(draft.seats.select_related("team"))
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
        "awaited": any(
            not seat.imputed and seat.drafter == DraftSeat.Drafter.UNKNOWN for seat in seats
        ),
        "problems": opening_problems(draft, seats),
        "settings": draft.settled,
        # What was typed stays where one of the values was refused.
        "settings_form": SettingsForm(
            request.POST if request.POST.get("act") == "settings" else None,
            settings=draft.settled,
            law=edition_of(draft.scope).divisions,
        ),
        "several": len(draft.divisions) > 1,
        "split": _split(request, draft),
    }


def _split(request: HttpRequest, draft: Draft) -> Sequence[tuple[object, object]]:
    """Participants and imputed teams of each division, with room for more; what was typed stays
    where it was refused."""
    post = request.POST
    if post.get("act") == "divide":
        return list(zip(post.getlist("participants"), post.getlist("imputed"), strict=False))
    told = [(each[0], each[1]) for each in draft.divisions]
    return told + [("", "")] * (ROOM_FOR - len(told))


def _wants_part(request: HttpRequest) -> bool:
    htmx = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and not htmx.history_restore_request
