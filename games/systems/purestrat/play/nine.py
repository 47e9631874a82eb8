"""A side during a game: the nine who play, their cards in force, and the pitcher.

The values that plays read most (the hitter's card by slot; range, error and arm by position) are in
flat lists that change only with a substitution.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.bitsets import bit, members
from games.engine.events import NO_BAT
from games.engine.lineup import CATCHER, LAST_POSITION, PITCHER, LineupState
from games.engine.nine.side import Side, relievers
from games.engine.situation import SLOTS
from games.systems.purestrat.play.cards import Hitter, Pitcher
from games.systems.purestrat.play.fatigue import RELIEVER, STARTER, Endurance
from games.systems.purestrat.play.squad import (
    WORST_ERROR,
    PurestratClub,
    PurestratPlayer,
    emergency_pitcher,
    outsider,
)
from games.systems.purestrat.play.state import MoundState

WORST_RANGE: Final = 5
WORST_ARM: Final = 5
WORST_RATING: Final = 20
"""The ratings for passed balls and throws of a catcher out of position (T25.2g)."""


class Nine(Side):
    """One side. Slots and positions count from 1; index 0 of the lists is not used."""

    __slots__ = (
        "arms",
        "club",
        "endurance",
        "errors",
        "hitters",
        "mound",
        "passed_balls",
        "ranges",
        "squad",
        "throws",
    )

    def __init__(self, club: PurestratClub) -> None:
        self.club = club
        self.squad: list[PurestratPlayer] = [*club.players, outsider(len(club.players) + 1)]
        pitcher = club.starting_pitcher()
        super().__init__(
            [*self.squad], club.order, club.positions, club.plays, club.pitcher, pitcher
        )
        self.hitters: list[Hitter] = [
            club.players[pitcher - 1].hitter,
            *(self.squad[player - 1].hitter for player in club.order),
        ]
        """Hitting cards by slot."""
        self.ranges: list[int] = [0] * 10
        self.errors: list[int] = [0] * 10
        self.arms: list[int] = [0] * 10
        self.passed_balls: i64 = 0
        self.throws: i64 = 0
        """The catcher's T rating."""
        self.endurance = Endurance()
        self.mound: Pitcher = self._pitching_card(pitcher)
        for slot in range(NO_BAT, SLOTS + 1):
            self.stand(slot)
        self.endurance.start(STARTER, self.mound.starter, 0, 1)

    # Queries.

    def player(self, number: i64) -> PurestratPlayer:
        return self.squad[number - 1]

    def player_in(self, slot: i64) -> PurestratPlayer:
        return self.squad[self.lineup.slots[slot] - 1]

    # Changes.

    def allow(self, players: tuple[PurestratPlayer, ...]) -> None:
        """Set the players with their new allowances (T33.0h)."""
        self.squad = [*players, self.squad[-1]]
        self.players = [*self.squad]
        self.relievers = relievers(players)

    def bats(self, slot: i64) -> None:
        """Put the hitting card of the player in a slot in force."""
        self.hitters[slot] = self.squad[self.lineup.slots[slot] - 1].hitter

    def pitches(self, number: i64) -> None:
        """Put the pitching card of a player in force."""
        self.mound = self._pitching_card(number)

    # Saving and restoring.

    def mound_state(self) -> MoundState:
        endurance = self.endurance
        return MoundState(
            started=self.mound_started,
            outs=self.mound_outs,
            runs=self.mound_runs,
            weak=self.mound_weak,
            tired=endurance.tired,
            closing=endurance.closing,
            closer_outs=endurance.left,
            inning=endurance.inning,
            hits_and_walks=endurance.hits_and_walks,
            recent_runs=endurance.recent_runs,
            changes=self.changes,
            pitched=members(self.pitched & ~bit(self.on_mound)),
        )

    def take_up(self, lineup: LineupState | None, pitcher: i64, mound: MoundState) -> None:
        """Restore a state in a side that has just begun; ``pitcher`` 0: the starter."""
        self.take_up_players(lineup, pitcher)
        self.take_up_mound(mound.started, mound.outs, mound.runs, mound.changes, mound.pitched)
        self.mound_weak = mound.weak
        if mound.started:
            self.endurance.start(STARTER, self.mound.starter, 0, mound.inning)
        else:
            self.endurance.start(RELIEVER, self.mound.relief, self.mound.closer, mound.inning)
        self.endurance.take_up(
            mound.outs,
            mound.inning,
            mound.hits_and_walks,
            mound.recent_runs,
            tired=mound.tired,
            closing=mound.closing,
            left=mound.closer_outs,
        )

    def stand(self, slot: i64) -> None:
        """Put the ratings of the player in a slot in force, where he plays a position."""
        position = self.lineup.where[slot]
        if not PITCHER <= position <= LAST_POSITION:
            return
        number = self.lineup.slots[slot]
        rating = self.squad[number - 1].fielding[position]
        if position == PITCHER and rating is None:
            rating = emergency_pitcher(self.squad[number - 1]).fielding
        if rating is None:
            self.lineup.out_of_position |= bit(number)
            self.ranges[position] = WORST_RANGE
            self.errors[position] = WORST_ERROR
            self.arms[position] = WORST_ARM
            if position == CATCHER:
                self.passed_balls = WORST_RATING
                self.throws = WORST_RATING
            return
        self.ranges[position] = rating.range
        self.errors[position] = rating.error
        self.arms[position] = rating.arm
        if position == CATCHER:
            self.passed_balls = rating.pb
            self.throws = rating.t

    def _pitching_card(self, number: i64) -> Pitcher:
        player = self.squad[number - 1]
        return player.pitcher if player.pitcher is not None else emergency_pitcher(player)
