"""One player of an event: the card, the clubs, and the player's other cards."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Exists
from django.http import Http404

from rosters.models import Card, RosterSpot
from tournaments.awards.models import Candidate
from tournaments.book.players import sums_of
from tournaments.book.selectors import Book, open_book
from tournaments.models import Entrant, Tournament
from tournaments.rules.asking import EVERYTHING, Asked
from tournaments.rules.measures import TABLES
from tournaments.selectors.transactions import met_with_something


def player_of_event(tournament: Tournament, card_id: int) -> tuple[Book, Card]:
    """Load a player and the statistics of an event that the player is in."""
    card = Card.objects.select_related("card_set", "season__player").filter(pk=card_id).first()
    if card is None:
        raise Http404("There is no such card.")
    book = open_book(tournament, Asked(stage=EVERYTHING))
    if card.card_set_id != tournament.card_set_id and not any(
        sums_of(book, table, card) for table in TABLES
    ):
        raise Http404("He does not play here.")
    return book, card


def clubs_of_player(book: Book, spots: Sequence[RosterSpot]) -> list[Entrant]:
    """Return the clubs that have a card, if there are several: one in each division, and another
    player in each."""
    clubs = [book.clubs[spot.squad.team_id] for spot in spots if spot.squad.team_id in book.clubs]
    return clubs if len(clubs) > 1 else []


def cards_of_player(card: Card) -> list[int]:
    """Return all cards of the same player, in every set; only this one where the player is not
    known."""
    if card.season is None:
        return [card.pk]
    cards = Card.objects.filter(season__player=card.season.player_id).order_by()
    return list(cards.values_list("pk", flat=True))


def spots_of(tournament: Tournament, card: Card) -> list[RosterSpot]:
    """Return the card's places in squads of the event, at most one in each division; each with
    ``nominated`` (a ballot of the event names the player) and ``met_with`` (injured, or lent to a
    club)."""
    spots = RosterSpot.objects.filter(squad__event__key=tournament.scope, card=card)
    nominated = Candidate.objects.filter(ballot__tournament=tournament.pk, card=card.pk)
    met_with = met_with_something(tournament).filter(card=card.pk)
    return list(
        spots.select_related("squad__team")
        .annotate(nominated=Exists(nominated), met_with=Exists(met_with))
        .order_by("pk")
    )
