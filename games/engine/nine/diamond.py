"""The diamond of a game of nine players: both sides, the runners on base, and what a play does to
them.

Modules of functions play on it (see the package); a system's game is a subclass that knows its
cards.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.events import (
    KIND_MASK,
    OUTS,
    RUNS,
    STEAL,
    TO_MASK,
    TO_SHIFT,
    act,
    change,
    injury,
)
from games.engine.game import Game
from games.engine.lineup import LineupState
from games.engine.nine.law import NineLaw
from games.engine.nine.side import Side
from games.engine.runners import Runners, batted_before
from games.engine.situation import SLOTS, Situation
from games.engine.table import Table

ONCE_THROUGH: Final = 3
"""Innings in which nine players come to bat at least."""


class NineGame(Game):
    """State of a game of nine players and the one place where plays change it."""

    def __init__(
        self, table: Table, law: NineLaw, situation: Situation, sides: tuple[Side, Side]
    ) -> None:
        self.substitutions = law
        self.sides: list[Side] = [sides[0], sides[1]]
        self.runners = Runners()
        self.only_the_hurt_leave = False
        """Whether nobody else is ever taken out."""
        self.two_strikes = False
        """After a bunt that went foul, until the batter's turn ends."""
        self.new_half = True
        """Nobody has batted in this half-inning."""
        self.new_pitcher = False
        """The side in the field has changed its pitcher since the batter came up."""
        super().__init__(table, law, situation)
        for side in (0, 1):
            self.sides[side].up = situation.up[side]
            if situation.inning > ONCE_THROUGH:
                self.sides[side].lineup.designated_due = False
        self.runners.take_up(situation, situation.up[situation.half])

    # What a system may know better.

    def runner_is_bound(self, base: i64) -> bool:
        """Whether nobody may run for the runner on a base now."""
        return False

    def outing_begins(self, side: i64) -> None:
        """A new pitcher of a side has taken the mound."""

    # What happens.

    def apply_play(self, event: i64) -> None:
        """Let a play happen: runners move, and the batter's turn ends."""
        to = event >> TO_SHIFT & TO_MASK
        half = self.half
        super().apply_play(event)
        runners = self.runners
        if self.bases or runners.on[1] or runners.on[2] or runners.on[3]:
            runners.move(to)
        if event & KIND_MASK < STEAL:
            side = self.sides[half]
            batter = to & 7
            if 1 <= batter <= 3:
                runners.on[batter] = side.up
            if side.up == side.lineup.designated:
                side.lineup.designated_due = False
            side.up = side.up % SLOTS + 1
            self.two_strikes = False
            self.new_pitcher = False
        self.new_half = False
        field = self.sides[1 - half]
        field.mound_outs += OUTS[to]
        field.mound_runs += RUNS[to]

    def note_injury(self, side: i64, player: i64, games: i64 = 0) -> None:
        """A player is hurt, and out for so many more games."""
        self.sides[side].lineup.injure(player)
        self._note(injury(side, player, games))

    def note_act(self, side: i64, what: i64, player: i64) -> None:
        """Something is told that moves nobody; see ``System.acts``."""
        self._note(act(side, what, player))

    def note_change(self, side: i64, slot: i64) -> None:
        """The player who stands in a slot now came there or moved there just now."""
        lineup = self.sides[side].lineup
        self._note(change(side, slot, lineup.where[slot], lineup.slots[slot]))

    # Put away and taken up again.

    def lineups(self) -> tuple[LineupState, LineupState] | None:
        """Who plays on both sides."""
        return self.sides[0].lineup.state(), self.sides[1].lineup.state()

    def pitching(self) -> tuple[int, int]:
        """Who is on each mound, or was there last."""
        return self.sides[0].on_mound, self.sides[1].on_mound

    def _begin_half(self, inning: i64, half: i64) -> None:
        self.runners.clear()
        self.two_strikes = False
        self.new_pitcher = False
        self.new_half = True
        super()._begin_half(inning, half)

    def _place_runner(self) -> None:
        self.runners.on[2] = batted_before(self.sides[self.half].up)
        super()._place_runner()
