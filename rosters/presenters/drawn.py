"""A card as it is drawn: the frame that all systems share, and the system's own face."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from config.ui.colours import contrast, ink_on
from rosters.models import Card
from rosters.presenters.clubs import ClubLook
from rosters.presenters.rows import card_url, club_of
from rosters.presenters.systems import presenter_of
from rosters.presenters.words import HANDS, positions_in_print
from rosters.selectors.clubs import ClubNames

SPOTS = {
    "p": (100, 88),
    "c": (100, 132),
    "1b": (141, 82),
    "2b": (121, 62),
    "3b": (59, 82),
    "ss": (79, 62),
    "lf": (42, 44),
    "cf": (100, 24),
    "rf": (158, 44),
}
"""Where players stand on the field of a card, which is 200 by 150."""

OUTFIELD = ("lf", "cf", "rf")


@dataclass(frozen=True)
class Spot:
    """A position on the field: whether the player plays it, and whether it is his first."""

    label: str
    x: int
    y: int
    plays: bool
    first: bool


@dataclass(frozen=True)
class DrawnCard:
    """A card with everything its drawing needs. ``club_url``: the page of the club in the year of
    the card, empty if the source has none; ``ink`` is readable on the club's color, ``trim`` is
    visible on it."""

    card: Card
    url: str
    system: str
    set_name: str
    club: ClubLook
    club_url: str
    clubs: str
    ink: str
    trim: str
    positions: str
    hands: str
    spots: Sequence[Spot]
    template: str
    face: Any


def drawn(card: Card, names: ClubNames) -> DrawnCard:
    """The card, its set loaded; ``names`` are those of the clubs of its source."""
    presenter = presenter_of(card.card_set.system_key)
    club = club_of(card, names)
    last = names.get((card.card_set_id, card.year, card.teams[-1])) if card.teams else None
    return DrawnCard(
        card=card,
        url=card_url(card.card_set, card.key),
        system=presenter.name or card.card_set.system_key,
        set_name=card.card_set.name,
        club=club,
        club_url=last.url if last else "",
        clubs=", ".join(
            known_club.name
            if (known_club := names.get((card.card_set_id, card.year, key)))
            else key
            for key in card.teams[:-1]
        ),
        ink=ink_on(club.colour),
        trim=club.accent if contrast(club.accent, club.colour) > 2 else ink_on(club.colour),
        positions=positions_in_print(card.positions),
        hands=_hands(card),
        spots=_spots(card.positions.split()),
        template=presenter.template,
        face=presenter.face(card),
    )


def _hands(card: Card) -> str:
    parts = []
    if card.bats:
        parts.append(f"Bats {HANDS[card.bats].lower()}")
    if card.throws:
        parts.append(f"throws {HANDS[card.throws].lower()}")
    return ", ".join(parts)


def _spots(positions: Sequence[str]) -> list[Spot]:
    first = positions[0] if positions else ""
    return [
        Spot(
            name.upper(),
            x,
            y,
            name in positions or (name in OUTFIELD and "of" in positions),
            name == first or (name in OUTFIELD and first == "of"),
        )
        for name, (x, y) in SPOTS.items()
    ]
