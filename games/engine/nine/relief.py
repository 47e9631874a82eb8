"""A new pitcher: who, where he bats, and who pitches when no pitcher is left (T10.2, T10.11h to l,
T25.3)."""

from __future__ import annotations

from mypy_extensions import i64

from games.engine.bitsets import bit, lowest
from games.engine.events import NO_BAT, PINCH_RUNNER
from games.engine.lineup import LAST_POSITION, PITCHER
from games.engine.nine.decisions import ENTER, PITCH, SPOT
from games.engine.nine.diamond import NineGame
from games.engine.nine.removal import may_replace


def new_pitcher(game: NineGame, side: i64, *, forced: bool) -> bool:
    """Ask for a pitcher; True when one came in."""
    nine = game.sides[side]
    able = nine.eligible_relievers() & ~nine.lineup.hurt
    if not able and not forced:
        return False
    number = game.table.choose(game, PITCH, side, able if forced and able else able | 1)
    if not number and not forced:
        return False
    if not number:
        _position_player_pitches(game, side)
        return True
    slot = _slot_for_pitcher(game, side, number)
    mount(game, side, slot, number)
    return True


def _slot_for_pitcher(game: NineGame, side: i64, number: i64) -> i64:
    """Where the new pitcher bats: in his predecessor's place, or from the sixth inning on in
    any that is free to take (T10.11h); then another player takes the free one, or the pinch hitter
    for the pitcher stays in it (T10.11l). Before the sixth only the place of a hurt player for
    whom that pinch hitter can stand in (T10.11i). Nowhere while a designated hitter bats for
    pitchers."""
    nine = game.sides[side]
    lineup = nine.lineup
    if lineup.designated:
        return NO_BAT
    old = lineup.pitchers_slot() or nine.up
    mask = 1
    stays = lineup.where[old] > LAST_POSITION and not nine.player_in(old).is_pitcher
    if game.inning <= game.substitutions.locked_innings:
        if stays:
            for slot in range(1, 10):
                position = lineup.vacated[slot]
                hurt = lineup.hurt_slots >> slot & 1 and slot != old
                if hurt and nine.player_in(old).plays(position):
                    mask |= bit(slot)
    elif stays or nine.bench():
        for slot in range(1, 10):
            if slot != old and may_replace(game, side, lineup.slots[slot]):
                mask |= bit(slot)
        if mask > 1 and stays and not lineup.may_leave(lineup.slots[old]):
            # No other player can play where he is needed.
            mask &= ~1
    if mask == 1:
        return old
    spot = game.table.choose(game, SPOT, side, mask)
    if not spot:
        return old
    position = lineup.position_in(spot)
    able = 1
    if game.inning > game.substitutions.locked_innings and not (stays and not mask & 1):
        able = nine.bench() & ~bit(number) | 1
    other = game.table.choose(game, ENTER, side, able) if able > 1 else 0
    if not other and stays:
        lineup.give_up_position(old, position, lineup.where[old])
        return spot
    if not other:
        fitting = able & lineup.plays[position] & ~1 or able & ~1
        other = lowest(fitting)
    nine.replace(old, other, PINCH_RUNNER)
    lineup.give_up_position(old, position, PINCH_RUNNER)
    game.note_change(side, old)
    return spot


def mount(game: NineGame, side: i64, slot: i64, number: i64) -> None:
    nine = game.sides[side]
    nine.replace(slot, number, PITCHER)
    nine.take_the_mound()
    game.outing_begins(side)
    game.note_change(side, slot)


def _position_player_pitches(game: NineGame, side: i64) -> None:
    """No pitcher is left: a player of the bench pitches whom no position needs, or somebody from
    the stands (T25.3)."""
    nine = game.sides[side]
    lineup = nine.lineup
    old = NO_BAT if lineup.designated else lineup.pitchers_slot() or nine.up
    loose = lineup.slots[old]
    stays = lineup.where[old] > LAST_POSITION and not nine.player(loose).is_pitcher
    if stays and lineup.can_do_without(loose):
        # The pinch hitter for the last pitcher stays and pitches (T31.11b).
        nine.move(old, PITCHER)
        nine.take_the_mound()
        game.outing_begins(side)
        game.note_change(side, old)
        return
    number = len(nine.players)
    able = nine.bench()
    while able:
        if lineup.can_do_without(lowest(able)):
            number = lowest(able)
            break
        able &= able - 1
    slot = _slot_for_pitcher(game, side, number) if stays else old
    mount(game, side, slot, number)
