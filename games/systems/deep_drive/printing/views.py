"""Pages to be printed, in boxes whose places are millimetres."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.systems.deep_drive.play.system import DeepDrive
from games.systems.deep_drive.printing.sheets import (
    BATTING_PLACES,
    INNINGS,
    NINE,
    PAPERS,
    PITCHERS,
    SHEETS_AT_ONCE,
    in_nines,
    printed,
    printed_park,
)
from rosters.access import visible_squad
from rosters.models import Card, CardSet
from rosters.selectors.parks import the_park

SYSTEM = DeepDrive.key


@require_safe
def of_squad(request: HttpRequest, pk: int) -> HttpResponse:
    """The cards of a squad in an event, its park's card behind them."""
    squad = visible_squad(request.user, pk)
    cards = [spot.card for spot in squad.spots.select_related("card__card_set").order_by("number")]
    if not cards or cards[0].card_set.system_key != SYSTEM:
        raise Http404("These are no Deep Drive cards.")
    park = squad.ballpark or squad.team.ballpark
    boxes: list[object] = [*printed(cards)]
    if park is not None:
        boxes.append(printed_park(park))
    return _sheets(request, str(squad.team), boxes, {"squad": squad})


@require_safe
def of_set(request: HttpRequest, slug: str) -> HttpResponse:
    """The cards of a set, ten sheets at once."""
    card_set = CardSet.objects.filter(slug=slug, system_key=SYSTEM).first()
    if card_set is None:
        raise Http404("No such cards.")
    rows = Card.objects.filter(card_set=card_set).order_by("name", "year", "pk")
    page = Paginator(rows, NINE * SHEETS_AT_ONCE).get_page(request.GET.get("page"))
    return _sheets(request, card_set.name, [*printed(page.object_list)], {"page": page})


@require_safe
def of_park(request: HttpRequest, pk: int) -> HttpResponse:
    """A ballpark's card."""
    park = the_park(pk)
    return _sheets(request, park.name, [printed_park(park)], {})


@require_safe
def score_sheet(request: HttpRequest) -> HttpResponse:
    """A sheet to score a game of real dice on."""
    context = {
        **_frame(request, "Score sheet"),
        "sheet": "score",
        "innings": INNINGS,
        "places": BATTING_PLACES,
        "pitchers": PITCHERS,
        "sides": ("Visitors", "Home"),
    }
    return render(request, "deep_drive/print/score.html", context)


def _sheets(
    request: HttpRequest, name: str, boxes: list[object], more: dict[str, Any]
) -> HttpResponse:
    context = {
        **_frame(request, name),
        "sheet": "paper",
        "sheets": in_nines(boxes),
        "boxes": len(boxes),
        **more,
    }
    return render(request, "deep_drive/print/cards.html", context)


def _frame(request: HttpRequest, name: str) -> dict[str, Any]:
    paper = request.GET.get("paper", "")
    return {
        "name": name,
        "papers": PAPERS,
        "paper": paper if paper in PAPERS else "a4",
        "crumbs": [
            ("Home", reverse("home")),
            ("Deep Drive", reverse("systems:system", args=[SYSTEM])),
            (name, ""),
        ],
    }
