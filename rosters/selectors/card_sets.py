"""Card sets, and what they can be made of."""

from __future__ import annotations

from django.db.models import Count, Max, Min, QuerySet
from django.http import Http404

from rosters.makers.base import CardRow
from rosters.models import Card, CardSet, Source
from rosters.sources.known import FICTIONAL


def card_sets() -> QuerySet[CardSet]:
    """Every set with its source and ``card_count``, the newest first."""
    counted = Count("cards")
    sets = CardSet.objects.select_related("source", "created_by").annotate(card_count=counted)
    return sets.order_by("-created_at", "-pk")


def the_card_set(slug: str) -> CardSet:
    """The set with this slug, visible to all users; 404 if there is none."""
    card_set = CardSet.objects.select_related("source", "created_by").filter(slug=slug).first()
    if card_set is None:
        raise Http404("No such card set.")
    return card_set


def the_card(**which: int | str) -> Card:
    """The card with these lookups, with its set, season and player; visible to all users; 404 if
    there is none."""
    related = ("card_set__source", "season__player")
    card = Card.objects.select_related(*related).filter(**which).first()
    if card is None:
        raise Http404("No such card.")
    return card


def least_true(card_set: CardSet, kind: str) -> QuerySet[Card]:
    """The cards of a kind whose errors were counted, the largest first."""
    counted = card_set.cards.filter(kind=kind, truth__has_key="error")
    return counted.order_by("-truth__error", "key")


def rows_of(card_set: CardSet) -> list[CardRow]:
    return [row_of(card) for card in card_set.cards.order_by("key")]


def row_of(card: Card) -> CardRow:
    return CardRow(
        key=card.key,
        name=card.name,
        year=card.year,
        teams=tuple(card.teams),
        kind=card.kind,
        bats=card.bats,
        throws=card.throws,
        positions=tuple(card.positions.split()),
        cells=card.cells,
    )


def sources_with_years() -> list[tuple[str, str, str]]:
    """Key, name and years of every source that cards can be made of; the built-in league is always
    among them."""
    sources = Source.objects.annotate(
        first=Min("players__seasons__year"), last=Max("players__seasons__year")
    ).order_by("name")
    entries = {
        source.key: (
            source.key,
            source.name,
            str(source.first) if source.first == source.last else f"{source.first}–{source.last}",
        )
        for source in sources
        if source.first is not None
    }
    entries.setdefault(FICTIONAL[0], (FICTIONAL[0], FICTIONAL[1], ""))
    return list(entries.values())
