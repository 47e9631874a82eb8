"""How the cards of a game system are shown: the system's figures in the pool, its own rating to
filter by, and the card as it is drawn.

A system registers a ``Look``; a system without one is shown by its columns as they stand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Q

from rosters.models import Card
from rosters.showing.figures import Figure


class Look:
    """A game system's cards on pages. ``template`` draws the face from what ``face`` returns."""

    system: str = ""
    name: str = ""
    template: str = "rosters/faces/plain.html"
    figures: Sequence[Figure] = ()
    ratings: Sequence[tuple[str, str]] = ()
    """What can be asked of the rating: value and label, as in a select."""

    def rated(self, asked: str) -> Q:
        """The cards that answer to one of ``ratings``."""
        raise NotImplementedError

    def starter(self) -> Q:
        """The cards with a starter rating; without ratings, of those who started that year."""
        return Q(season__starts__gt=0)

    def relief(self) -> Q:
        """The cards with a relief rating; without ratings, of those who relieved that year."""
        return Q(season__relief_games__gt=0)

    def is_starter(self, card: Card) -> bool:
        """The same of one card."""
        return card.season is not None and card.season.starts > 0

    def is_relief(self, card: Card) -> bool:
        """The same of one card."""
        return card.season is not None and card.season.relief_games > 0

    def face(self, card: Card) -> Any:
        """What the template of the face wants to know; here every cell by its column."""
        return [(column.replace("_", " "), cell) for column, cell in card.cells.items() if cell]
