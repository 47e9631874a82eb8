"""What became of the players and clubs of an event, page by page."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from config.inputs import whole_number
from tournaments.selectors.access import entrant_of, visible_tournament
from tournaments.selectors.transactions import transactions_of
from tournaments.views.frame import frame

PAGE = 50


@require_safe
def transactions(request: HttpRequest, slug: str) -> HttpResponse:
    """All of them, or those of one club, the latest first; a club that is not there is 404."""
    tournament = visible_tournament(request.user, slug)
    asked = request.GET.get("club", "")
    club = entrant_of(tournament, whole_number(asked) or 0) if asked else None
    found = transactions_of(tournament, club=club)
    context = {
        **frame(request, tournament, "transactions"),
        "club": club,
        "clubs": tournament.entrants.select_related("team").order_by("team__name"),
        "page": Paginator(found, PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "tournaments/transactions.html", context)
