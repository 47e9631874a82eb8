"""Positions in the field: moves, and filling every position (T0.15, T25).

It moves players who are in the game, and brings in a bench player only where a position would stay
empty. A designated hitter who takes a position, and a pitcher who moves to another position, end
the designated hitter (Official Baseball Rules 5.11(a)(5), (8), (12), (14)).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.bitsets import bit, lowest
from games.engine.covering import BEHIND_THE_PITCHER, cover
from games.engine.events import DESIGNATED, NO_BAT, PINCH_RUNNER
from games.engine.lineup import PITCHER
from games.engine.nine.decisions import MOVE, TENTH, TO
from games.engine.nine.diamond import NineGame
from games.engine.nine.removal import locked_players, may_replace

ALL_SLOTS: Final = 0x3FE


def move_players(game: NineGame, side: i64, *, free: bool) -> None:
    """Offer moves until the manager makes no more, each player once."""
    nine = game.sides[side]
    moved: i64 = 0
    while free or nine.emergency:
        movable = _movable(game, side, free=free) & ~moved
        chosen = game.table.choose(game, MOVE, side, movable | 1) if movable else 0
        if not chosen:
            break
        slot = NO_BAT if chosen == TENTH else chosen
        position = game.table.choose(game, TO, side, _places_for(game, side, slot) | 1)
        moved |= bit(chosen)
        if not position:
            continue
        if slot == nine.lineup.slot_at(PITCHER):
            _change_with_pitcher(game, side, slot, position)
        elif slot == nine.lineup.designated:
            _into_the_field(game, side, position)
        else:
            nine.move(slot, position)
            game.note_change(side, slot)


def _movable(game: NineGame, side: i64, *, free: bool) -> i64:
    """Slots whose player may change position now, as a mask: all but the pitcher's and those of
    players whom an injury has put out of position (T25.2h); a position player who pitches at any
    dead ball (T0.15d), also as ``TENTH``."""
    nine = game.sides[side]
    lineup = nine.lineup
    pitcher = lineup.slot_at(PITCHER)
    mask = ALL_SLOTS & ~lineup.stuck() & ~bit(pitcher) if free else 0
    if lineup.designated and not _places_for(game, side, lineup.designated):
        mask &= ~bit(lineup.designated)
    if nine.emergency and _places_for(game, side, pitcher):
        mask |= bit(pitcher) if pitcher else 1 << TENTH
    return mask


def _places_for(game: NineGame, side: i64, slot: i64) -> i64:
    """Positions that the player in a slot may move to, as a mask: those on his card, unless the
    player there has to stay (T25.2h). A position player who pitches changes with a player who has
    not pitched in this game (T25.3e, T25.3f)."""
    nine = game.sides[side]
    lineup = nine.lineup
    player = nine.player_in(slot)
    pitches = slot == lineup.slot_at(PITCHER)
    if pitches and player.is_pitcher:
        return 0
    designated = lineup.designated
    if pitches and designated and not may_replace(game, side, lineup.designated_player()):
        return 0
    stuck = lineup.stuck()
    mask = 0
    for position in range(2, 10):
        other = lineup.slot_at(position)
        if not player.plays(position) or (stuck >> other & 1 and other):
            continue
        if pitches and (
            not other
            or nine.pitched >> lineup.slots[other] & 1
            or not lineup.may_take_the_mound(lineup.slots[other])
        ):
            continue
        if designated and slot == designated and not _may_give_way(game, side, other):
            continue
        mask |= bit(position)
    return mask


def _may_give_way(game: NineGame, side: i64, slot: i64) -> bool:
    """Tell whether the player in a slot may leave for a designated hitter who takes his position,
    while the pitcher takes his place in the order."""
    return bool(slot) and may_replace(game, side, game.sides[side].lineup.slots[slot])


def _change_with_pitcher(game: NineGame, side: i64, slot: i64, position: i64) -> None:
    """Exchange the position player on the mound and the player at a position."""
    nine = game.sides[side]
    other = nine.lineup.slot_at(position)
    if slot == NO_BAT:
        # The former pitcher bats where the designated hitter did.
        slot = nine.lineup.designated
        nine.lineup.give_up_position(other, position, PINCH_RUNNER)
        nine.drop_designated(slot, position)
    else:
        nine.move(slot, position)
    stand_at(game, side, other, PITCHER)
    nine.take_the_mound()
    game.outing_begins(side)
    game.note_change(side, slot)


def _into_the_field(game: NineGame, side: i64, position: i64) -> None:
    """The designated hitter takes a position, and the pitcher the place in the order of the player
    who gives way."""
    lineup = game.sides[side].lineup
    designated = lineup.designated
    drop_designated(game, side, lineup.slot_at(position))
    stand_at(game, side, designated, position)


def drop_designated(game: NineGame, side: i64, slot: i64) -> None:
    """The pitcher bats from now on, in the place of the player in a slot, who leaves."""
    game.sides[side].drop_designated(slot, PITCHER)
    game.note_change(side, slot)


def designate(game: NineGame, side: i64) -> None:
    """Make the player who hit or ran for the designated hitter the designated hitter (5.11(a)(4),
    (6))."""
    nine = game.sides[side]
    slot = nine.lineup.designated
    if slot and nine.lineup.where[slot] != DESIGNATED:
        nine.designate(slot)
        game.note_change(side, slot)


# Filling positions.


def fill_slot(game: NineGame, side: i64, slot: i64, holes: list[int]) -> None:
    """Fill a slot without a position: its player takes a hole, a bench player takes one, or its
    player plays out of position (T25.2c)."""
    nine = game.sides[side]
    player = nine.player_in(slot)
    for position in holes:
        if player.plays(position):
            stand_at(game, side, slot, position)
            return
    for position in holes:
        substitutes = nine.bench() & nine.lineup.plays[position]
        if substitutes:
            nine.replace(slot, lowest(substitutes), position)
            game.note_change(side, slot)
            return
    stand_at(game, side, slot, holes[0])


def shift(game: NineGame, side: i64) -> None:
    """Cover the eight positions with the players in the game, if moves suffice; where bench players
    are needed too, each takes the slot of a player without a position."""
    nine = game.sides[side]
    lineup = nine.lineup
    playing = lineup.playing & ~bit(lineup.at[PITCHER]) & ~lineup.hurt
    if lineup.designated:
        playing &= ~bit(lineup.designated_player())
    positions = BEHIND_THE_PITCHER
    stuck = lineup.stuck()
    for slot in range(1, 10):
        if stuck >> slot & 1:
            playing &= ~bit(lineup.slots[slot])
            positions &= ~bit(lineup.where[slot])
    assignment = cover(lineup.plays, playing, positions)
    if not assignment:
        available = playing | nine.bench()
        assignment = cover(lineup.plays, available, positions)
        leaving = _not_among(game, side, assignment)
        if not _may_all_leave(game, side, leaving):
            # Players who have to stay are assigned first.
            assignment = cover(
                lineup.plays, available, positions, playing & locked_players(game, side)
            )
            leaving = _not_among(game, side, assignment)
        coming = [number for number in assignment if number and not playing >> number & 1]
        if len(leaving) != len(coming) or not _may_all_leave(game, side, leaving):
            if lineup.designated:
                _shift_with_designated(game, side, available, positions)
            return
        for slot, number in zip(leaving, coming, strict=True):
            nine.replace(slot, number, PINCH_RUNNER)
    _stand_as_found(game, side, assignment)


def _shift_with_designated(game: NineGame, side: i64, available: i64, positions: i64) -> None:
    """Cover the positions with the designated hitter among the players, where nothing else does:
    the pitcher bats in the place of a player who leaves."""
    nine = game.sides[side]
    lineup = nine.lineup
    designated = lineup.designated_player()
    if lineup.hurt >> designated & 1:
        return
    assignment = cover(lineup.plays, available | bit(designated), positions, bit(designated))
    leaving = _not_among(game, side, assignment)
    coming = [number for number in assignment if nine.bench() >> number & 1 and number]
    if not assignment or len(leaving) != len(coming) + 1 or not _may_all_leave(game, side, leaving):
        return
    for slot, number in zip(leaving[1:], coming, strict=True):
        nine.replace(slot, number, PINCH_RUNNER)
    drop_designated(game, side, leaving[0])
    _stand_as_found(game, side, assignment)


def _stand_as_found(game: NineGame, side: i64, found: list[int]) -> None:
    """Move all players to their positions in the assignment ``found``."""
    lineup = game.sides[side].lineup
    for position in range(2, 10):
        slot = lineup.slot_of(found[position]) if found[position] else 0
        if slot and lineup.where[slot] != position:
            stand_at(game, side, slot, position)


def _not_among(game: NineGame, side: i64, found: list[int]) -> list[int]:
    """Slots of movable players behind the pitcher who are not in the assignment ``found``."""
    nine = game.sides[side]
    lineup = nine.lineup
    stuck = lineup.stuck()
    return [
        slot
        for slot in range(1, 10)
        if lineup.slots[slot] not in found
        and lineup.slots[slot] != lineup.at[PITCHER]
        and slot != lineup.designated
        and not stuck >> slot & 1
    ]


def _may_all_leave(game: NineGame, side: i64, leaving: list[int]) -> bool:
    nine = game.sides[side]
    return all(may_replace(game, side, nine.lineup.slots[slot]) for slot in leaving)


def stand_at(game: NineGame, side: i64, slot: i64, position: i64) -> None:
    game.sides[side].move(slot, position)
    game.note_change(side, slot)
