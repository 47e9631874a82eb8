"""The diamond of a Purestrat game: who is where, and what every play does to it.

The first floor of the game: both nines, the men on base, the alignment of the defence and the
endurance of the pitchers. The floors above play on it: ``running`` (hits, flies, grounders),
``chances`` (fielding), ``stealing_game``, ``bunting_game``, ``positions``, ``changes`` and at last
``game``, and above it ``shootout``.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.events import (
    INJURY,
    KIND_MASK,
    OUTS,
    RUNS,
    SINGLE,
    STEAL,
    TIRED,
    TO_MASK,
    TO_SHIFT,
    WALK,
    change,
)
from games.engine.game import Game
from games.engine.law import CommonLaw
from games.engine.refusals import Refusal, Refused
from games.engine.situation import SLOTS, SOMEBODY, Situation
from games.engine.systems.purestrat.cards import Hitter
from games.engine.systems.purestrat.charts import Charts
from games.engine.systems.purestrat.nine import Nine
from games.engine.systems.purestrat.park import Park
from games.engine.systems.purestrat.squad import PITCHER, Man, PurestratClub
from games.engine.table import Table

BACK: Final = 0
CORNERS: Final = 1
IN: Final = 2


class Diamond(Game):
    """State of a game and the one place where plays change it."""

    def __init__(
        self,
        table: Table,
        law: CommonLaw,
        situation: Situation,
        clubs: tuple[PurestratClub, PurestratClub],
        charts: Charts,
        park: Park,
    ) -> None:
        self.charts = charts
        self.park = park
        self.nines: list[Nine] = [Nine(clubs[0]), Nine(clubs[1])]
        self.offence: Nine = self.nines[situation.half]
        """The nine at bat."""
        self.defence: Nine = self.nines[1 - situation.half]
        """The nine in the field."""
        self.on: list[int] = [0, 0, 0, 0]
        """Slots of the men on first, second and third (index 0 is not used)."""
        self.infield: i64 = BACK
        self.outfield_in = False
        self.held: i64 = 0
        """Bases whose runner is held, as bits."""
        self.lead_failed: list[int] = [0, 0, 0, 0]
        """By base: 0, or 1 plus whether the man was held when he failed to get his lead."""
        self.lead_battery: list[int] = [0, 0, 0, 0]
        """By base: arm and hold together when he failed."""
        self.two_strikes = False
        """After a bunt attempt that read 1AND2 (S18.8)."""
        self.forfeited = False
        """The check for wild pitches is lost for this batter (T29.11)."""
        self.new_half = True
        """Nobody has batted in this half-inning."""
        self.new_pitcher = False
        """The side in the field has changed its pitcher since the batter came up."""
        self.safe_lead: i64 = 0
        self.safe_trail: i64 = 0
        """Safe ranges on a d20 of the runners that a decision is about."""
        self.lead_goal: i64 = 0
        """The base the lead runner would go for, 4 for home."""
        self.lead_from: i64 = 0
        """The base he comes from."""
        super().__init__(table, law, situation)
        for side in (0, 1):
            self.nines[side].up = situation.up[side]
        self._place_men(situation)

    # Asking.

    def batter(self) -> Hitter:
        """The card of the man at bat."""
        nine = self.offence
        return nine.hitters[nine.up]

    def bats_left(self) -> bool:
        """Whether he stands on the left side: a switch hitter opposite the pitcher (S11.1d)."""
        bats = self.batter().bats
        if bats == "S":
            return self.defence.mound.throws == "R"
        return bats == "L"

    def runner(self, base: i64) -> Hitter:
        """The card of the man on a base."""
        return self.offence.hitters[self.on[base]]

    def runner_man(self, base: i64) -> Man:
        """The man on a base."""
        nine = self.offence
        return nine.man(nine.slots[self.on[base]])

    def lead_base(self) -> i64:
        """The occupied base nearest home, 0 with nobody on."""
        bases = self.bases
        return 3 if bases & 4 else 2 if bases & 2 else 1 if bases else 0

    # What happens.

    def settle(self, event: i64) -> None:
        """Let a play happen: men move, the pitcher's count goes on, the batter's turn ends."""
        to = event >> TO_SHIFT & TO_MASK
        kind = event & KIND_MASK
        inning_outs = OUTS[to]
        runs = RUNS[to]
        nine = self.offence
        defence = self.defence
        super().settle(event)
        on = self.on
        first, second, third = on[1], on[2], on[3]
        if first or second or third:
            self._move(to, first, second, third)
        if kind < STEAL:
            batter = to & 7
            if 1 <= batter <= 3:
                on[batter] = nine.up
                self.lead_failed[batter] = 0
            nine.up = nine.up % SLOTS + 1
            self.two_strikes = False
            self.forfeited = False
            self.new_pitcher = False
        self.new_half = False
        defence.mound_outs += inning_outs
        defence.mound_runs += runs
        self.count(kind, inning_outs, runs)

    def count(self, kind: i64, outs: i64, runs: i64) -> None:
        """What a play does to the pitcher's endurance; see ``fatigue``."""
        endurance = self.defence.endurance
        was_tired = endurance.tired
        if runs:
            endurance.run(runs)
        if SINGLE <= kind <= WALK:
            endurance.hit_or_walk()
        while outs:
            endurance.out()
            outs -= 1
        if endurance.tired and not was_tired:
            self.note_tired()

    def note_tired(self) -> None:
        """The pitcher is fatigued from the next batter on (S27.3)."""
        side = 1 - self.half
        self._note(TIRED | (side | self.nines[side].at[PITCHER] << 1) << TO_SHIFT)

    def note_injury(self, side: i64, man: i64) -> None:
        """A man is hurt."""
        self.nines[side].injure(man)
        self._note(INJURY | (side | man << 1) << TO_SHIFT)

    def note_change(self, side: i64, slot: i64) -> None:
        """Whoever stands in a slot now came there or moved there just now."""
        nine = self.nines[side]
        self._note(change(side, slot, nine.where[slot], nine.slots[slot]))

    def refuse(self, code: str, sentence: str) -> None:
        """Stop at an entry that the rules forbid."""
        raise Refused(Refusal(code, sentence, f"entry {len(self.table.entries)}"))

    def _move(self, to: i64, first: i64, second: i64, third: i64) -> None:
        on = self.on
        failed = self.lead_failed
        failed_first, failed_second, failed_third = failed[1], failed[2], failed[3]
        on[1] = on[2] = on[3] = 0
        failed[1] = failed[2] = failed[3] = 0
        if third:
            goal = to >> 9 & 7
            if goal == 3:
                on[3] = third
                failed[3] = failed_third
        if second:
            goal = to >> 6 & 7
            if goal == 2:
                on[2] = second
                failed[2] = failed_second
            elif goal == 3:
                on[3] = second
        if first:
            goal = to >> 3 & 7
            if goal == 1:
                on[1] = first
                failed[1] = failed_first
            elif goal == 2 or goal == 3:
                on[goal] = first

    def _begin_half(self, inning: i64, half: i64) -> None:
        self.on = [0, 0, 0, 0]
        self.lead_failed = [0, 0, 0, 0]
        self.held = 0
        self.infield = BACK
        self.outfield_in = False
        self.two_strikes = False
        self.forfeited = False
        self.new_pitcher = False
        self.new_half = True
        self.offence = self.nines[half]
        self.defence = self.nines[1 - half]
        super()._begin_half(inning, half)
        self.defence.endurance.new_inning(inning)

    def _place_runner(self) -> None:
        nine = self.offence
        self.on[2] = (nine.up - 2) % SLOTS + 1
        super()._place_runner()

    def _place_men(self, situation: Situation) -> None:
        """The men on base when the game is taken up; nobody in particular is whoever batted
        last and is not there yet."""
        before = self.offence.up
        for base in range(1, 4):
            man = situation.men[base - 1]
            if man == SOMEBODY:
                before = (before - 2) % SLOTS + 1
                while before in situation.men:
                    before = (before - 2) % SLOTS + 1
                man = before
            if man:
                self.on[base] = man
