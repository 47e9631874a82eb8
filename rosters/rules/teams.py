"""What a club may be called. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from config.refusals import Refusal

BATTERS = 9
LONGEST_BATTER = 40
LONGEST_ABBREVIATION = 4


def letters_of(abbreviation: str) -> str:
    """An abbreviation as it is kept. Capitals may be more letters than were typed: ß becomes SS."""
    return abbreviation.strip().upper()


@dataclass(frozen=True)
class TeamPlan:
    """A club to be made: colours as #rrggbb, ``batting_order`` nine names or none."""

    name: str
    abbreviation: str
    colour: str = "#1f4d3a"
    accent: str = "#f3efe4"
    batting_order: Sequence[str] = ()

    def problems(self, place: str = "") -> list[Refusal]:
        """Everything that is wrong with the plan.

        ``place`` names the club among others; a club on its own is told which field is wrong.
        """
        found = []
        name = self.name.strip()
        if not 1 <= len(name) <= 60:
            found.append(
                Refusal(
                    "team-name-length", "A club's name has 1 to 60 characters.", place or "name"
                )
            )
        letters = letters_of(self.abbreviation)
        if not (2 <= len(letters) <= LONGEST_ABBREVIATION and letters.isalnum()):
            found.append(
                Refusal(
                    "abbreviation-length",
                    f"{name or 'A club'} needs an abbreviation of 2 to 4 letters or digits.",
                    place or "abbreviation",
                )
            )
        found.extend(
            Refusal("not-a-colour", f"{colour!r} is not a colour written #rrggbb.", place or key)
            for key, colour in (("colour", self.colour), ("accent", self.accent))
            if not _is_colour(colour.lower())
        )
        if self.batting_order and len(self.batting_order) != BATTERS:
            found.append(
                Refusal(
                    "batting-order-length",
                    f"A batting order has nine names, not {len(self.batting_order)}.",
                    place or "batting_order",
                )
            )
        elif any(not 1 <= len(batter.strip()) <= LONGEST_BATTER for batter in self.batting_order):
            found.append(
                Refusal(
                    "batter-name-length",
                    f"A batter's name has 1 to {LONGEST_BATTER} characters.",
                    place or "batting_order",
                )
            )
        return found


def _is_colour(text: str) -> bool:
    return re.fullmatch("#[0-9a-f]{6}", text) is not None
