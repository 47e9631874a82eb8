"""Where men play: who may be taken out, changes of place, and every position filled (T0.15, T25).

The floor below substitutions: it moves men who are in the game, and brings somebody of the bench in
only where a position would stay empty.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.events import PINCH_RUNNER
from games.engine.systems.purestrat.bunting_game import Bunting
from games.engine.systems.purestrat.decisions import MOVE, TO
from games.engine.systems.purestrat.fatigue import CLOSING_INNING, RELIEVER, closer_situation
from games.engine.systems.purestrat.masks import lowest
from games.engine.systems.purestrat.nine import BEHIND_THE_PITCHER, cover
from games.engine.systems.purestrat.squad import PITCHER

LAST_LOCKED_INNING: Final = 5
"""Position players who started stay in through it (T10.11f)."""

FIVE_INNINGS: Final = 15
FOUR_RUNS: Final = 4
"""What a starter has to pitch or give up before he may be taken out (T10.2e)."""

LAST_INNING_OF_A_STARTER: Final = 10

ALL_SLOTS: Final = 0x3FE


class Positions(Bunting):
    """Who stands where in the field."""

    # Who may be taken out.

    def may_replace(self, side: i64, number: i64) -> bool:
        """Whether a man may be taken out now (T10.11f, T10.2e, S10.1)."""
        nine = self.nines[side]
        if nine.hurt >> number & 1:
            return True
        if nine.starters >> number & 1 and not self.anybody_free(side):
            return False
        if number == nine.at[PITCHER] and not self.may_remove_pitcher(side):
            return False
        return nine.may_leave(number)

    def locked(self, side: i64) -> i64:
        """Position players who started and may not be taken out yet, unless they are hurt, as a
        mask (T10.11f)."""
        nine = self.nines[side]
        return 0 if self.anybody_free(side) else nine.starters & ~nine.hurt

    def anybody_free(self, side: i64) -> bool:
        """Whether starters may be taken out at all yet (T10.11f)."""
        return self.inning > LAST_LOCKED_INNING or self.nines[1 - side].changes > 0

    def may_remove_pitcher(self, side: i64) -> bool:
        """Any reliever; a starter after five innings or four runs, or hurt (T10.2e)."""
        nine = self.nines[side]
        return (
            not nine.mound_started
            or nine.mound_outs >= FIVE_INNINGS
            or nine.mound_runs >= FOUR_RUNS
            or bool(nine.hurt >> nine.at[PITCHER] & 1)
        )

    def must_leave_mound(self, side: i64) -> bool:
        """Whether the pitcher has used up what he may do (T10.2d, i, n; T25.2i, k)."""
        nine = self.nines[side]
        number = nine.at[PITCHER]
        hurt = bool(nine.hurt >> number & 1)
        if nine.mound_started:
            if self.inning > LAST_INNING_OF_A_STARTER:
                return True
            return hurt and (nine.mound_outs >= FIVE_INNINGS or self.inning > 5)
        if nine.emergency:
            return hurt
        return hurt or nine.mound_outs >= nine.man(number).relief_outs

    # On the mound.

    def _begin_outing(self, side: i64) -> None:
        """A reliever's endurance begins, with the closer's where it is such a situation
        (S28.32)."""
        nine = self.nines[side]
        card = nine.mound
        nine.endurance.start(RELIEVER, card.relief, card.closer, self.inning)
        self.look_for_closer()

    def look_for_closer(self) -> None:
        """The closer rule takes hold as soon as the situation is there (S28.2, S28.33)."""
        nine = self.defence
        if self.inning < CLOSING_INNING or nine.mound_started:
            return
        lead = -self.lead
        if lead > 0:
            runners = (self.bases & 1) + (self.bases >> 1 & 1) + (self.bases >> 2 & 1)
            if closer_situation(self.inning, lead, runners):
                was_tired = nine.endurance.tired
                nine.endurance.close()
                if nine.endurance.tired and not was_tired:
                    self.note_tired()

    # Changes of place.

    def _move_men(self, side: i64, *, free: bool) -> None:
        """Men change places as long as somebody says so."""
        nine = self.nines[side]
        while free or nine.emergency:
            movable = self._movable(side, free=free)
            slot = self.table.choose(self, MOVE, side, movable | 1) if movable else 0
            if not slot:
                break
            position = self.table.choose(self, TO, side, self._places_for(side, slot) | 1)
            if position and slot == nine.slot_at(PITCHER):
                self._change_with_pitcher(side, slot, position)
            elif position:
                nine.move(slot, position)
                self.note_change(side, slot)

    def _movable(self, side: i64, *, free: bool) -> i64:
        """Slots whose man may change position now, as a mask: everybody's but the pitcher's and
        those whom an injury has put out of position (T25.2h); a position player who pitches at any
        dead ball (T0.15d)."""
        nine = self.nines[side]
        pitcher = nine.slot_at(PITCHER)
        mask = ALL_SLOTS & ~nine.stuck() & ~(1 << pitcher) if free else 0
        if nine.emergency and self._places_for(side, pitcher):
            mask |= 1 << pitcher
        return mask

    def _places_for(self, side: i64, slot: i64) -> i64:
        """Positions that the man in a slot may go to, as a mask: those on his card, unless whoever
        is there has to stay (T25.2h). A position player who pitches changes with somebody who has
        not pitched in this game (T25.3e, T25.3f)."""
        nine = self.nines[side]
        man = nine.man(nine.slots[slot])
        pitches = slot == nine.slot_at(PITCHER)
        if pitches and man.is_pitcher:
            return 0
        stuck = nine.stuck()
        mask = 0
        for position in range(2, 10):
            other = nine.slot_at(position)
            if not man.plays(position) or (stuck >> other & 1 and other):
                continue
            if pitches and (not other or nine.pitched >> nine.slots[other] & 1):
                continue
            mask |= 1 << position
        return mask

    def _change_with_pitcher(self, side: i64, slot: i64, position: i64) -> None:
        """The position player on the mound and the man at a position change places."""
        nine = self.nines[side]
        other = nine.slot_at(position)
        nine.move(slot, position)
        self._stand_at(side, other, PITCHER)
        nine.take_the_mound()
        self._begin_outing(side)
        self.note_change(side, slot)

    # Positions filled.

    def _fill_slot(self, side: i64, slot: i64, holes: list[int]) -> None:
        """Somebody for one slot without a position: its man at a hole, a man of the bench at one,
        or its man out of position (T25.2c)."""
        nine = self.nines[side]
        man = nine.man(nine.slots[slot])
        for position in holes:
            if man.plays(position):
                self._stand_at(side, slot, position)
                return
        for position in holes:
            able = nine.bench & ~nine.hurt & nine.plays[position]
            if able:
                nine.replace(slot, lowest(able), position)
                self.note_change(side, slot)
                return
        self._stand_at(side, slot, holes[0])

    def _shift(self, side: i64) -> None:
        """Cover the eight positions with the men who are in, if a change of places does it; where
        it needs the bench as well, whoever comes in takes the place of a man without position."""
        nine = self.nines[side]
        playing = nine.playing & ~(1 << nine.at[PITCHER]) & ~nine.hurt
        positions = BEHIND_THE_PITCHER
        stuck = nine.stuck()
        for slot in range(1, 10):
            if stuck >> slot & 1:
                playing &= ~(1 << nine.slots[slot])
                positions &= ~(1 << nine.where[slot])
        found = cover(nine.plays, playing, positions)
        if not found:
            found = cover(nine.plays, playing | nine.bench & ~nine.hurt, positions)
            if not found:
                return
            leaving = [
                slot
                for slot in range(1, 10)
                if nine.slots[slot] not in found
                and nine.slots[slot] != nine.at[PITCHER]
                and not stuck >> slot & 1
            ]
            coming = [number for number in found if number and not playing >> number & 1]
            if len(leaving) != len(coming) or any(
                not self.may_replace(side, nine.slots[slot]) for slot in leaving
            ):
                return
            for slot, number in zip(leaving, coming, strict=True):
                nine.replace(slot, number, PINCH_RUNNER)
        for position in range(2, 10):
            slot = nine.slot_of(found[position]) if found[position] else 0
            if slot and nine.where[slot] != position:
                self._stand_at(side, slot, position)

    def _stand_at(self, side: i64, slot: i64, position: i64) -> None:
        self.nines[side].move(slot, position)
        self.note_change(side, slot)
