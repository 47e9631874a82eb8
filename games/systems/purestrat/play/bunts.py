"""Bunts and the hit and run (S18, S19, T18.9, T19)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.events import (
    BATTER_OUT,
    BUNT,
    DOUBLE_PLAY,
    FIRST,
    FORCE_OUT,
    FOUL_BUNT,
    GROUND,
    NOBODY,
    OUT,
    POP_UP,
    SACRIFICE,
    SINGLE,
    STRIKEOUT,
    detail,
    play,
)
from games.systems.purestrat.play import charts
from games.systems.purestrat.play.balls_in_play import GRADE_C, double, fly, line_out, single
from games.systems.purestrat.play.bunting import bunt_grade, hit_and_run_grade
from games.systems.purestrat.play.diamond import Diamond
from games.systems.purestrat.play.steals import forced_steal
from games.systems.purestrat.play.throws import BUNT as BUNT_DICE
from games.systems.purestrat.play.throws import BUNT_FIELDER, HIT_AND_RUN

SACRIFICE_BASES: Final = 0b101110
"""Occupied bases with which a sacrifice is allowed, as bits: first, second, both, first and third
(S18.1, S18.4)."""

FIRST_AND_THIRD: Final = 5
ON_THIRD: Final = 4

_BUNT_FIELDERS: Final[tuple[int, ...]] = (1, 1, 2, 3, 5, 5)
"""Fielders of a bunt, by the white die."""
_GROUNDER_FIELDERS: Final[tuple[int, ...]] = (3, 4, 4, 6, 6, 5)
_FLY_FIELDERS: Final[tuple[int, ...]] = (7, 7, 8, 8, 9, 9)

BEATS_OUT: Final = 8
"""A bunter beats out a bunt that reads SPEED when the d20 is at most his running minus this."""


def swing_mask(game: Diamond) -> i64:
    """The batter's options as a mask: swing away, sacrifice, squeeze, hit and run."""
    bases = game.bases
    if game.outs == 2 or not bases:
        return 1
    mask = 1
    if SACRIFICE_BASES >> bases & 1:
        mask |= 2
    if bases & ON_THIRD:
        mask |= 4
    elif not game.two_strikes:
        nine = game.offence
        if not nine.player_in(nine.up).is_weakest_bat:
            mask |= 8
    return mask


def bunt(game: Diamond, squeeze: bool) -> None:
    """Play a sacrifice or a squeeze (S18.5)."""
    dice = game.table.roll(BUNT_DICE, game.half)
    total = dice % 36 // 6 + dice % 6 + 2
    fielder = _BUNT_FIELDERS[dice // 36]
    grade = bunt_grade(game.batter().bunt, game.infield, game.bases)
    chart = game.charts
    result = chart.squeeze(grade, total) if squeeze else chart.sacrifice(grade, total)
    ball = detail(fielder, BUNT)
    if result == charts.SPEED:
        speed_roll = game.table.roll(BUNT_FIELDER, game.half) + 1
        fast = speed_roll <= game.batter().running - BEATS_OUT
        result = charts.BUNT_HIT if fast else charts.SAC
    elif result == charts.FIELD:
        speed_roll = game.table.roll(BUNT_FIELDER, 1 - game.half) + 1
        reach = 2 * (7 - game.defence.ranges[fielder])
        result = charts.LEAD if speed_roll <= reach else charts.SAC
    if result == charts.SAC:
        game.apply_play(_bunted(game, SACRIFICE, OUT, 0, squeeze) | ball)
    elif result == charts.BUNT_HIT:
        game.apply_play(_bunted(game, SINGLE, FIRST, 0, squeeze) | ball)
    elif result == charts.LEAD:
        game.apply_play(_bunted(game, FORCE_OUT, FIRST, _bunt_lead(game, squeeze), squeeze) | ball)
    elif result == charts.BUNT_DP:
        game.apply_play(_bunted(game, DOUBLE_PLAY, OUT, _bunt_lead(game, squeeze), squeeze) | ball)
    elif result == charts.BUNT_POP:
        game.apply_play(_held_up(game, POP_UP, 0) | ball)
    elif result == charts.POP_DP:
        game.apply_play(_held_up(game, DOUBLE_PLAY, _bunt_lead(game, squeeze)) | ball)
    elif result == charts.ONE_AND_TWO:
        if game.two_strikes:
            game.apply_play(_held_up(game, STRIKEOUT, 0))
        else:
            game.apply_play(_held_up(game, FOUL_BUNT, 0, NOBODY))
            game.two_strikes = True
    else:
        forced_steal(game)


def _bunt_lead(game: Diamond, squeeze: bool) -> i64:
    """The lead runner on a bunt: on first and third the sacrifice moves only the one on first
    (S18.4)."""
    if not squeeze and game.bases == FIRST_AND_THIRD:
        return 1
    return game.lead_base()


def _bunted(game: Diamond, kind: i64, batter: i64, out: i64, squeeze: bool) -> i64:
    """Move runners one base; the runner on third stays on a sacrifice (S18.4). ``out``: the base of
    the runner put out, 0 for none."""
    bases = game.bases
    goals = [NOBODY, NOBODY, NOBODY, NOBODY]
    for base in range(1, 4):
        if bases >> base - 1 & 1:
            goals[base] = 3 if base == 3 and not squeeze else base + 1
    if out:
        goals[out] = OUT
    return play(kind, batter, goals[1], goals[2], goals[3])


def _held_up(game: Diamond, kind: i64, out: i64, batter: i64 = OUT) -> i64:
    """Leave every runner in place; the one on base ``out``, if any, is doubled off."""
    bases = game.bases
    goals = [NOBODY, NOBODY, NOBODY, NOBODY]
    for base in range(1, 4):
        if bases >> base - 1 & 1:
            goals[base] = OUT if base == out else base
    return play(kind, batter, goals[1], goals[2], goals[3])


def hit_and_run(game: Diamond) -> bool:
    """Play the hit and run (S19.5); return whether the pitcher's card is still to be read."""
    rolled = game.table.roll(HIT_AND_RUN, game.half)
    white = rolled // 36
    total = rolled % 36 // 6 + rolled % 6 + 2
    grade = hit_and_run_grade(game.batter().hit_and_run, game.infield, game.held)
    result = game.charts.hit_and_run(grade, total)
    if result == charts.HR_SINGLE:
        single(game, 2)
    elif result == charts.HR_DOUBLE:
        double(game, 2)
    elif result == charts.HR_GROUNDER:
        ball = detail(_GROUNDER_FIELDERS[white], GROUND)
        game.apply_play(game.all_move(BATTER_OUT, OUT, 1) | ball)
    elif result == charts.HR_CARD:
        return True
    elif result == charts.HR_LINE_OUT:
        line_out(game, _GROUNDER_FIELDERS[white], True)
    elif result == charts.HR_FLY:
        fly(game, GRADE_C, False, _FLY_FIELDERS[white])
    elif result == charts.HR_STRIKEOUT:
        game.apply_play(_held_up(game, STRIKEOUT, 0))
        if game.outs < 3 and not game.is_over():
            forced_steal(game)
    else:
        forced_steal(game)
    return False
