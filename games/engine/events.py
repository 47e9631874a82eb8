"""Events: what happened, one integer each, in the order it happened.

A game system writes *plays*; the common law writes the few structural events (start of a
half-inning, runner placed on second, runs awarded, end). Nothing is looked up or formatted while a
game is played: words, lines and tables are folds over these integers, computed on demand.

A play says where batter and runners went. From the lowest bit:

kind 6 · batter 3 · runner on first 3 · runner on second 3 · runner on third 3 · runs batted in 3 ·
fielder 4 · ball 3 · fielder who erred 4

and, from bit 32 up, the number of transcript entries used before it. A destination is ``OUT``, a
base 1-3, ``SCORED``, ``NOBODY`` (no runner there; for the batter: still at bat) or ``REMOVED``
(taken off the base without an out, which only an alternative reading of one game uses). Fielders
are positions by scorer's number, from 1 for the pitcher; they, and the kind of ball, are 0 in games
that do not record them.

A change puts a player in a slot and at a position; see ``change``. An act of a manager that moves
no runner is an ``ACT``; see ``act``.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

OUT: Final = 0
FIRST: Final = 1
SECOND: Final = 2
THIRD: Final = 3
SCORED: Final = 4
NOBODY: Final = 5
REMOVED: Final = 6

KIND_MASK: Final = 0x3F
TO_SHIFT: Final = 6
TO_MASK: Final = 0xFFF
RBI_SHIFT: Final = 18
MARK_SHIFT: Final = 32
PLAY_MASK: Final = (1 << MARK_SHIFT) - 1

FIELDER_SHIFT: Final = 21
BALL_SHIFT: Final = 25
ERROR_SHIFT: Final = 28
DETAIL_MASK: Final = PLAY_MASK & ~((1 << FIELDER_SHIFT) - 1)
"""Fielder, ball and error of a play."""

# How the ball was hit.
GROUND: Final = 1
FLY: Final = 2
LINE: Final = 3
POP: Final = 4
FOUL: Final = 5
BUNT: Final = 6

# Structural events; their value is from bit 6 up.
HALF: Final = 0
PLACED: Final = 1
AWARDED: Final = 2
END: Final = 3
CHANGE: Final = 6
INJURY: Final = 7
TIRED: Final = 8
ACT: Final = 9

# A game without bases: runs of a roll, and the roll that ends the turn.
TALLY: Final = 4
TURN_OVER: Final = 5

# The batter's turn is over.
SINGLE: Final = 10
DOUBLE: Final = 11
TRIPLE: Final = 12
HOME_RUN: Final = 13
WALK: Final = 14
BATTER_OUT: Final = 15
SACRIFICE_FLY: Final = 16
SACRIFICE: Final = 17
DOUBLE_PLAY: Final = 18
FORCE_OUT: Final = 19
SACRIFICE_ERROR: Final = 20
POP_UP: Final = 21
THROWN_OUT: Final = 22
STRIKEOUT: Final = 23
HIT_BY_PITCH: Final = 24
INTENTIONAL_WALK: Final = 25
REACHED_ON_ERROR: Final = 26
FIELDERS_CHOICE: Final = 27
INTERFERENCE: Final = 28
TRIPLE_PLAY: Final = 29

# The batter is still at bat.
STEAL: Final = 30
STEAL_ERROR: Final = 31
CAUGHT_STEALING: Final = 32
PICKED_OFF_STEALING: Final = 33
BAD_JUMP: Final = 34
BALK: Final = 35
PICKOFF_ERROR: Final = 36
SAFE_BACK: Final = 37
PICKED_OFF: Final = 38
WILD_PITCH: Final = 39
PASSED_BALL: Final = 40
FOUL_BUNT: Final = 41
BALL: Final = 43
FOUL_BALL: Final = 44
STRIKE: Final = 45

# The batter's turn is over, and a runner goes one base further than the hit took him.
ADVANCE: Final = 42

HITS: Final = frozenset({SINGLE, DOUBLE, TRIPLE, HOME_RUN})
WALKS: Final = frozenset({WALK, INTENTIONAL_WALK})
NOT_AT_BATS: Final = frozenset(
    {
        *WALKS,
        HIT_BY_PITCH,
        INTERFERENCE,
        SACRIFICE_FLY,
        SACRIFICE,
        SACRIFICE_ERROR,
    }
)
NO_RBI: Final = frozenset(
    {
        DOUBLE_PLAY,
        TRIPLE_PLAY,
        SACRIFICE_ERROR,
        REACHED_ON_ERROR,
        STEAL,
        STEAL_ERROR,
        CAUGHT_STEALING,
        PICKED_OFF_STEALING,
        BAD_JUMP,
        BALK,
        PICKOFF_ERROR,
        SAFE_BACK,
        PICKED_OFF,
        WILD_PITCH,
        PASSED_BALL,
        FOUL_BUNT,
        BALL,
        FOUL_BALL,
        STRIKE,
    }
)
"""Plays without runs batted in: double plays, errors, and all on which the batter stays at bat
(9.04(a), (b))."""
_NO_RBI_MASK: Final[int] = sum(1 << kind for kind in NO_RBI)

ERRORS: Final = frozenset({SACRIFICE_ERROR, REACHED_ON_ERROR, STEAL_ERROR, PICKOFF_ERROR})
"""Kinds that are always an error; any other play has one where it names the fielder who erred."""

NAMES: Final = {
    SINGLE: "single",
    DOUBLE: "double",
    TRIPLE: "triple",
    HOME_RUN: "home run",
    WALK: "walk",
    BATTER_OUT: "out",
    SACRIFICE_FLY: "sacrifice fly",
    SACRIFICE: "sacrifice",
    DOUBLE_PLAY: "double play",
    FORCE_OUT: "force out",
    SACRIFICE_ERROR: "sacrifice and error",
    POP_UP: "pop-up",
    THROWN_OUT: "runner thrown out",
    STEAL: "stolen base",
    STEAL_ERROR: "stolen base and error",
    CAUGHT_STEALING: "caught stealing",
    PICKED_OFF_STEALING: "picked off stealing",
    BAD_JUMP: "bad jump",
    BALK: "balk",
    PICKOFF_ERROR: "bad pickoff throw",
    SAFE_BACK: "pickoff attempt",
    PICKED_OFF: "picked off",
    STRIKEOUT: "strikeout",
    HIT_BY_PITCH: "hit by pitch",
    INTENTIONAL_WALK: "intentional walk",
    REACHED_ON_ERROR: "reached on an error",
    FIELDERS_CHOICE: "fielder's choice",
    INTERFERENCE: "catcher's interference",
    TRIPLE_PLAY: "triple play",
    WILD_PITCH: "wild pitch",
    PASSED_BALL: "passed ball",
    FOUL_BUNT: "foul bunt",
    ADVANCE: "advance",
    BALL: "ball",
    FOUL_BALL: "foul ball",
    STRIKE: "strike",
    TALLY: "runs",
    TURN_OVER: "turn over",
}


def play(
    kind: i64, batter: i64, first: i64 = NOBODY, second: i64 = NOBODY, third: i64 = NOBODY
) -> i64:
    """A play as one integer; runs batted in are the runs it scores if its kind has any."""
    moves = batter | first << 3 | second << 6 | third << 9
    batted_in = 0 if _NO_RBI_MASK >> kind & 1 else RUNS[moves]
    return kind | moves << TO_SHIFT | batted_in << RBI_SHIFT


def detail(fielder: i64 = 0, ball: i64 = 0, error: i64 = 0) -> i64:
    """Fielder, ball and error, to be added to a play."""
    return fielder << FIELDER_SHIFT | ball << BALL_SHIFT | error << ERROR_SHIFT


def fielder_of(event: i64) -> i64:
    """The position that handled the ball first, 0 where not recorded."""
    return event >> FIELDER_SHIFT & 15


def ball_of(event: i64) -> i64:
    """The kind of batted ball, 0 where not recorded."""
    return event >> BALL_SHIFT & 7


def error_of(event: i64) -> i64:
    """The position that erred, 0 for none (or for an unknown fielder: see ``ERRORS``)."""
    return event >> ERROR_SHIFT & 15


PINCH_HITTER: Final = 10
PINCH_RUNNER: Final = 11
"""Positions of players who came in and have none in the field yet; positions are 1 to 9."""

DESIGNATED: Final = 12
"""The position of a designated hitter (Official Baseball Rules 5.11)."""

IN_TURN: Final = 13
"""The position of a batter in an order that is a list (``System.listed``)."""

NO_BAT: Final = 0
"""The slot of a pitcher who has no place in the batting order."""


def change(side: i64, slot: i64, position: i64, player: i64) -> i64:
    """Put ``player`` (his number in the squad of ``side``) in ``slot`` of the batting order
    (``NO_BAT``: in none) and at ``position`` (1-9, ``PINCH_HITTER``, ``PINCH_RUNNER``,
    ``DESIGNATED`` or ``IN_TURN``)."""
    return CHANGE | (side | slot << 1 | position << 5 | player << 9) << TO_SHIFT


def changed(value: i64) -> tuple[int, int, int, int]:
    """Side, slot, position and player of a change's value."""
    return value & 1, value >> 1 & 15, value >> 5 & 15, value >> 9


