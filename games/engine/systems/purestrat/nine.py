"""A side while a game goes on: who stands in the order and in the field, and who is gone.

A man is his number in the squad. Sets of men are bit masks (bit = number). What the plays read
again and again (range, error and arm by position) lies in flat lists that change only when
somebody does.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.events import PINCH_RUNNER
from games.engine.systems.purestrat.cards import Hitter, Pitcher
from games.engine.systems.purestrat.decisions import MOST_MEN
from games.engine.systems.purestrat.fatigue import STARTER, Endurance
from games.engine.systems.purestrat.masks import lowest
from games.engine.systems.purestrat.squad import (
    PITCHER,
    WORST_ERROR,
    Man,
    PurestratClub,
    emergency_pitcher,
    outsider,
)

CATCHER: Final = 2
BEHIND_THE_PITCHER: Final = 0x3FC
"""The positions 2 to 9, as a mask."""

WORST_RANGE: Final = 5
WORST_ARM: Final = 5
WORST_RATING: Final = 20
"""Of a man out of position: passed balls and throws of a catcher (T25.2g)."""


class Nine:
    """One side. Slots and positions count from 1; index 0 of the lists is not used."""

    __slots__ = (
        "_slots_of",
        "arms",
        "at",
        "bench",
        "bullpen",
        "changes",
        "club",
        "emergency",
        "endurance",
        "errors",
        "gone",
        "hitters",
        "hurt",
        "hurt_slots",
        "mound",
        "mound_outs",
        "mound_runs",
        "mound_started",
        "mound_weak",
        "out_of_position",
        "passed_balls",
        "pitched",
        "playing",
        "plays",
        "ranges",
        "released",
        "relievers",
        "slots",
        "spared",
        "squad",
        "starters",
        "throws",
        "unplaced",
        "unspared",
        "up",
        "vacated",
        "where",
    )

    def __init__(self, club: PurestratClub) -> None:
        self.club = club
        self.squad: list[Man] = [*club.men, outsider(len(club.men) + 1)]
        self.plays: list[int] = club.plays
        """Men who have each position on their cards, as masks."""
        self.slots: list[int] = [0, *club.order]
        self.where: list[int] = [0, *club.positions]
        self.at: list[int] = [0] * 10
        self.hitters: list[Hitter] = [
            club.men[0].hitter,
            *(self.squad[man - 1].hitter for man in club.order),
        ]
        """Hitting cards by slot."""
        self.ranges: list[int] = [0] * 10
        self.errors: list[int] = [0] * 10
        self.arms: list[int] = [0] * 10
        self.passed_balls: i64 = 0
        self.throws: i64 = 0
        """The catcher's T rating."""
        self.vacated: list[int] = [0] * 10
        """By slot of a man without a position: the position that became empty with him."""
        self.up: i64 = 1
        self.gone: i64 = 0
        """Men who have left the game."""
        self.hurt: i64 = 0
        """Men who were hurt in this game."""
        self.bench: i64 = 0
        self.bullpen: i64 = 0
        self.relievers: i64 = 0
        """Pitchers who may relieve in this game at all."""
        self.starters: i64 = 0
        """Position players who started and are still in (T10.11f)."""
        self.out_of_position: i64 = 0
        """Men who play where an injury put them, to the end (T25.2h)."""
        self.released = False
        """Whether another injury lets them move, until the side has taken the field."""
        self.hurt_slots: i64 = 0
        """Slots whose man was hurt since the side was last in the field (T10.11i)."""
        self.pitched: i64 = 0
        """Men who have pitched in this game."""
        self.unplaced: i64 = 0
        """How many in the order have no position in the field."""
        self.spared: i64 = 0
        self.unspared: i64 = 0
        """Of whom it is known that they can or cannot be spared, until somebody changes."""
        self.changes: i64 = 0
        """Pitching changes made (T10.11f)."""
        self._slots_of: list[int] = [0] * (len(self.squad) + 1)
        self.playing: i64 = 0
        """Everybody in the game, as a mask."""
        for slot in range(1, 10):
            self._slots_of[self.slots[slot]] = slot
            self.playing |= 1 << self.slots[slot]
            if self.where[slot] != PITCHER:
                self.starters |= 1 << self.slots[slot]
        for man in club.men:
            if man.may_relieve and man.relief_outs > 0:
                self.relievers |= 1 << man.number
            if self.playing >> man.number & 1:
                continue
            if man.is_pitcher:
                self.bullpen |= 1 << man.number
            else:
                self.bench |= 1 << man.number
        self.endurance = Endurance()
        self.mound: Pitcher = self._pitching_card(self.slots[self.where.index(PITCHER)])
        self.emergency = False
        """Whether somebody pitches who is no pitcher."""
        self.mound_started = True
        self.mound_outs: i64 = 0
        self.mound_runs: i64 = 0
        self.mound_weak = False
        for slot in range(1, 10):
            self._stand(slot)
        self.pitched = 1 << self.at[PITCHER]
        self.endurance.start(STARTER, self.mound.starter, 0, 1)

    # Asking.

    @property
    def pitcher(self) -> i64:
        """The man on the mound, 0 while nobody is."""
        return self.at[PITCHER]

    def man(self, number: i64) -> Man:
        """The man with a number."""
        return self.squad[number - 1]

    def slot_of(self, number: i64) -> i64:
        """The slot a man bats in, 0 when he is not in the game."""
        return self._slots_of[number]

    def slot_at(self, position: i64) -> i64:
        """The slot of the man at a position, 0 while nobody plays there."""
        return self.slot_of(self.at[position]) if self.at[position] else 0

    def holes(self) -> list[int]:
        """Positions where nobody stands."""
        return [position for position in range(1, 10) if not self.at[position]]

    def loose(self) -> list[int]:
        """Slots whose man has no position: pinch hitters and runners."""
        return [slot for slot in range(1, 10) if not 1 <= self.where[slot] <= 9]

    def may_leave(self, number: i64) -> bool:
        """Whether the eight positions can be covered without him (S10.1), or could not be anyhow:
        then no move makes it worse."""
        if self.spared >> number & 1:
            return True
        if self.unspared >> number & 1:
            return False
        if self._can_leave(number):
            self.spared |= 1 << number
            return True
        self.unspared |= 1 << number
        return False

    def _can_leave(self, number: i64) -> bool:
        if self.squad[number - 1].is_pitcher:
            return True
        position = self.where[self._slots_of[number]]
        spare = self.bench & ~self.hurt
        if 1 <= position <= 9 and self.plays[position] & spare:
            return True
        available = (self.playing | self.bench) & ~self.hurt
        return self._can_cover(available & ~(1 << number)) or not self._can_cover(available)

    def _can_cover(self, available: i64) -> bool:
        """Whether these men can play the eight positions: those who stand where they may stay there
        at first, and the places left are filled by moving men along (augmenting paths)."""
        vacant: i64 = 0
        for position in range(CATCHER, 10):
            able: i64 = self.plays[position] & available
            if not able:
                return False
            if not able >> self.at[position] & 1:
                vacant |= 1 << position
        if not vacant:
            return True
        holder: list[int] = [0] * (MOST_MEN + 1)
        for position in range(CATCHER, 10):
            if not vacant >> position & 1:
                holder[self.at[position]] = position
        for position in range(CATCHER, 10):
            if vacant >> position & 1 and _place(position, self.plays, available, holder, 0):
                return False
        return True

    def can_spare(self, number: i64) -> bool:
        """Whether the bench has another catcher when he comes in."""
        catchers = self.plays[CATCHER] & self.bench & ~self.hurt
        return catchers != 1 << number

    def pitcher_left(self) -> bool:
        """Whether a pitcher who may pitch is left in the bullpen."""
        return self.eligible_relievers() != 0

    def eligible_relievers(self) -> i64:
        """Pitchers of the bullpen who may enter now, as a mask (T27.62, T10.2n)."""
        return self.bullpen & self.relievers

    def stuck(self) -> i64:
        """Slots whose man stays where an injury put him, as a mask (T25.2h)."""
        mask = 0
        if self.out_of_position and not self.released:
            for slot in range(1, 10):
                number = self.slots[slot]
                if self.out_of_position >> number & 1 and not self.hurt >> number & 1:
                    mask |= 1 << slot
        return mask

    # Changing.

    def replace(self, slot: i64, number: i64, where: i64) -> None:
        """``number`` takes over a slot as pinch hitter, pinch runner or at a position; the man who
        was there is gone."""
        before = self.slots[slot]
        self._leave(before)
        was = self.where[slot]
        if 1 <= was <= 9:
            self.vacated[slot] = was
            if self.at[was] == before:
                self.at[was] = 0
        self.bench &= ~(1 << number)
        self.bullpen &= ~(1 << number)
        self.slots[slot] = number
        self.playing = self.playing & ~(1 << before) | 1 << number
        self._slots_of[before] = 0
        self._slots_of[number] = slot
        self.hitters[slot] = self.squad[number - 1].hitter
        self.where[slot] = where
        if 1 <= where <= 9:
            self._stand(slot)
        self._changed()

    def move(self, slot: i64, position: i64) -> None:
        """The man in a slot goes to a position; whoever stood there has none for the moment."""
        was = self.where[slot]
        other = self.slot_at(position)
        if 1 <= was <= 9 and self.at[was] == self.slots[slot]:
            self.at[was] = 0
        if other and other != slot:
            self.where[other] = PINCH_RUNNER
        self.where[slot] = position
        self._stand(slot)
        self._changed()

    def take_the_mound(self, outs: i64 = 0) -> None:
        """The man at the pitcher's position begins to pitch."""
        number = self.at[PITCHER]
        self.mound = self._pitching_card(number)
        self.emergency = not self.squad[number - 1].is_pitcher
        self.mound_started = False
        self.mound_outs = outs
        self.mound_runs = 0
        self.mound_weak = False
        self.pitched |= 1 << number
        self.changes += 1

    def injure(self, number: i64) -> None:
        """A man is hurt (T25.1)."""
        self.hurt |= 1 << number
        self.hurt_slots |= 1 << self.slot_of(number)
        self.released = True
        self._changed()

    def _changed(self) -> None:
        self.spared = 0
        self.unspared = 0
        self.unplaced = 0
        for slot in range(1, 10):
            if self.where[slot] > 9:
                self.unplaced += 1

    def _leave(self, number: i64) -> None:
        self.gone |= 1 << number
        self.starters &= ~(1 << number)

    def _stand(self, slot: i64) -> None:
        position = self.where[slot]
        if not 1 <= position <= 9:
            return
        number = self.slots[slot]
        self.at[position] = number
        rating = self.squad[number - 1].fielding[position]
        if position == PITCHER and rating is None:
            rating = emergency_pitcher(self.squad[number - 1]).fielding
        if rating is None:
            self.out_of_position |= 1 << number
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
        man = self.squad[number - 1]
        return man.pitcher if man.pitcher is not None else emergency_pitcher(man)


