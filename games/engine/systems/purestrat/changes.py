"""Dead ball: who comes in for whom (T10.11, T0.15, T25, T10.2).

The side at bat speaks first, then the side in the field; when that brings a new pitcher, the side
at bat may answer (T10.11g). What has to be done and nobody says is done as T31.6 assumes: whoever
came in for a man plays his position, or the nearest thing that is legal.
"""

from __future__ import annotations

from mypy_extensions import i64

from games.engine.events import PINCH_HITTER, PINCH_RUNNER
from games.engine.systems.purestrat.decisions import (
    AT,
    ENTER,
    FOR,
    HIT,
    PITCH,
    REPLACE,
    RUN,
    SPOT,
)
from games.engine.systems.purestrat.masks import lowest
from games.engine.systems.purestrat.nine import Nine
from games.engine.systems.purestrat.positions import LAST_LOCKED_INNING, Positions
from games.engine.systems.purestrat.squad import PITCHER


class Changes(Positions):
    """Substitutions."""

    def dead_ball(self) -> None:
        """Everything that may be changed before the next roll."""
        side = self.half
        field = 1 - side
        if self.new_half:
            self._take_the_field(field)
        self._offence_moves(side)
        if self._defence_moves(field):
            self.new_pitcher = True
            self._offence_moves(side)

    # The side at bat.

    def _offence_moves(self, side: i64) -> None:
        nine = self.nines[side]
        locked = self.locked(side)
        mask = 1 if locked >> nine.slots[nine.up] & 1 else self.hitters_for(side)
        if mask > 1:
            number = self.table.choose(self, HIT, side, mask)
            if not number and self._may_not_bat(side):
                number = self._fits_best(nine, nine.up, mask & ~1)
            if number:
                nine.replace(nine.up, number, PINCH_HITTER)
                self.note_change(side, nine.up)
        if self.bases:
            for base in range(1, 4):
                slot = self.on[base]
                if slot and not self.lead_failed[base] and not locked >> nine.slots[slot] & 1:
                    mask = self.runners_for(side, base)
                    if mask > 1:
                        number = self.table.choose(self, RUN[base - 1], side, mask)
                        if number:
                            self._pinch_run(side, base, number)

    def _may_not_bat(self, side: i64) -> bool:
        """Whether it is the turn of a starter who was hurt and has come to the sixth (T25.2k)."""
        nine = self.nines[side]
        number = nine.slots[nine.up]
        return number == nine.at[PITCHER] and self.must_leave_mound(side)

    def hitters_for(self, side: i64) -> i64:
        """Who may bat for the man whose turn it is, as a mask of the hit decision (T10.11j)."""
        nine = self.nines[side]
        if not nine.bench and not nine.bullpen:
            return 1
        number = nine.slots[nine.up]
        if self.two_strikes and not nine.hurt >> number & 1:
            return 1
        if not self.may_replace(side, number):
            return 1
        able = nine.bench
        if nine.man(number).is_pitcher:
            able |= nine.bullpen
        return able & ~nine.hurt | 1

    def runners_for(self, side: i64, base: i64) -> i64:
        """Who may run for the man on a base (T10.11k); nobody for one who failed to get his lead
        (T23.02)."""
        nine = self.nines[side]
        number = nine.slots[self.on[base]]
        if not (nine.bench | nine.bullpen) or not self.may_replace(side, number):
            return 1
        return (nine.bench | nine.bullpen) & ~nine.hurt | 1

    def _pinch_run(self, side: i64, base: i64, number: i64) -> None:
        nine = self.nines[side]
        slot = self.on[base]
        nine.replace(slot, number, PINCH_RUNNER)
        self.note_change(side, slot)

    def replace_hurt(self, side: i64, slot: i64, base: i64) -> None:
        """A man of the side at bat is hurt: somebody takes his place, at once if he is on base
        (T25.2b). Of a pitcher, see ``must_leave_mound``."""
        nine = self.nines[side]
        number = nine.slots[slot]
        if number == nine.at[PITCHER]:
            if self.must_leave_mound(side) or base:
                self._bring_in(side, slot, (nine.bench | nine.bullpen) & ~nine.hurt, base)
            else:
                nine.mound_weak = True
            return
        able = nine.bench & ~nine.hurt or nine.bullpen & ~nine.hurt
        self._bring_in(side, slot, able, base)

    def _bring_in(self, side: i64, slot: i64, able: i64, base: i64) -> None:
        nine = self.nines[side]
        number = self.table.choose(self, REPLACE, side, able | 1)
        if not number:
            number = self._fits_best(nine, slot, able)
        nine.replace(slot, number, PINCH_RUNNER if base else PINCH_HITTER)
        self.note_change(side, slot)

    def _fits_best(self, nine: Nine, slot: i64, able: i64) -> i64:
        """Who comes in when nobody is named: one who plays the position, else the first there is,
        else somebody from the stands (T25.2f)."""
        position = nine.where[slot]
        if not 1 <= position <= 9:
            position = nine.vacated[slot]
        fitting = able & nine.plays[position] if position > PITCHER else 0
        chosen = fitting or able & nine.bench or able
        if not chosen:
            return len(nine.squad)
        return lowest(chosen)

    # The side in the field.

    def _take_the_field(self, side: i64) -> None:
        """The start of a half-inning: men may change places, and every position is filled
        (T0.15c, T31.6, T31.11)."""
        nine = self.nines[side]
        if not nine.at[PITCHER] or (nine.unplaced and self.must_leave_mound(side)):
            self._new_pitcher(side, forced=True)
        self._rearrange(side, free=True)
        self._fill(side)
        nine.released = False
        nine.hurt_slots = 0

    def _defence_moves(self, side: i64) -> bool:
        """Substitutions of the side in the field; whether there is a new pitcher."""
        nine = self.nines[side]
        forced = self.must_leave_mound(side)
        changed = False
        if forced or self.may_remove_pitcher(side):
            changed = self._new_pitcher(side, forced=forced)
        if not self.new_half or changed:
            self._rearrange(side, free=changed)
            if nine.unplaced:
                self._fill(side)
        return changed

    def _new_pitcher(self, side: i64, *, forced: bool) -> bool:
        """Ask for a pitcher; True when one came in."""
        nine = self.nines[side]
        able = nine.eligible_relievers() & ~nine.hurt
        if not able and not forced:
            return False
        number = self.table.choose(self, PITCH, side, able | 1)
        if not number:
            if not forced:
                return False
            if able:
                number = lowest(able)
        if not number:
            self._position_player_pitches(side)
            return True
        slot = self._slot_for_pitcher(side, number)
        self._mount(side, slot, number)
        return True

    def _slot_for_pitcher(self, side: i64, number: i64) -> i64:
        """Where the new pitcher bats: in his predecessor's place, or from the sixth inning on in
        any that is free to take (T10.11h); then somebody else takes the free one, or whoever hit
        for the pitcher stays in it (T10.11l). Before the sixth only the place of a man who was
        hurt, whom he who hit for the pitcher can stand in for (T10.11i)."""
        nine = self.nines[side]
        old = nine.slot_at(PITCHER)
        if not old:
            empty = [slot for slot in nine.loose() if nine.vacated[slot] == PITCHER]
            old = empty[0] if empty else (nine.loose() or [nine.up])[0]
        mask = 1
        stays = not 1 <= nine.where[old] <= 9 and not nine.man(nine.slots[old]).is_pitcher
        if self.inning <= LAST_LOCKED_INNING:
            if stays:
                for slot in range(1, 10):
                    position = nine.vacated[slot]
                    hurt = nine.hurt_slots >> slot & 1 and slot != old
                    if hurt and nine.man(nine.slots[old]).plays(position):
                        mask |= 1 << slot
        elif stays or nine.bench & ~nine.hurt:
            for slot in range(1, 10):
                if slot != old and self.may_replace(side, nine.slots[slot]):
                    mask |= 1 << slot
        if mask == 1:
            return old
        spot = self.table.choose(self, SPOT, side, mask)
        if not spot:
            return old
        position = nine.where[spot] if 1 <= nine.where[spot] <= 9 else nine.vacated[spot]
        able = nine.bench & ~nine.hurt | 1 if self.inning > LAST_LOCKED_INNING else 1
        other = self.table.choose(self, ENTER, side, able) if able > 1 else 0
        if not other and stays:
            nine.vacated[old] = position
            return spot
        if not other:
            fitting = able & nine.plays[position] & ~1 or able & ~1
            other = lowest(fitting)
        nine.where[old] = PINCH_RUNNER
        nine.at[PITCHER] = 0
        nine.replace(old, other, PINCH_RUNNER)
        nine.vacated[old] = position
        self.note_change(side, old)
        return spot

    def _mount(self, side: i64, slot: i64, number: i64) -> None:
        nine = self.nines[side]
        nine.replace(slot, number, PITCHER)
        nine.take_the_mound()
        self._begin_outing(side)
        self.note_change(side, slot)

    def _position_player_pitches(self, side: i64) -> None:
        """Nobody is left who may pitch: a man of the bench does, or somebody from the stands
        (T25.3)."""
        nine = self.nines[side]
        old = nine.slot_at(PITCHER)
        if not old:
            empty = [slot for slot in nine.loose() if nine.vacated[slot] == PITCHER]
            old = empty[0] if empty else (nine.loose() or [nine.up])[0]
        loose = nine.slots[old]
        if nine.where[old] not in range(1, 10) and not nine.man(loose).is_pitcher:
            # He who hit for the last pitcher stays and pitches (T31.11b).
            nine.where[old] = PITCHER
            nine.move(old, PITCHER)
            nine.take_the_mound()
            self._begin_outing(side)
            self.note_change(side, old)
            return
        able = nine.bench & ~nine.hurt
        number = lowest(able) if able else len(nine.squad)
        self._mount(side, old, number)

    def _rearrange(self, side: i64, *, free: bool) -> None:
        """Men who come in, and moves; without a substitution men move only at the start of a
        half-inning (T0.15b, c)."""
        nine = self.nines[side]
        while True:
            able = nine.bench & ~nine.hurt
            if not able or not (free or self.anybody_free(side)):
                break
            number = self.table.choose(self, ENTER, side, able | 1)
            if not number:
                break
            slots = self._slots_to_fill(side)
            if not slots:
                self.refuse("nobody-may-leave", "Nobody in the field may be taken out now.")
            loose = nine.loose()
            slot = self.table.choose(self, FOR, side, slots | (1 if loose else 0))
            if not slot:
                slot = loose[0] if loose else lowest(slots)
            was = nine.where[slot] if 1 <= nine.where[slot] <= 9 else nine.vacated[slot]
            positions = 1
            man = nine.man(number)
            for at in range(2, 10):
                if man.plays(at):
                    positions |= 1 << at
            position = self.table.choose(self, AT, side, positions) or was
            nine.replace(slot, number, PINCH_RUNNER)
            if man.plays(position) or position == was:
                nine.move(slot, position)
            self.note_change(side, slot)
            free = True
        if free or nine.emergency:
            self._move_men(side, free=free)

    def _slots_to_fill(self, side: i64) -> i64:
        """Slots whose man a newcomer may replace in the field, as a mask."""
        nine = self.nines[side]
        mask = 0
        pitcher = nine.slot_at(PITCHER)
        for slot in range(1, 10):
            if slot != pitcher and self.may_replace(side, nine.slots[slot]):
                mask |= 1 << slot
        return mask

    def _fill(self, side: i64) -> None:
        """Every position gets somebody, as quietly as it can be done."""
        nine = self.nines[side]
        if not nine.at[PITCHER]:
            self._new_pitcher(side, forced=True)
        if not nine.unplaced:
            return
        for slot in nine.loose():
            position = nine.vacated[slot]
            man = nine.man(nine.slots[slot])
            if position > PITCHER and not nine.at[position] and man.plays(position):
                self._stand_at(side, slot, position)
        if not nine.unplaced:
            return
        self._shift(side)
        for slot in nine.loose():
            holes = [position for position in nine.holes() if position != PITCHER]
            if not holes:
                break
            self._fill_slot(side, slot, holes)
