"""Moves: the plays common to all baseball games, built from the occupied bases.

Pure functions from occupied bases (bits: first 1, second 2, third 4) to a play. Game systems build
their charts from these at import, so that a chart over all base states is plain data.
"""

from __future__ import annotations

from mypy_extensions import i64

from games.engine.bitsets import bit
from games.engine.events import (
    FIRST,
    HOME_RUN,
    NOBODY,
    OUT,
    REMOVED,
    SCORED,
    SECOND,
    THIRD,
    WALK,
    play,
)


def occupied(bases: i64) -> tuple[int, ...]:
    """The occupied bases, lowest first."""
    return tuple(base for base in (FIRST, SECOND, THIRD) if bases >> base - 1 & 1)


def lead(bases: i64) -> i64:
    """The occupied base nearest home; ``bases`` is not empty."""
    return occupied(bases)[-1]


def all_move(kind: i64, bases: i64, batter: i64, by: i64) -> i64:
    """Every runner advances ``by`` bases, the batter goes to ``batter``."""
    return _build(kind, batter, {base: min(base + by, SCORED) for base in occupied(bases)})


def stay(kind: i64, bases: i64, batter: i64, gone: i64 = NOBODY, fate: i64 = OUT) -> i64:
    """No runner moves; the one on base ``gone``, if any, is out (or ``fate``)."""
    moved = {base: base for base in occupied(bases)}
    if gone != NOBODY:
        moved[gone] = fate
    return _build(kind, batter, moved)


def forced(kind: i64, bases: i64) -> i64:
    """The batter takes first; a runner moves one base when all bases behind him are occupied."""
    return play(
        kind,
        FIRST,
        SECOND if bases & 1 else NOBODY,
        NOBODY if not bases & 2 else THIRD if bases & 1 else SECOND,
        NOBODY if not bases & 4 else SCORED if bases & 3 == 3 else THIRD,
    )


def walk(bases: i64) -> i64:
    return forced(WALK, bases)


def home_run(bases: i64) -> i64:
    return all_move(HOME_RUN, bases, SCORED, SCORED)


def lead_runner_out(kind: i64, bases: i64) -> i64:
    """The runner nearest home is out, the batter takes first, others are forced."""
    victim = lead(bases)
    moved = _pushed(bases & ~bit(victim - 1), FIRST)
    moved[victim] = OUT
    return _build(kind, FIRST, moved)


def one_runner_moves(kind: i64, bases: i64, runner: i64, by: i64) -> i64:
    """The runner on ``runner`` moves ``by`` bases, the batter stays at bat.

    A runner on his goal is pushed one base on, and so further: our reading of "others advance only
    if forced" for a runner who comes from behind (PD-9, PD-11).
    """
    target = min(runner + by, SCORED)
    moved = {base: base for base in occupied(bases) if base < runner}
    for base in occupied(bases):
        if base > runner:
            moved[base] = base
            if base <= target:
                moved[base] = min(target + 1, SCORED)
                target = moved[base]
    moved[runner] = min(runner + by, SCORED)
    return _build(kind, NOBODY, moved)


def removed(kind: i64, bases: i64, gone: i64, batter: i64) -> i64:
    """The runner on ``gone`` is taken off the base without an out."""
    return stay(kind, bases, batter, gone, REMOVED)


def _pushed(bases: i64, upto: i64) -> dict[int, int]:
    """Final bases of runners when another arrives on base ``upto`` and pushes only those he
    must."""
    moved = {base: base for base in occupied(bases)}
    arriving = upto
    while arriving in moved:
        moved[arriving] = arriving + 1
        arriving += 1
    return moved


def _build(kind: i64, batter: i64, moved: dict[int, int]) -> i64:
    return play(
        kind, batter, moved.get(FIRST, NOBODY), moved.get(SECOND, NOBODY), moved.get(THIRD, NOBODY)
    )
