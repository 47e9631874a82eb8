"""Real clubs in their years: which there are, and who was on them."""

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
    """A year whose clubs a source knows."""

    source: str
    source_name: str
    year: int
    clubs: int


def years_with_clubs() -> list[YearOfSource]:
    """Every year of every source, the latest first."""
    rows = (
        ClubSeason.objects.order_by("source__name", "-year")
        .values_list("source__key", "source__name", "year")
        .annotate(clubs=Count("pk"))
    )
    return [YearOfSource(*row) for row in rows]


def club_seasons(
    source: str = "", year: int | None = None, league: str = "", q: str = ""
) -> QuerySet[ClubSeason]:
    """Clubs by year, league and name; ``q`` are words that all occur in the name."""
    found = ClubSeason.objects.select_related("source")
    if source:
        found = found.filter(source__key=source)
    if year is not None:
        found = found.filter(year=year)
    if league:
        found = found.filter(league=league)
    for word in q.split():
        found = found.filter(name__icontains=word)
    return found.order_by("-year", "source", "league", "name", "pk")


def the_club_season(source: str, year: int, key: str) -> ClubSeason:
    """A club of a year by the key of its source; everybody may see every club."""
    found = ClubSeason.objects.select_related("source")
    club = found.filter(source__key=source, year=year, key=key).first()
    if club is None:
        raise Http404("No such club in that year.")
    return club


def club_season_by_number(number: int | str) -> ClubSeason:
    """The same by its number."""
    club = ClubSeason.objects.select_related("source").filter(pk=number).first()
    if club is None:
        raise Http404("No such club in that year.")
    return club


def league_name(league: str) -> str:
    """A league's name in full where it is known."""
    return LEAGUES.get(league, league)


def players_of(club: ClubSeason) -> list[PlayerSeason]:
    """The seasons of those who played for a club that year, with their players, by name.

    Who played in two leagues has a line of each: the one of the club's is taken. What he did for
    two clubs of one league is one line; his ``teams`` say which.
    """
    # The list of clubs is JSON, which not every database can search; quoted, a key is whole.
    rows = (
        PlayerSeason.objects.filter(player__source=club.source_id, year=club.year)
        .filter(Q(whole=True) | Q(league=club.league))
        .annotate(clubs=Cast("teams", TextField()))
        .filter(clubs__contains=f'"{club.key}"')
        .select_related("player")
        .order_by("player__last_name", "player__first_name", "player", "whole")
    )
    found: dict[int, PlayerSeason] = {}
    for season in rows:
        if club.key in season.teams:
            found.setdefault(season.player_id, season)
    return list(found.values())


def cards_of_players(club: ClubSeason, seasons: Iterable[PlayerSeason]) -> list[Card]:
    """The cards of the year, in every set, of these players."""
    players = [season.player_id for season in seasons]
    return list(
        Card.objects.filter(season__player__in=players, year=club.year)
        .select_related("card_set", "season")
        .order_by("card_set__name", "name", "kind")
    )


def park_of(club: ClubSeason) -> Ballpark | None:
    """The park that a club played in, where the source lists it."""
    parks = Ballpark.objects.filter(source=club.source_id, year=club.year)
    if club.park_key:
        return parks.filter(key=club.park_key).first()
    # Years that were imported before clubs knew the keys of their parks.
    return parks.filter(name__iexact=club.park).first() if club.park else None


def by_record(clubs: Iterable[ClubSeason]) -> list[ClubSeason]:
    """Clubs by their part of games won, then by name."""

    def place(club: ClubSeason) -> tuple[float, str]:
        won, lost = club.totals.get("W") or 0, club.totals.get("L") or 0
        return -(won / (won + lost)) if won + lost else 1.0, club.name

    return sorted(clubs, key=place)


def years_beside(club: ClubSeason) -> Sequence[ClubSeason | None]:
    """The same club the year before that the source has it in, and the year after."""
    same = ClubSeason.objects.filter(source=club.source_id, key=club.key).select_related("source")
    return (
        same.filter(year__lt=club.year).order_by("-year").first(),
        same.filter(year__gt=club.year).order_by("year").first(),
    )
