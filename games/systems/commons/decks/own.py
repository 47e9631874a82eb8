"""A user's own decks, private until played, and decks as the squads that managers bring to an
event: free building."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet
from django.http import Http404
from django.urls import reverse

from config.people.models import User
from config.refusals import Refusal, Refused, refuse_all
from games.card_games.own_squads import ANY_SQUAD, OfferedSquad, OwnSquads, SquadTerms
from games.systems.commons.deck_terms import deck_law
from games.systems.commons.decks.pool import cards_in_order, deck_cards
from games.systems.commons.decks.presenter import cards_of
from games.systems.commons.models import Deck
from games.systems.commons.play.deck_law import PRINTED, DeckLaw, deck_problems
from rosters.makers.base import PITCHER


def decks_of(user: User) -> QuerySet[Deck]:
    """A user's own decks, latest first."""
    return Deck.objects.filter(owner=user)


def own_deck(user: User, pk: int | str) -> Deck:
    """One of the user's own decks; 404 for others'."""
    deck = decks_of(user).filter(pk=pk).first()
    if deck is None:
        raise Http404("No such deck of yours.")
    return deck


def squad_problems(cards: Sequence[int], law: DeckLaw = PRINTED) -> list[Refusal]:
    """The violations of the law of decks by these cards; see ``deck_problems``."""
    return deck_problems(deck_cards(cards_in_order(cards)), law)


class CommonsDecks(OwnSquads):
    word = "deck"
    rule = "CB-005"

    def offered(self, user: User, terms: SquadTerms = ANY_SQUAD) -> list[OfferedSquad]:
        """All the user's decks, latest first."""
        return [
            OfferedSquad(deck.pk, deck.name, deck.get_absolute_url(), tuple(_problems(deck, terms)))
            for deck in decks_of(user)
        ]

    def cards(self, user: User, key: int, terms: SquadTerms = ANY_SQUAD) -> tuple[str, list[int]]:
        """A deck by its number, batters first. Refused: ``no-such-deck``, and every violation of
        the law."""
        deck = decks_of(user).filter(pk=key).first()
        if deck is None:
            raise Refused(Refusal("no-such-deck", f"You have no deck number {key}.", "deck"))
        refuse_all(_problems(deck, terms))
        ordered = sorted(cards_of(deck), key=lambda card: card.kind == PITCHER)
        return deck.name, [card.pk for card in ordered]

    def problems(self, cards: Sequence[int], terms: SquadTerms = ANY_SQUAD) -> list[Refusal]:
        return squad_problems(cards, deck_law(terms.settings, terms.card_set))

    def builder_url(self) -> str:
        return reverse("commons:decks")


def _problems(deck: Deck, terms: SquadTerms) -> list[Refusal]:
    return deck_problems(deck_cards(cards_of(deck)), deck_law(terms.settings, terms.card_set))
