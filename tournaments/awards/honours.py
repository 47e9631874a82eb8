"""A player's awards as his career tells them."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse

from config.people.scopes import Visitor
from rosters.done_here import Award
from tournaments.awards.selectors import awards_of_cards


def honours(user: Visitor, cards: Sequence[int]) -> list[Award]:
    """The awards that the players of these cards have of events that are over and that ``user`` may
    see, the latest first."""
    return [
        Award(
            each.title,
            each.get_absolute_url(),
            each.record.tournament.name,
            reverse("tournaments:overview", args=[each.record.tournament.slug]),
            each.value,
        )
        for each in awards_of_cards(user, cards)
    ]
