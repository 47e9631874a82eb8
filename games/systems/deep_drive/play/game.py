"""A game of Deep Drive: one plate appearance after another, in the order of the document.

Changes of players, the intentional walk, where the defence plays, how the runners and the batter
play it; three dice; an on-base event before the result that stands on the cards; and when the turn
is over, a steal.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.decisions import Decision
from games.engine.events import (
    FIRST,
    FORCE_OUT,
    HIT_BY_PITCH,
    INTENTIONAL_WALK,
    INTERFERENCE,
    OUT,
    STRIKEOUT,
    WALK,
    detail,
)
from games.engine.moves import forced
from games.engine.nine.changes import dead_ball
from games.engine.nine.decisions import WALK as ON_PURPOSE
from games.systems.deep_drive.play import hit_and_run, readings
from games.systems.deep_drive.play.bunts import bunt
from games.systems.deep_drive.play.charts import (
    DEEP_DRIVE_FLY,
    HITS_SINGLE,
    HITS_SINGLE_PLUS,
)
from games.systems.deep_drive.play.decisions import (
    BOTH,
    INFIELD,
    OUTFIELD,
    RUNNING,
    SWING,
)
from games.systems.deep_drive.play.defense import defensive_check
from games.systems.deep_drive.play.diamond import BACK, IN, NO_JUMP, Diamond
from games.systems.deep_drive.play.events import NINETIES, on_base_event
from games.systems.deep_drive.play.hits import double, home_run, single, triple
from games.systems.deep_drive.play.outs import fly, out_by_code
from games.systems.deep_drive.play.steals import check_steal
from games.systems.deep_drive.play.throws import (
    DEEP_DRIVE,
    ODD_PLAY,
    ON_BASE_EVENT,
    PLATE,
)

SWING_AWAY: Final = 0
BUNTS: Final = 1
RUNS: Final = 2

PITCHERS_CARD: Final = 50
LINE_TO_PITCHER: Final = (49, 99)
"""Percentiles on which a line out becomes an L1 (DD-044)."""

ENDURANCE_STEP: Final = 6
"""House rule: so many batters beyond his endurance a pitcher is worse still."""
ODD_PLAY_CATCHER: Final = 4
"""House rule: the last face of a catcher's interference; the others are a runner's."""


class DeepDriveGame(Diamond):
    """Deep Drive Baseball, Version 3."""

    def turn(self) -> None:
        """From dead ball to the end of a plate appearance, or to a pitch that leaves it open."""
        if len(self.table.entries) >= self.resumes_at:
            self.resume()
        at_rest = dead_ball(self)
        if len(self.table.entries) >= self.resumes_at_once:
            # It was suspended among these changes; nobody has been pitched to since.
            self.resume()
            at_rest = dead_ball(self)
        if not at_rest and self.table.choose(self, ON_PURPOSE, 1 - self.half, BOTH) == 1:
            self.infield, self.outfield_in, self.playing_safe = BACK, False, False
            self.apply_play(forced(INTENTIONAL_WALK, self.bases))
            return
        self._align()
        told = self._told()
        if self.rules.events_separate and self.bases and not self.playing_safe:
            thrown = self.table.roll(ON_BASE_EVENT, 1 - self.half)
            if thrown // 10 == NINETIES and on_base_event(self, thrown % 10):
                # Everything is said again before the next throw (DD-109).
                return
        nine = self.offence
        up = nine.up
        self._lie(self.table.roll(PLATE, self.half))
        self.jump = NO_JUMP
        if (
            self.rules.events_thrown_with
            and self.tens == NINETIES
            and self.bases
            and not self.playing_safe
            and on_base_event(self, self.ones)
            and (self.outs >= 3 or self.is_over())
        ):
            return
        self._read(told)
        if nine.up != up and self.outs < 3 and not self.is_over():
            check_steal(self)

    def why_not(self, decision: Decision, choice: i64) -> str:
        """The rule that closes an answer; see ``reasons``."""
        from games.systems.deep_drive.text.reasons import why_not

        return why_not(self, decision, choice)

    # Before the dice.

    def _align(self) -> None:
        """Where the defence plays (DD-082, DD-089, DD-091)."""
        self.infield = BACK
        self.outfield_in = False
        if self.bases & 4 and self.outs < 2:
            field = 1 - self.half
            self.infield = self.table.choose(self, INFIELD, field, 0b111)
            if self.fly_wins():
                self.outfield_in = self.table.choose(self, OUTFIELD, field, BOTH) == 1

    def fly_wins(self) -> bool:
        """Whether the outfield may play in: the winning run is on third, from the ninth on, with
        fewer than two out (DD-091, E2.31)."""
        return (
            self.half == 1
            and bool(self.bases & 4)
            and self.outs < 2
            and self.inning >= self.law.innings
            and self.law.walk_off
            and self.lead == 0
        )

    def _told(self) -> i64:
        """How the side at bat plays it (DD-095, DD-123, DD-154)."""
        self.playing_safe = self.holds_third = False
        mask = 0b001 if self.two_strikes else 0b011
        if self.bases:
            if self.bases != 7:
                self.playing_safe = self.table.choose(self, RUNNING, self.half, BOTH) == 1
            if self.may_hit_and_run():
                mask |= 0b100
        if mask == 1:
            return SWING_AWAY
        return self.table.choose(self, SWING, self.half, mask)

    def may_hit_and_run(self) -> bool:
        """Whether a hit and run may be ordered (DD-154, E2.34, E2.35)."""
        if self.two_strikes or self.playing_safe or not self.bases:
            return False
        return self.rules.runs_with_anybody or self.bases & 5 == 1

    # The dice.

    def _lie(self, thrown: i64) -> None:
        """Three dice, as they lie from now on."""
        self.tens = thrown // 100
        self.ones = thrown // 10 % 10
        self.modifier = thrown % 10

    def _read(self, told: i64) -> None:
        """What the cards say of the throw, and what comes of it."""
        percent = self.tens * 10 + self.ones
        if self.rules.odd_plays and percent == 0 and self.modifier == 0 and self._odd_play():
            return
        pitchers = percent >= PITCHERS_CARD
        code: i64 = 0
        if pitchers:
            mound = self.defence.mound
            reading: i64 = mound.numbers.rows[percent - PITCHERS_CARD]
            outs = mound.outs
            if self.rules.endurance or self.rules.advantages:
                reading = self._house_reading(reading)
        else:
            batter = self.batter()
            reading = batter.left.rows[percent]
            outs = batter.outs
        if reading == readings.OUT:
            code = outs.rows[self.modifier]
            if percent in LINE_TO_PITCHER and code >> readings.KIND_SHIFT == readings.LINER:
                code = readings.LINER << readings.KIND_SHIFT | 1
        if (
            self.infield == IN
            and self.tens == self.ones
            and (reading == readings.OUT or not self.rules.doubles_are_outs_only)
        ):
            reading = readings.SINGLE_PLUS
        self.came_to = reading
        if told == BUNTS:
            bunt(self, reading, pitchers)
        elif reading == readings.DEEP_DRIVE:
            self._deep_drive(told == RUNS)
        elif told == RUNS:
            hit_and_run.hit_and_run(self, reading, code)
        else:
            self._plain(reading, code)

    def _plain(self, reading: i64, code: i64) -> None:
        """A reading as it stands."""
        if reading == readings.OUT:
            out_by_code(self, code)
        elif reading == readings.STRIKEOUT:
            self.stay(OUT)
            self.happens(STRIKEOUT, 0)
        elif reading == readings.SINGLE:
            single(self, HITS_SINGLE)
        elif reading == readings.WALK:
            self.apply_play(forced(WALK, self.bases))
        elif reading == readings.SINGLE_PLUS:
            single(self, HITS_SINGLE_PLUS)
        elif reading == readings.DEFENSE:
            defensive_check(self)
        else:
            self.apply_play(forced(HIT_BY_PITCH, self.bases))

    def _deep_drive(self, running: bool) -> None:
        """All three dice again, on the right side of the batter's card (DD-021 to DD-031)."""
        self._lie(self.table.roll(DEEP_DRIVE, self.half))
        reading: i64 = self.batter().right.rows[self.tens * 10 + self.ones]
        if reading == readings.PARK:
            reading = self.park.results.rows[self.modifier]
        self.came_to = reading
        if running:
            hit_and_run.deep_drive(self, reading)
        elif reading == readings.HOME_RUN:
            home_run(self)
        elif reading == readings.DOUBLE:
            double(self)
        elif reading == readings.TRIPLE:
            triple(self)
        else:
            fly(self, reading & readings.FIELDER_MASK, DEEP_DRIVE_FLY)

    # The house's own rules.

    def _house_reading(self, reading: i64) -> i64:
        """A pitcher who tires, and the hands of both."""
        defence = self.defence
        mound = defence.mound
        die = self.modifier
        if self.rules.endurance and reading == readings.OUT:
            beyond = defence.faced - (mound.starter if defence.mound_started else mound.relief)
            if beyond >= 0 and die <= (beyond >= ENDURANCE_STEP):
                return readings.SINGLE
        if self.rules.advantages:
            left = self.bats_left()
            same = left == (mound.throws == "L")
            if same and reading == readings.SINGLE and die <= (2 if left else 1):
                return readings.OUT
            if not same and reading == readings.OUT and die == 0 and (left or not self.ones & 1):
                return readings.SINGLE
        return reading

    def _odd_play(self) -> bool:
        """Interference: of the catcher, or of the lead runner where there is one."""
        if self.table.roll(ODD_PLAY, self.half) <= ODD_PLAY_CATCHER:
            self.apply_play(forced(INTERFERENCE, self.bases) | detail(2, 0, 2))
            return True
        lead = self.lead_base()
        if not lead:
            return False
        self.force(FIRST)
        self.to[lead] = OUT
        self.happens(FORCE_OUT, 0)
        return True
