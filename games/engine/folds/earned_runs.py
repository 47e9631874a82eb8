"""Earned runs: each half-inning reconstructed without its errors (Official Baseball Rules 9.16).

For every runner on base it tracks the base he would hold without the errors, and the outs that
errorless play would have made. A run is earned when the runner would have scored too, with fewer
than three such outs; one that came home early is earned once the following plays would have
brought him in (9.16(d)). In doubt the pitcher has the benefit, as the rule demands.

- A runner who reached on an error would have been out: the out counts, he never earns a run
  (9.16(b), (c)), and his own later out is not counted again. If he is forced, the batter whose
  fielder's choice it was takes over his status.
- A bad throw that only gives extra bases adds no would-be out; the bases do not count.
- The runner placed on second in an extra inning never earns a run.
- A pitcher who relieves during an inning has no benefit of chances missed before he came in: for
  the runs charged to him the half-inning begins with him, with the actual outs (9.16(i)). Such a
  run can be earned against him and not against the team.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from games.engine.events import (
    BALK,
    DOUBLE,
    FIRST,
    FORCE_OUT,
    HALF,
    HIT_BY_PITCH,
    HITS,
    HOME_RUN,
    INTENTIONAL_WALK,
    INTERFERENCE,
    NOBODY,
    OUT,
    PASSED_BALL,
    PICKOFF_ERROR,
    PLACED,
    REACHED_ON_ERROR,
    SACRIFICE,
    SACRIFICE_ERROR,
    SCORED,
    SINGLE,
    STEAL_ERROR,
    THIRD,
    TRIPLE,
    WALK,
    WILD_PITCH,
)
from games.engine.folds.moments import Moment

OUTLAW: Final = 0
"""The would-be base of a runner who would not be on base at all."""

AT_BAT: Final = 0


@dataclass
class HalfWithoutErrors:
    """A half-inning without errors: ``runners`` maps a real base to the would-be base of its
    runner, ``early`` the number of a run to the would-be base of a runner who is home too early;
    ``outs`` are the would-be outs."""

    runners: dict[int, int] = field(default_factory=dict)
    early: dict[int, int] = field(default_factory=dict)
    outs: int = 0


def half_as_found(moment: Moment) -> HalfWithoutErrors:
    """A half-inning as a relief pitcher finds it: the actual runners and outs (9.16(i))."""
    standing = {base: base for base in (1, 2, 3) if moment.before.runners[base - 1]}
    return HalfWithoutErrors(runners=standing, outs=moment.before.outs)


def earned_runs(moments: Iterable[Moment]) -> tuple[int, int]:
    """Earned runs of visitors and home side."""
    earned = [0, 0]
    for moment, runs in earned_by_moment(moments):
        earned[moment.side] += len(runs)
    return earned[0], earned[1]


def earned_by_moment(moments: Iterable[Moment]) -> Iterator[tuple[Moment, list[int]]]:
    """Every moment with the runs that it shows to be earned, by their numbers from 0 in order of
    scoring (of one play, the runner nearest home first); a run may have scored earlier, when it was
    not yet known to be earned."""
    half: HalfWithoutErrors | None = None
    scored = 0
    for moment in moments:
        if half is None or moment.kind == HALF:
            half = _begin(moment)
        runs: list[int] = []
        if moment.kind == PLACED:
            half.runners[moment.value] = OUTLAW
        elif moment.is_play:
            runs = earned_on(half, moment, scored)
            scored += len(moment.scored)
        yield moment, runs


def _begin(moment: Moment) -> HalfWithoutErrors:
    """A half-inning as it begins, or as the record begins in it: no runner is on by an error."""
    return HalfWithoutErrors() if moment.kind == HALF else half_as_found(moment)


def earned_on(half: HalfWithoutErrors, moment: Moment, scored: int) -> list[int]:
    """The runs that a play earns, by their numbers; updates ``half``. ``scored``: number of earlier
    runs."""
    home = [base for base in (3, 2, 1, AT_BAT) if moment.to[base] == SCORED]
    number = {base: scored + would_be_base for would_be_base, base in enumerate(home)}
    before = half.outs
    would_be = {base: half.runners.get(base, OUTLAW) for base in (1, 2, 3) if moment.runner(base)}
    batter_owes = moment.kind in (SACRIFICE_ERROR, REACHED_ON_ERROR) or (
        moment.kind == FORCE_OUT
        and any(
            moment.to[base] == OUT and would_be_base == OUTLAW
            for base, would_be_base in would_be.items()
        )
    )
    half.outs += batter_owes
    half.outs += moment.to[AT_BAT] == OUT
    half.outs += sum(
        moment.to[base] == OUT and would_be_base != OUTLAW
        for base, would_be_base in would_be.items()
    )
    # A run that the rules allow on a real third out counts against no pitcher.
    alive = before < 3 and (half.outs < 3 or moment.after.outs >= 3)

    moved = _without_errors(moment, would_be, half.early)
    half.runners = {}
    earned: list[int] = []
    for base, would_be_base in moved.items():
        reached = moment.to[base]
        if FIRST <= reached <= THIRD:
            half.runners[reached] = would_be_base
        elif reached == SCORED and would_be_base != OUTLAW:
            half.early[number[base]] = would_be_base
    reached = moment.to[AT_BAT]
    if FIRST <= reached <= THIRD:
        # A batter awarded first on catcher's interference never earns a run (9.16(b)).
        owes = batter_owes or moment.kind == INTERFERENCE
        half.runners[reached] = OUTLAW if owes else _own(moment)
    elif reached == SCORED and not batter_owes:
        half.early[number[AT_BAT]] = _own(moment)
    if alive:
        earned = sorted(run for run, would_be_base in half.early.items() if would_be_base >= SCORED)
    half.early = {
        run: would_be_base for run, would_be_base in half.early.items() if would_be_base < SCORED
    }
    return earned


def _without_errors(
    moment: Moment, would_be: dict[int, int], early: dict[int, int]
) -> dict[int, int]:
    """The would-be bases of the runners after a play; updates ``early`` in place."""
    kind = moment.kind
    hit = _own(moment) if kind in HITS else 0
    if kind in _ON_BASE_FOR_NOTHING:
        pushed = _pushed({*would_be.values(), *early.values()})
        early.update(
            {run: would_be_base + (would_be_base in pushed) for run, would_be_base in early.items()}
        )
        return {
            base: would_be_base and min(would_be_base + (would_be_base in pushed), moment.to[base])
            for base, would_be_base in would_be.items()
        }
    if kind in (TRIPLE, HOME_RUN):
        early.update(dict.fromkeys(early, SCORED))
        return {base: would_be_base and SCORED for base, would_be_base in would_be.items()}
    gained = hit or (kind in (SACRIFICE, SACRIFICE_ERROR, BALK, WILD_PITCH))
    early.update({run: min(would_be_base + gained, SCORED) for run, would_be_base in early.items()})
    after = {}
    for base, would_be_base in would_be.items():
        reached = moment.to[base]
        bases = max(reached - base, hit) if reached != NOBODY else 0
        if kind in (PICKOFF_ERROR, PASSED_BALL, REACHED_ON_ERROR):
            bases = 0
        elif moment.errs and kind in HITS:
            bases = max(bases - 1, hit)
        elif kind == STEAL_ERROR:
            bases = 1 if base == thief(moment) else 0
        after[base] = would_be_base and min(would_be_base + max(bases, 0), reached)
    return after


_BASES_OF = {SINGLE: 1, DOUBLE: 2, TRIPLE: 3, HOME_RUN: 4}
_ON_BASE_FOR_NOTHING = frozenset({WALK, INTENTIONAL_WALK, HIT_BY_PITCH, INTERFERENCE})


def _own(moment: Moment) -> int:
    """The base that a batter reached without an error on his hit."""
    reached = moment.to[AT_BAT]
    return min(reached, _BASES_OF.get(moment.kind, reached)) if moment.errs else reached


def _pushed(taken: set[int]) -> set[int]:
    """The would-be bases whose runners a walk forces on."""
    pushed = set()
    arriving = FIRST
    while arriving in taken:
        pushed.add(arriving)
        arriving += 1
    return pushed


def thief(moment: Moment) -> int:
    """The base of the runner who runs on his own: the rearmost one who moved; 0 for none."""
    for base in (1, 2, 3):
        if moment.runner(base) and moment.to[base] != base:
            return base
    return 0


def stealers(moment: Moment) -> list[int]:
    """The bases of the runners credited with a steal, nearest home first: on a double or triple
    steal all who moved (OBR 9.07(d)), else the one who ran."""
    if not moment.decided("steal").endswith("-double"):
        ran = thief(moment)
        return [ran] if ran else []
    return [base for base in (3, 2, 1) if moment.runner(base) and moment.to[base] > base]
