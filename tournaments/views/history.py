"""A replay beside history."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.selectors.access import visible_tournament
from tournaments.selectors.history import clubs_beside, leaders_beside, replayed
from tournaments.selectors.league import load_league
from tournaments.views.frame import frame


@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """The clubs and leaders of a league that is replayed, beside the real ones; of other events
    there is no such page."""
    tournament = visible_tournament(request.user, slug)
    found = replayed(tournament)
    if found is None:
        raise Http404("No real league is replayed here.")
    league = load_league(tournament)
    context = {
        **frame(request, tournament, "standings", below="Beside history"),
        "found": found,
        "clubs": clubs_beside(league, found),
        "leading": leaders_beside(tournament, found),
        "is_open": bool(league.unplayed),
    }
    return render(request, "tournaments/history.html", context)
