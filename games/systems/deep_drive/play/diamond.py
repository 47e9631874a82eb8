"""The diamond of a Deep Drive game: who is where, the dice as they lie, and what every play does.

Modules of functions play on it, each knowing one thing: ``throws_at`` (the Choice Chart and the
Cut-Off Chart), ``hits``, ``outs`` (grounders, flies, line outs), ``defense``, ``events`` (on-base
events), ``steals``, ``bunts``, ``hit_and_run`` and ``leaving`` (ejections and injuries). ``game``
is the script that calls them.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.events import KIND_MASK, NOBODY, OUT, SCORED, STEAL, play
from games.engine.game_state import GameState
from games.engine.nine.diamond import NineGame
from games.engine.situation import Situation
from games.engine.table import Table
from games.systems.deep_drive.play.cards import Batter
from games.systems.deep_drive.play.charts import Charts
from games.systems.deep_drive.play.law import DeepDriveLaw
from games.systems.deep_drive.play.nine import Nine
from games.systems.deep_drive.play.park import Park
from games.systems.deep_drive.play.squad import DeepDriveClub
from games.systems.deep_drive.play.state import DeepDriveState, usual_state

BACK: Final = 0
CORNERS: Final = 1
IN: Final = 2

NEVER: Final = 1 << 60

NO_JUMP: Final = -99
"""Nobody could steal after the last turn."""


class Diamond(NineGame):
    """State of a game and the one place where plays change it."""

    def __init__(
        self,
        table: Table,
        law: DeepDriveLaw,
        situation: Situation,
        clubs: tuple[DeepDriveClub, DeepDriveClub],
        charts: Charts,
        park: Park,
    ) -> None:
        self.rules = law
        self.charts = charts
        self.park = park
        self.nines: list[Nine] = [Nine(clubs[0]), Nine(clubs[1])]
        self.offence: Nine = self.nines[situation.half]
        """The nine at bat."""
        self.defence: Nine = self.nines[1 - situation.half]
        """The nine in the field."""
        self.infield: i64 = BACK
        self.outfield_in = False
        self.playing_safe = False
        self.holds_third = False
        """Whether the runner on third holds on a hit or an error, off a DEF result (DD-099)."""
        self.tens: i64 = 0
        self.ones: i64 = 0
        self.modifier: i64 = 0
        """The last throw of three dice as it lies: after a Deep Drive its second (DD-1)."""
        self.came_to: i64 = 0
        """The reading or out code that the last throw came to in the end."""
        self.to: list[int] = [NOBODY] * 4
        """Where the batter and the runners on first, second and third go in the play that is being
        worked out."""
        self.error: i64 = 0
        """Who errs in it."""
        self.caught_in_rundown: i64 = 0
        self.collides: i64 = 0
        """Places in the order of the runners to whom that happens, 0 for nobody."""
        self.cut_off_by: i64 = 0
        """The position of the cut-off man who catches somebody."""
        self.covering: i64 = 0
        """The position of the fielder who covers the base that is thrown to."""
        self.sent_off: i64 = 0
        """Who is ejected: 1 the fielder who covers, 2 the runner."""
        self.hurt_off: i64 = 0
        """Who is hurt in a collision, as bits of the collision chart."""
        self.runner_slot: i64 = 0
        """The place in the order of the runner who was thrown at."""
        self.jump: i64 = NO_JUMP
        """The last JUMP that was worked out."""
        self.safe: i64 = 0
        """SAFE of the runner on base who may steal."""
        self.thief: i64 = 0
        """His base."""
        self.lead_from: i64 = 0
        """The base of the runner whom a decision is about."""
        self.lead_goal: i64 = 0
        """The base he would go for, 4 for home."""
        self.thrower: i64 = 0
        """The position of the fielder who would throw at him."""
        self.outs_on_play: i64 = 0
        """Outs already made in the play that is being worked out."""
        self.ground_fielder: i64 = 0
        """Who fields the ball that a decision is about."""
        self.resumes_at: i64 = NEVER
        """How many entries the transcript has when a suspended game goes on, and what the sheets
        allow changes."""
        self.resumes_at_once: i64 = NEVER
        """The same where that is so among the changes of a dead ball too."""
        for club in clubs:
            for each in club.resumed:
                self.resumes_at = min(self.resumes_at, each.entries)
                if each.at_once:
                    self.resumes_at_once = min(self.resumes_at_once, each.entries)
        super().__init__(table, law, situation, (self.nines[0], self.nines[1]))

    # Asking.

    def batter(self) -> Batter:
        """The card of the batter."""
        nine = self.offence
        return nine.batters[nine.up]

    def bats_left(self) -> bool:
        """Whether he stands on the left side: a switch hitter opposite the pitcher."""
        bats = self.batter().bats
        if bats == "S":
            return self.defence.mound.throws == "R"
        return bats == "L"

    def runner(self, base: i64) -> Batter:
        """The card of the runner on a base."""
        return self.offence.batters[self.runners.on[base]]

    def speed(self, base: i64) -> i64:
        """RUN of the runner on a base."""
        return self.offence.batters[self.runners.on[base]].run

    def shifted(self, base: i64) -> i64:
        """The same one column further with two outs (DD-182)."""
        return self.speed(base) + (self.outs == 2)

    def rating(self, position: i64) -> i64:
        """The fielding rating that counts now (DD-094)."""
        rating = self.defence.ratings[position]
        if self.outfield_in and position >= 7:
            return min(rating + 1, 5)
        return rating

    def lead_base(self) -> i64:
        """The occupied base nearest home, 0 with nobody on."""
        bases = self.bases
        return 3 if bases & 4 else 2 if bases & 2 else 1 if bases else 0

    def wins_with(self, runs: i64) -> bool:
        """Whether so many runs end the game at once."""
        return self._wins_now(runs)

    # A play that is being worked out.

    def stay(self, batter: i64) -> None:
        """A new play: everybody on base stays, the batter goes to ``batter``."""
        bases = self.bases
        to = self.to
        to[0] = batter
        to[1] = 1 if bases & 1 else NOBODY
        to[2] = 2 if bases & 2 else NOBODY
        to[3] = 3 if bases & 4 else NOBODY
        self.error = 0
        self.outs_on_play = 0
        self.caught_in_rundown = self.collides = self.cut_off_by = 0
        self.sent_off = self.hurt_off = self.runner_slot = 0

    def advance(self, batter: i64, by: i64) -> None:
        """A new play: everybody on base moves ``by`` bases."""
        self.stay(batter)
        self.everybody(by)

    def everybody(self, by: i64) -> None:
        """Everybody who is on base in the play goes on by so many bases, the batter apart."""
        to = self.to
        for base in range(1, 4):
            if 1 <= to[base] <= 3:
                to[base] = min(to[base] + by, SCORED)

    def hold_third(self, by: i64) -> None:
        """The runner on third holds, and the one right behind him, unless those behind him, who
        follow a batter who takes so many bases, need his base (DD-099, E2.32)."""
        bases = self.bases
        if bases & 4 and by + (bases & 1) + (bases >> 1 & 1) < 3:
            self.to[3] = 3
            if bases & 2:
                self.to[2] = 2

    def force(self, batter: i64) -> None:
        """A new play: only runners who are pushed move."""
        self.stay(batter)
        bases = self.bases
        to = self.to
        if bases & 1:
            to[1] = 2
            if bases & 2:
                to[2] = 3
                if bases & 4:
                    to[3] = SCORED

    def happens(self, kind: i64, at: i64) -> None:
        """The play that was worked out happens."""
        to = self.to
        self.apply_play(play(kind, to[0], to[1], to[2], to[3]) | at)

    def outs_of(self) -> i64:
        """Outs of the play that is being worked out."""
        to = self.to
        return (to[0] == OUT) + (to[1] == OUT) + (to[2] == OUT) + (to[3] == OUT)

    def runs_of(self) -> i64:
        """Its runs."""
        to = self.to
        return (to[0] == SCORED) + (to[1] == SCORED) + (to[2] == SCORED) + (to[3] == SCORED)

    # What happens.

    def apply_play(self, event: i64) -> None:
        """Let a play happen, and count the batters a pitcher faces."""
        defence = self.defence
        super().apply_play(event)
        if event & KIND_MASK < STEAL:
            defence.faced += 1

    # Put away and taken up again.

    def own_state(self) -> DeepDriveState:
        """Both mounds, and what the turn remembers."""
        return DeepDriveState(
            mounds=(self.nines[0].mound_state(), self.nines[1].mound_state()),
            new_half=self.new_half,
            new_pitcher=self.new_pitcher,
            two_strikes=self.two_strikes,
        )

    def take_up(self, state: GameState) -> None:
        """Go on from a state: who plays, who pitches, and what the turn knew."""
        clubs = (self.nines[0].club, self.nines[1].club)
        own = state.own if isinstance(state.own, DeepDriveState) else usual_state(state, clubs)
        for side in (0, 1):
            lineup = None if state.lineups is None else state.lineups[side]
            self.nines[side].take_up(lineup, state.pitcher_of(side), own.mounds[side])
        self.new_half = own.new_half
        self.new_pitcher = own.new_pitcher
        self.two_strikes = own.two_strikes

    def resume(self) -> None:
        """Play goes on after a suspension: both sides' players are allowed what their sheets say by
        now (T33.0h)."""
        entries = len(self.table.entries)
        self.resumes_at = self.resumes_at_once = NEVER
        for nine in self.nines:
            for each in nine.club.resumed:
                if each.entries <= entries:
                    nine.allow(each.players)
                else:
                    self.resumes_at = min(self.resumes_at, each.entries)
                    if each.at_once:
                        self.resumes_at_once = min(self.resumes_at_once, each.entries)

    def _begin_half(self, inning: i64, half: i64) -> None:
        self.offence = self.nines[half]
        self.defence = self.nines[1 - half]
        super()._begin_half(inning, half)
