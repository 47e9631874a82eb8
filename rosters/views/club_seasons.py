"""Real clubs in their years."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rosters.done_here import squads_here
from rosters.models import ClubSeason
from rosters.presenters.club_seasons import facts, leaders, positions, tables
from rosters.presenters.clubs import ClubLook, club_look
from rosters.selectors.club_seasons import (
    by_record,
    cards_of_players,
    club_seasons,
    league_name,
    park_of,
    players_of,
    the_club_season,
    years_beside,
    years_with_clubs,
)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The years whose clubs are known, by source."""
    sources: dict[str, list[object]] = {}
    for each in years_with_clubs():
        sources.setdefault(each.source_name, []).append(each)
    context = {"sources": sources, "crumbs": [*_players(), ("Clubs of a year", "")]}
    return render(request, "rosters/club_years.html", context)


@require_safe
def year(request: HttpRequest, source: str, year: int) -> HttpResponse:
    """The clubs of a year, league by league."""
    clubs = list(club_seasons(source, year))
    if not clubs:
        raise Http404("No clubs of that year.")
    leagues: dict[str, list[ClubSeason]] = {}
    for club in clubs:
        leagues.setdefault(club.league, []).append(club)
    context = {
        "source": clubs[0].source,
        "year": year,
        "leagues": [
            (league_name(league), [(club, look(club), facts(club)) for club in by_record(of)])
            for league, of in leagues.items()
        ],
        "crumbs": [*_players(), ("Clubs of a year", reverse("rosters:club-years")), (year, "")],
    }
    return render(request, "rosters/club_year.html", context)


@require_safe
def club(request: HttpRequest, source: str, year: int, club: str) -> HttpResponse:
    """A club of a year: its record, who led it, everybody's lines, and who has its players here."""
    found = the_club_season(source, year, club)
    seasons = players_of(found)
    clubs = list(club_seasons(source, year))
    cards = cards_of_players(found, seasons)
    before, after = years_beside(found)
    of_year = reverse("rosters:club-year", args=[source, year])
    sets: dict[str, int] = {}
    for card in cards:
        sets[card.card_set.slug] = sets.get(card.card_set.slug, 0) + 1
    names = {card.card_set.slug: card.card_set.name for card in cards}
    context = {
        "club": found,
        "look": look(found),
        "league": league_name(found.league),
        "facts": facts(found),
        "park": park_of(found),
        "before": before,
        "after": after,
        "rivals": [(each, facts(each)) for each in by_record(clubs) if each.league == found.league],
        "leaders": leaders(found, seasons),
        "positions": positions(seasons),
        "tables": tables(found, seasons, clubs),
        "men": seasons,
        "several": any(len(season.teams) > 1 for season in seasons),
        "card_sets": [(names[slug], slug, count) for slug, count in sets.items()],
        "here": squads_here(request.user, [card.pk for card in cards]),
        "crumbs": [
            *_players(),
            ("Clubs of a year", reverse("rosters:club-years")),
            (year, of_year),
            (found.name, ""),
        ],
    }
    return render(request, "rosters/club_season.html", context)


def look(club: ClubSeason) -> ClubLook:
    """How a club is drawn."""
    return club_look(club.key, club.name)


def _players() -> list[tuple[str, str]]:
    return [("Home", reverse("home")), ("Players", reverse("rosters:players"))]
