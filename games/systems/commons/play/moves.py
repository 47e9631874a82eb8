"""Movement of runners in Commons Baseball: as far as they are pushed, and no further (CB-086)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.events import ADVANCE as ADVANCED
from games.engine.events import (
    BATTER_OUT,
    CAUGHT_STEALING,
    DOUBLE,
    HOME_RUN,
    INTENTIONAL_WALK,
    NOBODY,
    OUT,
    SACRIFICE,
    SCORED,
    SINGLE,
    STEAL,
    TRIPLE,
    WALK,
    play,
)
from games.engine.moves import all_move, occupied, one_runner_moves, stay


def pushed(kind: int, bases: int, batter: int) -> int:
    """The batter takes a base, and each runner gives up a base that is taken from behind: from the
    batter up, each goes at least one base beyond the one behind him, or stays (CB-4)."""
    behind = batter
    goals = [NOBODY, NOBODY, NOBODY]
    for base in occupied(bases):
        behind = min(max(base, behind + 1), SCORED)
        goals[base - 1] = behind
    return play(kind, batter, goals[0], goals[1], goals[2])


def bunt(bases: int, outs: int) -> int:
    """Every runner advances one base and the batter is out; a third out stops the runners (CB-034).
    A bunt that moves no runner is an ordinary out."""
    if outs == 2 or not bases:
        return stay(BATTER_OUT, bases, OUT)
    return all_move(SACRIFICE, bases, OUT, 1)


def stolen(bases: int) -> int:
    """The runner on first is safe on second, which was open."""
    return one_runner_moves(STEAL, bases, 1, 1)


def advance(bases: int, base: int) -> int:
    """The runner on a base goes to the next, which is open (CB-085)."""
    return one_runner_moves(ADVANCED, bases, base, 1)


OUT_PLAY: Final = tuple(stay(BATTER_OUT, bases, OUT) for bases in range(8))
SINGLES: Final = tuple(pushed(SINGLE, bases, 1) for bases in range(8))
DOUBLES: Final = tuple(pushed(DOUBLE, bases, 2) for bases in range(8))
TRIPLES: Final = tuple(pushed(TRIPLE, bases, 3) for bases in range(8))
HOME_RUNS: Final = tuple(all_move(HOME_RUN, bases, SCORED, SCORED) for bases in range(8))
WALKS: Final = tuple(pushed(WALK, bases, 1) for bases in range(8))
WALKS_ON_PURPOSE: Final = tuple(pushed(INTENTIONAL_WALK, bases, 1) for bases in range(8))
BUNTS: Final = tuple(tuple(bunt(bases, outs) for bases in range(8)) for outs in range(3))
STOLEN: Final = tuple(stolen(bases) if bases & 3 == 1 else 0 for bases in range(8))
CAUGHT: Final = tuple(
    stay(CAUGHT_STEALING, bases, NOBODY, 1) if bases & 3 == 1 else 0 for bases in range(8)
)
ADVANCED_FROM_THIRD: Final = tuple(advance(bases, 3) if bases & 4 else 0 for bases in range(8))
ADVANCED_FROM_SECOND: Final = tuple(
    advance(bases, 2) if bases & 6 == 2 else 0 for bases in range(8)
)
"""Plays by occupied bases; 0 where impossible."""


def hit_play(bases: i64, hit: i64) -> i64:
    if hit == 1:
        return SINGLES[bases]
    if hit == 2:
        return DOUBLES[bases]
    return TRIPLES[bases] if hit == 3 else HOME_RUNS[bases]
