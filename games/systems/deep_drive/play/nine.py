"""A side of a Deep Drive game: the nine who play, their cards in force, and who pitches."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.bitsets import bit, members
from games.engine.events import NO_BAT
from games.engine.lineup import CATCHER, LAST_POSITION, PITCHER, LineupState
from games.engine.nine.side import Side, relievers
from games.engine.situation import SLOTS
from games.systems.deep_drive.play.cards import NO_EVENTS, Batter, Column, Pitcher
from games.systems.deep_drive.play.squad import (
    DeepDriveClub,
    DeepDrivePlayer,
    emergency_pitcher,
    outsider,
)
from games.systems.deep_drive.play.state import MoundState

WORST: Final = 0
"""The rating of the player who plays a position that is not on his card."""


class Nine(Side):
    """One side. Slots and positions count from 1; index 0 of the lists is not used."""

    __slots__ = ("arm", "batters", "club", "faced", "mound", "passed_balls", "ratings", "squad")

    def __init__(self, club: DeepDriveClub) -> None:
        self.club = club
        self.squad: list[DeepDrivePlayer] = [*club.players, outsider(len(club.players) + 1)]
        pitcher = club.starting_pitcher()
        super().__init__(
            [*self.squad], club.order, club.positions, club.plays, club.pitcher, pitcher
        )
        self.batters: list[Batter] = [
            club.players[pitcher - 1].batter,
            *[self.squad[player - 1].batter for player in club.order],
        ]
        """Batters' cards by slot."""
        self.ratings: list[int] = [WORST] * 10
        """By position."""
        self.arm: i64 = 0
        """The catcher's T."""
        self.passed_balls: Column = NO_EVENTS
        self.faced: i64 = 0
        """Batters the pitcher has faced."""
        self.mound: Pitcher = self._pitching_card(pitcher)
        for slot in range(NO_BAT, SLOTS + 1):
            self.stand(slot)

    def player(self, number: i64) -> DeepDrivePlayer:
        """The player with a number."""
        return self.squad[number - 1]

    def player_in(self, slot: i64) -> DeepDrivePlayer:
        """The player who bats in a slot."""
        return self.squad[self.lineup.slots[slot] - 1]

    def allow(self, players: tuple[DeepDrivePlayer, ...]) -> None:
        """The same players, who are allowed something else from now on (T33.0h)."""
        self.squad = [*players, self.squad[-1]]
        self.players = [*self.squad]
        self.relievers = relievers(players)

    def bats(self, slot: i64) -> None:
        """The card of the player in a slot counts from now on."""
        self.batters[slot] = self.squad[self.lineup.slots[slot] - 1].batter

    def pitches(self, number: i64) -> None:
        """The pitching card of a player counts from now on."""
        self.mound = self._pitching_card(number)
        self.faced = 0

    def stand(self, slot: i64) -> None:
        """Put the rating of the player in a slot in force, where he plays a position."""
        position = self.lineup.where[slot]
        if not PITCHER <= position <= LAST_POSITION:
            return
        number = self.lineup.slots[slot]
        player = self.squad[number - 1]
        rating = player.ratings[position]
        if rating < 0:
            rating = WORST
            if position != PITCHER:
                self.lineup.out_of_position |= bit(number)
        self.ratings[position] = rating
        if position == CATCHER:
            catches = player.ratings[CATCHER] >= 0
            self.arm = player.batter.throw if catches else 0
            self.passed_balls = player.batter.events if catches else NO_EVENTS

    def mound_state(self) -> MoundState:
        """What the current pitcher has done."""
        return MoundState(
            started=self.mound_started,
            outs=self.mound_outs,
            runs=self.mound_runs,
            faced=self.faced,
            changes=self.changes,
            pitched=members(self.pitched & ~bit(self.on_mound)),
        )

    def take_up(self, lineup: LineupState | None, pitcher: i64, mound: MoundState) -> None:
        """Stand as a state says, in a side that has just begun; ``pitcher`` 0: as it began."""
        self.take_up_players(lineup, pitcher)
        self.take_up_mound(mound.started, mound.outs, mound.runs, mound.changes, mound.pitched)
        self.faced = mound.faced

    def _pitching_card(self, number: i64) -> Pitcher:
        player = self.squad[number - 1]
        return player.pitcher if player.pitcher is not None else emergency_pitcher(player)
