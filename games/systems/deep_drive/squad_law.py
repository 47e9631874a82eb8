"""The squad law of Deep Drive. The document has none: the numbers are those of the rule edition,
five who may start and six who relieve where nobody chose others (``house-league``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rosters.rules.draft.nine_law import NineLaw
from rosters.rules.draft.settings import DraftSettings
from rosters.rules.editions.presets import HOUSE_LEAGUE
from rosters.rules.imputed import RELIEVER, STARTER

PLAN: Final = (
    *(STARTER, "ss", "cf", "c", STARTER, "2b", "3b", "rf", "lf", "1b"),
    *(STARTER, RELIEVER, STARTER, RELIEVER, "c", "cf", "ss", STARTER, "2b", "3b"),
    *(RELIEVER, RELIEVER, "lf", RELIEVER, RELIEVER),
)
"""25: eight positions, six players behind them, five starters and six relievers."""


class DeepDriveLaw(NineLaw):
    """The law of squads: so many players and a park, so many who may start and who relieve, and a
    back-up for every fielder, as any may be hurt or thrown out of a game (DD-219 to DD-223)."""

    system = "deep-drive"
    parks = 1

    def plan(self, settings: DraftSettings) -> Sequence[str]:
        """The scarcest first; what an edition says otherwise of the house's squads, in its
        order."""
        if settings.imputed != HOUSE_LEAGUE.edition.imputed:
            return super().plan(settings)
        return (*PLAN, *(RELIEVER,) * (settings.players - len(PLAN)))[: settings.players]
