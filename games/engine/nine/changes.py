"""Dead ball: substitutions (T10.11, T0.15, T25, T10.2).

The side at bat acts first, then the side in the field; if that brings a new pitcher, the side at
bat may respond (T10.11g). Necessary changes that no manager makes follow T31.6: a substitute plays
the position of the player he replaced, or the nearest legal one.
"""

from __future__ import annotations

from mypy_extensions import i64

from games.engine.bitsets import bit, lowest
from games.engine.events import PINCH_HITTER, PINCH_RUNNER
from games.engine.lineup import LAST_POSITION, PITCHER
from games.engine.nine.decisions import (
    AT,
    ENTER,
    FOR,
    PINCH_HIT,
    PINCH_RUN,
    REPLACE,
    STAND_IN,
)
from games.engine.nine.diamond import NineGame
from games.engine.nine.positions import (
    designate,
    fill_slot,
    move_players,
    shift,
    stand_at,
)
from games.engine.nine.relief import new_pitcher
from games.engine.nine.removal import (
    locked_players,
    may_go,
    may_remove_pitcher,
    may_replace,
    must_leave_mound,
)
from games.engine.nine.side import Side


def dead_ball(game: NineGame) -> bool:
    """Offer all changes before the next roll; return whether both managers were at rest, so that
    neither is asked about an intentional walk."""
    side = game.half
    field = 1 - side
    if not _something_is_due(game) and game.table.at_rest(game):
        if game.new_half:
            game.sides[field].lineup.take_the_field()
        game.sides[side].lineup.bind_spot(_spot_is_bound(game))
        return True
    if game.new_half:
        take_the_field(game, field)
    _offence_moves(game, side)
    if _defence_moves(game, field):
        game.new_pitcher = True
        _offence_moves(game, side)
    return False


def _something_is_due(game: NineGame) -> bool:
    """Tell whether a change may be forced: a player is hurt or has no place in the field, a
    position player pitches, or the pitcher may not pitch any more."""
    offence, defence = game.sides[game.half].lineup, game.sides[1 - game.half].lineup
    return (
        (offence.hurt | defence.hurt) != 0
        or defence.unplaced != 0
        or game.sides[1 - game.half].emergency
        or not defence.at[PITCHER]
        or must_leave_mound(game, 1 - game.half)
    )


def _spot_is_bound(game: NineGame) -> bool:
    """Tell whether the next pitcher has to bat where the last one did (T10.11h)."""
    return game.inning + game.half <= game.substitutions.locked_innings


# The side at bat.


def _offence_moves(game: NineGame, side: i64) -> None:
    nine = game.sides[side]
    lineup = nine.lineup
    lineup.bind_spot(_spot_is_bound(game))
    locked = locked_players(game, side)
    mask = 1 if locked >> lineup.slots[nine.up] & 1 else hitters_for(game, side)
    if mask > 1:
        number = game.table.choose(game, PINCH_HIT, side, mask)
        if not number and _may_not_bat(game, side):
            number = _fits_best(game, nine, nine.up, mask & ~1)
        if number:
            nine.replace(nine.up, number, PINCH_HITTER)
            game.note_change(side, nine.up)
    if game.bases:
        for base in range(1, 4):
            slot = game.runners.on[base]
            if slot and not game.runner_is_bound(base) and not locked >> lineup.slots[slot] & 1:
                mask = runners_for(game, side, base)
                if mask > 1:
                    number = game.table.choose(game, PINCH_RUN[base - 1], side, mask)
                    if number:
                        _pinch_run(game, side, base, number)


def _may_not_bat(game: NineGame, side: i64) -> bool:
    """Tell whether the batter due is a starter who was hurt and has reached the sixth (T25.2k)."""
    nine = game.sides[side]
    lineup = nine.lineup
    number = lineup.slots[nine.up]
    return number == lineup.at[PITCHER] and must_leave_mound(game, side)


