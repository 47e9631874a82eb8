"""Endings: how a game ended, who won and why, in one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine.situation import AWAY

REGULATION: Final = "regulation"
HOME_LEADS: Final = "home-leads"
WALK_OFF: Final = "walk-off"
EXTRA_INNINGS: Final = "extra-innings"
MERCY: Final = "mercy"
CONCEDED: Final = "conceded"
TIE: Final = "tie"

TIED: Final = 2
"""The winner of a tied game."""

REASONS: Final = (REGULATION, HOME_LEADS, WALK_OFF, EXTRA_INNINGS, MERCY, CONCEDED, TIE)
"""Every reason, in the order of their numbers in END events."""


@dataclass(frozen=True)
class Ending:
    """Why the game is over (one of ``REASONS``), who won (``AWAY``, ``HOME``, ``TIED``), the runs
    of both sides and the last inning."""

    reason: str
    winner: int
    runs: tuple[int, int]
    inning: int

    def sentence(self, away: str, home: str) -> str:
        """Who won and why, for users."""
        more, fewer = max(self.runs), min(self.runs)
        if self.winner == TIED:
            return f"{away} and {home} tied {more}-{fewer} after {self.inning} innings."
        winner, loser = (away, home) if self.winner == AWAY else (home, away)
        return f"{winner} beat {loser} {more}-{fewer}{self._how(loser)}."

    def _how(self, loser: str) -> str:
        match self.reason:
            case "walk-off":
                return f" with a walk-off in the {ordinal(self.inning)}"
            case "extra-innings":
                return f" in {self.inning} innings"
            case "mercy":
                return f" under the mercy rule in the {ordinal(self.inning)}"
            case "conceded":
                return f"; {loser} conceded in the {ordinal(self.inning)}"
        return ""


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"
