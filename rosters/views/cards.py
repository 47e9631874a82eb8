"""Card sets, a single card, and cards side by side."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.engine.refusals import Refusal, Refused
from rosters.models import Card
from rosters.selectors.clubs import ClubNames, club_names
from rosters.selectors.comparison import compared
from rosters.selectors.players import card_sets as all_sets
from rosters.selectors.standing import standing
from rosters.showing.address import Address
from rosters.showing.comparison import comparison
from rosters.showing.drawn import drawn
from rosters.showing.registry import look_of


@require_safe
def card_sets(request: HttpRequest) -> HttpResponse:
    """Every card set."""
    shown = [
        (card_set, look_of(card_set.system_key).name or card_set.system_key)
        for card_set in all_sets()
    ]
    crumbs = [("Home", reverse("home")), ("Cards", "")]
    return render(request, "rosters/card_sets.html", {"card_sets": shown, "crumbs": crumbs})


@require_safe
def card(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """One card, drawn, and what the law says of it."""
    related = ("card_set__source", "season__player")
    found = Card.objects.select_related(*related).filter(card_set__slug=slug, key=key).first()
    if found is None:
        raise Http404("No such card.")
    look = look_of(found.card_set.system_key)
    context = {
        "card": found,
        "drawn": drawn(found, _names([found])),
        "standing": standing(found, look),
        "crumbs": [
            ("Home", reverse("home")),
            ("Cards", reverse("rosters:card-sets")),
            (found.card_set.name, reverse("rosters:pool", args=[slug])),
            (found.name, ""),
        ],
    }
    return render(request, "rosters/card.html", context)


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """Up to four cards side by side."""
    cards: list[Card] = []
    refusals: tuple[Refusal, ...] = ()
    try:
        cards = compared(request.GET.getlist("card"))
    except Refused as refused:
        refusals = refused.refusals
    here = Address(request.path, request.GET)
    context = {
        "comparison": comparison(cards, _names(cards), here) if cards else None,
        "refusals": refusals,
        "crumbs": [
            ("Home", reverse("home")),
            ("Cards", reverse("rosters:card-sets")),
            ("Comparison", ""),
        ],
    }
    return render(request, "rosters/compare.html", context, status=422 if refusals else 200)


def _names(cards: list[Card]) -> ClubNames:
    return club_names([card.card_set for card in cards], cards)
