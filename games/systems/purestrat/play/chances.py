"""Fielding chances: X readings resolved on the charts (S16, S20.6, S23.8, S29.3)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.events import (
    DOUBLE,
    FIRST,
    FOUL,
    GROUND,
    HOME_RUN,
    LINE,
    NOBODY,
    PASSED_BALL,
    POP,
    REACHED_ON_ERROR,
    SCORED,
    SINGLE,
    TRIPLE,
    detail,
)
from games.engine.lineup import CATCHER
from games.systems.purestrat.play import charts, holding
from games.systems.purestrat.play.balls_in_play import (
    GRADE_A,
    caught,
    double,
    fly,
    grounder,
    single,
    sure_hit,
)
from games.systems.purestrat.play.diamond import Diamond
from games.systems.purestrat.play.throws import CHANCE, CHECK_RATING, SUM_OF_THREE

_HITS: Final[tuple[int, ...]] = (0, SINGLE, DOUBLE, TRIPLE, HOME_RUN)


def field_chance(game: Diamond, position: i64) -> None:
    defence = game.defence
    rolled = game.table.roll(CHANCE, 1 - game.half)
    rating = defence.ranges[position]
    holds = False
    if game.held and holding.responsible(position, game.held, game.bats_left()):
        holds = True
        if rating < 5:
            rating += 1
    symbol = game.charts.x_range(position, rolled // 216 + 1, rating)
    error = game.charts.x_error(position, defence.errors[position], SUM_OF_THREE[rolled % 216])
    _resolve(game, position, game.charts.x_result(position, symbol, error), holds)


def _resolve(game: Diamond, position: i64, result: i64, holds: bool) -> None:
    rare = charts.rare_of(result)
    if rare:
        game.apply_play(game.charts.rare_play(rare, position, game.bases, game.outs))
        return
    error = charts.error_of(result)
    hit = charts.hit_of(result)
    if charts.is_sharp(result) and not error and (holds or game.infield_at(position)):
        sure_hit(game, SINGLE, FIRST, 2, detail(position, GROUND))
        return
    if hit:
        _hit_and_error(game, position, hit, charts.runners_of(result), error)
    elif error:
        ball = GROUND if position < 7 else LINE
        event = game.all_move(REACHED_ON_ERROR, min(error, SCORED), error)
        game.apply_play(event | detail(position, ball, position))
    else:
        _out_by_chart(game, position, charts.out_of(result), charts.is_passed(result))


def _hit_and_error(game: Diamond, position: i64, hit: i64, by: i64, error: i64) -> None:
    ball = GROUND if position < 7 else LINE
    goal = min(hit + error, SCORED)
    event = game.all_move(_HITS[hit], goal, by + error)
    if not error:
        if hit == 1 and by == 0:
            single(game, 0, position)
            return
        if hit == 2 and by == 0:
            double(game, 0, position)
            return
    game.apply_play(event | detail(position, ball, position if error else 0))


def _out_by_chart(game: Diamond, position: i64, out: i64, passed: bool) -> None:
    if passed and game.bases:
        mound = game.defence.mound
        if game.table.roll(CHECK_RATING, 1 - game.half) + 1 <= mound.wild_pitch:
            game.apply_play(game.all_move(PASSED_BALL, NOBODY, 1) | detail(CATCHER))
            return
    if charts.G1 <= out <= charts.G3:
        grounder(game, GRADE_A + out - charts.G1, position, True)
    elif charts.F1 <= out <= charts.F3:
        fly(game, GRADE_A + out - charts.F1, False, position, True)
    elif out == charts.FO:
        caught(game, position, FOUL)
    else:
        caught(game, position, POP)
