"""A game of Purestrat: one batter after another, in the order of the rules (T29.1, S7.0).

Dead ball (changes), intentional walk, alignment, steals, the batter's orders, the check for wild
pitches, balks and passed balls, and at last three dice and a reading. Any play before the batter's
dice returns to dead ball (T29.13).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.decisions import Decision
from games.engine.events import (
    BALK,
    FOUL,
    HIT_BY_PITCH,
    INTENTIONAL_WALK,
    NOBODY,
    PASSED_BALL,
    POP,
    STRIKEOUT,
    WALK,
    WILD_PITCH,
    detail,
)
from games.engine.lineup import CATCHER, PITCHER
from games.engine.moves import forced
from games.engine.nine.changes import dead_ball, replace_hurt
from games.engine.nine.decisions import WALK as ON_PURPOSE
from games.systems.purestrat.play import readings
from games.systems.purestrat.play.balls_in_play import (
    BOTH,
    CENTER_FIELD,
    GRADE_B,
    caught,
    double,
    fly,
    grounder,
    home_run,
    line_out,
    out_of_batter,
    single,
    triple,
)
from games.systems.purestrat.play.bunts import bunt, hit_and_run, swing_mask
from games.systems.purestrat.play.cards import Side
from games.systems.purestrat.play.chances import field_chance
from games.systems.purestrat.play.decisions import (
    FORFEIT_CHECK,
    HELD_BY_CHOICE,
    HOLD,
    HOLDS,
    INFIELD,
    OUTFIELD,
    STEAL,
    SWING,
)
from games.systems.purestrat.play.diamond import BACK, IN, Diamond
from games.systems.purestrat.play.mound import begin_outing, look_for_closer
from games.systems.purestrat.play.park import LEFT, RIGHT
from games.systems.purestrat.play.steals import steal, steal_mask
from games.systems.purestrat.play.throws import (
    CELL,
    CHECK,
    CHECK_RATING,
    CHECK_WHITE,
    PARK,
    PLATE,
    SPLIT,
)

SWING_AWAY: Final = 0
SACRIFICE: Final = 1
SQUEEZE: Final = 2
HIT_AND_RUN: Final = 3


class PurestratGame(Diamond):
    """Super Advanced baseball under the Purestrat rules."""

    def turn(self) -> None:
        """Play from a dead ball to the next play."""
        if len(self.table.entries) >= self.resumes_at:
            self.resume()
        at_rest = self.dead_ball()
        if len(self.table.entries) >= self.resumes_at_once:
            # It was suspended among these changes; no batter has been pitched to since.
            self.resume()
            at_rest = self.dead_ball()
        look_for_closer(self)
        if not at_rest and self.table.choose(self, ON_PURPOSE, 1 - self.half, BOTH) == 1:
            self.apply_play(forced(INTENTIONAL_WALK, self.bases))
            return
        order = SWING_AWAY
        if self.bases:
            self._align()
            mask = steal_mask(self)
            if mask > 1:
                choice = self.table.choose(self, STEAL, self.half, mask)
                if choice:
                    steal(self, choice)
                    return
            mask = swing_mask(self)
            if mask > 1:
                order = self.table.choose(self, SWING, self.half, mask)
            if self._check():
                return
        else:
            # No runner is left to be held or thrown out at home (S20, S21, S23.8).
            self.infield, self.held, self.outfield_in = BACK, 0, False
        if order == SWING_AWAY:
            self.swing_away()
        elif order == HIT_AND_RUN:
            if hit_and_run(self):
                self.read_pitchers_card()
        else:
            bunt(self, order == SQUEEZE)

    def why_not(self, decision: Decision, choice: i64) -> str:
        """The rule that closes a choice; see ``reasons``."""
        from games.systems.purestrat.text.reasons import why_not

        return why_not(self, decision, choice)

    def dead_ball(self) -> bool:
        """Offer all changes before the next roll; return whether no manager is asked."""
        return dead_ball(self)

    def outing_begins(self, side: i64) -> None:
        """A reliever's endurance begins (S28.32)."""
        begin_outing(self, side)

    def replace_hurt(self, side: i64, slot: i64, base: i64) -> None:
        """A substitute replaces a hurt player of the side at bat (T25.2)."""
        replace_hurt(self, side, slot, base)

    # Before the dice.

    def _align(self) -> None:
        """Set the alignment of the defense and the runners it holds (S20, S21, S23.8, T23.01)."""
        field = 1 - self.half
        self.infield = BACK
        if self.outs < 2:
            self.infield = self.table.choose(
                self, INFIELD, field, 0b111 if self.bases & 4 else 0b011
            )
        self.held = 0
        if self.infield != IN:
            chosen = self.table.choose(self, HOLD, field, HOLDS[self.bases])
            held = HELD_BY_CHOICE[chosen]
            self.held = self._usually_held() if held < 0 else held
        self.outfield_in = False
        if self._fly_wins():
            self.outfield_in = self.table.choose(self, OUTFIELD, field, BOTH) == 1

    def _usually_held(self) -> i64:
        """A runner with an asterisk on first while second is open (T23.01)."""
        return int(self.bases & 3 == 1 and self.runner(1).stealing.asterisk)

    def _fly_wins(self) -> bool:
        """Tell whether a fly can end the game (S21.1, A-E34)."""
        return (
            self.half == 1
            and bool(self.bases & 4)
            and self.outs < 2
            and self.inning >= self.law.innings
            and self.law.walk_off
            and self.lead == 0
        )

    def _check(self) -> bool:
        """Roll the d20 before the batter's dice; return whether a play resulted (T29.1, T29.11)."""
        if self.forfeited or self.table.choose(self, FORFEIT_CHECK, self.half, BOTH) == 1:
            self.forfeited = True
            return False
        rolled = self.table.roll(CHECK, self.half) + 1
        if rolled > 2:
            return False
        defence = self.defence
        if rolled == 1:
            rating, kind, fielder = defence.mound.wild_pitch, WILD_PITCH, detail(PITCHER)
        elif self.table.roll(CHECK_WHITE, self.half) + 1 <= 3:
            rating, kind, fielder = defence.mound.balk, BALK, detail(PITCHER)
        else:
            rating, kind, fielder = defence.passed_balls, PASSED_BALL, detail(CATCHER)
        if self.table.roll(CHECK_RATING, self.half) + 1 > rating:
            return False
        self.apply_play(self.all_move(kind, NOBODY, 1) | fielder)
        return True

    # The dice.

    def swing_away(self) -> None:
        rolled = self.table.roll(PLATE, self.half)
        if rolled < 108:
            nine = self.offence
            batter = nine.hitters[nine.up]
            left = self.defence.mound.throws == "L"
            self.read(self._reading(batter.left if left else batter.right, CELL[rolled]), False)
        else:
            self.read(self._pitchers_reading(CELL[rolled]), True)

    def read_pitchers_card(self) -> None:
        """Roll three dice on the pitcher's card, whatever the white one says, while the runners
        go."""
        rolled = self.table.roll(PLATE, self.half)
        self.read(self._pitchers_reading(CELL[rolled]), True, True)

    def _pitchers_reading(self, cell: i64) -> i64:
        mound = self.defence.mound
        return self._reading(mound.left if self.bats_left() else mound.right, cell)

    def _reading(self, side: Side, cell: i64) -> i64:
        reading = side.cells[cell]
        if reading < 0:
            rolled = self.table.roll(SPLIT, self.half)
            reading = side.splits[20 * (-1 - reading) + rolled]
        return reading

    def weak(self) -> bool:
        """Tell whether the batter has weak power on the side he bats from (S12.0)."""
        batter = self.batter()
        if self.defence.mound.throws == "L":
            return not batter.power_left
        return not batter.power_right

    def read(self, reading: i64, pitchers: bool, running: bool = False) -> None:
        """Play a reading; ``pitchers``: from the pitcher's card; ``running``: on a hit and run,
        where line-outs become lomax (S19.9)."""
        kind = reading & readings.KIND_MASK
        flags = reading >> readings.FLAG_SHIFT
        if not flags:
            if kind == readings.HOME_RUN and pitchers and self.weak():
                single(self, 2)
                return
            self._plain(kind, reading, running and pitchers)
            return
        hurt = reading >> readings.INJURY_BIT & 1
        slot, player = 0, 0
        if hurt:
            nine = self.offence
            slot, player = nine.up, nine.lineup.slots[nine.up]
        self._flagged(kind, reading, pitchers, running)
        if hurt and self.ending is None:
            self._hurt(slot, player)

    def _flagged(self, kind: i64, reading: i64, pitchers: bool, running: bool) -> None:
        tired = self.defence.endurance.tired
        if reading >> readings.DOT_BIT & 1 and (tired or self.defence.mound_weak):
            single(self, 2)
            return
        if reading >> readings.CLUTCH_BIT & 1 and self.outs == 2 and self.bases & 6:
            if kind == readings.SINGLE:
                caught(self, 6, POP)
            elif kind >= readings.STRIKEOUT:
                single(self, 2)
            else:
                self._plain(kind, reading, False)
            return
        if reading >> readings.PARK_BIT & 1:
            self._park(kind, reading, pitchers, running)
            return
        if reading >> readings.X_BIT & 1:
            field_chance(self, reading >> readings.POSITION_SHIFT & 15)
            return
        if kind == readings.HOME_RUN and pitchers and self.weak():
            single(self, 2)
            return
        if reading >> readings.PLUS_BIT & 1 and self.infield == IN and not self.held:
            single(self, 2)
            return
        self._plain(kind, reading, running and pitchers)

    def _plain(self, kind: i64, reading: i64, lomax: bool) -> None:
        """Play a reading without flags."""
        position = reading >> readings.POSITION_SHIFT & 15
        grade = reading >> readings.GRADE_SHIFT & 3
        if kind == readings.STRIKEOUT:
            out_of_batter(self, 0, STRIKEOUT)
        elif kind == readings.GROUNDER:
            grounder(self, grade, position, False)
        elif kind == readings.FLY:
            fly(self, grade, bool(reading >> readings.QUESTION_BIT & 1), position)
        elif kind == readings.SINGLE:
            single(self, reading >> readings.STARS_SHIFT & 3, position)
        elif kind == readings.WALK:
            self.apply_play(forced(WALK, self.bases))
        elif kind == readings.LINE_OUT:
            most = lomax or bool(reading >> readings.MAX_BIT & 1)
            line_out(self, position, most)
        elif kind == readings.DOUBLE:
            double(self, reading >> readings.STARS_SHIFT & 3, position)
        elif kind == readings.HOME_RUN:
            home_run(self, position)
        elif kind == readings.POP_OUT:
            caught(self, position, POP)
        elif kind == readings.FOUL_OUT:
            caught(self, position, FOUL)
        elif kind == readings.TRIPLE:
            triple(self, position)
        else:
            self.apply_play(forced(HIT_BY_PITCH, self.bases))

    def _park(self, kind: i64, reading: i64, pitchers: bool, running: bool) -> None:
        """A ballpark home run or single (S30.3, S30.4)."""
        hand = LEFT if self.bats_left() else RIGHT
        rolled = self.table.roll(PARK, self.half) + 1
        position = reading >> readings.POSITION_SHIFT & 15
        if kind == readings.HOME_RUN:
            if rolled > self.park.home_runs(hand):
                fly(self, GRADE_B, False, position or CENTER_FIELD)
            elif pitchers and self.weak():
                single(self, 2)
            else:
                home_run(self, position)
        elif rolled <= self.park.singles(hand):
            single(self, 1, position)
        else:
            line_out(self, position or 6, running and pitchers)

    def _hurt(self, slot: i64, player: i64) -> None:
        """The batter was hurt on the play (S25.0, T25.1, T25.2)."""
        side = self.half
        self.note_injury(side, player)
        base = 0
        for runner_base in range(1, 4):
            if self.runners.on[runner_base] == slot and self.outs < 3:
                base = runner_base
        self.replace_hurt(side, slot, base)
