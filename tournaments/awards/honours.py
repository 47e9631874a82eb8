"""Awards on the career page of a player."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse

from config.people.scopes import Visitor
from rosters.done_here import Award
from tournaments.awards.selectors import awards_of_cards


def honours(user: Visitor, cards: Sequence[int]) -> list[Award]:
    """Return the awards for these cards in completed events that ``user`` may see, the latest
    first."""
    return [
        Award(
            award.title,
            award.get_absolute_url(),
            award.record.tournament.name,
            reverse("tournaments:overview", args=[award.record.tournament.slug]),
            award.value,
        )
        for award in awards_of_cards(user, cards)
    ]
