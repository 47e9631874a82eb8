"""Real clubs in their years, and their players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.http import Http404

from rosters.models import Ballpark, Card, ClubSeason, PlayerSeason
from rosters.selectors.real_clubs import LEAGUES


@dataclass(frozen=True)
class YearOfSource:
    source: str
    source_name: str
    year: int
    clubs: int


def years_with_clubs() -> list[YearOfSource]:
    rows = (
        ClubSeason.objects.order_by("source__name", "-year")
        .values_list("source__key", "source__name", "year")
        .annotate(clubs=Count("pk"))
    )
    return [YearOfSource(*row) for row in rows]


def club_seasons(
    source: str = "", year: int | None = None, league: str = "", q: str = ""
) -> QuerySet[ClubSeason]:
    """Clubs by year, league and name; ``q``: words that all occur in the name."""
    clubs = ClubSeason.objects.select_related("source")
    if source:
        clubs = clubs.filter(source__key=source)
    if year is not None:
        clubs = clubs.filter(year=year)
    if league:
        clubs = clubs.filter(league=league)
    for word in q.split():
        clubs = clubs.filter(name__icontains=word)
    return clubs.order_by("-year", "source", "league", "name", "pk")


def the_club_season(source: str, year: int, key: str) -> ClubSeason:
    """A club of a year by the key of its source, visible to all users; 404 if there is none."""
    clubs = ClubSeason.objects.select_related("source")
    club = clubs.filter(source__key=source, year=year, key=key).first()
    if club is None:
        raise Http404("No such club in that year.")
    return club


def club_season_by_number(number: int | str) -> ClubSeason:
    """A club of a year by its number, visible to all users; 404 if there is none."""
    club = ClubSeason.objects.select_related("source").filter(pk=number).first()
    if club is None:
        raise Http404("No such club in that year.")
    return club


def league_name(league: str) -> str:
    return LEAGUES.get(league, league)


def players_of(club: ClubSeason) -> list[PlayerSeason]:
    """The seasons of a club's players that year, with their players, by name.

    A player in two leagues has a season of each: that of the club's league is taken. Two clubs of
    one league share a season; its ``teams`` name both.
    """
    # The list of clubs is JSON, which not every database can search. A quoted key matches whole.
    rows = (
        PlayerSeason.objects.filter(player__source=club.source_id, year=club.year)
        .filter(Q(whole=True) | Q(league=club.league))
        .annotate(clubs=Cast("teams", TextField()))
        .filter(clubs__contains=f'"{club.key}"')
        .select_related("player")
        .order_by("player__last_name", "player__first_name", "player", "whole")
    )
    by_player: dict[int, PlayerSeason] = {}
    for season in rows:
        if club.key in season.teams:
            by_player.setdefault(season.player_id, season)
    return list(by_player.values())


def cards_of_players(club: ClubSeason, seasons: Iterable[PlayerSeason]) -> list[Card]:
    players = [season.player_id for season in seasons]
    return list(
        Card.objects.filter(season__player__in=players, year=club.year)
        .select_related("card_set", "season")
        .order_by("card_set__name", "name", "kind")
    )


def park_of(club: ClubSeason) -> Ballpark | None:
    parks = Ballpark.objects.filter(source=club.source_id, year=club.year)
    if club.park_key:
        return parks.filter(key=club.park_key).first()
    # Years imported before clubs had the keys of their parks.
    return parks.filter(name__iexact=club.park).first() if club.park else None


def by_record(clubs: Iterable[ClubSeason]) -> list[ClubSeason]:

    def place(club: ClubSeason) -> tuple[float, str]:
        won, lost = club.totals.get("W") or 0, club.totals.get("L") or 0
        return -(won / (won + lost)) if won + lost else 1.0, club.name

    return sorted(clubs, key=place)


def years_beside(club: ClubSeason) -> Sequence[ClubSeason | None]:
    """The same club in the nearest earlier year of the source, and in the nearest later one."""
    same = ClubSeason.objects.filter(source=club.source_id, key=club.key).select_related("source")
    return (
        same.filter(year__lt=club.year).order_by("-year").first(),
        same.filter(year__gt=club.year).order_by("year").first(),
    )
