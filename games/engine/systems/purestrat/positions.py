"""Where men play: changes of place, and every position filled (T0.15, T25).

It moves men who are in the game, and brings somebody of the bench in only where a position would
stay empty.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.bitsets import lowest
from games.engine.covering import BEHIND_THE_PITCHER, cover
from games.engine.events import PINCH_RUNNER
from games.engine.lineup import PITCHER
from games.engine.systems.purestrat.decisions import MOVE, TO
from games.engine.systems.purestrat.diamond import Diamond
from games.engine.systems.purestrat.mound import begin_outing
from games.engine.systems.purestrat.removal import locked_men, may_replace

ALL_SLOTS: Final = 0x3FE


def move_men(game: Diamond, side: i64, *, free: bool) -> None:
    """Men change places as long as somebody says so, everybody once."""
    nine = game.nines[side]
    moved: i64 = 0
    while free or nine.emergency:
        movable = _movable(game, side, free=free) & ~moved
        slot = game.table.choose(game, MOVE, side, movable | 1) if movable else 0
        if not slot:
            break
        position = game.table.choose(game, TO, side, _places_for(game, side, slot) | 1)
        moved |= 1 << slot
        if position and slot == nine.lineup.slot_at(PITCHER):
            _change_with_pitcher(game, side, slot, position)
        elif position:
            nine.move(slot, position)
            game.note_change(side, slot)


def _movable(game: Diamond, side: i64, *, free: bool) -> i64:
    """Slots whose man may change position now, as a mask: everybody's but the pitcher's and
    those whom an injury has put out of position (T25.2h); a position player who pitches at any
    dead ball (T0.15d)."""
    nine = game.nines[side]
    lineup = nine.lineup
    pitcher = lineup.slot_at(PITCHER)
    mask = ALL_SLOTS & ~lineup.stuck() & ~(1 << pitcher) if free else 0
    if nine.emergency and _places_for(game, side, pitcher):
        mask |= 1 << pitcher
    return mask


def _places_for(game: Diamond, side: i64, slot: i64) -> i64:
    """Positions that the man in a slot may go to, as a mask: those on his card, unless whoever
    is there has to stay (T25.2h). A position player who pitches changes with somebody who has
    not pitched in this game (T25.3e, T25.3f)."""
    nine = game.nines[side]
    lineup = nine.lineup
    man = nine.man_in(slot)
    pitches = slot == lineup.slot_at(PITCHER)
    if pitches and man.is_pitcher:
        return 0
    stuck = lineup.stuck()
    mask = 0
    for position in range(2, 10):
        other = lineup.slot_at(position)
        if not man.plays(position) or (stuck >> other & 1 and other):
            continue
        if pitches and (
            not other
            or nine.pitched >> lineup.slots[other] & 1
            or not lineup.may_take_the_mound(lineup.slots[other])
        ):
            continue
        mask |= 1 << position
    return mask


def _change_with_pitcher(game: Diamond, side: i64, slot: i64, position: i64) -> None:
    """The position player on the mound and the man at a position change places."""
    nine = game.nines[side]
    other = nine.lineup.slot_at(position)
    nine.move(slot, position)
    stand_at(game, side, other, PITCHER)
    nine.take_the_mound()
    begin_outing(game, side)
    game.note_change(side, slot)


# Positions filled.


def fill_slot(game: Diamond, side: i64, slot: i64, holes: list[int]) -> None:
    """Somebody for one slot without a position: its man at a hole, a man of the bench at one,
    or its man out of position (T25.2c)."""
    nine = game.nines[side]
    man = nine.man_in(slot)
    for position in holes:
        if man.plays(position):
            stand_at(game, side, slot, position)
            return
    for position in holes:
        able = nine.bench() & nine.lineup.plays[position]
        if able:
            nine.replace(slot, lowest(able), position)
            game.note_change(side, slot)
            return
    stand_at(game, side, slot, holes[0])


def shift(game: Diamond, side: i64) -> None:
    """Cover the eight positions with the men who are in, if a change of places does it; where
    it needs the bench as well, whoever comes in takes the place of a man without position."""
    nine = game.nines[side]
    lineup = nine.lineup
    playing = lineup.playing & ~(1 << lineup.at[PITCHER]) & ~lineup.hurt
    positions = BEHIND_THE_PITCHER
    stuck = lineup.stuck()
    for slot in range(1, 10):
        if stuck >> slot & 1:
            playing &= ~(1 << lineup.slots[slot])
            positions &= ~(1 << lineup.where[slot])
    found = cover(lineup.plays, playing, positions)
    if not found:
        available = playing | nine.bench()
        found = cover(lineup.plays, available, positions)
        leaving = _not_among(game, side, found)
        if not _may_all_leave(game, side, leaving):
            # Those who have to stay have the first call.
            found = cover(lineup.plays, available, positions, playing & locked_men(game, side))
            leaving = _not_among(game, side, found)
        coming = [number for number in found if number and not playing >> number & 1]
        if len(leaving) != len(coming) or not _may_all_leave(game, side, leaving):
            return
        for slot, number in zip(leaving, coming, strict=True):
            nine.replace(slot, number, PINCH_RUNNER)
    for position in range(2, 10):
        slot = lineup.slot_of(found[position]) if found[position] else 0
        if slot and lineup.where[slot] != position:
            stand_at(game, side, slot, position)


def _not_among(game: Diamond, side: i64, found: list[int]) -> list[int]:
    """Slots of those behind the pitcher who could be moved and have no place among the men
    found."""
    nine = game.nines[side]
    lineup = nine.lineup
    stuck = lineup.stuck()
    return [
        slot
        for slot in range(1, 10)
        if lineup.slots[slot] not in found
        and lineup.slots[slot] != lineup.at[PITCHER]
        and not stuck >> slot & 1
    ]


def _may_all_leave(game: Diamond, side: i64, leaving: list[int]) -> bool:
    nine = game.nines[side]
    return all(may_replace(game, side, nine.lineup.slots[slot]) for slot in leaving)


def stand_at(game: Diamond, side: i64, slot: i64, position: i64) -> None:
    game.nines[side].move(slot, position)
    game.note_change(side, slot)
