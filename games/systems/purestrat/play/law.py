"""The numbers of the tournament law that affect play, as options and one typed value.

Their defaults are those of the document; an event's rule edition sets others.
"""

from __future__ import annotations

from typing import Final

from games.engine.nine.law import NineLaw
from games.engine.options import Option, Settings

PURESTRAT_OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "locked_innings",
        "Innings starters stay in",
        5,
        "Position players who started may be replaced after it, sooner only if they are hurt or "
        "the opponent has changed his pitcher; and until then a reliever bats where the last "
        "pitcher did.",
        most=9,
        rules=("T10.11f", "T10.11h"),
    ),
    Option(
        "starter_least_outs",
        "Outs before a starter may leave",
        15,
        "15 are five innings; an injury apart.",
        most=54,
        rules=("T10.2e",),
    ),
    Option(
        "starter_least_runs",
        "Runs before a starter may leave",
        4,
        "Scored on him, before those outs.",
        least=1,
        most=50,
        rules=("T10.2e",),
    ),
    Option(
        "starter_last_inning",
        "Last inning of a starter",
        10,
        "At its end he must be taken out.",
        least=1,
        most=99,
        rules=("T10.2d",),
    ),
    Option(
        "designated_hitter",
        "Designated hitter",
        False,
        "A club may name a player who bats for its pitchers, and a tenth player who pitches. Off: "
        "pitchers bat.",
        rules=("T0.01h",),
    ),
    Option(
        "shootout_decided_from",
        "Shoot-out decided from inning",
        3,
        "The first side that leads when an inning ends has won.",
        least=1,
        most=9,
        rules=("T32.0d",),
    ),
    Option(
        "shootout_starters_until",
        "Starters only in shoot-outs until inning",
        2,
        "Then starters or relievers.",
        most=9,
        rules=("T32.0f",),
    ),
    Option(
        "shootout_return_inning",
        "All pitchers return in inning",
        9,
        "In a shoot-out each may pitch once more from it on.",
        least=2,
        most=18,
        rules=("T32.0g",),
    ),
)


class PurestratLaw(NineLaw):
    """The law of one game, read once from complete settings; see ``PURESTRAT_OPTIONS``."""

    __slots__ = ("shootout_decided_from", "shootout_return_inning", "shootout_starters_until")

    def __init__(self, settings: Settings) -> None:
        super().__init__(
            settings,
            # Settings frozen before this option existed lack it.
            designated_hitter=bool(settings.get("designated_hitter", False)),
            locked_innings=int(settings["locked_innings"]),
            starter_least_outs=int(settings["starter_least_outs"]),
            starter_least_runs=int(settings["starter_least_runs"]),
            starter_last_inning=int(settings["starter_last_inning"]),
        )
        self.shootout_decided_from: Final = int(settings["shootout_decided_from"])
        self.shootout_starters_until: Final = int(settings["shootout_starters_until"])
        self.shootout_return_inning: Final = int(settings["shootout_return_inning"])
