"""The diamond of a Purestrat game: who is where, and how every play changes it.

Holds both sides, the alignment of the defense and the endurance of the pitchers. Modules of
functions play on it, each with one subject: ``balls_in_play`` (hits, flies, grounders), ``chances``
(fielding), ``steals``, ``bunts`` and ``mound``; substitutions are the engine's
(``games.engine.nine``). ``game`` calls them in order.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from config.refusals import Refusal, Refused
from games.engine.events import (
    KIND_MASK,
    NOBODY,
    OUTS,
    RUNS,
    SCORED,
    SINGLE,
    STEAL,
    TIRED,
    TO_MASK,
    TO_SHIFT,
    WALK,
    play,
)
from games.engine.game_state import GameState
from games.engine.lineup import PITCHER
from games.engine.nine.diamond import NineGame
from games.engine.situation import Situation
from games.engine.table import Table
from games.systems.purestrat.play import grounders
from games.systems.purestrat.play.cards import Hitter
from games.systems.purestrat.play.charts import Charts
from games.systems.purestrat.play.law import PurestratLaw
from games.systems.purestrat.play.nine import Nine
from games.systems.purestrat.play.park import Park
from games.systems.purestrat.play.squad import PurestratClub, PurestratPlayer
from games.systems.purestrat.play.state import PurestratState, usual_state

BACK: Final = 0
CORNERS: Final = 1
IN: Final = 2

NEVER: Final = 1 << 60


class Diamond(NineGame):
    """The state of a game and the only place where plays change it."""

    def __init__(
        self,
        table: Table,
        law: PurestratLaw,
        situation: Situation,
        clubs: tuple[PurestratClub, PurestratClub],
        charts: Charts,
        park: Park,
        *,
        tires: bool = True,
    ) -> None:
        self.rules = law
        self.charts = charts
        self.park = park
        self.nines: list[Nine] = [Nine(clubs[0]), Nine(clubs[1])]
        self.offence: Nine = self.nines[situation.half]
        """The side at bat."""
        self.defence: Nine = self.nines[1 - situation.half]
        """The side in the field."""
        self.tires = tires
        """Whether pitchers tire (not in a shoot-out, T32.0k)."""
        self.infield: i64 = BACK
        self.outfield_in = False
        self.held: i64 = 0
        """Bases whose runner is held, as bits."""
        self.lead_failed: list[int] = [0, 0, 0, 0]
        """By base: 0, or 1 plus whether the runner was held when he failed to get his lead."""
        self.lead_battery: list[int] = [0, 0, 0, 0]
        """By base: the catcher's arm and the pitcher's hold, added, when he failed."""
        self.forfeited = False
        """Whether the check for wild pitches is lost for this batter (T29.11)."""
        self.safe_lead: i64 = 0
        self.safe_trail: i64 = 0
        """Safe ranges on a d20 of the runners in the pending decision."""
        self.lead_goal: i64 = 0
        """The base that the lead runner tries for, 4 for home."""
        self.lead_from: i64 = 0
        """The base that the lead runner comes from."""
        self.resumes_at: i64 = NEVER
        """The number of entries in the transcript at which a suspended game resumes with new
        pitching allowances."""
        self.resumes_at_once: i64 = NEVER
        """The same where the allowances change also among the changes of a dead ball."""
        for club in clubs:
            for resumption in club.resumed:
                self.resumes_at = min(self.resumes_at, resumption.entries)
                if resumption.at_once:
                    self.resumes_at_once = min(self.resumes_at_once, resumption.entries)
        super().__init__(table, law, situation, (self.nines[0], self.nines[1]))

    # Queries.

    def batter(self) -> Hitter:
        """The batter's card."""
        nine = self.offence
        return nine.hitters[nine.up]

    def bats_left(self) -> bool:
        """Tell whether the batter stands on the left side: a switch hitter opposite the pitcher
        (S11.1d)."""
        bats = self.batter().bats
        if bats == "S":
            return self.defence.mound.throws == "R"
        return bats == "L"

    def runner(self, base: i64) -> Hitter:
        """The card of the runner on a base."""
        return self.offence.hitters[self.runners.on[base]]

    def runner_at(self, base: i64) -> PurestratPlayer:
        return self.offence.player_in(self.runners.on[base])

    def all_move(self, kind: i64, batter: i64, by: i64) -> i64:
        """A play in which every runner advances ``by`` bases."""
        bases = self.bases
        return play(
            kind,
            batter,
            min(1 + by, SCORED) if bases & 1 else NOBODY,
            min(2 + by, SCORED) if bases & 2 else NOBODY,
            min(3 + by, SCORED) if bases & 4 else NOBODY,
        )

    def infield_at(self, position: i64) -> bool:
        """Tell whether the fielder of a grounder plays in (T15.0, T20.5, S20.72)."""
        return grounders.plays_in(position, self.infield, self.bases)

    def lead_base(self) -> i64:
        """The occupied base nearest home, 0 with the bases empty."""
        bases = self.bases
        return 3 if bases & 4 else 2 if bases & 2 else 1 if bases else 0

    # Plays.

    def apply_play(self, event: i64) -> None:
        """Apply a play: runners move, the pitcher's endurance is updated, the batter's turn
        ends."""
        on = self.runners.on
        first, second, third = on[1], on[2], on[3]
        super().apply_play(event)
        if on[1] != first:
            self.lead_failed[1] = 0
        if on[2] != second:
            self.lead_failed[2] = 0
        if on[3] != third:
            self.lead_failed[3] = 0
        kind = event & KIND_MASK
        if kind < STEAL:
            self.forfeited = False
        moves = event >> TO_SHIFT & TO_MASK
        self.count(kind, OUTS[moves], RUNS[moves])

    def runner_is_bound(self, base: i64) -> bool:
        """True for a runner who failed to get his lead: he gets no pinch runner (T23.02)."""
        return self.lead_failed[base] != 0

    def count(self, kind: i64, outs: i64, runs: i64) -> None:
        """Update the pitcher's endurance after a play; see ``fatigue``."""
        if not self.tires:
            return
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
        """Record that the pitcher is tired from the next batter on (S27.3), if there is one."""
        if self.is_over():
            return
        side = 1 - self.half
        self._note(TIRED | (side | self.nines[side].lineup.at[PITCHER] << 1) << TO_SHIFT)

    # Saving and restoring.

    def own_state(self) -> PurestratState:
        failed, battery = self.lead_failed, self.lead_battery
        return PurestratState(
            mounds=(self.nines[0].mound_state(), self.nines[1].mound_state()),
            new_half=self.new_half,
            new_pitcher=self.new_pitcher,
            two_strikes=self.two_strikes,
            check_forfeited=self.forfeited,
            lead_failed=(failed[1], failed[2], failed[3]),
            lead_battery=(battery[1], battery[2], battery[3]),
        )

    def take_up(self, state: GameState) -> None:
        """Restore a state: lineups, pitchers and the state of the last dead ball."""
        clubs = (self.nines[0].club, self.nines[1].club)
        own = state.own if isinstance(state.own, PurestratState) else usual_state(state, clubs)
        for side in (0, 1):
            lineup = None if state.lineups is None else state.lineups[side]
            self.nines[side].take_up(lineup, state.pitcher_of(side), own.mounds[side])
        self.new_half = own.new_half
        self.new_pitcher = own.new_pitcher
        self.two_strikes = own.two_strikes
        self.forfeited = own.check_forfeited
        self.lead_failed = [0, *own.lead_failed]
        self.lead_battery = [0, *own.lead_battery]

    def resume(self) -> None:
        """Apply the present pitching allowances of both sides after a suspension (T33.0h)."""
        entries = len(self.table.entries)
        self.resumes_at = self.resumes_at_once = NEVER
        for nine in self.nines:
            for resumption in nine.club.resumed:
                if resumption.entries <= entries:
                    nine.allow(resumption.players)
                else:
                    self.resumes_at = min(self.resumes_at, resumption.entries)
                    if resumption.at_once:
                        self.resumes_at_once = min(self.resumes_at_once, resumption.entries)

    def refuse(self, code: str, sentence: str) -> None:
        """Refuse an entry that the rules forbid."""
        raise Refused(Refusal(code, sentence, f"entry {len(self.table.entries)}"))

    def _begin_half(self, inning: i64, half: i64) -> None:
        self.lead_failed = [0, 0, 0, 0]
        self.forfeited = False
        self.offence = self.nines[half]
        self.defence = self.nines[1 - half]
        super()._begin_half(inning, half)
        self.defence.endurance.new_inning(inning)
