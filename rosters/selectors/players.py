"""Players with their seasons and cards."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Max, Min, Q, QuerySet
from django.http import Http404

from rosters.models import Card, Player, PlayerSeason

BY_NAME = ("last_name", "first_name", "pk")


def players(q: str = "", source: str = "", year: int | None = None) -> QuerySet[Player]:
    """Players by name; ``q``: words that all occur in it."""
    rows = Player.objects.select_related("source")
    for word in q.split():
        rows = rows.filter(Q(first_name__icontains=word) | Q(last_name__icontains=word))
    if source:
        rows = rows.filter(source__key=source)
    if year:
        rows = rows.filter(
            pk__in=PlayerSeason.objects.filter(year=year, whole=True).values("player")
        )
    return rows.order_by(*BY_NAME)


def with_years(shown: Iterable[Player]) -> QuerySet[Player]:
    """A page of players by name, each with ``first_year`` and ``last_year``.

    Years are read a page at a time: reading those of all players first would be slow.
    """
    rows = Player.objects.filter(pk__in=[player.pk for player in shown])
    years = rows.annotate(first_year=Min("seasons__year"), last_year=Max("seasons__year"))
    return years.select_related("source").order_by(*BY_NAME)


def the_player(player_id: int | str) -> Player:
    """The player with this number, visible to all users; 404 if there is none."""
    player = Player.objects.select_related("source").filter(pk=player_id).first()
    if player is None:
        raise Http404("No such player.")
    return player


def player_seasons(player: Player) -> list[PlayerSeason]:
    return list(player.seasons.order_by("year", "-whole", "league"))


def cards_of(player: Player) -> list[Card]:
    return list(
        Card.objects.filter(season__player=player)
        .select_related("card_set__source", "season")
        .order_by("card_set__name", "year", "kind")
    )
