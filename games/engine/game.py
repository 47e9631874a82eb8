"""A game in progress: the common law of innings, scores and endings around a system's turns.

A game system subclasses ``Game`` and writes ``turn``: everything from the end of one plate
appearance to the end of the next. It asks ``self.table`` for dice and decisions and passes each
play to ``apply_play``; everything else (three outs, walk-offs, extra innings, mercy, concession,
ties) is here.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from config.refusals import Refusal, Refused
from games.engine.decisions import Decision
from games.engine.endings import (
    CONCEDED,
    EXTRA_INNINGS,
    HOME_LEADS,
    MERCY,
    REASONS,
    REGULATION,
    TIE,
    TIED,
    WALK_OFF,
    Ending,
)
from games.engine.events import (
    AWARDED,
    BASES,
    DETAIL_MASK,
    DOUBLE,
    END,
    HALF,
    HITS,
    HOME_RUN,
    KIND_MASK,
    MARK_SHIFT,
    OUTS,
    PLACED,
    RUNS,
    SCORED,
    SECOND,
    SINGLE,
    TALLY,
    TO_MASK,
    TO_SHIFT,
    TRIPLE,
    destinations,
    play,
)
from games.engine.game_state import GameState, OwnState
from games.engine.law import CommonLaw
from games.engine.lineup import LineupState
from games.engine.situation import AWAY, BOTTOM, HOME, START, TOP, Situation
from games.engine.table import Concession, Table

_HIT_OF_BASES: Final = {1: SINGLE, 2: DOUBLE, 3: TRIPLE}


class Game:
    """One game from ``situation`` on, at ``table``, under ``law``.

    ``events`` are those so far; ``ending`` is None until the game is over.
    """

    def __init__(self, table: Table, law: CommonLaw, situation: Situation = START) -> None:
        self.table = table
        self.law = law
        self.inning: i64 = situation.inning
        self.half: i64 = situation.half
        self.outs: i64 = situation.outs
        self.bases: i64 = situation.bases
        self.away_runs, self.home_runs = situation.runs
        self.events: list[int] = []
        self.ending: Ending | None = None
        if law.extra_runner_from == 1 and situation == START:
            self._place_runner()

    @property
    def batting(self) -> i64:
        """The side at bat."""
        return AWAY if self.half == TOP else HOME

    @property
    def fielding(self) -> i64:
        """The side in the field."""
        return HOME if self.half == TOP else AWAY

    @property
    def lead(self) -> i64:
        """Runs by which the side at bat leads (negative: trails)."""
        difference = self.home_runs - self.away_runs
        return difference if self.half == BOTTOM else -difference

    def turn(self) -> None:
        """Play up to the end of one plate appearance; written by each game system."""
        raise NotImplementedError

    def why_not(self, decision: Decision, choice: i64) -> str:
        """The reason why a choice is not available, in words with the paragraph; empty where none
        is known."""
        return ""

    def play(self) -> Ending:
        """Play to the end. Raises ``Pause`` from a table whose transcript runs out."""
        try:
            while not self.is_over():
                self.step()
                self.table.stepped(self)
        except Concession as concession:
            self._concede(concession.side)
        self.table.close()
        return self.result()

    def step(self) -> None:
        """Play up to the next point between two turns, or to the end."""
        if self.outs < 3:
            self.turn()
        if self.outs >= 3 and not self.is_over():
            self._close_half()

    # Saving and restoring between two turns; see ``game_state``.

    def lineups(self) -> tuple[LineupState, LineupState] | None:
        """The lineups of both sides; None in games without lineups."""
        return None

    def pitching(self) -> tuple[int, int]:
        """The present or last pitchers of visitors and home side; 0 in games without pitchers."""
        return 0, 0

    def own_state(self) -> OwnState | None:
        """The system's own part of the state, if any."""
        return None

    def take_up(self, state: GameState) -> None:
        """Restore a verified state in a game that was just begun from its situation."""

    def is_over(self) -> bool:
        """Tell whether the game has ended. A method, since a compiler assumes that an attribute
        that was None a moment ago still is."""
        return self.ending is not None

    def result(self) -> Ending:
        """The ending; only of a game that is over."""
        assert self.ending is not None  # noqa: S101 - nobody asks before the end
        return self.ending

    def apply_play(self, event: i64) -> None:
        """Apply a play: runs, outs, bases, and the walk-off if it is one."""
        moves = event >> TO_SHIFT & TO_MASK
        runs = RUNS[moves]
        if runs:
            if self._wins_now(runs):
                if event & KIND_MASK != HOME_RUN:
                    event = _only_needed(event, self.away_runs - self.home_runs + 1)
                    moves = event >> TO_SHIFT & TO_MASK
                    runs = RUNS[moves]
                self._note(event)
                self.bases = BASES[moves]
                self.home_runs += runs
                self._end(WALK_OFF)
                return
            if self.half == TOP:
                self.away_runs += runs
            else:
                self.home_runs += runs
        self.outs += OUTS[moves]
        self.bases = BASES[moves]
        self.events.append(event | len(self.table.entries) << MARK_SHIFT)

    def tally(self, runs: i64) -> None:
        """Score runs in a game without bases."""
        if self._wins_now(runs):
            needed = self.away_runs - self.home_runs + 1
            self._note(TALLY | needed << TO_SHIFT)
            self.home_runs += needed
            self._end(WALK_OFF)
            return
        self._note(TALLY | runs << TO_SHIFT)
        if self.half == TOP:
            self.away_runs += runs
        else:
            self.home_runs += runs

    def end_turn(self, event: i64) -> None:
        """End the half-inning of a game without outs."""
        self._note(event)
        self.outs = 3

    def _wins_now(self, runs: i64) -> bool:
        return (
            self.half == BOTTOM
            and self.law.walk_off
            and self.inning >= self.law.innings
            and self.home_runs <= self.away_runs < self.home_runs + runs
        )

    def _close_half(self) -> None:
        law = self.law
        difference = self.home_runs - self.away_runs
        late = self.inning >= law.innings
        merciful = law.mercy_margin > 0 and self.inning >= law.mercy_after
        if self.half == TOP:
            if law.walk_off and late and difference > 0:
                self._end(HOME_LEADS)
            elif merciful and law.mercy_mid_inning and difference >= law.mercy_margin:
                self._end(MERCY)
            else:
                self._begin_half(self.inning, BOTTOM)
        elif late and difference:
            self._end(REGULATION if self.inning == law.innings else EXTRA_INNINGS)
        elif merciful and max(difference, -difference) >= law.mercy_margin:
            self._end(MERCY)
        elif late and 0 < law.max_innings <= self.inning:
            self._end(TIE)
        else:
            self._begin_half(self.inning + 1, TOP)

    def _begin_half(self, inning: i64, half: i64) -> None:
        self.inning = inning
        self.half = half
        self.outs = 0
        self.bases = 0
        self._note(HALF | (inning << 1 | half) << TO_SHIFT)
        if 0 < self.law.extra_runner_from <= inning:
            self._place_runner()

    def _place_runner(self) -> None:
        self.bases = 1 << SECOND - 1
        self._note(PLACED | SECOND << TO_SHIFT)

    def _concede(self, side: i64) -> None:
        if not self.law.concession:
            raise Refused(
                Refusal(
                    "concession-not-allowed",
                    "This game is played without concessions.",
                    f"entry {len(self.table.entries)}",
                )
            )
        difference = self.home_runs - self.away_runs
        margin = difference if side == AWAY else -difference
        if self.law.concession_behind:
            completed = self.inning - 1 if self.outs < 3 or self.half == TOP else self.inning
            least = max(1, self.law.concession_behind - completed)
            if margin < least:
                raise Refused(
                    Refusal(
                        "concession-too-early",
                        f"After {completed} completed innings a side gives up when it is {least} "
                        f"or more runs behind, not {margin}.",
                        f"entry {len(self.table.entries)}",
                        {"behind": margin, "least": least},
                    )
                )
        award = max(0, self.law.concession_margin - margin)
        if award:
            self._note(AWARDED | (award << 1 | 1 - side) << TO_SHIFT)
            if side == AWAY:
                self.home_runs += award
            else:
                self.away_runs += award
        self._end(CONCEDED)

    def _end(self, reason: str) -> None:
        difference = self.home_runs - self.away_runs
        winner = TIED if difference == 0 else HOME if difference > 0 else AWAY
        self.ending = Ending(reason, winner, (self.away_runs, self.home_runs), self.inning)
        self.outs = 3
        self._note(END | REASONS.index(reason) << TO_SHIFT)

    def _note(self, event: i64) -> None:
        self.events.append(event | len(self.table.entries) << MARK_SHIFT)


def _only_needed(event: i64, needed: i64) -> i64:
    """A winning play reduced to the runs needed.

    The runner who scores the winning run limits how many bases anyone advances, and with them the
    value of the hit (Official Baseball Rules 9.06(f)).
    """
    kind = event & KIND_MASK
    batter, first, second, third = destinations(event)
    scorers = [
        base for base, to in ((3, third), (2, second), (1, first), (0, batter)) if to == SCORED
    ]
    limit = SCORED - scorers[needed - 1]

    def cut(base: i64, to: i64) -> i64:
        return min(to, base + limit) if base < to <= SCORED else to

    batter = cut(0, batter)
    if kind in HITS:
        # An error may have taken the batter further than his hit, which does not get longer.
        kind = min(kind, _HIT_OF_BASES.get(batter, kind))
    cut_short = play(kind, batter, cut(1, first), cut(2, second), cut(3, third))
    return cut_short | event & DETAIL_MASK
