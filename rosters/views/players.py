"""Players: a search, and a player with his years and cards."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from rosters.done_here import awards_here, done_here
from rosters.forms.players import PlayerSearch
from rosters.models import Card, Player, PlayerSeason
from rosters.presenters.drawn import drawn
from rosters.presenters.estimates import Estimate, estimates
from rosters.presenters.seasons import tables
from rosters.presenters.words import HANDS
from rosters.selectors.clubs import club_names, season_club_names
from rosters.selectors.players import cards_of, player_seasons, players, the_player, with_years
from rosters.selectors.subjects import subject_of

PAGE = 50


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Players of every source by name."""
    form = PlayerSearch(request.GET)
    found = players(**form.asked())
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "page": page,
        "players": with_years(page.object_list),
        "crumbs": [("Home", reverse("home")), ("Players", "")],
    }
    return render(request, "rosters/players.html", context)


@require_safe
def player(request: HttpRequest, player_id: int) -> HttpResponse:
    """A player: his years, and his cards in every set."""
    found = the_player(player_id)
    seasons = player_seasons(found)
    cards = cards_of(found)
    names = club_names([card.card_set for card in cards], cards)
    context = {
        "player": found,
        "facts": _facts(found),
        "years": _years([season.year for season in seasons]),
        "tables": tables(seasons, season_club_names(found, seasons)),
        "estimated": _estimated(seasons, cards),
        "honours": awards_here(request.user, [card.pk for card in cards]),
        "done": done_here(request.user, [card.pk for card in cards]),
        "cards": [drawn(card, names) for card in cards],
        "crumbs": [
            ("Home", reverse("home")),
            ("Players", reverse("rosters:players")),
            (str(found), ""),
        ],
    }
    return render(request, "rosters/player.html", context)


def _facts(player: Player) -> list[str]:
    facts = []
    if player.bats:
        facts.append(f"Bats {HANDS[player.bats].lower()}")
    if player.throws:
        facts.append(f"Throws {HANDS[player.throws].lower()}")
    if player.birth_year:
        facts.append(f"Born {player.birth_year}")
    return facts


def _estimated(
    seasons: Sequence[PlayerSeason], cards: Sequence[Card]
) -> list[tuple[int, list[Estimate]]]:
    """What of the years that he has cards of, else of his last, is estimated; the last first."""
    whole = [season for season in seasons if season.whole]
    carded = {card.season_id for card in cards}
    shown = [season for season in whole if season.pk in carded] or whole[-1:]
    return [(season.year, estimates(subject_of(season))) for season in reversed(shown)]


def _years(years: list[int]) -> str:
    if not years:
        return "No seasons here"
    return str(years[0]) if years[0] == years[-1] else f"{years[0]}–{years[-1]}"
