"""A side during a game of nine players: positions, pitcher and available substitutes.

The cards and ratings that plays read most are kept by the system, which updates them in ``bats``,
``stand`` and ``pitches`` when players change.
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
        """``players`` of the squad, the last of them an emergency player; ``plays`` as in
        ``Lineup``; ``tenth``: the pitcher who does not bat, 0 for none."""
        self.players: list[SquadPlayer] = players
        bench: i64 = 0
        bullpen: i64 = 0
        pitchers: i64 = 0
        for index in range(len(players) - 1):
            player = players[index]
            player_bit = bit(player.number)
            if player.is_pitcher:
                pitchers |= player_bit
            if player.number in order or player.number == tenth:
                continue
            if player.is_pitcher:
                bullpen |= player_bit
            else:
                bench |= player_bit
        self.lineup = Lineup(order, positions, plays, bench, bullpen, pitchers, tenth)
        self.relievers: i64 = relievers(players)
        """Pitchers who may relieve in this game at all."""
        self.up: i64 = 1
        self.changes: i64 = 0
        """Number of pitching changes."""
        self.pitched: i64 = bit(pitcher)
        """Players who have pitched in this game."""
        self.on_mound: i64 = pitcher
        """The pitcher, or after a pinch hitter or runner for him the last one."""
        self.emergency = False
        """Whether a position player pitches."""
        self.mound_started = True
        self.mound_outs: i64 = 0
        self.mound_runs: i64 = 0
        self.mound_weak = False
        """Whether the current pitcher was hurt at bat."""

    # Hooks for systems; see the module.

    def bats(self, slot: i64) -> None:
        """Called when the player in a slot begins to bat there."""

    def stand(self, slot: i64) -> None:
        """Called when the player in a slot takes the position in the lineup."""

    def pitches(self, number: i64) -> None:
        """Called when a pitcher takes the mound."""

    # Queries.

    @property
    def pitcher(self) -> i64:
        """The current pitcher, 0 for none."""
        return self.lineup.at[PITCHER]

    def player(self, number: i64) -> SquadPlayer:
        return self.players[number - 1]

    def player_in(self, slot: i64) -> SquadPlayer:
        return self.players[self.lineup.slots[slot] - 1]

    def bench(self) -> i64:
        """Hitters who may still come in, as a mask."""
        return self.lineup.bench & ~self.lineup.hurt

    def can_spare(self, number: i64) -> bool:
        """Tell whether the bench has another catcher when this player comes in."""
        return self.lineup.plays[CATCHER] & self.bench() != bit(number)

    def eligible_relievers(self) -> i64:
        """Pitchers of the bullpen who may enter now, as a mask."""
        return self.lineup.bullpen & self.relievers

    # Changes.

    def replace(self, slot: i64, number: i64, where: i64) -> None:
        """Put ``number`` in a slot as pinch hitter, pinch runner or at a position; the player there
        leaves the game."""
        self.lineup.replace(slot, number, where)
        self.bats(slot)
        self.stand(slot)

    def move(self, slot: i64, position: i64) -> None:
        """Move the player in a slot to a position; the player there has none for the moment."""
        self.lineup.move(slot, position, PINCH_RUNNER)
        self.stand(slot)

    def designate(self, slot: i64) -> None:
        """Make the player in a slot, who came in for the designated hitter, the designated hitter
        (5.11(a)(4), (6))."""
        self.lineup.give_up_position(slot, DESIGNATED, DESIGNATED)

    def drop_designated(self, slot: i64, position: i64) -> None:
        """Put the pitcher in a slot and at a position, without a designated hitter from now on."""
        self.lineup.drop_designated(slot, position)
        self.bats(slot)
        self.stand(slot)

    def take_the_mound(self, outs: i64 = 0) -> None:
        """Begin the outing of the player at the pitcher's position."""
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

    # Restoring.

    def take_up_players(self, lineup: LineupState | None, pitcher: i64) -> None:
        """Restore a state in a side that has just begun; ``pitcher`` 0: the starter."""
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
        """Restore the current pitcher's outing and the earlier pitchers."""
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
