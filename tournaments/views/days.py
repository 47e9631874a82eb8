"""The schedule by days: last night, today, and what comes."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.refusals import Refusal
from config.ui.frame import show
from games.planning.disclosure import reader_of
from tournaments.models import Entrant
from tournaments.selectors.access import visible_tournament
from tournaments.selectors.days import (
    MOST_RESULTS,
    bounds,
    day_before,
    days_played,
    results_on,
    series_to_come,
)
from tournaments.selectors.league import League, load_league
from tournaments.views.frame import frame


@require_safe
def days(request: HttpRequest, slug: str) -> HttpResponse:
    """A day of an event: its results, those of the day of play before it, and on the day itself
    what is to be played."""
    tournament = visible_tournament(request.user, slug)
    league = load_league(tournament)
    today = timezone.localdate()
    day, refusals = read_day(request.GET.get("day", ""), today)
    club = club_asked(league, request.GET.get("club", ""), refusals)
    played = days_played(tournament)
    before = day_before(played, day)
    shared = frame(request, tournament, "schedule", below="By days")
    reader = reader_of(request.user, tournament.scope, directs=shared["directs"])
    ahead = series_to_come(league, reader, club) if day >= today else []
    _, midnight = bounds(day)
    context = {
        **shared,
        "league": league,
        "refusals": refusals,
        "club": club,
        "day": day,
        "is_today": day == today,
        "is_last_night": before is not None and day == today and (today - before).days == 1,
        "before": before,
        "later": next((each for each in reversed(played) if each > day), None),
        "results": results_on(league, day, club)[:MOST_RESULTS],
        "last_night": results_on(league, before, club)[:MOST_RESULTS] if before else [],
        "today": [each for each in ahead if each.when is not None and each.when < midnight],
        "coming": [each for each in ahead if each.when is None or each.when >= midnight],
    }
    return show(
        request,
        "tournaments/days.html",
        "tournaments/_days_live.html",
        context,
        status=400 if refusals else 200,
    )


def read_day(words: str, usual: date) -> tuple[date, list[Refusal]]:
    """The day that is asked for, or the usual one and ``not-a-day``."""
    if not words:
        return usual, []
    try:
        found = date.fromisoformat(words)
    except ValueError:
        found = None
    if found is None or not 1900 <= found.year <= 2999:
        return usual, [Refusal("not-a-day", "A day is written 2027-03-01.", "day")]
    return found, []


def club_asked(league: League, words: str, refusals: list[Refusal]) -> Entrant | None:
    """The club by which it is narrowed down; what is none is refused, ``unknown-club``."""
    found = next((each for each in league.entrants if str(each.number) == words), None)
    if words and found is None:
        refusals.append(Refusal("unknown-club", f"No club has the number “{words[:10]}”.", "club"))
    return found
