"""The diamond of a game of nine players: both sides, the runners on base, and how plays change
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
"""Innings after which all nine players have batted."""


class NineGame(Game):
    """The state of a game of nine players and the only place where plays change it."""

    def __init__(
        self, table: Table, law: NineLaw, situation: Situation, sides: tuple[Side, Side]
    ) -> None:
        self.substitutions = law
        self.sides: list[Side] = [sides[0], sides[1]]
        self.runners = Runners()
        self.only_the_hurt_leave = False
        """Whether only hurt players are ever taken out."""
        self.two_strikes = False
        """After a bunt that went foul, until the batter's turn ends."""
        self.leaves: i64 = 0
        """The number of the player whose place is taken, where it is asked by whom."""
        self.leaves_side: i64 = 0
        """His side."""
        self.new_half = True
        """Whether nobody has batted in this half-inning."""
        self.new_pitcher = False
        """Whether the side in the field has changed its pitcher since the batter came up."""
        super().__init__(table, law, situation)
        for side in (0, 1):
            self.sides[side].up = situation.up[side]
            if situation.inning > ONCE_THROUGH:
                self.sides[side].lineup.designated_due = False
        self.runners.take_up(situation, situation.up[situation.half])

    # Hooks for systems.

    def runner_is_bound(self, base: i64) -> bool:
        """Tell whether the runner on a base gets no pinch runner now."""
        return False

    def outing_begins(self, side: i64) -> None:
        """Called when a new pitcher of a side has taken the mound."""

    # Plays.

    def apply_play(self, event: i64) -> None:
        """Apply a play: runners move, and the batter's turn ends."""
        moves = event >> TO_SHIFT & TO_MASK
        half = self.half
        super().apply_play(event)
        runners = self.runners
        if self.bases or runners.on[1] or runners.on[2] or runners.on[3]:
            runners.move(moves)
        if event & KIND_MASK < STEAL:
            side = self.sides[half]
            batter = moves & 7
            if 1 <= batter <= 3:
                runners.on[batter] = side.up
            if side.up == side.lineup.designated:
                side.lineup.designated_due = False
            side.up = side.up % SLOTS + 1
            self.two_strikes = False
            self.new_pitcher = False
        self.new_half = False
        field = self.sides[1 - half]
        field.mound_outs += OUTS[moves]
        field.mound_runs += RUNS[moves]

    def note_injury(self, side: i64, player: i64, games: i64 = 0) -> None:
        """Record that a player is hurt, and out for so many more games."""
        self.sides[side].lineup.injure(player)
        self._note(injury(side, player, games))

    def note_act(self, side: i64, what: i64, player: i64) -> None:
        """Record an act that moves no runner; see ``System.acts``."""
        self._note(act(side, what, player))

    def note_change(self, side: i64, slot: i64) -> None:
        """Record that the player now in a slot just came in or moved there."""
        lineup = self.sides[side].lineup
        self._note(change(side, slot, lineup.where[slot], lineup.slots[slot]))

    # Saving and restoring.

    def lineups(self) -> tuple[LineupState, LineupState] | None:
        return self.sides[0].lineup.state(), self.sides[1].lineup.state()

    def pitching(self) -> tuple[int, int]:
        """The pitcher of each side, now or last."""
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
