"""Players with their seasons and cards."""

from __future__ import annotations

from django.db.models import Max, Min, Q, QuerySet

from rosters.models import Card, Player, PlayerSeason


def players(q: str = "", source: str = "", year: int | None = None) -> QuerySet[Player]:
    """Players by name, each with his first and last year; ``q`` are words that all occur in it."""
    found = Player.objects.select_related("source")
    for word in q.split():
        found = found.filter(Q(first_name__icontains=word) | Q(last_name__icontains=word))
    if source:
        found = found.filter(source__key=source)
    if year:
        found = found.filter(
            pk__in=PlayerSeason.objects.filter(year=year, whole=True).values("player")
        )
    return found.order_by("last_name", "first_name", "pk")


def with_years(found: QuerySet[Player]) -> QuerySet[Player]:
    """The same players, each with ``first_year`` and ``last_year``."""
    return found.annotate(first_year=Min("seasons__year"), last_year=Max("seasons__year"))


def player_seasons(player: Player) -> list[PlayerSeason]:
    """His years, the whole one before its leagues."""
    return list(player.seasons.order_by("year", "-whole", "league"))


def cards_of(player: Player) -> list[Card]:
    """His cards in every set, by set and year."""
    return list(
        Card.objects.filter(season__player=player)
        .select_related("card_set__source", "season")
        .order_by("card_set__name", "year", "kind")
    )
