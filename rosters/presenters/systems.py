"""How the cards of a game system are shown: the system's figures in the pool, its own rating to
filter by, and the card as it is drawn.

A system registers a ``CardPresenter``; a system without one is shown by its columns as they stand.
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
    """Columns that are written for the game and read by nobody else, such as a card's sides."""
    ratings: Sequence[tuple[str, str]] = ()
    """What can be asked of the rating: value and label, as in a select."""
    pages: Sequence[tuple[str, str]] = ()
    """What else people do with such cards: words of a link, and the name of its page."""
    eligibility: str = "May be drafted as"
    """What the law of an edition says of a card, as the game calls it."""
    eligibility_rules: tuple[str, ...] = ()
    """The paragraphs of its document that say so."""
    printed_set: str = ""
    """The name of the page on which a set is printed, by its slug."""
    printed_squad: str = ""
    """The name of the page on which a squad's cards are printed, by its number."""

    def rated(self, asked: str) -> Q:
        """The cards that answer to one of ``ratings``."""
        raise NotImplementedError

    def face(self, card: Card) -> Any:
        """What the template of the face wants to know; here every cell by its column."""
        return [(column.replace("_", " "), cell) for column, cell in card.cells.items() if cell]


PLAIN = CardPresenter()


def presenter_of(system_key: str) -> CardPresenter:
    """How the cards of a game system are shown; by their columns where nobody said more."""
    face = GAME_SYSTEMS.get(system_key)
    return PLAIN if face is None or face.presenter is None else face.presenter
