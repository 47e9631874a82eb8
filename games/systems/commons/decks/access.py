"""Whose decks they are: nobody sees another's before it is played."""

from django.db.models import QuerySet
from django.http import Http404

from config.people.models import User
from games.systems.commons.models import Deck


def decks_of(user: User) -> QuerySet[Deck]:
    """A person's own decks, the latest first."""
    return Deck.objects.filter(owner=user)


def own_deck(user: User, pk: int | str) -> Deck:
    """A deck of one's own; to others it does not exist."""
    found = decks_of(user).filter(pk=pk).first()
    if found is None:
        raise Http404("No such deck of yours.")
    return found
