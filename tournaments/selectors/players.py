"""One player of an event: his card, his clubs, and his other cards."""

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
    """A player with the book of an event that he plays in."""
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
    """The clubs that have a player, where several do: one in each division, and he is another
    player in each."""
    clubs = [book.clubs[spot.squad.team_id] for spot in spots if spot.squad.team_id in book.clubs]
    return clubs if len(clubs) > 1 else []


def cards_of_player(card: Card) -> list[int]:
    """All cards of the player of one, in every set; itself where nobody knows whose it is."""
    if card.season is None:
        return [card.pk]
    cards = Card.objects.filter(season__player=card.season.player_id).order_by()
    return list(cards.values_list("pk", flat=True))


def spots_of(tournament: Tournament, card: Card) -> list[RosterSpot]:
    """His places in squads of the event, with how he came there, one in each division at most; each
    with whether a ballot of the event names him (``nominated``), and whether he was hurt or lent to
    anybody (``met_with``)."""
    spots = RosterSpot.objects.filter(squad__event__key=tournament.scope, card=card)
    nominated = Candidate.objects.filter(ballot__tournament=tournament.pk, card=card.pk)
    met_with = met_with_something(tournament).filter(card=card.pk)
    return list(
        spots.select_related("squad__team")
        .annotate(nominated=Exists(nominated), met_with=Exists(met_with))
        .order_by("pk")
    )