def hitters_for(game: NineGame, side: i64) -> i64:
    """Players who may bat for the player whose turn it is, as a mask of the hit decision
    (T10.11j)."""
    nine = game.sides[side]
    lineup = nine.lineup
    if not lineup.bench and not lineup.bullpen:
        return 1
    number = lineup.slots[nine.up]
    if game.two_strikes and not lineup.hurt >> number & 1:
        return 1
    if not may_go(game, side, number):
        return 1
    candidates = lineup.bench
    if nine.player(number).is_pitcher:
        candidates |= lineup.bullpen
    return _who_can_be_lost(game, nine, nine.up, candidates & ~lineup.hurt) | 1


def runners_for(game: NineGame, side: i64, base: i64) -> i64:
    """Players who may run for the runner on a base (T10.11k); none for one who failed to get his
    lead (T23.02)."""
    nine = game.sides[side]
    lineup = nine.lineup
    number = lineup.slots[game.runners.on[base]]
    if not (lineup.bench | lineup.bullpen) or not may_go(game, side, number):
        return 1
    candidates = (lineup.bench | lineup.bullpen) & ~lineup.hurt
    return _who_can_be_lost(game, nine, game.runners.on[base], candidates) | 1


def _who_can_be_lost(game: NineGame, nine: Side, slot: i64, able: i64) -> i64:
    """The ``able`` players that the side can lose again and still cover every position, where the
    substitute in a slot has to leave with the next pitcher (T10.11h, T10.11m)."""
    lineup = nine.lineup
    if not lineup.spot_is_bound or lineup.position_in(slot) != PITCHER:
        return able
    mask = able & lineup.bullpen
    rest = able & lineup.bench
    while rest:
        number = lowest(rest)
        rest &= rest - 1
        if lineup.can_do_without(number):
            mask |= bit(number)
    return mask


def _pinch_run(game: NineGame, side: i64, base: i64, number: i64) -> None:
    nine = game.sides[side]
    slot = game.runners.on[base]
    nine.replace(slot, number, PINCH_RUNNER)
    game.note_change(side, slot)


def replace_hurt(game: NineGame, side: i64, slot: i64, base: i64) -> None:
    """Replace a hurt player of the side at bat, at once if he is on base (T25.2b). For a pitcher,
    see ``must_leave_mound``."""
    nine = game.sides[side]
    lineup = nine.lineup
    number = lineup.slots[slot]
    if number == lineup.at[PITCHER]:
        if must_leave_mound(game, side) or base:
            bring_in(game, side, slot, (lineup.bench | lineup.bullpen) & ~lineup.hurt, base)
        else:
            nine.mound_weak = True
        return
    candidates = nine.bench() or lineup.bullpen & ~lineup.hurt
    bring_in(game, side, slot, candidates, base)


def bring_in(game: NineGame, side: i64, slot: i64, able: i64, base: i64) -> None:
    nine = game.sides[side]
    game.leaves, game.leaves_side = nine.lineup.slots[slot], side
    number = game.table.choose(game, REPLACE, side, able | 1)
    if not number:
        number = _fits_best(game, nine, slot, able)
    nine.replace(slot, number, PINCH_RUNNER if base else PINCH_HITTER)
    game.note_change(side, slot)


def replace_fielder(game: NineGame, side: i64, position: i64) -> None:
    """Replace the player at a position other than the pitcher's who has to leave: the substitute
    takes his place in the order at once, and the position goes to the player who plays it best
    without more changes than needed."""
    nine = game.sides[side]
    lineup = nine.lineup
    slot = lineup.slot_at(position)
    candidates = nine.bench() or lineup.bullpen & ~lineup.hurt
    game.leaves, game.leaves_side = lineup.slots[slot], side
    number = game.table.choose(game, STAND_IN, side, candidates | 1)
    if not number:
        number = _fits_best(game, nine, slot, candidates)
    nine.replace(slot, number, PINCH_RUNNER)
    if nine.player(number).plays(position):
        nine.move(slot, position)
    game.note_change(side, slot)
    if lineup.unplaced:
        fill(game, side)


def _fits_best(game: NineGame, nine: Side, slot: i64, able: i64) -> i64:
    """The substitute when none is named: one who plays the position, else the first available, else
    an emergency player (T25.2f)."""
    lineup = nine.lineup
    position = lineup.position_in(slot)
    fitting = able & lineup.plays[position] if PITCHER < position <= LAST_POSITION else 0
    chosen = fitting or able & lineup.bench or able
    if not chosen:
        return len(nine.players)
    return lowest(chosen)


