"""Deep Drive's charts, ready to be looked up: those the document prints, and ours for the rest.

Every chart is a flat list of whole numbers, so that an owner's replaces it row by row; ``HOUSE``
has them all. The Defense Chart and the Injury Chart are ours; they are data, and nothing else in
the play knows them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from games.systems.deep_drive.play.cards import (
    AVERAGE,
    FAST,
    SLOW_RUNNER,
    VERY_FAST,
)
from games.systems.deep_drive.play.readings import (
    DOUBLE,
    FLY,
    GROUNDER,
    POP,
    SINGLE,
    SINGLE_PLUS,
    out_code,
)

# Entries of the advancement charts (DD-181, DD-189).
NO: Final = 0
MAY: Final = 1
YES: Final = 2

# Rows of the hits chart.
HITS_SINGLE: Final = 0
HITS_SINGLE_PLUS: Final = 1
HITS_DOUBLE: Final = 2
HIT_COLUMNS: Final = 6

# Flies: rows are fields (left, center, right) times plain, shallow, deep, and one for all deep
# flies off a right side or a park card; targets are home, third and second.
FLY_PLAIN: Final = 0
FLY_SHALLOW: Final = 1
FLY_DEEP: Final = 2
DEEP_DRIVE_FLY: Final = 9
TARGETS: Final = 3
FLY_COLUMNS: Final = 5

# Results of the Defense Chart beside readings and out codes.
E1: Final = 17
E2: Final = 18
E3: Final = 19

# The Choice Chart.
RUNDOWN: Final = 0
FIELDER_EJECTED: Final = 1
SAFE_COLLISION: Final = 2
DROPPED_BY_ONE: Final = 3
DROPPED_BY_TWO: Final = 4
SAFE: Final = 5
RACE: Final = 6
OUT_COLLISION: Final = 7
RUNNER_EJECTED: Final = 8

# The Cut-Off Chart.
WILD_THROW: Final = 0
OVER_THE_MAN: Final = 1
CUT_OFF: Final = 2
MAN_CAUGHT: Final = 3

NOBODY_BUYS_TIME: Final = 9
"""A speed that no card has."""

# The bunt's OUT row.
BUNT_POPPED: Final = 0
BUNT_LEAD_OUT: Final = 1
BUNT_CHOICE: Final = 2
BUNT_SACRIFICE: Final = 3

# Balls and strikes of a hit and run.
CAUGHT: Final = 0
FOUL_BALL: Final = 1
RUNS: Final = 2

HURT_RUNNER: Final = 1
HURT_FIELDER: Final = 2

REST_OF_GAME: Final = 0
SEASON: Final = 999
A_DIE_OF_THREE: Final = 1000
"""Added to games of an injury: and as many more as a die modulo three."""

LETTERS: Final = " ABCDEFGHIJKLMNOPQ"

ROWS_OF_GROUND: Final = 3
"""Plain, hard, slow."""

ALL_FACES: Final = 10
PERCENT: Final = 100
RATINGS: Final = 6


class Charts:
    """All charts of a game. Dice and percentiles count from 0, speeds are VS to VF+ (0 to 5)."""

    __slots__ = (
        "bunt_fielder",
        "bunt_lead",
        "bunt_out",
        "bunt_single",
        "choice",
        "collision",
        "cutoff",
        "defense",
        "defense_fielder",
        "defense_results",
        "flies",
        "ground",
        "hits",
        "injury",
        "line_orders",
        "outfielder",
        "race",
        "run_on_ball",
        "run_on_strike",
        "rundown",
    )

    def __init__(self) -> None:
        self.hits: list[int] = []
        """By row (SI, SI+, DO) and column VS to VF+: NO, MAY, YES (DD-183 to DD-185)."""
        self.flies: list[int] = []
        """By row, target (home, third, second) and column VS to VF (DD-190 to DD-207)."""
        self.ground: list[int] = []
        """By fielder (1 to 6), plain, hard or slow, and occupied bases: the letter's number, A is 1
        (DD-248 to DD-264)."""
        self.choice: list[int] = []
        """The Choice Chart by percentile (DD-213 to DD-236)."""
        self.race: list[int] = []
        """By speed, the last number of the Choice Chart's 67-97 at which he is safe."""
        self.rundown: list[int] = []
        """By percentile, the least speed of the runner tagged out that buys the others a base."""
        self.collision: list[int] = []
        """By die, who is hurt: ``HURT_RUNNER``, ``HURT_FIELDER``, both or neither."""
        self.cutoff: list[int] = []
        """The Cut-Off Chart by percentile (DD-238 to DD-243)."""
        self.outfielder: list[int] = []
        """By modifier die, which outfielder (DD-237)."""
        self.bunt_fielder: list[int] = []
        """By modifier die, who takes a bunt (DD-124 to DD-127)."""
        self.bunt_single: list[int] = []
        """By die, the least speed with which a bunt is a single (DD-132 to DD-136)."""
        self.bunt_out: list[int] = []
        """The bunt's OUT row by die (DD-144 to DD-153)."""
        self.bunt_lead: list[int] = []
        """By speed VS to VF and rating 0 to 5, up to which die the lead runner is out; -1 never
        (DD-148 to DD-152)."""
        self.run_on_ball: list[int] = []
        """Hit and run, BB: by modifier die (DD-160 to DD-162)."""
        self.run_on_strike: list[int] = []
        """Hit and run, SO: by modifier die (DD-168 to DD-170)."""
        self.line_orders: list[int] = []
        """By fielder 1 to 9, the bases in the order in which a runner is doubled up, three digits
        (DD-047 to DD-051)."""
        self.defense_fielder: list[int] = []
        """The Defense Chart by percentile: who gets the chance. Ours."""
        self.defense: list[int] = []
        """By fielder (0 to 9), rating (0 to 5) and percentile: a row of ``defense_results``."""
        self.defense_results: list[int] = []
        """By row and modifier die: what comes of the chance, a reading, an out code or ``E1`` to
        ``E3``."""
        self.injury: list[int] = []
        """The Injury Chart by percentile: games beyond this one, ``SEASON``, or ``A_DIE_OF_THREE``
        and games. Ours."""

    def copy(self) -> Charts:
        """The same charts, to be changed."""
        found = Charts()
        found.hits = list(self.hits)
        found.flies = list(self.flies)
        found.ground = list(self.ground)
        found.choice = list(self.choice)
        found.race = list(self.race)
        found.rundown = list(self.rundown)
        found.collision = list(self.collision)
        found.cutoff = list(self.cutoff)
        found.outfielder = list(self.outfielder)
        found.bunt_fielder = list(self.bunt_fielder)
        found.bunt_single = list(self.bunt_single)
        found.bunt_out = list(self.bunt_out)
        found.bunt_lead = list(self.bunt_lead)
        found.run_on_ball = list(self.run_on_ball)
        found.run_on_strike = list(self.run_on_strike)
        found.line_orders = list(self.line_orders)
        found.defense_fielder = list(self.defense_fielder)
        found.defense = list(self.defense)
        found.defense_results = list(self.defense_results)
        found.injury = list(self.injury)
        return found

    def on_hit(self, row: i64, speed: i64) -> i64:
        """Whether a runner of a speed (with the shift of two outs) takes an extra base."""
        return self.hits[row * HIT_COLUMNS + speed]

    def on_fly(self, row: i64, goal: i64, speed: i64) -> i64:
        """Whether a runner tags up for second, third or home (4)."""
        return self.flies[(row * TARGETS + 4 - goal) * FLY_COLUMNS + speed]

    def on_ground(self, fielder: i64, how: i64, bases: i64) -> i64:
        """The number of a grounder's letter; 0 with nobody on."""
        return self.ground[((fielder - 1) * ROWS_OF_GROUND + how) * 8 + bases]

    def chance(self, fielder: i64, rating: i64, percent: i64, modifier: i64) -> i64:
        """What comes of a chance of the Defense Chart."""
        row = self.defense[(fielder * RATINGS + rating) * PERCENT + percent]
        return self.defense_results[row * ALL_FACES + modifier]


