"""Decks and their pool as the editor shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from config.refusals import Refusal
from games.systems.commons.decks.pool import cards, deck_card
from games.systems.commons.models import Deck
from games.systems.commons.play.deck_law import (
    PRINTED,
    DeckCard,
    DeckLaw,
    deck_problems,
    named,
    tally,
)
from rosters.models import Card
from rosters.presenters.rows import card_url

CARD_PLACE = "card:"


@dataclass(frozen=True)
class Row:
    """A card in a deck: its place among its kind, its value and its faults."""

    card: Card
    law: DeckCard
    number: int
    url: str
    brings: str
    faults: Sequence[str]
    first: bool
    last: bool


@dataclass(frozen=True)
class Count:
    """A count of a deck against the law."""

    label: str
    has: int
    wants: int
    words: str
    fault: bool


@dataclass(frozen=True)
class Shown:
    """A deck with its rows, counts and problems."""

    deck: Deck
    batters: Sequence[Row]
    pitchers: Sequence[Row]
    counts: Sequence[Count]
    problems: Sequence[Refusal]
    left: int
    value: str
    cards: Sequence[DeckCard]

    @property
    def legal(self) -> bool:
        return not self.problems

    def weakest(self, law: DeckLaw = PRINTED) -> dict[bool, DeckCard]:
        """The batter (key False) and the pitcher (True) that a new card would replace, where the
        deck already has all of that kind."""
        most = {False: law.batters, True: law.pitchers}
        of_kind = {kind: [card for card in self.cards if card.pitches == kind] for kind in most}
        return {
            kind: min(kind_cards, key=lambda card: card.value)
            for kind, kind_cards in of_kind.items()
            if kind_cards and len(kind_cards) >= most[kind]
        }


def runs(value: float) -> str:
    """Runs a game, with a sign."""
    return f"{value:+.3f}".replace("-", "\N{MINUS SIGN}")


def cards_of(deck: Deck) -> list[Card]:
    """The cards in their order, with seasons and sets."""
    return list(cards().filter(deck_spots__deck=deck).order_by("deck_spots__number"))


def shown(deck: Deck, law: DeckLaw = PRINTED) -> Shown:
    pairs = [(card, deck_card(card)) for card in cards_of(deck)]
    in_law = [entry for _, entry in pairs]
    problems = deck_problems(in_law, law)
    faults: dict[str, list[str]] = {}
    for problem in problems:
        if problem.place.startswith(CARD_PLACE):
            faults.setdefault(problem.place, []).append(str(problem.message))
    kinds: list[list[tuple[Card, DeckCard]]] = [
        [entry for entry in pairs if entry[1].pitches is pitches] for pitches in (False, True)
    ]
    batters, pitchers = (
        [
            Row(
                card,
                entry,
                number,
                card_url(card.card_set, card.key),
                runs(entry.value),
                faults.get(f"{CARD_PLACE}{card.pk}", ()),
                number == 1,
                number == len(kind),
            )
            for number, (card, entry) in enumerate(kind, start=1)
        ]
        for kind in kinds
    )
    has = tally(in_law)
    return Shown(
        deck=deck,
        batters=batters,
        pitchers=pitchers,
        counts=_counts(has.batters, has.pitchers, has.relievers, has.points, law),
        problems=problems,
        left=law.points - has.points,
        value=runs(sum(card.value for card in in_law)),
        cards=in_law,
    )


def _counts(batters: int, pitchers: int, relievers: int, points: int, law: DeckLaw) -> list[Count]:
    def exactly(label: str, has: int, wants: int) -> Count:
        by = wants - has
        words = "complete" if not by else f"{by} missing" if by > 0 else f"{-by} too many"
        return Count(label, has, wants, words, by < 0)

    def most(label: str, has: int, limit: int) -> Count:
        left = limit - has
        return Count(
            label, has, limit, f"{left} left" if left >= 0 else f"{-left} too many", left < 0
        )

    return [
        most("Points", points, law.points),
        exactly("Batters", batters, law.batters),
        exactly("Pitchers", pitchers, law.pitchers),
        most("Relievers", relievers, law.relievers),
    ]


@dataclass(frozen=True)
class Offer:
    """A card of the pool: its cost and value in this deck, or why it may not be in it. Where the
    deck has all of its kind, cost and gain are those of an exchange for ``instead``, the weakest
    card."""

    card: Card
    url: str
    points: int
    cost: str
    brings: str
    instead: str
    why_not: str
    inside: bool
    too_dear: bool


def offers(found: Sequence[Card], deck: Shown, law: DeckLaw = PRINTED) -> list[Offer]:
    """The cards of a page of the pool, as offers to a deck."""
    inside = {card.key for card in deck.cards}
    taken = {card.who: card for card in deck.cards}
    names = {named(card.name): card for card in deck.cards}
    replaced = deck.weakest(law)
    found_offers = []
    for card in found:
        in_law = deck_card(card)
        other = taken.get(in_law.who) or (None if in_law.person else names.get(in_law.who))
        why = ""
        if in_law.faults:
            why = str(in_law.faults[0].message)
        elif other is not None and other.key != in_law.key:
            why = f"His card of {other.year} is in the deck (CB-119)."
        weakest = None if in_law.key in inside else replaced.get(in_law.pitches)
        cost = in_law.rank - (weakest.rank if weakest else 0)
        found_offers.append(
            Offer(
                card=card,
                url=card_url(card.card_set, card.key),
                points=in_law.rank,
                cost=f"{cost:+d}".replace("-", "\N{MINUS SIGN}"),
                brings=runs(in_law.value - (weakest.value if weakest else 0.0)),
                instead=weakest.name if weakest else "",
                why_not=why,
                inside=in_law.key in inside,
                too_dear=cost > deck.left,
            )
        )
    return found_offers
