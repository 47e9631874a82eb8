"""The names of the clubs on cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.urls import reverse

from rosters.models import Card, CardSet, ClubSeason, Player, PlayerSeason


@dataclass(frozen=True)
class KnownClub:
    name: str
    source: str
    year: int
    key: str

    @property
    def url(self) -> str:
        return club_url(self.source, self.year, self.key)


ClubNames = Mapping[tuple[int, int, str], KnownClub]
"""Clubs by card set, year and the source's key."""


def club_url(source: str, year: int, key: str) -> str:
    return reverse("rosters:club-season", args=[source, year, key])


def club_names(card_sets: Iterable[CardSet], cards: Iterable[Card] | None = None) -> ClubNames:
    """The clubs that the sources of these sets know, all or those on some cards."""
    sets = list(card_sets)
    rows = ClubSeason.objects.filter(
        source__in={card_set_row.source_id for card_set_row in sets if card_set_row.source_id}
    )
    if cards is not None:
        shown = list(cards)
        rows = rows.filter(
            year__in={card.year for card in shown},
            key__in={club for card in shown for club in card.teams},
        )
    sources = [(card_set_row.pk, card_set_row.source_id) for card_set_row in sets]
    club_rows = rows.order_by().values_list("source", "source__key", "year", "key", "name")
    return {
        (card_set, year, key): KnownClub(name, source_key, year, key)
        for source, source_key, year, key, name in club_rows
        for card_set, set_source in sources
        if set_source == source
    }


def season_club_names(
    player: Player, seasons: Iterable[PlayerSeason]
) -> dict[tuple[int, str], KnownClub]:
    """The clubs the player played for, by year and the source's key."""
    years: dict[str, set[int]] = {}
    for season in seasons:
        for key in season.teams:
            years.setdefault(key, set()).add(season.year)
    rows = ClubSeason.objects.filter(source=player.source_id, key__in=years).order_by()
    return {
        (year, key): KnownClub(name, source, year, key)
        for source, year, key, name in rows.values_list("source__key", "year", "key", "name")
        if year in years[key]
    }
