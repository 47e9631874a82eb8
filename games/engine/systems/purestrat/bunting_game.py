"""Bunts and the hit and run as they are played (S18, S19, T18.9, T19)."""

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
from games.engine.systems.purestrat import charts
from games.engine.systems.purestrat.bunting import bunt_grade, hit_and_run_grade
from games.engine.systems.purestrat.chances import Chances
from games.engine.systems.purestrat.running import GRADE_C
from games.engine.systems.purestrat.throws import BUNT as BUNT_DICE
from games.engine.systems.purestrat.throws import BUNT_FIELDER, HIT_AND_RUN

SACRIFICE_BASES: Final = 0b101110
"""Sets of runners with whom a sacrifice is allowed, as bits: first, second, both, first and third
(S18.1, S18.4)."""

FIRST_AND_THIRD: Final = 5
ON_THIRD: Final = 4

_BUNT_FIELDERS: Final[tuple[int, ...]] = (1, 1, 2, 3, 5, 5)
"""Who fields a bunt, by the white die."""
_GROUNDER_FIELDERS: Final[tuple[int, ...]] = (3, 4, 4, 6, 6, 5)
_FLY_FIELDERS: Final[tuple[int, ...]] = (7, 7, 8, 8, 9, 9)

BEATS_OUT: Final = 8
"""A bunter beats out a bunt that reads SPEED when the d20 is at most his running less this."""


class Bunting(Chances):
    """What a batter does when he does not swing away."""

    def swing_mask(self) -> i64:
        """What the batter may be told: swing away, sacrifice, squeeze, hit and run."""
        bases = self.bases
        if self.outs == 2 or not bases:
            return 1
        mask = 1
        if SACRIFICE_BASES >> bases & 1:
            mask |= 2
        if bases & ON_THIRD:
            mask |= 4
        elif not self.two_strikes:
            nine = self.offence
            if not nine.man(nine.slots[nine.up]).is_weakest_bat:
                mask |= 8
        return mask

    def bunt(self, squeeze: bool) -> None:
        """A sacrifice or a squeeze (S18.5)."""
        thrown = self.table.roll(BUNT_DICE, self.half)
        total = thrown % 36 // 6 + thrown % 6 + 2
        fielder = _BUNT_FIELDERS[thrown // 36]
        grade = bunt_grade(self.batter().bunt, self.infield, self.bases)
        if squeeze:
            result = self.charts.squeeze(grade, total)
        else:
            result = self.charts.sacrifice(grade, total)
        at = detail(fielder, BUNT)
        if result == charts.SPEED:
            rolled = self.table.roll(BUNT_FIELDER, self.half) + 1
            fast = rolled <= self.batter().running - BEATS_OUT
            result = charts.BUNT_HIT if fast else charts.SAC
        elif result == charts.FIELD:
            rolled = self.table.roll(BUNT_FIELDER, 1 - self.half) + 1
            reach = 2 * (7 - self.defence.ranges[fielder])
            result = charts.LEAD if rolled <= reach else charts.SAC
        if result == charts.SAC:
            self.settle(self._bunted(SACRIFICE, OUT, 0, squeeze) | at)
        elif result == charts.BUNT_HIT:
            self.settle(self._bunted(SINGLE, FIRST, 0, squeeze) | at)
        elif result == charts.LEAD:
            self.settle(self._bunted(FORCE_OUT, FIRST, self._bunt_lead(squeeze), squeeze) | at)
        elif result == charts.BUNT_DP:
            self.settle(self._bunted(DOUBLE_PLAY, OUT, self._bunt_lead(squeeze), squeeze) | at)
        elif result == charts.BUNT_POP:
            self.settle(self._held_up(POP_UP, 0) | at)
        elif result == charts.POP_DP:
            self.settle(self._held_up(DOUBLE_PLAY, self._bunt_lead(squeeze)) | at)
        elif result == charts.ONE_AND_TWO:
            if self.two_strikes:
                self.settle(self._held_up(STRIKEOUT, 0))
            else:
                self.settle(self._held_up(FOUL_BUNT, 0, NOBODY))
                self.two_strikes = True
        else:
            self.forced_steal()

    def _bunt_lead(self, squeeze: bool) -> i64:
        """The lead runner a bunt is about: on first and third the sacrifice moves only the one on
        first (S18.4)."""
        if not squeeze and self.bases == FIRST_AND_THIRD:
            return 1
        return self.lead_base()

    def _bunted(self, kind: i64, batter: i64, out: i64, squeeze: bool) -> i64:
        """Runners move one base, but the man on third stays on a sacrifice (S18.4); ``out`` is the
        base whose man is put out, 0 for none."""
        bases = self.bases
        to = [NOBODY, NOBODY, NOBODY, NOBODY]
        for base in range(1, 4):
            if bases >> base - 1 & 1:
                to[base] = 3 if base == 3 and not squeeze else base + 1
        if out:
            to[out] = OUT
        return play(kind, batter, to[1], to[2], to[3])

    def _held_up(self, kind: i64, out: i64, batter: i64 = OUT) -> i64:
        """Nobody moves; the man on base ``out``, if any, is doubled off."""
        bases = self.bases
        to = [NOBODY, NOBODY, NOBODY, NOBODY]
        for base in range(1, 4):
            if bases >> base - 1 & 1:
                to[base] = OUT if base == out else base
        return play(kind, batter, to[1], to[2], to[3])

    def hit_and_run(self) -> None:
        """The hit and run (S19.5)."""
        thrown = self.table.roll(HIT_AND_RUN, self.half)
        white = thrown // 36
        total = thrown % 36 // 6 + thrown % 6 + 2
        grade = hit_and_run_grade(self.batter().hit_and_run, self.infield, self.held)
        result = self.charts.hit_and_run(grade, total)
        if result == charts.HR_SINGLE:
            self.single(2)
        elif result == charts.HR_DOUBLE:
            self.double(2)
        elif result == charts.HR_GROUNDER:
            at = detail(_GROUNDER_FIELDERS[white], GROUND)
            self.settle(self.all_move(BATTER_OUT, OUT, 1) | at)
        elif result == charts.HR_CARD:
            self.read_pitchers_card()
        elif result == charts.HR_LINE_OUT:
            self.line_out(_GROUNDER_FIELDERS[white], True)
        elif result == charts.HR_FLY:
            self.fly(GRADE_C, False, _FLY_FIELDERS[white])
        elif result == charts.HR_STRIKEOUT:
            self.settle(self._held_up(STRIKEOUT, 0))
            if self.outs < 3 and not self.is_over():
                self.forced_steal()
        else:
            self.forced_steal()

    def read_pitchers_card(self) -> None:
        """Three dice on the pitcher's card while the runners go; written where cards are read."""
        raise NotImplementedError