def act(side: i64, what: i64, player: i64 = 0) -> i64:
    """An act of a manager that moves no runner; ``what`` is an index of ``System.acts``, ``player``
    the player concerned, by his number in the squad of ``side`` (0: none)."""
    return ACT | (side | what << 1 | player << 9) << TO_SHIFT


def acted(value: i64) -> tuple[int, int, int]:
    """Side, index of the words and player of an act's value."""
    return value & 1, value >> 1 & 255, value >> 9


INJURY_GAMES_SHIFT: Final = 8


def injury(side: i64, player: i64, games: i64 = 0) -> i64:
    """A player of ``side`` is hurt, out for the rest of this game and so many more."""
    return INJURY | (side | player << 1 | games << INJURY_GAMES_SHIFT) << TO_SHIFT


def injured(value: i64) -> tuple[int, int, int]:
    """Side, player and games beyond this one of an injury's value."""
    return value & 1, value >> 1 & 127, value >> INJURY_GAMES_SHIFT


def destinations(event: i64) -> tuple[int, int, int, int]:
    """Destinations of the batter and the runners on first, second and third."""
    moves = event >> TO_SHIFT
    return moves & 7, moves >> 3 & 7, moves >> 6 & 7, moves >> 9 & 7


def kind_of(event: i64) -> i64:
    return event & KIND_MASK


