"""The pool of decks: the Commons cards of every set and year, as pages and the law see them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import F, Q, QuerySet

from config.refusals import Refusal, Refused
from games.systems.commons.card_back import RELIEVER, outs_of
from games.systems.commons.maker import CommonsMaker, runs_a_game
from games.systems.commons.play.deck_law import DeckCard
from rosters.makers.base import PITCHER
from rosters.models import Card
from rosters.presenters.figures import number
from rosters.selectors.card_sets import row_of

SYSTEM: Final = CommonsMaker.system
MAKER: Final = CommonsMaker()

REGULAR_AT_BATS, REGULAR_INNINGS = 100, 30
"""From so many on a season says what a player can do; the builder asks for them unless told."""

SORTS: Final = {
    "-value": "Value, best first",
    "per_point": "Value for a point",
    "rank": "Points, fewest first",
    "-rank": "Points, most first",
    "-year": "Year, latest first",
    "year": "Year, earliest first",
    "name": "Name",
}


@dataclass(frozen=True)
class Asked:
    """What is asked of the pool; empty words and nought ask for nothing."""

    q: str = ""
    kind: str = ""
    card_set: str = ""
    first: int = 0
    last: int = 0
    most: int = 0
    least_at_bats: int = 0
    least_innings: int = 0
    sort: str = "-value"


def cards() -> QuerySet[Card]:
    """Every Commons card with what the law asks of it."""
    found = Card.objects.filter(card_set__system_key=SYSTEM)
    return found.select_related("season", "card_set")


def asked_cards(asked: Asked) -> QuerySet[Card]:
    """The cards that answer to what is asked, in its order, equals by name."""
    found = cards().annotate(points=number("cells", "rank"))
    for word in asked.q.split():
        found = found.filter(name__icontains=word)
    if asked.kind:
        found = found.filter(kind=asked.kind)
    if asked.card_set:
        found = found.filter(card_set__slug=asked.card_set)
    if asked.first:
        found = found.filter(year__gte=asked.first)
    if asked.last:
        found = found.filter(year__lte=asked.last)
    if asked.most:
        found = found.filter(points__lte=asked.most)
    if asked.least_at_bats:
        found = found.filter(
            Q(kind=PITCHER) | Q(season=None) | Q(season__at_bats__gte=asked.least_at_bats)
        )
    if asked.least_innings:
        found = found.filter(
            ~Q(kind=PITCHER) | Q(season=None) | Q(season__outs__gte=3 * asked.least_innings)
        )
    return found.order_by(*_order(asked.sort))


def _order(sort: str) -> tuple[Any, ...]:
    orders: dict[str, Any] = {
        "-value": F("value").desc(),
        "per_point": (F("value") / F("points")).desc(nulls_last=True),
        "rank": F("points").asc(nulls_last=True),
        "-rank": F("points").desc(nulls_last=True),
        "-year": F("year").desc(),
        "year": F("year").asc(),
        "name": F("name").asc(),
    }
    return orders[sort], "name", "pk"


def deck_card(card: Card) -> DeckCard:
    """A stored card, its season loaded, as the law of decks sees it."""
    pitches = card.kind == PITCHER
    season = card.season
    playing: int | None
    if season is not None:
        playing = season.outs if pitches else season.at_bats
    else:
        playing = _played(card, pitches)
    return DeckCard(
        key=card.pk,
        name=card.name,
        year=card.year,
        pitches=pitches,
        rank=int(card.cells.get("rank") or 0),
        person=f"player:{season.player_id}" if season is not None else "",
        reliever=pitches and card.cells.get("special") == RELIEVER,
        playing=playing,
        faults=tuple(MAKER.faults(row_of(card))),
        value=runs_a_game(card.value, pitches=pitches),
    )


def _played(card: Card, pitches: bool) -> int | None:
    cell = card.cells.get("innings" if pitches else "at_bats", "")
    if not cell:
        return None
    return outs_of(cell) if pitches else int(cell)


def deck_cards(found: Iterable[Card]) -> list[DeckCard]:
    """The same of several."""
    return [deck_card(card) for card in found]


def cards_in_order(keys: Sequence[int]) -> list[Card]:
    """The cards with these numbers in this order; ``no-such-card`` names those that are no Commons
    cards."""
    found = {card.pk: card for card in cards().filter(pk__in=keys)}
    missing = [key for key in keys if key not in found]
    if missing:
        raise Refused(
            *(
                Refusal("no-such-card", f"There is no Commons card {key}.", f"card:{key}")
                for key in missing
            )
        )
    return [found[key] for key in keys]