# The side in the field.


def take_the_field(game: NineGame, side: i64) -> None:
    """Start a half-inning in the field: players may change places, and every position is filled
    (T0.15c, T31.6, T31.11)."""
    nine = game.sides[side]
    lineup = nine.lineup
    designate(game, side)
    if not lineup.at[PITCHER] or (lineup.unplaced and must_leave_mound(game, side)):
        new_pitcher(game, side, forced=True)
    _rearrange(game, side, free=True)
    fill(game, side)
    lineup.take_the_field()


def _defence_moves(game: NineGame, side: i64) -> bool:
    """Offer the substitutions of the side in the field; return whether there is a new pitcher."""
    nine = game.sides[side]
    forced = must_leave_mound(game, side)
    changed = False
    if forced or may_remove_pitcher(game, side):
        changed = new_pitcher(game, side, forced=forced)
    if not game.new_half or changed:
        _rearrange(game, side, free=changed)
        if nine.lineup.unplaced:
            fill(game, side)
    return changed


def _rearrange(game: NineGame, side: i64, *, free: bool) -> None:
    """Offer substitutions and moves; without a substitution players move only at the start of a
    half-inning (T0.15b, c)."""
    nine = game.sides[side]
    lineup = nine.lineup
    while True:
        bench = nine.bench()
        if not bench or not _somebody_may_leave(game, side):
            break
        number = game.table.choose(game, ENTER, side, bench | 1)
        if not number:
            break
        slots = _slots_to_fill(game, side)
        loose = lineup.loose()
        # The default is the player without a position, if he may leave.
        default_slot = loose[0] if loose and slots >> loose[0] & 1 else 0
        slot = (
            game.table.choose(game, FOR, side, slots | (1 if default_slot else 0)) or default_slot
        )
        old_position = lineup.position_in(slot)
        positions = 1
        player = nine.player(number)
        for card_position in range(2, 10):
            if player.plays(card_position):
                positions |= bit(card_position)
        position = game.table.choose(game, AT, side, positions) or old_position
        nine.replace(slot, number, PINCH_RUNNER)
        if player.plays(position):
            nine.move(slot, position)
        game.note_change(side, slot)
        free = True
    if free or nine.emergency:
        move_players(game, side, free=free)


def _somebody_may_leave(game: NineGame, side: i64) -> bool:
    """Tell whether a substitute may replace any fielder. Called at every dead ball."""
    nine = game.sides[side]
    lineup = nine.lineup
    rest: i64 = lineup.playing & ~locked_players(game, side) & ~bit(lineup.at[PITCHER])
    if lineup.designated:
        rest &= ~bit(lineup.designated_player())
    while rest:
        if may_go(game, side, lowest(rest)):
            return True
        rest &= rest - 1
    return False


def _slots_to_fill(game: NineGame, side: i64) -> i64:
    """Slots whose player may be replaced in the field, as a mask: not those of the pitcher and of
    the designated hitter (5.11(a)(7))."""
    nine = game.sides[side]
    lineup = nine.lineup
    mask = 0
    pitcher = lineup.slot_at(PITCHER)
    for slot in range(1, 10):
        if slot not in (pitcher, lineup.designated) and may_replace(game, side, lineup.slots[slot]):
            mask |= bit(slot)
    return mask


def fill(game: NineGame, side: i64) -> None:
    """Fill every position with as few changes as possible."""
    nine = game.sides[side]
    lineup = nine.lineup
    if not lineup.at[PITCHER]:
        new_pitcher(game, side, forced=True)
    if not lineup.unplaced:
        return
    for slot in lineup.loose():
        position = lineup.vacated[slot]
        player = nine.player_in(slot)
        if position > PITCHER and not lineup.at[position] and player.plays(position):
            stand_at(game, side, slot, position)
    if not lineup.unplaced:
        return
    shift(game, side)
    for slot in lineup.loose():
        holes = [position for position in lineup.holes() if position != PITCHER]
        if not holes:
            break
        fill_slot(game, side, slot, holes)
