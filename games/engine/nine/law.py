"""The law of substitutions in games of nine players with a bench.

Ordinary baseball has no limits (Official Baseball Rules 5.10); a tournament's law sets its own.
"""

from __future__ import annotations

from typing import Final

from games.engine.law import CommonLaw
from games.engine.options import Settings

DESIGNATED_HITTER_OFF: Final = (
    "{club} names a player who bats for the pitcher, and in this game the option “Designated "
    "hitter” is off. Switch it on, or line the club up with its pitcher in the batting order."
)

NO_LAST_INNING: Final = 999
"""The ``starter_last_inning`` of a law under which starters may pitch to the end of any game."""


class NineLaw(CommonLaw):
    """The law of substitutions of one game; the defaults are ordinary baseball's.

    ``locked_innings``: position players who started stay in that long, and a reliever bats where
    the last pitcher did; ``starter_least_outs`` and ``starter_least_runs``: a starter may leave
    once he has reached one of them; ``starter_last_inning``: at its end he must leave. Injured
    players are exempt. ``designated_hitter``: whether a club may name one.
    """

    __slots__ = (
        "designated_hitter",
        "locked_innings",
        "starter_last_inning",
        "starter_least_outs",
        "starter_least_runs",
    )

    def __init__(
        self,
        settings: Settings,
        *,
        designated_hitter: bool,
        locked_innings: int = 0,
        starter_least_outs: int = 0,
        starter_least_runs: int = 0,
        starter_last_inning: int = NO_LAST_INNING,
    ) -> None:
        super().__init__(settings)
        self.designated_hitter: Final = designated_hitter
        self.locked_innings: Final = locked_innings
        self.starter_least_outs: Final = starter_least_outs
        self.starter_least_runs: Final = starter_least_runs
        self.starter_last_inning: Final = starter_last_inning
