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
    found = CardSet.objects.select_related("source", "created_by").annotate(card_count=counted)
    return found.order_by("-created_at", "-pk")


def the_card_set(slug: str) -> CardSet:
    """The set with this name in its address; everybody may see every set."""
    found = CardSet.objects.select_related("source", "created_by").filter(slug=slug).first()
    if found is None:
        raise Http404("No such card set.")
    return found


def the_card(**which: int | str) -> Card:
    """The one card that answers to ``which``, with its set, season and player; all may see it."""
    related = ("card_set__source", "season__player")
    found = Card.objects.select_related(*related).filter(**which).first()
    if found is None:
        raise Http404("No such card.")
    return found


def least_true(card_set: CardSet, kind: str) -> QuerySet[Card]:
    """The cards of a kind whose errors were counted, the largest first."""
    counted = card_set.cards.filter(kind=kind, truth__has_key="error")
    return counted.order_by("-truth__error", "key")


def rows_of(card_set: CardSet) -> list[CardRow]:
    """The cards of a set as rows, in the order of their keys."""
    return [row_of(card) for card in card_set.cards.order_by("key")]


def row_of(card: Card) -> CardRow:
    """A stored card as its maker reads it."""
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
    """Key, name and years of every source that cards can be made of; the house's own league is
    always among them."""
    found = Source.objects.annotate(
        first=Min("players__seasons__year"), last=Max("players__seasons__year")
    ).order_by("name")
    told = {
        source.key: (
            source.key,
            source.name,
            str(source.first) if source.first == source.last else f"{source.first}–{source.last}",
        )
        for source in found
        if source.first is not None
    }
    told.setdefault(FICTIONAL[0], (FICTIONAL[0], FICTIONAL[1], ""))
    return list(told.values())
