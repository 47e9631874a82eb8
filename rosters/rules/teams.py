"""Valid names of clubs, and defaults for clubs without them: an abbreviation, and colors well apart
from the others'. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from config.lines import address_problem, clean_line
from config.refusals import Refusal

BATTERS = 9
LONGEST_BATTER = 40
LONGEST_ABBREVIATION = 4

DYES = (
    "#12355b",
    "#6b1f2a",
    "#1f4d3a",
    "#9c3d1e",
    "#43286b",
    "#0b5563",
    "#7a5c1e",
    "#3d3a38",
    "#8c1d4f",
    "#2b6cb0",
    "#4d7c0f",
    "#b45309",
    "#0f766e",
    "#5b4a8a",
    "#7f1d1d",
)
TRIMS = ("#f3efe4", "#f2b632", "#cfe3d4")


def letters_of(abbreviation: str) -> str:
    """An abbreviation as it is stored. Capitals may be more letters than were typed: ß becomes
    SS."""
    return abbreviation.strip().upper()


@dataclass(frozen=True)
class TeamPlan:
    """A club to be made: colors as #rrggbb, ``batting_order`` nine names or none."""

    name: str
    abbreviation: str
    colour: str = "#1f4d3a"
    accent: str = "#f3efe4"
    batting_order: Sequence[str] = ()

    def problems(self, place: str = "") -> list[Refusal]:
        """Everything wrong with the plan. ``place`` names the club among others; without it the
        wrong field is named."""
        refusals = []
        name = clean_line(self.name)
        if not 1 <= len(name) <= 60:
            refusals.append(
                Refusal(
                    "team-name-length", "A club's name has 1 to 60 characters.", place or "name"
                )
            )
        if problem := address_problem(name, place or "name"):
            refusals.append(problem)
        letters = letters_of(self.abbreviation)
        if not (2 <= len(letters) <= LONGEST_ABBREVIATION and letters.isalnum()):
            refusals.append(
                Refusal(
                    "abbreviation-length",
                    f"{name or 'A club'} needs an abbreviation of 2 to 4 letters or digits.",
                    place or "abbreviation",
                )
            )
        refusals.extend(
            Refusal("not-a-colour", f"{colour!r} is not a colour written #rrggbb.", place or key)
            for key, colour in (("colour", self.colour), ("accent", self.accent))
            if not _is_colour(colour.lower())
        )
        if self.batting_order and len(self.batting_order) != BATTERS:
            refusals.append(
                Refusal(
                    "batting-order-length",
                    f"A batting order has nine names, not {len(self.batting_order)}.",
                    place or "batting_order",
                )
            )
        elif any(
            not 1 <= len(clean_line(batter)) <= LONGEST_BATTER for batter in self.batting_order
        ):
            refusals.append(
                Refusal(
                    "batter-name-length",
                    f"A batter's name has 1 to {LONGEST_BATTER} characters.",
                    place or "batting_order",
                )
            )
        return refusals


def _is_colour(text: str) -> bool:
    return re.fullmatch("#[0-9a-f]{6}", text) is not None


def abbreviate(name: str, taken: Collection[str] = ()) -> str:
    """About three letters that stand for ``name`` and are not ``taken``."""
    words = re.findall(r"[^\W\d_]+|\d+", name.upper())
    for candidate in _candidates(words):
        if candidate not in taken:
            return candidate
    number = 2
    stem = ("".join(words) or "CLUB")[:2]
    while f"{stem}{number}" in taken:
        number += 1
    return f"{stem}{number}"[:LONGEST_ABBREVIATION]


def _candidates(words: list[str]) -> Iterator[str]:
    initials = "".join(word[0] for word in words)
    if 3 <= len(initials) <= LONGEST_ABBREVIATION:
        yield initials
    if words and len(words[0]) >= 3:
        yield words[0][:3]
    if len(words) > 1:
        yield (words[0][:1] + words[1])[:3].ljust(2, "X")
        yield (words[0][:2] + words[1])[:3].ljust(2, "X")
    letters = "".join(words)
    for last in range(3, len(letters)):
        yield letters[:2] + letters[last]


def dye(place: int) -> tuple[str, str]:
    """Color and accent of the club at this place (from 0); 45 clubs get different pairs."""
    return DYES[place % len(DYES)], TRIMS[(place // len(DYES) + place) % len(TRIMS)]