def cover(plays: list[int], available: i64, positions: i64 = BEHIND_THE_PITCHER) -> list[int]:
    """Men by position (0 where none was asked for) who cover every position of the mask with what
    is on their cards, all different; empty when it cannot be done (a matching, T31.10).

    ``plays`` are the men who play each position, ``available`` those who may. Lower numbers come
    first, so that the answer is always the same.
    """
    holder: list[int] = [0] * (MOST_MEN + 1)
    for position in range(1, 10):
        if positions >> position & 1 and _place(position, plays, available, holder, 0):
            return []
    found = [0] * 10
    for number in range(1, MOST_MEN + 1):
        if holder[number]:
            found[holder[number]] = number
    return found


def _place(position: i64, plays: list[int], available: i64, holder: list[int], seen: i64) -> i64:
    """Find somebody for a position, moving others along if need be: 0 when it is done, else the
    men who were tried, with those ``seen`` before, as a mask (and bit 0, which is nobody's)."""
    seen |= 1
    rest: i64 = plays[position] & available & ~seen
    while rest:
        number: i64 = lowest(rest)
        seen |= 1 << number
        if not holder[number]:
            holder[number] = position
            return 0
        tried = _place(holder[number], plays, available, holder, seen)
        if not tried:
            holder[number] = position
            return 0
        seen = tried
        rest &= ~seen
    return seen
