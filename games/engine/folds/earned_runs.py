"""Earned runs: each half-inning built again without its errors (Official Baseball Rules 9.16).

Beside every runner on base stands the base he would hold without the errors, and beside the outs
those that errorless play would have made. A run is earned when the runner would have scored too,
with fewer than three such outs; one that came home early is earned after all once the plays that
follow would have brought him in (9.16(d)). In doubt the pitcher has the benefit, as the law wants.

- A runner who reached on an error would have been out: the out counts, he never earns a run
  (9.16(b), (c)), and his own later out is not counted again. If he is forced, the batter whose
  fielder's choice it was takes his place.
- A bad throw that only gives bases makes no would-be out; the bases are taken back.
- The runner placed on second in an extra inning never earns a run.
- A pitcher who relieves during an inning has no benefit of chances that were missed before he came:
  for the runs charged to him the half-inning begins with him, with the outs there were (9.16(i)).
  Such a run can be his and not the team's.
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
"""The base of a runner who would not be on base at all."""

AT_BAT: Final = 0


@dataclass
class HalfWithoutErrors:
    """A half-inning without errors: by real base the base a runner would hold, the bases of those
    who are home too early by the number of their run, and the outs there would be."""

    runners: dict[int, int] = field(default_factory=dict)
    early: dict[int, int] = field(default_factory=dict)
    outs: int = 0


def half_as_found(moment: Moment) -> HalfWithoutErrors:
    """A half-inning as a relief pitcher finds it: the runners who are on and the outs that were
    made (9.16(i))."""
    standing = {base: base for base in (1, 2, 3) if moment.before.runners[base - 1]}
    return HalfWithoutErrors(runners=standing, outs=moment.before.outs)


def earned_runs(moments: Iterable[Moment]) -> tuple[int, int]:
    """Runs of visitors and home side that are earned against the other side's pitchers."""
    earned = [0, 0]
    for moment, runs in earned_by_moment(moments):
        earned[moment.side] += len(runs)
    return earned[0], earned[1]


def earned_by_moment(moments: Iterable[Moment]) -> Iterator[tuple[Moment, list[int]]]:
    """Every moment with the runs that are found to be earned with it, by their numbers from 0 in
    the order of scoring (of one play, the runner nearest home first); a run may have scored
    earlier, when it was not yet known to be earned."""
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
    """A half-inning as it begins, or as the record takes it up: no runner there by an error."""
    return HalfWithoutErrors() if moment.kind == HALF else half_as_found(moment)


def earned_on(half: HalfWithoutErrors, moment: Moment, scored: int) -> list[int]:
    """The runs a play earns, by their numbers; ``half`` moves on. ``scored`` went before it."""
    home = [base for base in (3, 2, 1, AT_BAT) if moment.to[base] == SCORED]
    number = {base: scored + at for at, base in enumerate(home)}
    before = half.outs
    would_be = {base: half.runners.get(base, OUTLAW) for base in (1, 2, 3) if moment.runner(base)}
    batter_owes = moment.kind in (SACRIFICE_ERROR, REACHED_ON_ERROR) or (
        moment.kind == FORCE_OUT
        and any(moment.to[base] == OUT and at == OUTLAW for base, at in would_be.items())
    )
    half.outs += batter_owes
    half.outs += moment.to[AT_BAT] == OUT
    half.outs += sum(moment.to[base] == OUT and at != OUTLAW for base, at in would_be.items())
    # A run that the law lets in on a real third out is not held against anybody.
    alive = before < 3 and (half.outs < 3 or moment.after.outs >= 3)

    moved = _without_errors(moment, would_be, half.early)
    half.runners = {}
    earned: list[int] = []
    for base, at in moved.items():
        to = moment.to[base]
        if FIRST <= to <= THIRD:
            half.runners[to] = at
        elif to == SCORED and at != OUTLAW:
            half.early[number[base]] = at
    to = moment.to[AT_BAT]
    if FIRST <= to <= THIRD:
        # A batter who is awarded first on the catcher's interference never earns a run (9.16(b)).
        owes = batter_owes or moment.kind == INTERFERENCE
        half.runners[to] = OUTLAW if owes else _own(moment)
    elif to == SCORED and not batter_owes:
        half.early[number[AT_BAT]] = _own(moment)
    if alive:
        earned = sorted(run for run, at in half.early.items() if at >= SCORED)
    half.early = {run: at for run, at in half.early.items() if at < SCORED}
    return earned


def _without_errors(
    moment: Moment, would_be: dict[int, int], early: dict[int, int]
) -> dict[int, int]:
    """Where the runners on base would stand after a play; ``early`` is moved in place."""
    kind = moment.kind
    hit = _own(moment) if kind in HITS else 0
    if kind in _ON_BASE_FOR_NOTHING:
        pushed = _pushed({*would_be.values(), *early.values()})
        early.update({run: at + (at in pushed) for run, at in early.items()})
        return {
            base: at and min(at + (at in pushed), moment.to[base]) for base, at in would_be.items()
        }
    if kind in (TRIPLE, HOME_RUN):
        early.update(dict.fromkeys(early, SCORED))
        return {base: at and SCORED for base, at in would_be.items()}
    gained = hit or (kind in (SACRIFICE, SACRIFICE_ERROR, BALK, WILD_PITCH))
    early.update({run: min(at + gained, SCORED) for run, at in early.items()})
    after = {}
    for base, at in would_be.items():
        to = moment.to[base]
        bases = max(to - base, hit) if to != NOBODY else 0
        if kind in (PICKOFF_ERROR, PASSED_BALL, REACHED_ON_ERROR):
            bases = 0
        elif moment.errs and kind in HITS:
            bases = max(bases - 1, hit)
        elif kind == STEAL_ERROR:
            bases = 1 if base == thief(moment) else 0
        after[base] = at and min(at + max(bases, 0), to)
    return after


_BASES_OF = {SINGLE: 1, DOUBLE: 2, TRIPLE: 3, HOME_RUN: 4}
_ON_BASE_FOR_NOTHING = frozenset({WALK, INTENTIONAL_WALK, HIT_BY_PITCH, INTERFERENCE})


def _own(moment: Moment) -> int:
    """The base a batter reached on his own: an error behind a hit may have taken him further."""
    to = moment.to[AT_BAT]
    return min(to, _BASES_OF.get(moment.kind, to)) if moment.errs else to


def _pushed(taken: set[int]) -> set[int]:
    """The bases whose runners a walk forces on."""
    pushed = set()
    arriving = FIRST
    while arriving in taken:
        pushed.add(arriving)
        arriving += 1
    return pushed


def thief(moment: Moment) -> int:
    """The base of the runner who runs on his own: the one farthest back who moved; 0 for none."""
    for base in (1, 2, 3):
        if moment.runner(base) and moment.to[base] != base:
            return base
    return 0


def stealers(moment: Moment) -> list[int]:
    """The bases of those whose steal it is, nearest home first: on a double or triple steal of
    everybody who moved (OBR 9.07(d)), else of the one who ran."""
    if not moment.decided("steal").endswith("-double"):
        ran = thief(moment)
        return [ran] if ran else []
    return [base for base in (3, 2, 1) if moment.runner(base) and moment.to[base] > base]
