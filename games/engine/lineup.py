"""A batting order and a defense during a game: who plays where, who has left, who may leave.

Common to all games of nine players. A player is his number in the squad; sets of players are bit
masks (bit = number). Of his card this module knows only the positions that he can play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

from games.engine.bitsets import bit, members, set_of
from games.engine.covering import MOST_PLAYERS, place
from games.engine.events import DESIGNATED, NO_BAT
from games.engine.situation import SLOTS

PITCHER: Final = 1
CATCHER: Final = 2
LAST_POSITION: Final = 9
"""Positions above this belong to players who hit or run and have none in the field."""


@dataclass(frozen=True)
class LineupState:
    """A lineup in the middle of a game, players by their numbers in the squad.

    ``order``, ``positions`` and ``vacated`` are by place in the batting order, from the first on; a
    position above the ninth is that of a player who came in to hit or run (``events.PINCH_HITTER``,
    ``PINCH_RUNNER``), and ``vacated`` is the position of the player whom he replaced. Where a
    player is ``DESIGNATED`` to hit, or came in for that player, ``tenth`` pitches and does not bat.
    ``gone`` have left the game, ``hurt`` were hurt in it, ``hurt_slots`` since their side was last
    in the field; for the rest see ``Lineup``. The bench follows from these.
    """

    order: tuple[int, ...]
    positions: tuple[int, ...]
    vacated: tuple[int, ...] = (0,) * SLOTS
    gone: tuple[int, ...] = ()
    hurt: tuple[int, ...] = ()
    hurt_slots: tuple[int, ...] = ()
    out_of_position: tuple[int, ...] = ()
    released: bool = False
    spot_is_bound: bool = True
    tenth: int = 0
    designated_due: bool = False

    def at(self, position: int) -> int:
        """The player at a position, 0 for none."""
        if position == PITCHER and self.tenth:
            return self.tenth
        if position not in self.positions:
            return 0
        return self.order[self.positions.index(position)]

    def designated_places(self) -> list[int]:
        """Places in the order, from 1, with a designated hitter or a substitute for one."""
        return [
            slot
            for slot, position in enumerate(self.positions, start=1)
            if position == DESIGNATED
            or (position > LAST_POSITION and self.vacated[slot - 1] == DESIGNATED)
        ]


class Lineup:
    """One side's nine. Slots and positions count from 1; with a designated hitter, slot 0 is the
    pitcher's, who then has no place in the order.

    ``plays`` are the players with each position on their cards, as masks; ``bench`` and ``bullpen``
    the other hitters and pitchers of the squad.
    """

    __slots__ = (
        "_slots_of",
        "_spared",
        "_unspared",
        "at",
        "bench",
        "bullpen",
        "designated",
        "designated_due",
        "gone",
        "hurt",
        "hurt_slots",
        "out_of_position",
        "pitchers",
        "playing",
        "plays",
        "released",
        "scattered",
        "slots",
        "spot_is_bound",
        "starters",
        "unplaced",
        "vacated",
        "where",
    )

    def __init__(
        self,
        order: Sequence[int],
        positions: Sequence[int],
        plays: list[int],
        bench: i64,
        bullpen: i64,
        pitchers: i64,
        tenth: i64 = 0,
    ) -> None:
        self.plays = plays
        self.slots: list[int] = [tenth, *order]
        self.where: list[int] = [PITCHER if tenth else 0, *positions]
        self.at: list[int] = [0] * (LAST_POSITION + 1)
        self.vacated: list[int] = [0] * (SLOTS + 1)
        """By slot of a player without a position: the position of the player whom he replaced."""
        self.bench: i64 = bench
        self.bullpen: i64 = bullpen
        self.pitchers: i64 = pitchers
        """Players with pitchers' cards."""
        self.gone: i64 = 0
        """Players who have left the game."""
        self.hurt: i64 = 0
        """Players who were hurt in this game."""
        self.hurt_slots: i64 = 0
        """Slots whose player was hurt since the side was last in the field."""
        self.released = False
        """Whether another injury lets players out of position move until the side takes the
        field."""
        self.out_of_position: i64 = 0
        """Players whom an injury put out of position, to the end of the game."""
        self.playing: i64 = 0
        """All players in the game."""
        self.starters: i64 = 0
        """Position players who started and are still in."""
        self.unplaced: i64 = 0
        """Number of players in the order without a position in the field."""
        self.scattered: i64 = 0
        """Number of those who did not replace the pitcher."""
        self.spot_is_bound = True
        """Whether the next pitcher has to bat where the last one did."""
        self.designated: i64 = 0
        """The slot of the designated hitter, 0 while the pitcher bats."""
        self.designated_due = False
        """Whether the original designated hitter has not come to bat yet (5.11(a)(2))."""
        self._spared: i64 = 0
        self._unspared: i64 = 0
        """Caches of players who may leave and who may not, as masks; reset by every change."""
        self._slots_of: list[int] = [0] * (MOST_PLAYERS + 2)
        for slot in range(1, SLOTS + 1):
            number = self.slots[slot]
            self._slots_of[number] = slot
            self.playing |= bit(number)
            if self.where[slot] <= LAST_POSITION:
                self.at[self.where[slot]] = number
            elif self.where[slot] == DESIGNATED:
                self.designated = slot
                self.designated_due = True
            if self.where[slot] != PITCHER:
                self.starters |= bit(number)
        if tenth:
            self.at[PITCHER] = tenth
            self.playing |= bit(tenth)
        self._changed()

    # Queries.

    def slot_of(self, number: i64) -> i64:
        """The slot that a player bats in, 0 when he is not in the game, or does not bat."""
        return self._slots_of[number]

    def slot_at(self, position: i64) -> i64:
        """The slot of the player at a position, 0 for none and for a pitcher who does not bat."""
        return self._slots_of[self.at[position]] if self.at[position] else 0

    def position_in(self, slot: i64) -> i64:
        """The position of the player in a slot, or that of the player whom he replaced."""
        where = self.where[slot]
        return where if where <= LAST_POSITION else self.vacated[slot]

    def holes(self) -> list[int]:
        """Positions without a player."""
        return [position for position in range(1, LAST_POSITION + 1) if not self.at[position]]

    def is_loose(self, slot: i64) -> bool:
        """Tell whether the player in a slot came in to hit or run and has no position yet."""
        return LAST_POSITION < self.where[slot] != DESIGNATED

    def loose(self) -> list[int]:
        """Slots of pinch hitters and runners without a position."""
        return [slot for slot in range(1, SLOTS + 1) if self.is_loose(slot)]

    def designated_player(self) -> i64:
        """The designated hitter, 0 where the pitcher bats."""
        return self.slots[self.designated] if self.designated else 0

    def pitchers_slot(self) -> i64:
        """The slot of the pitcher, or of his substitute; 0 where that is not known, or he does not
        bat."""
        slot = self.slot_at(PITCHER)
        if slot or self.designated:
            return slot
        loose = self.loose()
        for slot in loose:
            if self.vacated[slot] == PITCHER:
                return slot
        return loose[0] if loose else 0

    def in_pitchers_spot(self) -> i64:
        """The pinch hitter or runner for the pitcher whose place the next pitcher takes, as a
        mask."""
        if self.at[PITCHER]:
            return 0
        for slot in range(1, SLOTS + 1):
            if self.where[slot] > LAST_POSITION and self.vacated[slot] == PITCHER:
                return bit(self.slots[slot])
        return 0

    def may_leave(self, number: i64) -> bool:
        """Tell whether the eight positions can be covered without him, or cannot be covered anyhow:
        then no move makes it worse."""
        if self._spared >> number & 1:
            return True
        if self._unspared >> number & 1:
            return False
        if self._can_leave(number):
            self._spared |= bit(number)
            return True
        self._unspared |= bit(number)
        return False

    def can_do_without(self, number: i64) -> bool:
        """Tell whether the eight positions can be covered without a player who comes in for the
        pitcher, or to pitch; or cannot be covered anyhow."""
        available = self._available()
        return self._can_cover(available & ~bit(number)) or not self._can_cover(available)

    def may_take_the_mound(self, number: i64) -> bool:
        """Tell whether the eight positions can be covered when a fielder changes places with the
        position player who pitches; or cannot be covered anyhow."""
        available = self._available()
        after_change = available & ~bit(number) | bit(self.at[PITCHER])
        if self.designated:
            # The former pitcher bats in the place of the designated hitter.
            after_change &= ~bit(self.designated_player())
        return self._can_cover(after_change) or not self._can_cover(available)

    def stuck(self) -> i64:
        """Slots of players who stay where an injury put them, as a mask."""
        mask: i64 = 0
        if self.out_of_position and not self.released:
            for slot in range(1, SLOTS + 1):
                number = self.slots[slot]
                if self.out_of_position >> number & 1 and not self.hurt >> number & 1:
                    mask |= bit(slot)
        return mask

    def _can_leave(self, number: i64) -> bool:
        if self.pitchers >> number & 1:
            return True
        position = self.where[self._slots_of[number]]
        spare = self.bench & ~self.hurt
        if not self.scattered and position <= LAST_POSITION and self.plays[position] & spare:
            # All other players are in their own positions.
            return True
        return self.can_do_without(number)

    def _available(self) -> i64:
        """Players who can play behind the pitcher, now or by coming in, as a mask."""
        available = (self.playing | self.bench) & ~self.hurt & ~bit(self.at[PITCHER])
        if self.spot_is_bound:
            available &= ~self.in_pitchers_spot()
        return available

    def _can_cover(self, available: i64) -> bool:
        """Tell whether these players can play the eight positions: those in their own positions
        stay there at first, and the remaining ones are filled by moving players along (augmenting
        paths)."""
        vacant: i64 = 0
        for position in range(CATCHER, LAST_POSITION + 1):
            candidates: i64 = self.plays[position] & available
            if not candidates:
                return False
            if not candidates >> self.at[position] & 1:
                vacant |= bit(position)
        if not vacant:
            return True
        holder: list[int] = [0] * (MOST_PLAYERS + 1)
        for position in range(CATCHER, LAST_POSITION + 1):
            if not vacant >> position & 1:
                holder[self.at[position]] = position
        for position in range(CATCHER, LAST_POSITION + 1):
            if vacant >> position & 1 and place(position, self.plays, available, holder, 0):
                return False
        return True

    # Changes.

    def replace(self, slot: i64, number: i64, where: i64) -> None:
        """Put ``number`` in a slot to hit, to run or at a position; the player there leaves the
        game."""
        before = self.slots[slot]
        self.gone |= bit(before)
        self.starters &= ~bit(before)
        old_position = self.where[slot]
        if old_position <= LAST_POSITION:
            self.vacated[slot] = old_position
            if self.at[old_position] == before:
                self.at[old_position] = 0
        elif old_position == DESIGNATED:
            self.vacated[slot] = DESIGNATED
            self.designated_due = False
        self.bench &= ~bit(number)
        self.bullpen &= ~bit(number)
        self.slots[slot] = number
        self._slots_of[before] = self._last_slot_of(before)
        if not self._slots_of[before]:
            self.playing &= ~bit(before)
        self.playing |= bit(number)
        self._slots_of[number] = self._last_slot_of(number)
        self.where[slot] = where
        if where <= LAST_POSITION:
            self.at[where] = number
        self._changed()

    def _last_slot_of(self, number: i64) -> i64:
        """The last slot with a player, 0 for none: emergency players share a number and may have
        several."""
        for slot in range(SLOTS, NO_BAT - 1, -1):
            if self.slots[slot] == number:
                return slot
        return 0

    def move(self, slot: i64, position: i64, nowhere: i64) -> None:
        """Move the player in a slot to a position; the player there gets ``nowhere`` for the
        moment."""
        old_position = self.where[slot]
        other = self.slot_at(position)
        if old_position <= LAST_POSITION and self.at[old_position] == self.slots[slot]:
            self.at[old_position] = 0
        if other and other != slot:
            self.where[other] = nowhere
        self.where[slot] = position
        self.at[position] = self.slots[slot]
        self._changed()

    def drop_designated(self, slot: i64, position: i64) -> None:
        """End the designated hitter: the pitcher without a slot takes one and plays a position, and
        the player in that slot leaves the game."""
        pitcher = self.slots[NO_BAT]
        designated = self.designated
        self.slots[NO_BAT] = 0
        self.where[NO_BAT] = 0
        self.designated = 0
        self.designated_due = False
        if position != PITCHER:
            self.at[PITCHER] = 0
        self.replace(slot, pitcher, position)
        self.vacated[designated] = 0

    def give_up_position(self, slot: i64, position: i64, nowhere: i64) -> None:
        """Leave the player in a slot without a position for the moment; ``position`` becomes
        vacant."""
        old_position = self.where[slot]
        if old_position <= LAST_POSITION and self.at[old_position] == self.slots[slot]:
            self.at[old_position] = 0
        self.where[slot] = nowhere
        self.vacated[slot] = position
        self._changed()

    def injure(self, number: i64) -> None:
        self.hurt |= bit(number)
        self.hurt_slots |= bit(self.slot_of(number))
        self.released = True
        self._changed()

    def take_the_field(self) -> None:
        """Note that the side has taken the field: injuries no longer let others move."""
        self.released = False
        self.hurt_slots = 0

    def bind_spot(self, bound: bool) -> None:
        """Set whether the next pitcher has to bat where the last one did."""
        if bound != self.spot_is_bound:
            self.spot_is_bound = bound
            self._spared = 0
            self._unspared = 0

    # Saving and restoring.

    def state(self) -> LineupState:
        return LineupState(
            order=tuple(self.slots[1:]),
            positions=tuple(self.where[1:]),
            vacated=tuple(self.vacated[1:]),
            gone=members(self.gone),
            hurt=members(self.hurt),
            hurt_slots=members(self.hurt_slots),
            out_of_position=members(self.out_of_position),
            released=self.released,
            spot_is_bound=self.spot_is_bound,
            tenth=self.slots[NO_BAT],
            designated_due=self.designated_due,
        )

    def take_up(self, state: LineupState) -> None:
        """Restore a state in a lineup that has just begun."""
        self.slots = [state.tenth, *state.order]
        self.where = [PITCHER if state.tenth else 0, *state.positions]
        self.vacated = [0, *state.vacated]
        self.gone = set_of(state.gone)
        self.hurt = set_of(state.hurt)
        self.hurt_slots = set_of(state.hurt_slots)
        self.out_of_position = set_of(state.out_of_position)
        self.released = state.released
        self.spot_is_bound = state.spot_is_bound
        places = state.designated_places()
        self.designated = places[0] if state.tenth and places else 0
        self.designated_due = state.designated_due
        self.at = [0] * (LAST_POSITION + 1)
        self._slots_of = [0] * (MOST_PLAYERS + 2)
        self.playing = set_of(state.order)
        for slot in range(1, SLOTS + 1):
            self._slots_of[self.slots[slot]] = slot
            if self.where[slot] <= LAST_POSITION:
                self.at[self.where[slot]] = self.slots[slot]
        if state.tenth:
            self.at[PITCHER] = state.tenth
            self.playing |= bit(state.tenth)
        self.starters &= self.playing & ~self.gone
        self.bench &= ~(self.playing | self.gone)
        self.bullpen &= ~(self.playing | self.gone)
        self._changed()

    def _changed(self) -> None:
        self._spared = 0
        self._unspared = 0
        self.unplaced = 0
        self.scattered = 0
        for slot in range(1, SLOTS + 1):
            if self.is_loose(slot):
                self.unplaced += 1
                if self.vacated[slot] not in (PITCHER, DESIGNATED):
                    self.scattered += 1
