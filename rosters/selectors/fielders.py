"""A squad's players as lineups see them."""

from __future__ import annotations

from collections.abc import Iterable

from rosters.makers.base import HITTER, maker_or_plain
from rosters.models import Card, RosterSpot, Squad
from rosters.rules.coverage import Fielder

FIRST_BASE = "1b"


def fielders_of(cards: Iterable[Card], system_key: str) -> dict[int, Fielder]:
    """The position players among these cards, by key: the positions of their cards (T10.11c: first
    base, if none is printed) and whether they can be injured."""
    maker = maker_or_plain(system_key)
    return {
        card.pk: Fielder(
            card.name,
            frozenset(maker.rated_positions(card.cells) or card.positions.split() or [FIRST_BASE]),
            maker.can_be_hurt(card.cells),
        )
        for card in cards
        if card.kind == HITTER
    }


def cards_of(squad: Squad) -> list[Card]:
    return cards_of_all([squad])[squad.pk]


def cards_of_all(squads: Iterable[Squad]) -> dict[int, list[Card]]:
    """The cards of several squads, by squad, in one query."""
    cards: dict[int, list[Card]] = {squad.pk: [] for squad in squads}
    spots = RosterSpot.objects.filter(squad__in=cards).select_related(
        "card__card_set", "card__season"
    )
    for spot in spots.order_by("squad", "number"):
        cards[spot.squad_id].append(spot.card)
    return cards
