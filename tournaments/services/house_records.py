"""Say whether a private event is part of the house's public records."""

from __future__ import annotations

from django.db import transaction

from config.journal.services import log_action
from config.people.models import User
from tournaments.book.models import Book
from tournaments.models import Tournament
from tournaments.permissions import for_directors


@for_directors
def count_in_house(*, tournament: Tournament, counts: bool, acting_user: User) -> None:
    """Say whether what players did in a private event is part of the records of the house; those of
    public ones always are."""
    with transaction.atomic():
        tournament = Tournament.objects.locked().get(pk=tournament.pk)
        book, _ = Book.objects.select_for_update().get_or_create(tournament=tournament)
        if book.in_house == counts:
            return
        book.in_house = counts
        book.save(update_fields=["in_house"])
        log_action(
            code="house-records-joined" if counts else "house-records-left",
            actor=acting_user,
            scope=tournament.scope,
            subject=tournament,
            old={"in_house": not counts},
            new={"in_house": counts},
        )
