"""Pitching changes: the new pitcher, his place in the order, and who pitches when no pitcher is
left (T10.2, T10.11h to l, T25.3)."""

from __future__ import annotations

from mypy_extensions import i64

from games.engine.bitsets import bit, lowest
from games.engine.events import NO_BAT, PINCH_RUNNER
from games.engine.lineup import LAST_POSITION, PITCHER
from games.engine.nine.decisions import ENTER, PITCH, SPOT
from games.engine.nine.diamond import NineGame
from games.engine.nine.removal import may_replace


def new_pitcher(game: NineGame, side: i64, *, forced: bool) -> bool:
    """Ask for a pitcher; return whether one came in."""
    nine = game.sides[side]
    eligible = nine.eligible_relievers() & ~nine.lineup.hurt
    if not eligible and not forced:
        return False
    number = game.table.choose(game, PITCH, side, eligible if forced and eligible else eligible | 1)
    if not number and not forced:
        return False
    if not number:
        _position_player_pitches(game, side)
        return True
    slot = _slot_for_pitcher(game, side, number)
    mount(game, side, slot, number)
    return True


def _slot_for_pitcher(game: NineGame, side: i64, number: i64) -> i64:
    """The new pitcher's place in the order: his predecessor's, or from the sixth inning on any that
    is free to take (T10.11h); then another player takes the vacant one, or the pinch hitter for the
    pitcher stays in it (T10.11l). Before the sixth only the place of a hurt player whom that pinch
    hitter can replace (T10.11i). None while there is a designated hitter."""
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
            # No other player can play the position for which he is needed.
            mask &= ~1
    if mask == 1:
        return old
    spot = game.table.choose(game, SPOT, side, mask)
    if not spot:
        return old
    position = lineup.position_in(spot)
    candidates = 1
    if game.inning > game.substitutions.locked_innings and not (stays and not mask & 1):
        candidates = nine.bench() & ~bit(number) | 1
    other = game.table.choose(game, ENTER, side, candidates) if candidates > 1 else 0
    if not other and stays:
        lineup.give_up_position(old, position, lineup.where[old])
        return spot
    if not other:
        fitting = candidates & lineup.plays[position] & ~1 or candidates & ~1
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
    """When no pitcher is left, a bench player pitches whom no position needs, or an emergency
    player (T25.3)."""
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
    bench = nine.bench()
    while bench:
        if lineup.can_do_without(lowest(bench)):
            number = lowest(bench)
            break
        bench &= bench - 1
    slot = _slot_for_pitcher(game, side, number) if stays else old
    mount(game, side, slot, number)
