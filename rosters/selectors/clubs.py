"""What the clubs on cards are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rosters.models import Card, CardSet, ClubSeason, Player, PlayerSeason

ClubNames = Mapping[tuple[int, int, str], str]
"""Names of clubs by card set, year and the source's key."""


def club_names(card_sets: Iterable[CardSet], cards: Iterable[Card] | None = None) -> ClubNames:
    """The names that the sources of these sets know, all of them or those on some cards."""
    sets = list(card_sets)
    rows = ClubSeason.objects.filter(source__in={one.source_id for one in sets if one.source_id})
    if cards is not None:
        shown = list(cards)
        rows = rows.filter(
            year__in={card.year for card in shown},
            key__in={club for card in shown for club in card.teams},
        )
    sources = [(one.pk, one.source_id) for one in sets]
    return {
        (card_set, year, key): name
        for source, year, key, name in rows.order_by().values_list("source", "year", "key", "name")
        for card_set, of in sources
        if of == source
    }


def season_club_names(
    player: Player, seasons: Iterable[PlayerSeason]
) -> dict[tuple[int, str], str]:
    """The names of the clubs he played for, by year and the source's key."""
    keys = {club for season in seasons for club in season.teams}
    rows = ClubSeason.objects.filter(source=player.source_id, key__in=keys).order_by()
    return {(year, key): name for year, key, name in rows.values_list("year", "key", "name")}