def value_of(event: i64) -> i64:
    """The value of a structural event."""
    return (event & PLAY_MASK) >> TO_SHIFT


def mark_of(event: i64) -> i64:
    """The number of transcript entries used before the event."""
    return event >> MARK_SHIFT


def batted_in(event: i64) -> i64:
    """Runs batted in on a play."""
    return event >> RBI_SHIFT & 7


def _count(wanted: i64) -> bytes:
    """By packed destinations, the number of the wanted one: by pairs, for there are 4,096."""
    pair = [(moves & 7 == wanted) + (moves >> 3 == wanted) for moves in range(64)]
    return bytes(pair[moves & 63] + pair[moves >> 6] for moves in range(TO_MASK + 1))


RUNS: Final = _count(SCORED)
"""Runs of a play, by its packed destinations."""

OUTS: Final = _count(OUT)
"""Outs of a play, by its packed destinations."""


def _bases_after() -> bytes:
    bit = [1 << destination - 1 if FIRST <= destination <= THIRD else 0 for destination in range(8)]
    pair = [bit[moves & 7] | bit[moves >> 3] for moves in range(64)]
    return bytes(pair[moves & 63] | pair[moves >> 6] for moves in range(TO_MASK + 1))


BASES: Final = _bases_after()
"""Occupied bases after a play (bits), by its packed destinations."""
