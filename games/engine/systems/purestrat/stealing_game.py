"""Steals as they are played: leads, pick-offs, throws, double and forced steals (S23, S29.2)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.events import (
    BAD_JUMP,
    BALK,
    CAUGHT_STEALING,
    NOBODY,
    OUT,
    PICKED_OFF,
    SCORED,
    detail,
    play,
)
from games.engine.events import STEAL as STOLEN
from games.engine.events import STEAL_ERROR as STOLEN_AND_ERROR
from games.engine.systems.purestrat import stealing
from games.engine.systems.purestrat.decisions import THROW
from games.engine.systems.purestrat.nine import CATCHER
from games.engine.systems.purestrat.running import BOTH, Running
from games.engine.systems.purestrat.squad import PITCHER
from games.engine.systems.purestrat.throws import LEAD, LEAD_RATING, STEAL, STEAL_ERROR

# Choices of the decision.
SECOND_WITH_LEAD: Final = 1
SECOND_NOW: Final = 2
THIRD_ALONE: Final = 3
THIRD_DOUBLE: Final = 4
HOME_ALONE: Final = 5
HOME_DOUBLE: Final = 6

BASE_OF_CHOICE: Final[tuple[int, ...]] = (0, 1, 1, 2, 2, 3, 3)
"""The base the thief stands on, by choice."""


class Stealing(Running):
    """Runners who go on their own."""

    def steal_mask(self) -> i64:
        """The choices of the steal decision that are open."""
        bases = self.bases
        mask = 1
        if bases & 3 == 1:
            if self._may_try_lead(1):
                mask |= 1 << SECOND_WITH_LEAD
            if self.lead_failed[1] or not self._rated(1):
                mask |= 1 << SECOND_NOW
        if bases & 6 == 2 and self._may_try_lead(2):
            mask |= 1 << THIRD_ALONE
            if bases & 1:
                mask |= 1 << THIRD_DOUBLE
        if bases & 4 and self._may_try_lead(3):
            mask |= 1 << HOME_ALONE
            if bases & 3:
                mask |= 1 << HOME_DOUBLE
        return mask

    def steal(self, choice: i64) -> None:
        """What the offence announced."""
        base = BASE_OF_CHOICE[choice]
        double = choice in (THIRD_DOUBLE, HOME_DOUBLE)
        if choice == SECOND_NOW:
            self.run_for_it(base, False, False)
        elif self.has_automatic_lead(base):
            self.run_for_it(base, True, False)
        else:
            lead = self.try_for_lead(base)
            if lead > 0:
                self.run_for_it(base, True, double)

    def battery(self) -> i64:
        """The catcher's arm and the pitcher's hold together, within its limits (S23.3)."""
        defence = self.defence
        return stealing.battery(defence.arms[CATCHER], defence.mound.hold)

    def chance(self, base: i64, lead: bool) -> i64:
        """The safe range of the man on ``base`` (S23.3-S23.5)."""
        rating = self.runner(base).stealing
        held = bool(self.held >> base - 1 & 1)
        battery = self.battery()
        if base == 1:
            return stealing.steal_of_second(rating.first, rating.second, lead, battery, held)
        if base == 2:
            return stealing.steal_of_third(rating.second, battery, held)
        return stealing.steal_of_home(rating.second, held)

    def has_automatic_lead(self, base: i64) -> bool:
        """An asterisk on first base and nobody holding him (S23.11)."""
        return base == 1 and not self.held & 1 and self.runner(1).stealing.asterisk

    def try_for_lead(self, base: i64) -> i64:
        """Roll for the good lead (S23.3, S29.2): 1 he has it, 0 he has not and stays, -1 something
        else has happened (picked off, out stealing, a balk)."""
        thrown = self.table.roll(LEAD, self.half)
        twenty = thrown // 36 + 1
        total = thrown % 36 // 6 + thrown % 6 + 2
        rating = self.runner(base).stealing
        if twenty == 1:
            if self.table.roll(LEAD_RATING, self.half) + 1 > rating.second:
                self._gone(PICKED_OFF, base, detail(PITCHER))
                return -1
        elif twenty == 2:
            balk = self.defence.mound.balk
            if self.table.roll(LEAD_RATING, self.half) + 1 <= balk:
                self.settle(self.all_move(BALK, NOBODY, 1) | detail(PITCHER))
                return -1
        elif rating.lead >> total & 1:
            return 1
        elif rating.caught >> total & 1:
            self._gone(CAUGHT_STEALING, base, detail(CATCHER))
            return -1
        self.lead_failed[base] = 1 + (self.held >> base - 1 & 1)
        self.lead_battery[base] = self.battery()
        self.settle(self._stand(BAD_JUMP))
        return 0

    def run_for_it(self, base: i64, lead: bool, double: bool, *, squeeze: bool = False) -> None:
        """He goes; the catcher throws or holds the ball (S23.31)."""
        self.safe_lead = self.chance(base, lead)
        goal = base + 1
        if not squeeze and self.table.choose(self, THROW, 1 - self.half, BOTH) == 1:
            self.settle(self._advance(STOLEN, base, double, 1))
            return
        rolled = self.table.roll(STEAL, self.half) + 1
        if rolled > self.safe_lead:
            event = self._advance(CAUGHT_STEALING, base, double, 1)
            shift = 6 + 3 * base
            event = event & ~(7 << shift) | OUT << shift
            self.settle(event | detail(CATCHER))
            return
        if rolled <= 3:
            rated = self.defence.throws
            if self.table.roll(STEAL_ERROR, 1 - self.half) + 1 <= rated:
                event = self._all_one_more(base, goal, double)
                self.settle(event | detail(CATCHER, 0, CATCHER))
                return
        self.settle(self._advance(STOLEN, base, double, 1) | detail(CATCHER))

    def forced_steal(self) -> None:
        """The batter missed the pitch: whoever leads must go, lead or no lead (S19.8, S23.7)."""
        base = self.lead_base()
        double = self.bases != 1 << base - 1
        if self.has_automatic_lead(base):
            self.run_for_it(base, True, double)
            return
        lead = 0
        if not self.lead_failed[base] and self._rated(base):
            lead = self.try_for_lead(base)
            if lead < 0:
                return
        if lead > 0:
            self.run_for_it(base, True, double)
        elif base == 1:
            self.run_for_it(1, False, double)
        else:
            self._gone(CAUGHT_STEALING, base, detail(CATCHER))

    def _rated(self, base: i64) -> bool:
        return self.runner(base).stealing.lead != 0 or self.runner(base).stealing.first != 0

    def _may_try_lead(self, base: i64) -> bool:
        """Once while he stands there; again when he is held no more, or against a battery that has
        become worse (S23.3 D)."""
        rating = self.runner(base).stealing
        if not rating.lead and not (rating.asterisk and base == 1):
            return False
        failed = self.lead_failed[base]
        if not failed:
            return True
        if failed == 2 and not self.held >> base - 1 & 1:
            return True
        return self.battery() > self.lead_battery[base]

    def _stand(self, kind: i64) -> i64:
        bases = self.bases
        return play(
            kind,
            NOBODY,
            1 if bases & 1 else NOBODY,
            2 if bases & 2 else NOBODY,
            3 if bases & 4 else NOBODY,
        )

    def _gone(self, kind: i64, base: i64, at: i64) -> None:
        """The man on ``base`` is out and nobody else moves."""
        shift = 6 + 3 * base
        self.settle(self._stand(kind) & ~(7 << shift) | OUT << shift | at)

    def _advance(self, kind: i64, base: i64, double: bool, by: i64) -> i64:
        """The thief moves on, and in a double steal everybody behind him too."""
        bases = self.bases
        to = [NOBODY, NOBODY, NOBODY, NOBODY]
        for man in range(1, 4):
            if bases >> man - 1 & 1:
                goes = man == base or (double and man < base)
                to[man] = min(man + by, SCORED) if goes else man
        return play(kind, NOBODY, to[1], to[2], to[3])

    def _all_one_more(self, base: i64, goal: i64, double: bool) -> i64:
        """Every runner takes one base beyond where the steal brought him (S23.31)."""
        bases = self.bases
        to = [NOBODY, NOBODY, NOBODY, NOBODY]
        for man in range(1, 4):
            if bases >> man - 1 & 1:
                stole = man == base or (double and man < base)
                to[man] = min(man + (2 if stole else 1), SCORED)
        return play(STOLEN_AND_ERROR, NOBODY, to[1], to[2], to[3])
