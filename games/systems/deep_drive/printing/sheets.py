"""Sheets of nine cards of 63.5 by 88.9 mm, on A4 or Letter (the document prints no layout, DD-122;
these are as large as cards of a game, and fit the sleeves that are sold for them)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from games.systems.deep_drive.presenter import Face, face_of
from rosters.makers.base import PITCHER
from rosters.models import Ballpark, Card

NINE: Final = 9
"""Cards of a sheet."""
PAPERS: Final = {"a4": "A4", "letter": "Letter"}
INNINGS: Final = range(1, 13)
BATTING_PLACES: Final = range(1, 10)
PITCHERS: Final = range(1, 7)
HANDS: Final = {"L": "left", "R": "right", "B": "both ways", "S": "both ways"}
SHEETS_AT_ONCE: Final = 10
"""Sheets of a set of cards on one page."""


@dataclass(frozen=True)
class PrintedCard:
    """A player's card as it is printed: who, and what stands on it."""

    name: str
    facts: str
    face: Face


@dataclass(frozen=True)
class PrintedPark:
    """A park card: what each face of the modifier die means."""

    name: str
    place: str
    faces: Sequence[tuple[int, str]]


def printed(cards: Iterable[Card]) -> list[PrintedCard]:
    """The cards that can be printed, in their order."""
    found = []
    for card in cards:
        face = face_of(card)
        if face is None:
            continue
        pitches = card.kind == PITCHER
        hand = HANDS.get(card.throws if pitches else card.bats, "")
        side = f"{'throws' if pitches else 'bats'} {hand}" if hand else ""
        facts = " · ".join(word for word in (str(card.year), " ".join(card.teams), side) if word)
        found.append(PrintedCard(card.name, facts, face))
    return found


def printed_park(park: Ballpark) -> PrintedPark:
    """A park's card."""
    return PrintedPark(park.name, park.city, list(enumerate(park.faces.split())))


def in_nines(things: Sequence[object]) -> list[Sequence[object]]:
    """Things sheet by sheet."""
    return [things[at : at + NINE] for at in range(0, len(things), NINE)]
