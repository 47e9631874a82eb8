"""A side while a game of nine players goes on: who plays where, who pitches, and who may still come
in.

What the plays of a system read again and again (cards, ratings) is the system's, which says in
``bats``, ``stand`` and ``pitches`` what changes with the players.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import i64

from games.engine.bitsets import bit, set_of
from games.engine.events import DESIGNATED, NO_BAT, PINCH_RUNNER
from games.engine.lineup import CATCHER, PITCHER, Lineup, LineupState
from games.engine.nine.player import SquadPlayer
from games.engine.situation import SLOTS


class Side:
    """One side. Slots and positions count from 1."""

    __slots__ = (
        "changes",
        "emergency",
        "lineup",
        "mound_outs",
        "mound_runs",
        "mound_started",
        "mound_weak",
        "on_mound",
        "pitched",
        "players",
        "relievers",
        "up",
    )

    def __init__(
        self,
        players: list[SquadPlayer],
        order: Sequence[int],
        positions: Sequence[int],
        plays: list[int],
        tenth: i64,
        pitcher: i64,
    ) -> None:
        """``players`` of the squad, the last of them somebody from the stands; ``plays`` as in
        ``Lineup``; ``tenth`` pitches without batting, if anybody does."""
        self.players: list[SquadPlayer] = players
        bench: i64 = 0
        bullpen: i64 = 0
        pitchers: i64 = 0
        for at in range(len(players) - 1):
            player = players[at]
            him = bit(player.number)
            if player.is_pitcher:
                pitchers |= him
            if player.number in order or player.number == tenth:
                continue
            if player.is_pitcher:
                bullpen |= him
            else:
                bench |= him
        self.lineup = Lineup(order, positions, plays, bench, bullpen, pitchers, tenth)
        self.relievers: i64 = relievers(players)
        """Pitchers who may relieve in this game at all."""
        self.up: i64 = 1
        self.changes: i64 = 0
        """Pitching changes made."""
        self.pitched: i64 = bit(pitcher)
        """Players who have pitched in this game."""
        self.on_mound: i64 = pitcher
        """The pitcher, or the last one until a player hit or ran for him."""
        self.emergency = False
        """Whether the player on the mound is no pitcher."""
        self.mound_started = True
        self.mound_outs: i64 = 0
        self.mound_runs: i64 = 0
        self.mound_weak = False
        """Whether the current pitcher was hurt at bat."""

    # What a system keeps of the players; see the module.

    def bats(self, slot: i64) -> None:
        """The player in a slot bats there from now on."""

    def stand(self, slot: i64) -> None:
        """The player in a slot stands where the line-up says from now on."""

    def pitches(self, number: i64) -> None:
        """A pitcher is on the mound from now on."""

    # Asking.

    @property
    def pitcher(self) -> i64:
        """The pitcher on the mound, 0 while there is none."""
        return self.lineup.at[PITCHER]

    def player(self, number: i64) -> SquadPlayer:
        """The player with a number."""
        return self.players[number - 1]

    def player_in(self, slot: i64) -> SquadPlayer:
        """The player who bats in a slot."""
        return self.players[self.lineup.slots[slot] - 1]

    def bench(self) -> i64:
        """Hitters who may still come in, as a mask."""
        return self.lineup.bench & ~self.lineup.hurt

    def can_spare(self, number: i64) -> bool:
        """Whether the bench has another catcher when he comes in."""
        return self.lineup.plays[CATCHER] & self.bench() != bit(number)

    def eligible_relievers(self) -> i64:
        """Pitchers of the bullpen who may enter now, as a mask."""
        return self.lineup.bullpen & self.relievers

    # Changing.

    def replace(self, slot: i64, number: i64, where: i64) -> None:
        """``number`` takes over a slot as pinch hitter, pinch runner or at a position; the player
        who was there is gone."""
        self.lineup.replace(slot, number, where)
        self.bats(slot)
        self.stand(slot)

    def move(self, slot: i64, position: i64) -> None:
        """The player in a slot goes to a position; the player who stood there has none for the
        moment."""
        self.lineup.move(slot, position, PINCH_RUNNER)
        self.stand(slot)

    def designate(self, slot: i64) -> None:
        """The player in a slot, who came in for the designated hitter, is the designated hitter now
        (5.11(a)(4), (6))."""
        self.lineup.give_up_position(slot, DESIGNATED, DESIGNATED)

    def drop_designated(self, slot: i64, position: i64) -> None:
        """The pitcher takes a slot and plays a position: nobody bats for pitchers any longer."""
        self.lineup.drop_designated(slot, position)
        self.bats(slot)
        self.stand(slot)

    def take_the_mound(self, outs: i64 = 0) -> None:
        """The player at the pitcher's position begins to pitch."""
        number = self.lineup.at[PITCHER]
        self.on_mound = number
        self.pitches(number)
        self.emergency = not self.player(number).is_pitcher
        self.mound_started = False
        self.mound_outs = outs
        self.mound_runs = 0
        self.mound_weak = False
        self.pitched |= bit(number)
        self.changes += 1

    # Taken up again.

    def take_up_players(self, lineup: LineupState | None, pitcher: i64) -> None:
        """Stand as a state says, in a side that has just begun; ``pitcher`` 0: as it began."""
        if lineup is not None:
            self.lineup.take_up(lineup)
            for slot in range(NO_BAT, SLOTS + 1):
                if slot != NO_BAT or lineup.tenth:
                    self.bats(slot)
                    self.stand(slot)
        self.on_mound = pitcher or self.lineup.at[PITCHER]
        self.pitches(self.on_mound)
        self.emergency = not self.player(self.on_mound).is_pitcher

    def take_up_mound(
        self, started: bool, outs: i64, runs: i64, changes: i64, pitched: Sequence[int]
    ) -> None:
        """What the current pitcher has done, and who pitched before him."""
        self.mound_started = started
        self.mound_outs = outs
        self.mound_runs = runs
        self.changes = changes
        self.pitched = set_of(pitched) | bit(self.on_mound)


def relievers(players: Sequence[SquadPlayer]) -> i64:
    """The players who may relieve, as a mask."""
    mask: i64 = 0
    for player in players:
        if player.may_relieve and player.relief_outs > 0:
            mask |= bit(player.number)
    return mask
