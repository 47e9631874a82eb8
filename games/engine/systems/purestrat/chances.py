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
from games.engine.systems.purestrat import charts, holding
from games.engine.systems.purestrat.nine import CATCHER
from games.engine.systems.purestrat.running import GRADE_A
from games.engine.systems.purestrat.stealing_game import Stealing
from games.engine.systems.purestrat.throws import CHANCE, CHECK_RATING, SUM_OF_THREE

_HITS: Final[tuple[int, ...]] = (0, SINGLE, DOUBLE, TRIPLE, HOME_RUN)


class Chances(Stealing):
    """The fielding charts in play."""

    def field_chance(self, position: i64) -> None:
        """An X chance to a position."""
        defence = self.defence
        thrown = self.table.roll(CHANCE, 1 - self.half)
        rating = defence.ranges[position]
        holds = False
        if self.held and holding.responsible(position, self.held, self.bats_left()):
            holds = True
            if rating < 5:
                rating += 1
        symbol = self.charts.x_range(position, thrown // 216 + 1, rating)
        error = self.charts.x_error(position, defence.errors[position], SUM_OF_THREE[thrown % 216])
        self._resolve(position, self.charts.x_result(position, symbol, error), holds)

    def _resolve(self, position: i64, result: i64, holds: bool) -> None:
        rare = charts.rare_of(result)
        if rare:
            self.settle(self.charts.rare_play(rare, position, self.bases, self.outs))
            return
        error = charts.error_of(result)
        hit = charts.hit_of(result)
        if charts.is_sharp(result) and not error and (holds or self.infield_at(position)):
            self.hit(SINGLE, FIRST, 2, detail(position, GROUND))
            return
        if hit:
            self._hit_and_error(position, hit, charts.runners_of(result), error)
        elif error:
            ball = GROUND if position < 7 else LINE
            event = self.all_move(REACHED_ON_ERROR, min(error, SCORED), error)
            self.settle(event | detail(position, ball, position))
        else:
            self._out_by_chart(position, charts.out_of(result), charts.is_passed(result))

    def _hit_and_error(self, position: i64, hit: i64, by: i64, error: i64) -> None:
        ball = GROUND if position < 7 else LINE
        to = min(hit + error, SCORED)
        event = self.all_move(_HITS[hit], to, by + error)
        if not error:
            if hit == 1 and by == 0:
                self.single(0, position)
                return
            if hit == 2 and by == 0:
                self.double(0, position)
                return
        self.settle(event | detail(position, ball, position if error else 0))

    def _out_by_chart(self, position: i64, out: i64, passed: bool) -> None:
        if passed and self.bases:
            mound = self.defence.mound
            if self.table.roll(CHECK_RATING, 1 - self.half) + 1 <= mound.wild_pitch:
                self.settle(self.all_move(PASSED_BALL, NOBODY, 1) | detail(CATCHER))
                return
        if charts.G1 <= out <= charts.G3:
            self.grounder(GRADE_A + out - charts.G1, position, True)
        elif charts.F1 <= out <= charts.F3:
            self.fly(GRADE_A + out - charts.F1, False, position, True)
        elif out == charts.FO:
            self.caught(position, FOUL)
        else:
            self.caught(position, POP)
