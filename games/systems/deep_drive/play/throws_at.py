"""A throw at a runner who tries for a base: the Choice Chart, and the Cut-Off Chart where the ball
is cut off (DD-211 to DD-247)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.events import FIRST, NOBODY, OUT, SCORED, SECOND, THIRD
from games.systems.deep_drive.play import charts as chart
from games.systems.deep_drive.play.cards import AVERAGE
from games.systems.deep_drive.play.decisions import BOTH, CUT
from games.systems.deep_drive.play.diamond import Diamond
from games.systems.deep_drive.play.leaving import THE_FIELDER, THE_RUNNER
from games.systems.deep_drive.play.throws import (
    CHOICE,
    COLLISION,
    CUT_OFF,
    CUT_OFF_MAN,
    CUT_OFF_PICK,
    OUTFIELD_THROW,
    RUNDOWN,
)

HOME_PLATE: Final = 4
CATCHER: Final = 2
SECOND_BASEMAN: Final = 4
THIRD_BASEMAN: Final = 5
SHORTSTOP: Final = 6
LEFT_FIELD: Final = 7
CENTER_FIELD: Final = 8
RIGHT_FIELD: Final = 9

HALF_OF_A_DIE: Final = 5
"""Faces below it are one half, the others the other."""


def covering(goal: i64, fielder: i64) -> i64:
    """Who covers the base that is thrown to: second the infielder away from the ball (DD-11)."""
    if goal == HOME_PLATE:
        return CATCHER
    if goal == THIRD:
        return THIRD_BASEMAN
    return SHORTSTOP if fielder >= CENTER_FIELD else SECOND_BASEMAN


def throw_home(game: Diamond, base: i64, fielder: i64, *, single: bool = False) -> bool:
    """A runner is sent home: a throw at him, on which on a ``single`` a runner from first takes
    third, or the ball is cut off (DD-211, DD-212). Whether it is."""
    to = game.to
    may_cut = single or game.rules.cuts_every_throw_home
    if may_cut and game.table.choose(game, CUT, 1 - game.half, BOTH) == 1:
        to[base] = SCORED
        if not game.wins_with(game.runs_of()):
            _cut_off(game, fielder)
        return True
    if single and to[1] != NOBODY:
        to[1] = THIRD
    throw_at(game, base, HOME_PLATE, fielder)
    return False


def throw_at(game: Diamond, base: i64, goal: i64, fielder: i64) -> None:
    """The runner on ``base`` tries for ``goal`` and ``fielder`` throws: where he ends, and what
    becomes of the others in a rundown."""
    to = game.to
    charts = game.charts
    game.covering = cover = covering(goal, fielder)
    game.runner_slot = game.runners.on[base]
    rolled = game.table.roll(CHOICE, game.half)
    what = charts.choice[rolled]
    safe = True
    if what == chart.RACE:
        speed = game.shifted(base) if game.rules.choice_shifts else game.speed(base)
        safe = rolled <= charts.race[speed]
    elif what == chart.RUNDOWN:
        to[base] = OUT
        _rundown(game, base)
        return
    elif what == chart.FIELDER_EJECTED:
        game.sent_off = THE_FIELDER
    elif what == chart.RUNNER_EJECTED:
        safe = False
        game.sent_off = THE_RUNNER
    elif what == chart.DROPPED_BY_ONE or what == chart.DROPPED_BY_TWO:
        worst = 1 if what == chart.DROPPED_BY_ONE else 2
        safe = game.rating(cover) <= worst
        if safe:
            game.error = cover
    elif what != chart.SAFE:
        safe = what == chart.SAFE_COLLISION
        game.collides = game.runner_slot
        if game.rules.injuries:
            game.hurt_off = charts.collision[game.table.roll(COLLISION, game.half)]
    to[base] = goal if safe else OUT


def _rundown(game: Diamond, base: i64) -> None:
    """He is tagged out between the bases; the longer he keeps them busy, the further the others
    come (DD-213 to DD-218)."""
    game.caught_in_rundown = game.runners.on[base]
    if game.outs + game.outs_of() >= 3:
        return
    rolled = game.table.roll(RUNDOWN, game.half)
    if game.speed(base) < game.charts.rundown[rolled]:
        return
    to = game.to
    game.everybody(1)
    if FIRST <= to[0] <= THIRD:
        to[0] += 1


def _cut_off(game: Diamond, fielder: i64) -> None:
    """The lead runner scores, and the throw is cut off (DD-237 to DD-247)."""
    charts = game.charts
    to = game.to
    rolled = game.table.roll(CUT_OFF, game.half)
    what = charts.cutoff[rolled]
    if what == chart.WILD_THROW or what == chart.OVER_THE_MAN:
        if game.table.roll(OUTFIELD_THROW, 1 - game.half) > game.rating(fielder):
            if what == chart.WILD_THROW:
                game.error = fielder
                game.everybody(1)
                if to[0] != OUT:
                    to[0] += 1
            else:
                _over_the_man(game, fielder)
    elif what == chart.MAN_CAUGHT:
        trailing = [base for base in (2, 1, 0) if FIRST <= to[base] <= THIRD]
        if not trailing:
            return
        game.cut_off_by = _cut_off_man(game, fielder)
        caught = 0
        if len(trailing) == 2:
            caught = int(game.table.roll(CUT_OFF_PICK, game.half) >= HALF_OF_A_DIE)
        to[trailing[caught]] = OUT


def _over_the_man(game: Diamond, fielder: i64) -> None:
    """The throw goes over the cut-off man's head: off a single runners move up on it (DD-240,
    DD-241)."""
    to = game.to
    if to[1] == SECOND and game.speed(1) >= AVERAGE:
        to[1] = THIRD
        game.error = fielder
    if to[0] == FIRST and to[1] != SECOND and game.batter().run >= AVERAGE:
        to[0] = SECOND
        game.error = fielder


def _cut_off_man(game: Diamond, fielder: i64) -> i64:
    """Who cuts off a throw from an outfielder (DD-245 to DD-247)."""
    if fielder == LEFT_FIELD:
        return SHORTSTOP
    if fielder == RIGHT_FIELD:
        return SECOND_BASEMAN
    first = game.table.roll(CUT_OFF_MAN, game.half) < HALF_OF_A_DIE
    return SHORTSTOP if first else SECOND_BASEMAN
