"""How the cards of a game system are shown: the system's figures in the pool, its own rating to
filter by, and the drawn card.

A system registers a ``CardPresenter``; a system without one is shown by its columns as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Q

from games.systems.registry import GAME_SYSTEMS
from rosters.models import Card
from rosters.presenters.figures import Figure


class CardPresenter:
    """A game system's cards on pages. ``template`` draws the face from what ``face`` returns."""

    system: str = ""
    name: str = ""
    template: str = "rosters/faces/plain.html"
    figures: Sequence[Figure] = ()
    code: frozenset[str] = frozenset()
    """Columns in the game's code, unreadable for people, such as a card's sides."""
    ratings: Sequence[tuple[str, str]] = ()
    """The filters of the rating: value and label, as in a select."""
    pages: Sequence[tuple[str, str]] = ()
    """Further pages for such cards: link text, and the name of the page."""
    eligibility: str = "May be drafted as"
    """The heading of a card's eligibility, in the words of the game."""
    eligibility_rules: tuple[str, ...] = ()
    """The paragraphs of the eligibility in the game's document."""
    printed_set: str = ""
    """The name of the page on which a set is printed, by its slug."""
    printed_squad: str = ""
    """The name of the page on which a squad's cards are printed, by its number."""

    def rated(self, asked: str) -> Q:
        raise NotImplementedError

    def face(self, card: Card) -> Any:
        """The context of the template of the face; here every cell by its column."""
        return [(column.replace("_", " "), cell) for column, cell in card.cells.items() if cell]


PLAIN = CardPresenter()


def presenter_of(system_key: str) -> CardPresenter:
    """The presenter of a game system, by default one that shows columns as they are."""
    game_system = GAME_SYSTEMS.get(system_key)
    return PLAIN if game_system is None or game_system.presenter is None else game_system.presenter
