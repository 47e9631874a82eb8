"""The pool of decks: the Commons cards of all sets and years."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db.models import Case, F, FloatField, IntegerField, Q, QuerySet, When
from django.db.models.functions import Cast, Coalesce, Floor

from config.refusals import Refusal, Refused
from games.systems.commons.card_back import RELIEVER
from games.systems.commons.maker import CommonsMaker, runs_a_game
from games.systems.commons.play.deck_law import PRINTED, DeckCard, DeckLaw
from games.systems.commons.play.deck_law import REGULAR_AT_BATS as REGULAR_AT_BATS
from games.systems.commons.play.deck_law import REGULAR_INNINGS as REGULAR_INNINGS
from rosters.makers.base import PITCHER
from rosters.models import Card
from rosters.presenters.figures import number
from rosters.selectors.card_sets import row_of
from rosters.selectors.prospects import playing_time

SYSTEM: Final = CommonsMaker.system
MAKER: Final = CommonsMaker()

SORTS: Final = {
    "-value": "Value, best first",
    "per_point": "Value for a point",
    "rank": "Points, fewest first",
    "-rank": "Points, most first",
    "-year": "Year, latest first",
    "year": "Year, earliest first",
    "name": "Name",
}


NOBODY: Final[Mapping[bool, DeckCard]] = {}


@dataclass(frozen=True)
class Asked:
    """Filters of the pool; empty strings and zeros do not filter."""

    q: str = ""
    kind: str = ""
    card_set: str = ""
    first: int = 0
    last: int = 0
    most: int = 0
    least_at_bats: int = 0
    least_innings: int = 0
    sort: str = "-value"

    @property
    def law(self) -> DeckLaw:
        """The law of decks with the requested playing time."""
        return replace(PRINTED, least_at_bats=self.least_at_bats, least_outs=3 * self.least_innings)


def cards() -> QuerySet[Card]:
    """Every Commons card with the relations that the law reads."""
    commons_cards = Card.objects.filter(card_set__system_key=SYSTEM)
    return commons_cards.select_related("season", "card_set")


def asked_cards(
    asked: Asked, inside: Iterable[int] = (), replaced: Mapping[bool, DeckCard] = NOBODY
) -> QuerySet[Card]:
    """The cards that match the filters, sorted as requested, ties by name. A card's value is what
    it adds to the deck: if it is not ``inside``, compared with the card that it would replace."""
    pool = cards()
    if asked.least_at_bats or asked.least_innings:
        pool = _played_enough(pool, asked.law)
    matching = pool.annotate(points=number("cells", "rank"))
    for word in asked.q.split():
        matching = matching.filter(name__icontains=word)
    if asked.kind:
        matching = matching.filter(kind=asked.kind)
    if asked.card_set:
        matching = matching.filter(card_set__slug=asked.card_set)
    if asked.first:
        matching = matching.filter(year__gte=asked.first)
    if asked.last:
        matching = matching.filter(year__lte=asked.last)
    if asked.most:
        matching = matching.filter(points__lte=asked.most)
    return matching.order_by(*_order(asked.sort, inside, replaced))


def _played_enough(found: QuerySet[Card], law: DeckLaw) -> QuerySet[Card]:
    """``deck_law.has_played_enough`` as a query."""
    # The filter is in whole innings, so the thirds make no difference.
    innings = Cast(Floor(number("cells", "innings", FloatField)), IntegerField())
    batted = Q(batted=None) | Q(batted__gte=law.least_at_bats)
    pitched = Q(pitched=None) | Q(pitched__gte=law.least_outs)
    return found.annotate(
        batted=Coalesce(F("season__at_bats"), number("cells", "at_bats")),
        pitched=Coalesce(F("season__outs"), innings * 3),
    ).filter(Q(kind=PITCHER) & pitched | ~Q(kind=PITCHER) & batted)


def _order(sort: str, inside: Iterable[int], replaced: Mapping[bool, DeckCard]) -> tuple[Any, ...]:
    # Pitchers and batters are sorted together by the figure shown, not by that of a season.
    runs = {kind: F("value") * runs_a_game(1, pitches=kind) for kind in (False, True)}
    less = {kind: card.value for kind, card in replaced.items()}
    adds = Case(
        When(kind=PITCHER, pk__in=inside, then=runs[True]),
        When(kind=PITCHER, then=runs[True] - less.get(True, 0.0)),
        When(pk__in=inside, then=runs[False]),
        default=runs[False] - less.get(False, 0.0),
    )
    orders: dict[str, Any] = {
        "-value": adds.desc(),
        "per_point": (adds / F("points")).desc(nulls_last=True),
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
    return DeckCard(
        key=card.pk,
        name=card.name,
        year=card.year,
        pitches=pitches,
        rank=int(card.cells.get("rank") or 0),
        person=f"player:{season.player_id}" if season is not None else "",
        reliever=pitches and card.cells.get("special") == RELIEVER,
        playing=playing_time(card, MAKER),
        faults=tuple(MAKER.faults(row_of(card))),
        value=runs_a_game(card.value, pitches=pitches),
        card_set=card.card_set_id,
    )


def deck_cards(found: Iterable[Card]) -> list[DeckCard]:
    return [deck_card(card) for card in found]


def cards_in_order(keys: Sequence[int]) -> list[Card]:
    """The cards with these keys in this order. Refused: ``no-such-card`` for each key that is no
    Commons card."""
    by_key = {card.pk: card for card in cards().filter(pk__in=keys)}
    missing = [key for key in keys if key not in by_key]
    if missing:
        raise Refused(
            *(
                Refusal("no-such-card", f"There is no Commons card {key}.", f"card:{key}")
                for key in missing
            )
        )
    return [by_key[key] for key in keys]
