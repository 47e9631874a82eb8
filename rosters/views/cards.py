"""Card sets, a single card, and cards side by side."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from config.refusals import Refusal, Refused
from rosters.access import may_make_cards
from rosters.makers.base import maker_or_plain
from rosters.models import Card
from rosters.presenters.address import Address
from rosters.presenters.comparison import comparison
from rosters.presenters.drawn import drawn
from rosters.presenters.figures import Sheet
from rosters.presenters.rows import card_url
from rosters.presenters.seasons import tables
from rosters.presenters.systems import presenter_of
from rosters.presenters.truth import errors_of
from rosters.presenters.words import runs
from rosters.selectors.card_sets import card_sets as all_sets
from rosters.selectors.card_sets import the_card
from rosters.selectors.clubs import ClubNames, club_names, season_club_names
from rosters.selectors.comparison import compared
from rosters.selectors.players import cards_of
from rosters.selectors.pool import figures_of
from rosters.selectors.standing import standing
from rosters.years import write_years

STRIP = ("vor", "rank", "avg", "obp", "slg", "hr", "ip", "era", "k")
"""The figures that stand large beside a card."""


@require_safe
def card_sets(request: HttpRequest) -> HttpResponse:
    """Every card set."""
    context = {
        "card_sets": [
            (card_set, presenter_of(card_set.system_key).name, write_years(card_set.years))
            for card_set in all_sets()
        ],
        "may_make": may_make_cards(request.user),
        "crumbs": [("Home", reverse("home")), ("Cards", "")],
    }
    return render(request, "rosters/card_sets.html", context)


@require_safe
def card(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """One card, drawn, and what the law says of it."""
    found = the_card(card_set__slug=slug, key=key)
    maker = maker_or_plain(found.card_set.system_key)
    sheet = Sheet(found)
    season = found.season
    pool = reverse("rosters:pool", args=[slug])
    context = {
        "card": found,
        "drawn": drawn(found, _names([found])),
        "value": runs(found.value),
        "errors": errors_of(found).figures,
        "figures": [
            (figure, figure.write(figure.read(sheet)))
            for figure in figures_of(found.card_set, found.kind)
            if figure.key in STRIP
        ],
        "standing": standing(found, maker),
        "presenter": None if maker.judges() else presenter_of(found.card_set.system_key),
        "tables": tables([season], season_club_names(season.player, [season])) if season else [],
        "others": [
            (other, card_url(other.card_set, other.key))
            for other in (cards_of(season.player) if season else ())
            if other != found
        ],
        "player_url": reverse("rosters:player", args=[season.player_id]) if season else "",
        "pick_url": f"{pool}?kind={found.kind}&card={found.pk}",
        "crumbs": [
            ("Home", reverse("home")),
            ("Cards", reverse("rosters:card-sets")),
            (found.card_set.name, pool),
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
