"""Park cards: what a game system prints of a ballpark beside the four numbers that all share.

A ballpark keeps one card, as the system that prints park cards stores it; what may stand on it and
how it is written on paper that system alone knows (``GameSystem.park_cards``).
"""

from __future__ import annotations

from typing import Protocol

from rosters.rules.parks import ParkNumbers


class ParkCards(Protocol):
    """How a system prints, reads and makes park cards.

    ``name`` is the game's, ``column`` the card's name in files of parks, ``example`` a printed
    card, ``told`` what the card is for, in a sentence.
    """

    name: str
    column: str
    example: str
    told: str

    def fitting(self, numbers: ParkNumbers) -> str:
        """The card, as it is stored, of a park with these numbers."""

    def read(self, printed: str, place: str = "card") -> str:
        """A printed card as it is stored. Refused, everything at once, with the system's codes at
        ``place``."""

    def printed(self, stored: str) -> str:
        """A stored card as it is printed."""
