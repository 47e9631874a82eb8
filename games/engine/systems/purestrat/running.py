"""Balls in play once it is known what they are: hits, flies, grounders and line drives, with the
runners who try for more and the fielders who throw at them (S13, S14, S21, S3, T15, S17.2)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.events import (
    BATTER_OUT,
    DOUBLE,
    DOUBLE_PLAY,
    FIELDERS_CHOICE,
    FIRST,
    FLY,
    FORCE_OUT,
    GROUND,
    HOME_RUN,
    LINE,
    NOBODY,
    OUT,
    SACRIFICE_FLY,
    SCORED,
    SECOND,
    SINGLE,
    THIRD,
    TRIPLE,
    TRIPLE_PLAY,
    detail,
    play,
)
from games.engine.systems.purestrat import advances, grounders
from games.engine.systems.purestrat.decisions import (
    CONCEDE_BASE,
    SEND,
    SURE_OUT,
    TARGET,
    TRAIL,
)
from games.engine.systems.purestrat.diamond import BACK, CORNERS, IN, Diamond
from games.engine.systems.purestrat.nine import CATCHER
from games.engine.systems.purestrat.throws import ADVANCE, LINE_DRIVE, PLATE_BLOCK

LEFT_FIELD: Final = 7
CENTER_FIELD: Final = 8
RIGHT_FIELD: Final = 9

GRADE_A: Final = 1
GRADE_B: Final = 2
GRADE_C: Final = 3

TRIPLE_PLAY_UPTO: Final = 7
"""A lomax with two runners who may be doubled off is a triple play up to this on a d20 (S17.22)."""

BOTH: Final = 0b11
"""Both choices of a yes-or-no decision."""


class Running(Diamond):
    """Hits, flies, grounders and line drives."""

    # Hits.

    def hit(self, kind: i64, batter: i64, by: i64, ball: i64 = 0) -> None:
        """A hit that needs no throw: the batter takes ``batter``, everybody else ``by`` bases."""
        self.settle(self.all_move(kind, batter, by) | ball)

    def all_move(self, kind: i64, batter: i64, by: i64) -> i64:
        """A play in which every runner moves ``by`` bases."""
        bases = self.bases
        return play(
            kind,
            batter,
            min(1 + by, SCORED) if bases & 1 else NOBODY,
            min(2 + by, SCORED) if bases & 2 else NOBODY,
            min(3 + by, SCORED) if bases & 4 else NOBODY,
        )

    def single(self, stars: i64, fielder: i64 = 0) -> None:
        """A single: open, or with one or two asterisks (S2.2); ``fielder`` 0 is the center
        fielder's where somebody must throw (S13.1)."""
        at = detail(fielder or CENTER_FIELD, LINE)
        bases = self.bases
        if stars == 0 and bases & 3:
            self._open_single(fielder or CENTER_FIELD, at)
        else:
            self.hit(SINGLE, FIRST, 2 if stars == 2 else 1, at)

    def double(self, stars: i64, fielder: i64 = 0) -> None:
        """A double: open, or with asterisks, after which nobody takes an extra base."""
        at = detail(fielder or CENTER_FIELD, LINE)
        if stars == 0 and self.bases & 1:
            self._open_double(fielder or CENTER_FIELD, at)
        else:
            self.hit(DOUBLE, SECOND, 2, at)

    def triple(self, fielder: i64 = 0) -> None:
        """Everybody scores, the batter stops at third."""
        self.hit(TRIPLE, THIRD, 3, detail(fielder or RIGHT_FIELD, LINE))

    def home_run(self, fielder: i64 = 0) -> None:
        """Everybody scores."""
        self.hit(HOME_RUN, SCORED, SCORED, detail(fielder, FLY))

    def _open_single(self, position: i64, at: i64) -> None:
        """S13.61 with a man on second, S13.611 with one on first only."""
        bases = self.bases
        lead = 2 if bases & 2 else 1
        goal = lead + 2
        trail = 1 if lead == 2 and bases & 1 else 0
        trail_goal = 3 if trail else 2
        sent, passed, caught = self._race(position, lead, goal, trail, trail_goal)
        first = SECOND if bases & 1 else NOBODY
        second = THIRD if bases & 2 else NOBODY
        third = SCORED if bases & 4 else NOBODY
        batter = FIRST
        if sent:
            if lead == 2:
                second = OUT if caught == lead else SCORED
                if passed and trail:
                    first = OUT if caught == trail else THIRD
            else:
                first = OUT if caught == lead else THIRD
            if passed:
                batter = SECOND if trail or caught != 0 else OUT
        self.settle(play(SINGLE, batter, first, second, third) | at)

    def _open_double(self, position: i64, at: i64) -> None:
        """S13.61 with a man on first."""
        bases = self.bases
        sent, passed, caught = self._race(position, 1, 4, 0, 3)
        first = THIRD
        batter = SECOND
        if sent:
            first = OUT if caught == 1 else SCORED
            if passed:
                batter = OUT if caught == 0 else THIRD
        second = SCORED if bases & 2 else NOBODY
        third = SCORED if bases & 4 else NOBODY
        self.settle(play(DOUBLE, batter, first, second, third) | at)

    def _race(
        self, position: i64, lead: i64, goal: i64, trail: i64, trail_goal: i64
    ) -> tuple[bool, bool, int]:
        """The cutoff rule on a hit: whether the lead runner went on, whether those behind him did,
        and the base from which somebody was caught (0 the batter, -1 nobody) (S13.61-S13.63)."""
        nine = self.offence
        arm = self.defence.arms[position]
        held = self.held
        lead_held = bool(held >> lead - 1 & 1) and lead < 3
        self.lead_goal = goal
        self.lead_from = lead
        self.safe_lead = advances.on_hit(
            nine.hitters[self.on[lead]].running, arm, lead_held, self.outs, position, goal
        )
        rating = nine.hitters[self.on[trail] if trail else nine.up].running
        self.safe_trail = advances.trail_on_hit(
            rating, arm, lead_held, self.outs, position, trail_goal, goal, trail == 0
        )
        half = self.half
        if self.table.choose(self, SEND, half, BOTH) == 0:
            return False, False, -1
        if self.table.choose(self, CONCEDE_BASE, 1 - half, BOTH) == 1:
            return True, False, -1
        if self.table.choose(self, TRAIL, half, BOTH) == 0:
            return True, False, -1 if self._beats(self.safe_lead, goal) else lead
        if self.table.choose(self, TARGET, 1 - half, BOTH) == 0:
            return True, True, -1 if self._beats(self.safe_lead, goal) else lead
        return True, True, -1 if self._beats(self.safe_trail, trail_goal) else trail

    def _beats(self, safe: i64, goal: i64) -> bool:
        """Whether a runner beats an outfielder's throw; at the plate the catcher may block it
        (S13.63)."""
        rolled = self.table.roll(ADVANCE, self.half) + 1
        if goal == 4 and safe <= rolled <= safe + 1:
            again = self.table.roll(PLATE_BLOCK, 1 - self.half) + 1
            return advances.blocked_safe(self.defence.ranges[CATCHER], again)
        return rolled <= safe

    # Flies.

    def fly(self, grade: i64, question: bool, position: i64, chart: bool = False) -> None:
        """A fly that is caught: A, B, B? or C, off a card or (F1, F2, F3) off the fielding chart
        (S3.1, S14, S16.7)."""
        at = detail(position, FLY)
        bases = self.bases
        if self.outs == 2 or not bases or grade == GRADE_C:
            self._out(at)
            return
        if self.outfield_in and not question and grade != GRADE_C:
            self.hit(SINGLE, FIRST, 1, at)
            return
        if grade == GRADE_A:
            event = self.all_move(BATTER_OUT, OUT, 1)
            if bases & 4:
                event = self.all_move(SACRIFICE_FLY, OUT, 1)
            self.settle(event | at)
        elif question:
            self._fly_question(position, at)
        else:
            self._fly_b(position, at, chart)

    def _out(self, at: i64, kind: i64 = BATTER_OUT) -> None:
        bases = self.bases
        self.settle(
            play(
                kind,
                OUT,
                1 if bases & 1 else NOBODY,
                2 if bases & 2 else NOBODY,
                3 if bases & 4 else NOBODY,
            )
            | at
        )

    def _fly_b(self, position: i64, at: i64, chart: bool) -> None:
        """The man on third scores; off F2 anywhere, and off fly(rf)B, the one on second may try
        for third (S14.3, S16.7)."""
        bases = self.bases
        third = SCORED if bases & 4 else NOBODY
        second = SECOND if bases & 2 else NOBODY
        kind = SACRIFICE_FLY if bases & 4 else BATTER_OUT
        if bases & 2 and (chart or position == RIGHT_FIELD):
            rating = self.runner(2).running
            arm = self.defence.arms[position]
            self.lead_goal = 3
            self.lead_from = 2
            if chart:
                self.safe_lead = advances.second_to_third_on_f2(rating, arm, position)
            else:
                self.safe_lead = advances.second_to_third_on_fly_rf(rating, arm)
            if self.table.choose(self, SEND, self.half, BOTH) == 1:
                rolled = self.table.roll(ADVANCE, self.half) + 1
                if rolled <= self.safe_lead:
                    second = THIRD
                elif chart or rolled == 20:
                    second = OUT
        if second == OUT and kind == BATTER_OUT:
            kind = DOUBLE_PLAY
        first = FIRST if bases & 1 else NOBODY
        self.settle(play(kind, OUT, first, second, third) | at)

    def _fly_question(self, position: i64, at: i64) -> None:
        """fly()B? with the cutoff rule (S14.2, S14.4, S21.2)."""
        bases = self.bases
        first = FIRST if bases & 1 else NOBODY
        second = SECOND if bases & 2 else NOBODY
        third = THIRD
        if not bases & 4:
            self._out(at)
            return
        arm = self.defence.arms[position]
        self.lead_goal = 4
        self.lead_from = 3
        self.safe_lead = advances.home_on_fly_question(
            self.runner(3).running, arm, self.outfield_in
        )
        half = self.half
        if self.table.choose(self, SEND, half, BOTH) == 0:
            self._out(at)
            return
        behind = 2 if bases & 2 else 1 if bases & 1 else 0
        if not behind:
            third = SCORED if self._beats(self.safe_lead, 4) else OUT
        else:
            self.safe_trail = advances.trail_on_fly(
                self.runner(behind).running, arm, position, behind + 1
            )
            if self.table.choose(self, CONCEDE_BASE, 1 - half, BOTH) == 1:
                third = SCORED
            elif self.table.choose(self, TRAIL, half, BOTH) == 0:
                third = SCORED if self._beats(self.safe_lead, 4) else OUT
            else:
                if bases & 1:
                    first = SECOND
                if bases & 2:
                    second = THIRD
                if self.table.choose(self, TARGET, 1 - half, BOTH) == 0:
                    third = SCORED if self._beats(self.safe_lead, 4) else OUT
                else:
                    third = SCORED
                    if not self._beats(self.safe_trail, behind + 1):
                        if behind == 2:
                            second = OUT
                        else:
                            first = OUT
        outs = (first == OUT) + (second == OUT) + (third == OUT)
        kind = SACRIFICE_FLY if third == SCORED else DOUBLE_PLAY if outs else BATTER_OUT
        self.settle(play(kind, OUT, first, second, third) | at)

    # Grounders.

    def infield_at(self, position: i64) -> bool:
        """Whether the man a grounder goes to plays in (T15.0, T20.5, S20.72)."""
        return grounders.plays_in(position, self.infield, self.bases)

    def grounder(self, grade: i64, position: i64, chart: bool) -> None:
        """A ground ball A, B, C off a card or G1, G2, G3 off the fielding chart, nobody erring."""
        at = detail(position, GROUND)
        bases = self.bases
        if not bases:
            self.settle(play(BATTER_OUT, OUT) | at)
            return
        event = grounders.result(
            chart, self.infield_at(position), grade, position, bases, self.outs
        )
        if event >= 0:
            self.settle(event | at)
            return
        self._decide(position, at)

    def _decide(self, position: i64, at: i64) -> None:
        """The lead runner may try, and the defence may take the sure out (T15.0, Decide)."""
        bases = self.bases
        lead = self.lead_base()
        if position == CATCHER and lead == 3:
            self.settle(grounders.batter_only(bases, self.outs) | at)
            return
        self.lead_goal = lead + 1
        self.lead_from = lead
        self.safe_lead = advances.on_decide(
            self.runner(lead).running, self.defence.ranges[position]
        )
        if self.table.choose(self, SEND, self.half, BOTH) == 0:
            self.settle(grounders.batter_only(bases, self.outs) | at)
            return
        if self.table.choose(self, SURE_OUT, 1 - self.half, BOTH) == 0:
            self.settle(self.all_move(BATTER_OUT, OUT, 1) | at)
            return
        if self.table.roll(ADVANCE, self.half) + 1 <= self.safe_lead:
            self.settle(self.all_move(FIELDERS_CHOICE, FIRST, 1) | at)
            return
        self.settle(
            play(
                FORCE_OUT,
                FIRST,
                NOBODY if not bases & 1 else OUT if lead == 1 else SECOND,
                NOBODY if not bases & 2 else OUT if lead == 2 else THIRD,
                OUT if lead == 3 else NOBODY,
            )
            | at
        )

    # Line drives and pops.

    def line_out(self, position: i64, most: bool) -> None:
        """A line drive that is caught; ``most``: the lead runner is doubled off (S17.2)."""
        at = detail(position, LINE)
        bases = self.bases
        if not most or not bases or self.outs == 2:
            self._out(at)
            return
        lead = self.lead_base()
        second_man = 2 if lead == 3 and bases & 2 else 1 if lead > 1 and bases & 1 else 0
        two = self.outs == 0 and second_man > 0
        if two and self.table.roll(LINE_DRIVE, self.half) + 1 <= TRIPLE_PLAY_UPTO:
            self._doubled_off(TRIPLE_PLAY, 1 << lead - 1 | 1 << second_man - 1, at)
            return
        self._doubled_off(DOUBLE_PLAY, 1 << lead - 1, at)

    def _doubled_off(self, kind: i64, caught: i64, at: i64) -> None:
        bases = self.bases
        self.settle(
            play(
                kind,
                OUT,
                NOBODY if not bases & 1 else OUT if caught & 1 else FIRST,
                NOBODY if not bases & 2 else OUT if caught & 2 else SECOND,
                NOBODY if not bases & 4 else OUT if caught & 4 else THIRD,
            )
            | at
        )

    def caught(self, position: i64, ball: i64) -> None:
        """A pop or a foul that is caught: nobody moves."""
        self._out(detail(position, ball))


__all__ = ["BACK", "BOTH", "CORNERS", "GRADE_A", "GRADE_B", "GRADE_C", "IN", "Running"]