def line_order(digits: i64) -> tuple[int, int, int]:
    """The bases in a doubled-up order."""
    return digits // 100, digits // 10 % 10, digits % 10


# What is printed.

_ENTRIES: Final = {"NO": NO, "?": MAY, "YES": YES}

_HITS: Final = ("NO NO NO NO ? ?", "? ? YES YES YES YES", "NO NO ? ? YES YES")
"""SI, SI+, DO; columns VS, S, -, F, VF, VF+."""

_NEVER: Final = "NO NO NO NO NO"
_FLIES: Final = (
    # home, third, second; columns VS, S, -, F, VF
    ("NO ? ? YES YES", "NO NO NO NO ?", _NEVER),  # F7
    (_NEVER, _NEVER, _NEVER),  # F7s
    ("? YES YES YES YES", "NO NO NO ? ?", _NEVER),  # F7d
    ("? ? YES YES YES", "NO NO NO ? ?", _NEVER),  # F8
    (_NEVER, _NEVER, _NEVER),  # F8s
    ("? YES YES YES YES", "NO NO ? ? YES", _NEVER),  # F8d
    ("NO ? ? YES YES", "NO NO ? ? YES", _NEVER),  # F9
    (_NEVER, _NEVER, _NEVER),  # F9s
    ("? YES YES YES YES", "NO ? ? YES YES", _NEVER),  # F9d
    ("? YES YES YES YES", "NO ? ? YES YES", "NO NO NO ? ?"),  # DD-F#d
)

