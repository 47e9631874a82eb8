"""What is normal: rates of a season to which the fictional league is fitted.

The rates are those of the 2012 games in National League parks, where pitchers bat, and the spread
among players, the fielding rates and the pitchers' usage those of the 2012 season. The play-by-play
figures rest on Retrosheet: "The information used here was obtained free of charge from and is
copyrighted by Retrosheet. Interested parties may contact Retrosheet at www.retrosheet.org." The
others rest on the Lahman Baseball Database (Sean Lahman, SABR; CC BY-SA 3.0).

All rates are per plate appearance unless a name says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rates:
    """Chances per plate appearance; ``in_play`` is the chance that a batted ball that is neither a
    home run nor a bunt falls for a hit, ``doubles`` and ``triples`` are shares of such hits."""

    strikeouts: float
    walks: float
    hit_by_pitch: float
    home_runs: float
    bunts: float
    in_play: float
    doubles: float
    triples: float


HITTERS = Rates(0.1913, 0.0833, 0.0081, 0.0264, 0.0048, 0.3036, 0.2248, 0.0288)
PITCHERS_AT_BAT = Rates(0.3701, 0.0318, 0.0020, 0.0041, 0.1060, 0.2190, 0.1568, 0.0113)
STARTERS = Rates(0.1815, 0.0738, 0.0074, 0.0256, 0.0110, 0.3015, 0.2200, 0.0270)
RELIEVERS = Rates(0.2200, 0.0880, 0.0084, 0.0220, 0.0095, 0.2975, 0.2150, 0.0270)

INTENTIONAL_SHARE = 0.083
"""The share of a hitter's walks that are intentional."""

SACRIFICE_FLIES = 0.0067
DOUBLE_PLAYS = 0.0191
RUNS_BATTED_IN = 0.1061
RUNS = 0.1118
STEAL_ATTEMPTS = 0.0245
STEAL_SUCCESS = 0.733

PLATE_APPEARANCES_OF_A_CLUB = 6135
PITCHERS_SHARE = 0.060
"""The pitchers' share of a club's plate appearances."""

PLATOON = {
    # (bats, throws of the pitcher): strikeouts, walks, home runs, hits in play, against the
    # batter's own overall rates; switch hitters stand as S.
    ("L", "L"): (1.201, 0.784, 0.900, 0.934),
    ("L", "R"): (0.952, 1.052, 1.025, 1.016),
    ("R", "L"): (0.909, 1.088, 1.068, 1.013),
    ("R", "R"): (1.052, 0.949, 0.961, 0.993),
    ("B", "L"): (0.959, 0.895, 0.980, 0.980),
    ("B", "R"): (1.017, 1.044, 1.010, 1.008),
}
AGAINST_LEFT_HANDERS = {"L": 0.2504, "R": 0.3152, "B": 0.2969}
"""Share of plate appearances, by the side a hitter bats from."""

AGAINST_LEFT_BATTERS = {"L": 0.283, "R": 0.484}
"""Share of batters on the left side of the plate, by the pitcher's hand."""

PUTOUTS_ASSISTS_ERRORS = {
    # Per nine innings at the position.
    "p": (0.536, 1.139, 0.0855),
    "c": (7.629, 0.556, 0.0650),
    "1b": (8.624, 0.655, 0.0627),
    "2b": (1.831, 2.874, 0.0768),
    "3b": (0.648, 1.874, 0.1275),
    "ss": (1.476, 2.864, 0.1187),
    "lf": (1.828, 0.057, 0.0286),
    "cf": (2.488, 0.042, 0.0276),
    "rf": (1.941, 0.061, 0.0322),
}
DOUBLE_PLAYS_TURNED = {
    "p": 0.082, "c": 0.058, "1b": 0.810, "2b": 0.632, "3b": 0.172, "ss": 0.610,
    "lf": 0.010, "cf": 0.012, "rf": 0.014,
}  # fmt: skip
PASSED_BALLS = 0.0762
STOLEN_ON = 0.6703
CAUGHT_BY = 0.2358
"""Against a catcher, per nine innings."""

WILD_PITCHES = {"starter": 0.0067, "reliever": 0.0103}
BALKS = 0.0008
INTENTIONAL_BY = {"starter": 0.0037, "reliever": 0.0108}
"""Per batter faced."""

EARNED_SHARE = 0.918
"""Earned runs of all runs."""
