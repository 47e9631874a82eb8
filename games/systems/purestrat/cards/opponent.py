"""The average opponent: what of every event stands on the pitcher's card and what on the hitter's.

Half of all plate appearances are read off each card. So a hitter's card holds twice his rate less
what an average pitcher's card gives, and a pitcher's twice his less the average hitter's; both
together give the league's rate again, side by side and hand by hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from games.systems.purestrat.play import charts as c
from games.systems.purestrat.play.throws import SUM_OF_THREE
from games.systems.purestrat.text.chart_files import house_charts
from rosters.estimators.norms import Norms

CHANCES = 108

ON_THE_PITCHERS_CARD = {
    "single": 0.50,
    "double": 0.42,
    "triple": 0.15,
    "home_run": 0.42,
    "walk": 0.47,
    "hit_by_pitch": 0.25,
    "strikeout": 0.42,
}
"""Share of each event that comes off an average pitcher's card."""

WEAK = 0.33
"""Share of plate appearances of hitters with weak power, who hit no home run off it (S12.0)."""

FIELDING_CHANCES = {
    "gb(ss)X": 7, "gb(2b)X": 6, "gb(3b)X": 3, "gb(1b)X": 2, "gb(p)X": 2, "catchX": 2,
    "fly(lf)X": 2, "fly(cf)X": 3, "fly(rf)X": 2,
}  # fmt: skip
"""Fielding chances on each side of a pitcher's card."""

_POSITION = {
    "gb(p)X": 1, "catchX": 2, "gb(1b)X": 3, "gb(2b)X": 4, "gb(3b)X": 5, "gb(ss)X": 6,
    "fly(lf)X": 7, "fly(cf)X": 8, "fly(rf)X": 9,
}  # fmt: skip

AVERAGE_RANGE = (0.10, 0.22, 0.38, 0.20, 0.10)
"""Shares of fielders rated 1 to 5."""
AVERAGE_ERRORS = (0, 14, 9, 10, 13, 18, 18, 6, 6, 6)
"""Error numbers of average fielders by position."""


@dataclass(frozen=True)
class ChanceHits:
    """What the fielding chances of a side give against an average defence, in chances of 108."""

    single: float
    double: float
    triple: float


@cache
def chance_hits() -> ChanceHits:
    """By our own charts, every face of the dice counted."""
    charts = house_charts()
    found = [0.0, 0.0, 0.0, 0.0, 0.0]
    for text, chances in FIELDING_CHANCES.items():
        position = _POSITION[text]
        errors = _error_shares(position)
        for rating, share in enumerate(AVERAGE_RANGE, start=1):
            for face in range(1, 21):
                symbol = charts.x_range(position, face, rating)
                for error, part in enumerate(errors):
                    result = charts.x_result(position, symbol, error)
                    found[c.hit_of(result)] += chances * share * part / 20
    return ChanceHits(found[1], found[2], found[3])


def _error_shares(position: int) -> list[float]:
    """How often an average fielder reads nothing, E1, E2, E3 and a rare play."""
    charts = house_charts()
    shares = [0.0] * 5
    for total in SUM_OF_THREE:
        error = charts.x_error(position, AVERAGE_ERRORS[position], total)
        shares[error] += 1 / len(SUM_OF_THREE)
    return shares


@dataclass(frozen=True)
class Opponent:
    """The average cards of a year, in chances of 108 by event, for a side of the plate and a hand.

    ``pitcher`` is as printed: its home runs are singles to the weak (S12.1), and its singles and
    doubles include those of the fielding chances.
    """

    pitcher: dict[str, float]
    hitter: dict[str, float]

    def pitcher_part(self, event: str) -> float:
        """What the average pitcher's card really gives: the weak hit no home runs off it."""
        if event == "home_run":
            return self.pitcher[event] * (1 - WEAK)
        if event == "single":
            return self.pitcher[event] + self.pitcher["home_run"] * WEAK
        return self.pitcher[event]


def opponent(norms: Norms, side: str, hand: str) -> Opponent:
    """Who an average hitter and an average pitcher are, from ``side`` of the plate against
    ``hand``."""
    normal = norms.normal(side, hand)
    pitcher, hitter = {}, {}
    for event, share in ON_THE_PITCHERS_CARD.items():
        both = 2 * CHANCES * normal.of(event)
        pitcher[event] = share * both
        hitter[event] = (1 - share) * both
    pitcher["home_run"] /= 1 - WEAK
    pitcher["single"] -= WEAK * pitcher["home_run"]
    return Opponent(pitcher, hitter)