_GROUND: Final = (
    # 1st, 2nd, 3rd, 1st and 2nd, 1st and 3rd, 2nd and 3rd, loaded
    ("BAACDAB", "EAAFGAE", "HHHHHHH"),  # G1 G1h G1s
    ("BAAQDAB", "BAAQDAB", "HHHHHHH"),  # G2 (no card has G2h) G2s
    ("BHAIDAB", "EHAJGAE", "HHHHHHH"),  # G3
    ("BHHIIHI", "EHHKKHK", "HHHHHHH"),  # G4
    ("BAACLAB", "EAAMGAE", "HHHHHHH"),  # G5
    ("BAHNIOI", "EAHPKOK", "HHHHHHH"),  # G6
)
_GROUND_BASES: Final = (1, 2, 4, 3, 5, 6, 7)

_BUNT_LEAD: Final = (
    # ratings 0 to 5
    (3, 4, 5, 6, 7, 8),  # VS
    (2, 3, 4, 5, 6, 7),
    (1, 2, 3, 4, 5, 6),
    (0, 1, 2, 3, 4, 5),
    (-1, 0, 1, 2, 3, 4),  # VF
)

# What is ours: the Defense Chart and the Injury Chart.

_DEFENSE_FIELDERS: Final = (
    (1, 0, 7),
    (2, 8, 10),
    (3, 11, 19),
    (4, 20, 36),
    (5, 37, 52),
    (6, 53, 73),
    (7, 74, 82),
    (8, 83, 91),
    (9, 92, 99),
)
"""Fielder, first and last percentile."""

_DEFENSE_RATINGS: Final = ((39, 75), (49, 79), (59, 82), (69, 85), (79, 89), (89, 94))
"""By rating, the last percentile of an out and of a hit; beyond it is an error."""

_INJURIES: Final = (
    (0, 49, REST_OF_GAME),
    (50, 69, A_DIE_OF_THREE + 1),
    (70, 76, 15),
    (77, 85, 30),
    (86, 91, 45),
    (92, 96, 65),
    (97, 99, SEASON),
)


def _filled(spans: Sequence[tuple[int, int, int]], size: int) -> list[int]:
    """A chart from first number, last number and value."""
    found = [0] * size
    for first, last, value in spans:
        found[first : last + 1] = [value] * (last + 1 - first)
    return found


def _entries(line: str) -> list[int]:
    return [_ENTRIES[word] for word in line.split()]


def _ground() -> list[int]:
    found = [0] * (len(_GROUND) * ROWS_OF_GROUND * 8)
    for fielder, rows in enumerate(_GROUND):
        for how, letters in enumerate(rows):
            for bases, letter in zip(_GROUND_BASES, letters, strict=True):
                found[(fielder * ROWS_OF_GROUND + how) * 8 + bases] = LETTERS.index(letter)
    return found


