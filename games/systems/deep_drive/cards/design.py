"""What stands on the average card of a year, batter's and pitcher's alike (engines notes, E3).

Half of all throws are read on each card: A = 50 times the league's rate is what the average batter
and the average pitcher both have, and a better player carries twice the difference.
The deep drive is what doubles, triples, home runs and deep flies begin with; the Defense Chart
brings some hits and all the errors that DEF stands for.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from games.systems.deep_drive.cards.counts import Rates

HALF = 50.0
"""Numbers of each half of the percentile dice."""

DEFENSE_HITS = 0.180
DEFENSE_DOUBLES = 0.028
DEFENSE_ERRORS = 0.142
"""What a DEF becomes on our Defense Chart with ratings as they are shared out (5, 12, 23, 30, 20
and 10 of a hundred for 0 to 5)."""
ERRORS_ON_BATTED_BALLS = 0.60
"""The share of a league's errors that put a batter on base: DEF stands for these, and for as many
of the others as there were more than in 2012. The printed charts have no errors on throws beside
their own, and make up for as many as are usual today."""
MOST_DEFENSE = 9.0
DEEP_FLIES = 0.090
"""Deep flies, as a share of the turns that end in a ball in play for no hit."""

USUAL_ERRORS = 0.0165
"""Errors a turn, where a source tells none (2012)."""

USUAL = Rates(
    0.0,
    {
        "single": 0.1496,
        "double": 0.0450,
        "triple": 0.0046,
        "home_run": 0.0281,
        "walk": 0.0770,
        "hit_by_pitch": 0.0090,
        "strikeout": 0.2055,
    },
)
"""For cards without a league around them (2010 to 2019)."""

READINGS = ("DD", "SI", "BB", "HBP", "SO", "DEF")
"""What a design counts: SI is both kinds of singles."""


@dataclass(frozen=True)
class Design:
    """The numbers of 50 on both average cards, by reading; ``deep_flies`` of a turn; of all
    deep drives, the share that are hits and the share that are home runs, as the right sides have
    them (half of Park counts)."""

    league: Rates
    numbers: dict[str, float]
    deep_flies: float
    deep_hits: float = 0.0
    deep_homers: float = 0.0
    seldom: Rates | None = None
    """What pitchers allowed who were seldom seen: who pitched little is drawn to it, and the mean
    of all stays where it was."""

    @property
    def defense(self) -> float:
        """The average of DEF on one card."""
        return self.numbers["DEF"]


def design_of(league: Rates, errors: float) -> Design:
    """The design of a league with so many errors a turn."""
    more = (1 - ERRORS_ON_BATTED_BALLS) * max(0.0, errors - USUAL_ERRORS)
    charted = ERRORS_ON_BATTED_BALLS * errors + more
    defense = min(MOST_DEFENSE, HALF * charted / DEFENSE_ERRORS)
    both = 2 * defense / 100
    deep_flies = DEEP_FLIES * max(league.outs, 0.0)
    doubles = league.of["double"] - both * DEFENSE_DOUBLES
    deep = doubles + league.of["triple"] + league.of["home_run"] + deep_flies
    singles = league.of["single"] - both * (DEFENSE_HITS - DEFENSE_DOUBLES)
    hits = deep - deep_flies
    return Design(
        league=league,
        numbers={
            "DD": HALF * deep,
            "SI": HALF * singles,
            "BB": HALF * league.of["walk"],
            "HBP": HALF * league.of["hit_by_pitch"],
            "SO": HALF * league.of["strikeout"],
            "DEF": defense,
        },
        deep_flies=deep_flies,
        deep_hits=hits / deep if deep else 0.0,
        deep_homers=league.of["home_run"] / deep if deep else 0.0,
    )


@dataclass(frozen=True)
class Correction:
    """What is added to the wanted number of every card of a kind, by reading, so that the mean of
    the cards really made is the design's."""

    added: dict[str, float] = field(default_factory=lambda: dict.fromkeys(READINGS, 0.0))

    def plus(self, missing: dict[str, float]) -> Correction:
        """The correction after a round that came out so much short."""
        return replace(
            self, added={key: found + missing.get(key, 0.0) for key, found in self.added.items()}
        )
