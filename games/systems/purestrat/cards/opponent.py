"""The average opponent: what of every event stands on the pitcher's card and what on the hitter's.

Half of all plate appearances are read off each card. So a hitter's card holds twice his rate less
what an average pitcher's card gives, and a pitcher's twice his less the average hitter's; both
together give the league's rate again, side by side and hand by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache

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
"""Share of each event that comes off an average pitcher's card: the design, the same for every
season."""

WEAK = 0.33
"""Share of plate appearances of hitters with weak power, who hit no home run off it (S12.0), as the
design has it, and where there is no pool to count it in."""

FIELDING_CHANCES = {
    "gb(ss)X": 7, "gb(2b)X": 6, "gb(3b)X": 3, "gb(1b)X": 2, "gb(p)X": 2, "catchX": 2,
    "fly(lf)X": 2, "fly(cf)X": 3, "fly(rf)X": 2,
}  # fmt: skip
"""Fielding chances on each side of a pitcher's card."""

POSITION_OF = {
    "gb(p)X": 1, "catchX": 2, "gb(1b)X": 3, "gb(2b)X": 4, "gb(3b)X": 5, "gb(ss)X": 6,
    "fly(lf)X": 7, "fly(cf)X": 8, "fly(rf)X": 9,
}  # fmt: skip

AVERAGE_RANGE = (0.10, 0.22, 0.38, 0.20, 0.10)
"""Shares of fielders rated 1 to 5."""
AVERAGE_ERRORS = (0, 14, 9, 10, 13, 18, 18, 6, 6, 6)
"""Error numbers of average fielders by position, where there is no pool to count them in."""

Fielders = Mapping[int, Iterable[tuple[int, int, float]]]
"""By position the range, the error number and the playing time of the players there."""


@dataclass(frozen=True)
class ChanceHits:
    """What the fielding chances of a side give against an average defence, in chances of 108;
    ``errors`` are those that let somebody reach base or go on."""

    single: float
    double: float
    triple: float
    errors: float = 0.0


@lru_cache(maxsize=8192)
def _chance(position: int, rated: int, error: int) -> tuple[float, ...]:
    """What one chance comes to by our own charts, every face of the dice counted: nothing, singles,
    doubles, triples, home runs, and errors."""
    charts = house_charts()
    errors = [0.0] * 5
    for total in SUM_OF_THREE:
        errors[charts.x_error(position, error, total)] += 1 / len(SUM_OF_THREE)
    found = [0.0] * 6
    for face in range(1, 21):
        symbol = charts.x_range(position, face, rated)
        for missed, part in enumerate(errors):
            result = charts.x_result(position, symbol, missed)
            found[_hit_of(result)] += part / 20
            found[5] += part / 20 * (c.error_of(result) > 0)
    return tuple(found)


@cache
def passed_off_pop_ups() -> float:
    """The chance that a turn is a pop-up to the catcher that may be a passed ball (S29.3): half of
    all turns are read off pitchers' cards, and an error on it is none."""
    charts = house_charts()
    position = POSITION_OF["catchX"]
    found = 0.0
    for rated, share in enumerate(AVERAGE_RANGE, 1):
        for total in SUM_OF_THREE:
            error = charts.x_error(position, AVERAGE_ERRORS[position], total)
            for face in range(1, 21):
                result = charts.x_result(position, charts.x_range(position, face, rated), error)
                found += share / len(SUM_OF_THREE) / 20 * (c.is_passed(result) and not error)
    return found * FIELDING_CHANCES["catchX"] / (2 * CHANCES)


_RARE_HITS = {
    c.RUNNER_STRUCK: 1,
    c.INFIELD_FLY: 1,
    c.DEFLECTED: 1,
    c.LOST_IN_THE_SUN: 2,
    c.INSIDE_THE_PARK: 4,
}


def _hit_of(result: int) -> int:
    return _RARE_HITS.get(c.rare_of(result), 0) or c.hit_of(result)


@cache
def usual_fielders() -> Fielders:
    """Fielders as they are shared out where there is no pool."""
    return {
        at: [(rated, AVERAGE_ERRORS[at], share) for rated, share in enumerate(AVERAGE_RANGE, 1)]
        for at in range(1, 10)
    }


def chance_hits(fielders: Fielders | None = None) -> ChanceHits:
    """The hits of a side's fielding chances against these fielders, or the usual ones."""
    by_position = dict(usual_fielders()) | dict(fielders or {})
    found = [0.0] * 6
    for text, chances in FIELDING_CHANCES.items():
        position = POSITION_OF[text]
        men = list(by_position[position])
        total = sum(weight for *_, weight in men)
        for rated, error, weight in men:
            part = chances * (weight / total if total else 1 / len(men))
            for at, share in enumerate(_chance(position, rated, error)):
                found[at] += part * share
    return ChanceHits(found[1], found[2], found[3], found[5])


@cache
def usual_hits() -> ChanceHits:
    """Against the usual fielders."""
    return chance_hits()


@dataclass(frozen=True)
class Opponent:
    """The average cards of a league, in chances of 108 by event, for a side of the plate and a
    hand.

    ``pitcher`` is as printed: its home runs are singles to the weak (S12.1), a share ``weak`` of
    all who bat so, and its singles and doubles include those of the fielding chances,
    ``charted``. What is added to every card so that the mean of them comes out as designed is
    ``hitters_more`` and ``pitchers_more``.
    """

    pitcher: dict[str, float]
    hitter: dict[str, float]
    weak: float = WEAK
    charted: ChanceHits = field(default_factory=usual_hits)
    hitters_more: Mapping[str, float] = field(default_factory=dict)
    pitchers_more: Mapping[str, float] = field(default_factory=dict)

    def pitcher_part(self, event: str) -> float:
        """What the average pitcher's card really gives: the weak hit no home runs off it."""
        if event == "home_run":
            return self.pitcher[event] * (1 - self.weak)
        if event == "single":
            return self.pitcher[event] + self.pitcher["home_run"] * self.weak
        return self.pitcher[event]


def opponent(
    norms: Norms, side: str, hand: str, weak: float = WEAK, charted: ChanceHits | None = None
) -> Opponent:
    """Who an average hitter and an average pitcher are, from ``side`` of the plate against
    ``hand``."""
    normal = norms.normal(side, hand)
    pitcher, hitter = {}, {}
    for event, share in ON_THE_PITCHERS_CARD.items():
        both = 2 * CHANCES * normal.of(event)
        pitcher[event] = share * both
        hitter[event] = (1 - share) * both
    # What is printed stays: more who are weak have fewer home runs come off it.
    pitcher["home_run"] /= 1 - WEAK
    hitter["home_run"] += (weak - WEAK) * pitcher["home_run"]
    pitcher["single"] -= weak * pitcher["home_run"]
    return Opponent(pitcher, hitter, weak, charted or usual_hits())