_OUTFIELD: Final = 7


def _outcomes(fielder: int) -> list[list[int]]:
    """Out, hit and error of the house's Defense Chart, each by modifier die."""
    if fielder >= _OUTFIELD:
        return [
            [out_code(FLY, fielder)] * 10,
            [DOUBLE] * 6 + [SINGLE_PLUS] * 4,
            [E2] * 10,
        ]
    caught = out_code(POP, 2) if fielder == 2 else out_code(GROUNDER, max(fielder, 1))
    return [[caught] * 10, [SINGLE] * 10, [E2] * 2 + [E1] * 8]


def _fill_defense(charts: Charts) -> None:
    for fielder in range(10):
        first_row = len(charts.defense_results) // ALL_FACES
        for outcome in _outcomes(fielder):
            charts.defense_results += outcome
        for last_out, last_hit in _DEFENSE_RATINGS:
            charts.defense += [
                first_row + (percent > last_out) + (percent > last_hit) for percent in range(100)
            ]


def _house() -> Charts:
    charts = Charts()
    for line in _HITS:
        charts.hits += _entries(line)
    for row in _FLIES:
        for line in row:
            charts.flies += _entries(line)
    charts.ground = _ground()
    charts.choice = _filled(
        [
            (0, 0, RUNDOWN),
            (1, 1, FIELDER_EJECTED),
            (2, 2, SAFE_COLLISION),
            (3, 3, DROPPED_BY_ONE),
            (4, 4, DROPPED_BY_TWO),
            (5, 66, SAFE),
            (67, 97, RACE),
            (98, 98, OUT_COLLISION),
            (99, 99, RUNNER_EJECTED),
        ],
        PERCENT,
    )
    charts.race = [66, 84, 90, 94, 97, 97]
    charts.rundown = _filled(
        [
            (0, 14, SLOW_RUNNER),
            (15, 29, AVERAGE),
            (30, 49, FAST),
            (50, 69, VERY_FAST),
            (70, 99, NOBODY_BUYS_TIME),
        ],
        PERCENT,
    )
    both = HURT_RUNNER | HURT_FIELDER
    charts.collision = [HURT_RUNNER] * 2 + [HURT_FIELDER] * 2 + [both] + [0] * 5
    charts.cutoff = _filled(
        [(0, 0, WILD_THROW), (1, 4, OVER_THE_MAN), (5, 94, CUT_OFF), (95, 99, MAN_CAUGHT)],
        PERCENT,
    )
    charts.outfielder = [7, 7, 7, 8, 8, 8, 8, 9, 9, 9]
    charts.bunt_fielder = [1, 1, 2, 2, 3, 3, 3, 5, 5, 5]
    # "CF" of the printed row is read as VF (DD-135).
    charts.bunt_single = [
        SLOW_RUNNER,
        *[AVERAGE] * 2,
        *[FAST] * 2,
        *[VERY_FAST] * 2,
        *[NOBODY_BUYS_TIME] * 3,
    ]
    charts.bunt_out = [BUNT_POPPED, BUNT_LEAD_OUT, *[BUNT_CHOICE] * 3, *[BUNT_SACRIFICE] * 5]
    for ratings in _BUNT_LEAD:
        charts.bunt_lead += ratings
    charts.run_on_ball = [CAUGHT, *[FOUL_BALL] * 5, *[RUNS] * 4]
    charts.run_on_strike = [*[CAUGHT] * 2, *[FOUL_BALL] * 5, *[RUNS] * 3]
    # L2 and L7 to L9 are not printed: like L5, L5, L6, L3 (E1).
    charts.line_orders = [0, 321, 321, 123, 213, 321, 231, 321, 231, 123]
    charts.defense_fielder = _filled(
        [(first, last, fielder) for fielder, first, last in _DEFENSE_FIELDERS], PERCENT
    )
    _fill_defense(charts)
    charts.injury = _filled(_INJURIES, PERCENT)
    return charts


HOUSE: Final = _house()
"""The printed charts, and ours where the document announces one and has none."""

PRINTED_LINE_ORDERS: Final = (1, 3, 4, 5, 6)
"""Fielders of line outs for whom a doubled-up order is printed."""
