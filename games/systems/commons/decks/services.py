"""Services for decks: nothing else writes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.db import IntegrityError, transaction
from django.utils import timezone

from config.journal.services import log_action
from config.lines import clean_line
from config.people.models import User
from config.quotas import verify_quota
from config.refusals import Refusal, Refused, refuse_all
from games.systems.commons.decks.builder import Built, build
from games.systems.commons.decks.pool import (
    Asked,
    asked_cards,
    cards_in_order,
    deck_cards,
)
from games.systems.commons.models import Deck, DeckSpot
from games.systems.commons.play.deck_law import PRINTED, DeckLaw
from rosters.makers.base import PITCHER

MOST_CARDS = 120
"""Most cards in a deck while it is built; the law limits how many may play."""

LONGEST_NAME = 80


def make_deck(*, name: str, acting_user: User, cards: Sequence[int] = ()) -> Deck:
    """Create a deck, empty or with these cards in order.

    Refused: ``deck-name``, ``deck-name-taken``, ``quota-reached``, and what ``change_cards``
    refuses.
    """
    name = _verified_name(name)
    try:
        with transaction.atomic():
            verify_quota(acting_user, "decks", Deck.objects.filter(owner=acting_user).count)
            deck = Deck.objects.create(owner=acting_user, name=name)
            _store(deck, _verified(cards))
            log_action(
                code="deck-made",
                actor=acting_user,
                scope=deck.scope,
                subject=deck,
                new={"name": name, "cards": list(cards)},
            )
            return deck
    except IntegrityError as error:
        raise Refused(_taken(name)) from error


def rename_deck(*, deck: Deck, name: str, acting_user: User) -> None:
    """Refused: ``not-your-deck``, ``deck-name``, ``deck-name-taken``."""
    name = _verified_name(name)
    try:
        with transaction.atomic():
            deck = _own(deck, acting_user)
            log_action(
                code="deck-renamed",
                actor=acting_user,
                scope=deck.scope,
                subject=deck,
                old={"name": deck.name},
                new={"name": name},
            )
            Deck.objects.filter(pk=deck.pk).update(name=name)
    except IntegrityError as error:
        raise Refused(_taken(name)) from error


def delete_deck(*, deck: Deck, acting_user: User) -> None:
    """Delete a deck, not its cards. Refused: ``not-your-deck``."""
    with transaction.atomic():
        deck = _own(deck, acting_user)
        log_action(
            code="deck-deleted",
            actor=acting_user,
            scope=deck.scope,
            subject=deck,
            old={"name": deck.name, "cards": _keys(deck)},
        )
        deck.delete()


def change_cards(
    *,
    deck: Deck,
    change: Callable[[list[int]], Sequence[int]],
    acting_user: User,
    version: int | None = None,
) -> Deck:
    """Replace or reorder the cards of a deck: ``change`` makes the new list from the present one.
    With a ``version``, only if the deck was not changed since.

    Refused: ``not-your-deck``, ``deck-changed``, ``no-such-card``, ``card-twice``,
    ``too-many-cards``.
    """
    with transaction.atomic():
        deck = _own(deck, acting_user)
        if version is not None and version != deck.version:
            raise Refused(
                Refusal(
                    "deck-changed",
                    "The deck was changed elsewhere meanwhile; look at it again.",
                    "version",
                    {"version": deck.version},
                )
            )
        before = _keys(deck)
        after = _verified(change(before))
        if after == before:
            return deck
        _store(deck, after)
        deck.version += 1
        deck.changed_at = timezone.now()
        deck.save(update_fields=["version", "changed_at"])
        log_action(
            code="deck-changed",
            actor=acting_user,
            scope=deck.scope,
            subject=deck,
            old={"cards": before},
            new={"cards": after},
        )
        return deck


def _own(deck: Deck, acting_user: User) -> Deck:
    """Lock the deck for its owner. Refused: ``not-your-deck``."""
    _verify_own(deck, acting_user)
    return Deck.objects.select_for_update().get(pk=deck.pk)


def _verify_own(deck: Deck, acting_user: User) -> None:
    if deck.owner_id != acting_user.pk:
        raise Refused(Refusal("not-your-deck", "A deck is changed by whose it is."))


def add_card(*, deck: Deck, card: int, acting_user: User) -> Deck:
    """Append a card to its kind."""
    return change_cards(
        deck=deck,
        change=lambda keys: keys if card in keys else [*keys, card],
        acting_user=acting_user,
    )


def remove_card(*, deck: Deck, card: int, acting_user: User) -> Deck:
    return change_cards(
        deck=deck,
        change=lambda keys: [key for key in keys if key != card],
        acting_user=acting_user,
    )


def move_card(*, deck: Deck, card: int, by: int, acting_user: User) -> Deck:
    """Move a card ``by`` places down (negative: up) within its kind (CB-005)."""

    def moved(keys: list[int]) -> list[int]:
        if card not in keys:
            raise Refused(Refusal("no-such-card", "The card is not in this deck.", f"card:{card}"))
        start = keys.index(card)
        end = min(max(0, start + by), len(keys) - 1)
        rest = [key for key in keys if key != card]
        return [*rest[:end], card, *rest[end:]]

    return change_cards(deck=deck, change=moved, acting_user=acting_user)


def build_deck(
    *,
    deck: Deck,
    keep: bool,
    asked: Asked,
    acting_user: User,
    law: DeckLaw = PRINTED,
) -> Built:
    """Fill a deck around its cards, or with ``keep`` False build it anew, from the cards that match
    the filters. Refused: ``not-your-deck``, what the builder refuses, and ``deck-changed`` if the
    deck was changed meanwhile."""
    _verify_own(deck, acting_user)
    kept_cards = deck_cards(cards_in_order(_keys(deck))) if keep else []
    built = build(deck_cards(asked_cards(asked)), kept_cards, law)
    order = {card.key: place for place, card in enumerate(kept_cards)}
    chosen = sorted(
        built.cards, key=lambda card: (card.pitches, order.get(card.key, MOST_CARDS), -card.value)
    )
    change_cards(
        deck=deck,
        change=lambda _: [card.key for card in chosen],
        acting_user=acting_user,
        version=deck.version,
    )
    return built


def _keys(deck: Deck) -> list[int]:
    return list(deck.spots.order_by("number").values_list("card_id", flat=True))


def _verified(keys: Sequence[int]) -> list[int]:
    """Verify cards for a deck and sort batters before pitchers, each kind in the given order."""
    problems = []
    if len(keys) > MOST_CARDS:
        by = len(keys) - MOST_CARDS
        words = f"At most {MOST_CARDS} cards lie in a deck while it is built; {by} are too many."
        problems.append(Refusal("too-many-cards", words, "cards", {"by": by}))
    problems += [
        Refusal("card-twice", f"Card {key} is named twice.", f"card:{key}")
        for key in sorted({key for key in keys if list(keys).count(key) > 1})
    ]
    refuse_all(problems)
    chosen = cards_in_order(keys)
    return [card.pk for card in sorted(chosen, key=lambda card: card.kind == PITCHER)]


def _store(deck: Deck, keys: Sequence[int]) -> None:
    deck.spots.all().delete()
    DeckSpot.objects.bulk_create(
        DeckSpot(deck=deck, card_id=key, number=number) for number, key in enumerate(keys, start=1)
    )


def _verified_name(name: str) -> str:
    name = clean_line(name)
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused(
            Refusal("deck-name", f"A deck's name has 1 to {LONGEST_NAME} characters.", "name")
        )
    return name


def _taken(name: str) -> Refusal:
    return Refusal("deck-name-taken", f"You have a deck {name!r} already.", "name")
