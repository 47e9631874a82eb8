"""The fielding charts and the charts of bunts and the hit and run, prepared for look-up (S16,
S18.5, S19.5). ``chart_files`` reads them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.events import (
    BATTER_OUT,
    FIRST,
    FORCE_OUT,
    GROUND,
    HOME_RUN,
    INTERFERENCE,
    LINE,
    NOBODY,
    OUT,
    POP,
    SCORED,
    SECOND,
    SINGLE,
    detail,
    play,
)
from games.engine.events import DOUBLE as TWO_BASES
from games.engine.moves import forced

# The outs of chart symbols.
G1: Final = 1
G2: Final = 2
G3: Final = 3
F1: Final = 4
F2: Final = 5
F3: Final = 6
PO: Final = 7
FO: Final = 8

RARE_PLAYS: Final = (
    "",
    "runner-struck",
    "infield-fly",
    "interference",
    "inside-the-park",
    "lost-in-the-sun",
    "deflected",
)
RUNNER_STRUCK: Final = 1
INFIELD_FLY: Final = 2
CATCHERS_INTERFERENCE: Final = 3
INSIDE_THE_PARK: Final = 4
LOST_IN_THE_SUN: Final = 5
DEFLECTED: Final = 6

# Bits of a result: hit 3 · runners 3 · out 4 · error 2 · rare play 6 · sharp · passed ball.
SHARP: Final = 1 << 18
PASSED_BALL_FLAG: Final = 1 << 19

BUNT_RESULTS: Final = (
    "SAC",
    "HIT",
    "SPEED",
    "FIELD",
    "LEAD",
    "DP",
    "POP",
    "POPDP",
    "1AND2",
    "MISS",
)
SAC: Final = 0
BUNT_HIT: Final = 1
SPEED: Final = 2
FIELD: Final = 3
LEAD: Final = 4
BUNT_DP: Final = 5
BUNT_POP: Final = 6
POP_DP: Final = 7
ONE_AND_TWO: Final = 8
MISS: Final = 9

HIT_AND_RUN_RESULTS: Final = ("SI2", "DO", "GO", "CARD", "LO", "FLY", "K", "MISS")
HR_SINGLE: Final = 0
HR_DOUBLE: Final = 1
HR_GROUNDER: Final = 2
HR_CARD: Final = 3
HR_LINE_OUT: Final = 4
HR_FLY: Final = 5
HR_STRIKEOUT: Final = 6
HR_MISS: Final = 7

MOST_ERROR: Final = 100
"""Error ratings are below this."""


def hit_of(result: i64) -> i64:
    """Bases of the hit, 0 for none."""
    return result & 7


def runners_of(result: i64) -> i64:
    """Bases that every runner takes on the hit; 0: an open hit."""
    return result >> 3 & 7


def out_of(result: i64) -> i64:
    """``G1`` to ``FO``, 0 where there is no out."""
    return result >> 6 & 15


def error_of(result: i64) -> i64:
    """Bases of the error."""
    return result >> 10 & 3


def rare_of(result: i64) -> i64:
    """The number of the rare play, 0 for none."""
    return result >> 12 & 63


def is_sharp(result: i64) -> bool:
    """A result with ``#``, a single while the infield is in or holds a runner (S20.61, S23.84)."""
    return bool(result & SHARP)


def is_passed(result: i64) -> bool:
    """P/P and P/F: perhaps a passed ball (S29.3)."""
    return bool(result & PASSED_BALL_FLAG)


class Charts:
    """The charts of a game, prepared for look-up by ``chart_files.load_charts``."""

    __slots__ = ("_errors", "_hit_and_run", "_plays", "_ranges", "_sacrifice", "_squeeze")

    def __init__(
        self,
        ranges: list[int],
        errors: list[int],
        plays: list[int],
        sacrifice: list[int],
        squeeze: list[int],
        hit_and_run: list[int],
    ) -> None:
        self._ranges = ranges
        self._errors = errors
        self._plays = plays
        self._sacrifice = sacrifice
        self._squeeze = squeeze
        self._hit_and_run = hit_and_run

    def x_range(self, position: i64, twenty: i64, rating: i64) -> i64:
        """The number of the symbol for a d20 and a range rating (S16.42 A)."""
        return self._ranges[(position * 6 + rating) * 21 + twenty]

    def x_error(self, position: i64, rating: i64, total: i64) -> i64:
        """0 none, 1 to 3 bases, 4 a rare play: the sum of three dice against an error rating
        (S16.42 B)."""
        return self._errors[(position * MOST_ERROR + rating) * 19 + total]

    def x_result(self, position: i64, symbol: i64, error: i64) -> i64:
        """The packed play of a symbol and an error (S16.42 C)."""
        return self._plays[(position * 64 + symbol) * 5 + error]

    def sacrifice(self, grade: i64, total: i64) -> i64:
        """One of ``BUNT_RESULTS`` by bunting grade (0 is A) and sum of two dice."""
        return self._sacrifice[grade * 13 + total]

    def squeeze(self, grade: i64, total: i64) -> i64:
        return self._squeeze[grade * 13 + total]

    def hit_and_run(self, grade: i64, total: i64) -> i64:
        """One of ``HIT_AND_RUN_RESULTS``."""
        return self._hit_and_run[grade * 13 + total]

    def rare_play(self, rare: i64, position: i64, bases: i64, outs: i64) -> i64:
        return _rare_play(rare, position, bases, outs)


def _all_move(kind: i64, batter: i64, bases: i64, by: i64) -> i64:
    return play(
        kind,
        batter,
        min(1 + by, SCORED) if bases & 1 else NOBODY,
        min(2 + by, SCORED) if bases & 2 else NOBODY,
        min(3 + by, SCORED) if bases & 4 else NOBODY,
    )


def _stay(kind: i64, batter: i64, bases: i64) -> i64:
    return play(
        kind,
        batter,
        1 if bases & 1 else NOBODY,
        2 if bases & 2 else NOBODY,
        3 if bases & 4 else NOBODY,
    )


def _rare_play(rare: i64, position: i64, bases: i64, outs: i64) -> i64:
    if rare == CATCHERS_INTERFERENCE:
        return forced(INTERFERENCE, bases) | detail(2, 0, 2)
    if rare == INSIDE_THE_PARK:
        return _all_move(HOME_RUN, SCORED, bases, SCORED) | detail(position, LINE)
    if rare == LOST_IN_THE_SUN:
        return _all_move(TWO_BASES, SECOND, bases, 2) | detail(position, LINE)
    if rare == INFIELD_FLY:
        # With runners on first and second the infield fly rule; otherwise a single (S16.5a, b).
        if outs < 2 and bases & 3 == 3:
            return _stay(BATTER_OUT, OUT, bases) | detail(position, POP)
        return _all_move(SINGLE, FIRST, bases, 1) | detail(position, POP)
    ball = detail(position, GROUND)
    if rare == RUNNER_STRUCK and bases & 1 and position in (1, 3, 4):
        # The ball strikes the runner from first: he is out, the batter has a single (S16.5c).
        third = NOBODY if not bases & 4 else 3
        second = NOBODY if not bases & 2 else 2
        return play(FORCE_OUT, FIRST, OUT, second, third) | ball
    return _all_move(SINGLE, FIRST, bases, 2 if rare == DEFLECTED else 1) | ball
