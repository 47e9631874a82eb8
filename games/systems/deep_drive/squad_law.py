"""The squad law of Deep Drive. The document has none: these numbers are ours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rosters.rules.draft.nine_men import NineMenLaw
from rosters.rules.draft.settings import DraftSettings
from rosters.rules.imputed import RELIEVER, STARTER

STARTERS: Final = 5
RELIEVERS: Final = 6

PLAN: Final = (
    *(STARTER, "ss", "cf", "c", STARTER, "2b", "3b", "rf", "lf", "1b"),
    *(STARTER, RELIEVER, STARTER, RELIEVER, "c", "cf", "ss", STARTER, "2b", "3b"),
    *(RELIEVER, RELIEVER, "lf", RELIEVER, RELIEVER),
)
"""25: eight positions, six men behind them, five starters and six relievers."""


class DeepDriveLaw(NineMenLaw):
    """25 players and a park; five who may start, six who relieve, and a back-up for everybody in
    the field, as anybody may be hurt or thrown out of a game (DD-219 to DD-223)."""

    system = "deep-drive"
    parks = 1

    def starters(self, settings: DraftSettings) -> int:
        """Five, or what an edition asks for beyond."""
        return max(STARTERS, settings.starters)

    def relievers(self, settings: DraftSettings) -> int:
        """Six, or what an edition asks for."""
        return settings.least_relievers or RELIEVERS

    def plan(self, settings: DraftSettings) -> Sequence[str]:
        """The scarcest first; a larger squad has more relievers."""
        return (*PLAN, *(RELIEVER,) * (settings.players - len(PLAN)))[: settings.players]
