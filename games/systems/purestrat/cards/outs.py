"""Batted balls that are caught or thrown out: to whom, and how, from each side of the plate.

Shares of 2012 in parks without the designated hitter. The information used here was obtained free
of charge from and is copyrighted by Retrosheet. Interested parties may contact Retrosheet at
"www.retrosheet.org".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.systems.purestrat.cards.opponent import FIELDING_CHANCES
from games.systems.purestrat.play import readings
from games.systems.purestrat.play.readings import parse_reading
from games.systems.purestrat.text.card_layout import Share

GROUNDERS = {
    "L": {"p": 5.4, "c": 0.4, "1b": 13.2, "2b": 21.4, "3b": 3.3, "ss": 8.7},
    "R": {"p": 4.8, "c": 0.4, "1b": 2.4, "2b": 9.0, "3b": 14.7, "ss": 18.6},
}
FLIES = {
    "L": {"lf": 13.4, "cf": 12.8, "rf": 6.2},
    "R": {"lf": 6.6, "cf": 13.3, "rf": 13.3},
}
LINERS = {
    "L": {"1b": 0.7, "2b": 1.0, "3b": 0.5, "ss": 1.1, "lf": 0.9, "cf": 0.9, "rf": 0.7},
    "R": {"1b": 0.4, "2b": 1.1, "3b": 0.9, "ss": 1.0, "lf": 0.6, "cf": 0.8, "rf": 0.9},
}
POPS = {
    "L": {"c": 0.3, "1b": 0.5, "2b": 1.2, "3b": 2.4, "ss": 3.6},
    "R": {"c": 0.3, "1b": 2.4, "2b": 3.6, "3b": 0.6, "ss": 2.1},
}
FOULS = {"L": {"c": 0.6, "1b": 1.4, "3b": 1.2}, "R": {"c": 0.6, "1b": 1.4, "3b": 0.9}}
"""Each of these in a hundred outs on batted balls, by the batter's side and the fielder who gets
the ball."""

GRADE_A, GRADE_B = 0.36, 0.325
"""Shares of ground balls that read A and B for a man of usual double plays (2012)."""

LEAST_A, MOST_A = 0.15, 0.70
"""The least and the most of them that a card has, whatever the man did."""

FLY_GRADES = {"A": 0.14, "B": 0.78, "B?": 0.06, "C": 0.02}
LOMAX = 0.85
"""The share of line-outs to infielders that read LOMAX."""
PLUS = 0.26
"""The share of a hitter's ground balls to the infield that get through it when it is in."""
DOTTED = 0.13
"""The share of a pitcher's outs that fall in when he is tired."""


@dataclass(frozen=True)
class Batted:
    """Balls that are put in play, against those of 2012: how much oftener grounders are good for
    ``double_plays``, and how many more are ``flies``."""

    double_plays: float = 1.0
    flies: float = 1.0


OF_2012 = Batted()


def hitters_outs(side: str, batted: Batted = OF_2012) -> list[Share]:
    """Outs of a hitter who stands on ``side``."""
    shares = _outs(side, batted, {})
    found = []
    for share in shares:
        is_grounder = readings.kind_of(share.reading) == readings.GROUNDER
        if is_grounder and readings.position_of(share.reading) >= 3:
            plus = share.reading | 1 << readings.PLUS_BIT
            found.append(Share(plus, share.chances * PLUS, exact=False))
            found.append(Share(share.reading, share.chances * (1 - PLUS), exact=False))
        else:
            found.append(share)
    return in_kinds(found)


def pitchers_outs(side: str, chances: float, batted: Batted = OF_2012) -> list[Share]:
    """Outs of a pitcher against batters on ``side`` beside the fielding chances; ``chances`` of 108
    are all outs on batted balls together."""
    by_chart = {
        (text[:2], text[text.index("(") + 1 : -2]): count
        for text, count in FIELDING_CHANCES.items()
        if "(" in text
    }
    taken = {key: 0.75 * count / max(chances, 1.0) for key, count in by_chart.items()}
    found = []
    for share in _outs(side, batted, taken):
        dotted = share.reading | 1 << readings.DOT_BIT
        found.append(Share(dotted, share.chances * DOTTED, exact=False))
        found.append(Share(share.reading, share.chances * (1 - DOTTED), exact=False))
    return in_kinds(found)


def in_kinds(outs: Iterable[Share]) -> list[Share]:
    """The outs kind by kind and grade by grade, whichever fielder makes them, so that a card's few
    cells have as many of each as its shares say."""
    return sorted(outs, key=lambda share: _kind_and_grade(share.reading))


def _kind_and_grade(reading: int) -> tuple[int, int]:
    return readings.kind_of(reading), readings.grade_of(reading)


def _grades(double_plays: float) -> dict[str, float]:
    a = max(LEAST_A, min(MOST_A, GRADE_A * double_plays))
    b = GRADE_B * (1 - a) / (1 - GRADE_A)
    return {"A": a, "B": b, "C": 1 - a - b}


def _outs(side: str, batted: Batted, taken: Mapping[tuple[str, str], float]) -> list[Share]:
    """Shares that add up to one hundred or so; ``taken`` is what the fielding chart has of them, as
    shares of one by kind and fielder."""
    found: list[Share] = []
    grades = _grades(batted.double_plays)

    def add(text: str, share: float) -> None:
        found.append(Share(parse_reading(text), share, exact=False))

    for fielder, share in GROUNDERS[side].items():
        left = max(share - 100 * taken.get(("gb", fielder), 0.0), 0.15 * share)
        for grade, part in grades.items():
            add(f"gb({fielder}){grade}", left * part)
    for fielder, usual in FLIES[side].items():
        share = usual * batted.flies
        left = max(share - 100 * taken.get(("fl", fielder), 0.0), 0.15 * share)
        for grade, part in FLY_GRADES.items():
            add(f"fly({fielder}){grade}", left * part)
    infield = 0.0
    for fielder, share in LINERS[side].items():
        if fielder.endswith("f"):
            add(f"lo({fielder})", share)
        else:
            infield += share
            add(f"lo({fielder})", share * (1 - LOMAX))
    add("lomax", infield * LOMAX)
    for fielder, share in POPS[side].items():
        add(f"po({fielder})", share)
    for fielder, share in FOULS[side].items():
        add(f"fo({fielder})", share)
    return found
