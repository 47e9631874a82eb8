"""Players who may be taken out, and players who have to leave (T10.11f, T10.2, S10.1, T25.2)."""

from __future__ import annotations

from mypy_extensions import i64

from games.engine.bitsets import bit
from games.engine.lineup import PITCHER
from games.engine.nine.diamond import NineGame
from games.engine.nine.side import Side


def may_replace(game: NineGame, side: i64, number: i64) -> bool:
    """Tell whether a player may be taken out now (T10.11f, T10.2e, S10.1)."""
    return not locked_players(game, side) >> number & 1 and may_go(game, side, number)


def may_go(game: NineGame, side: i64, number: i64) -> bool:
    """The same for a player who is not locked. Called for several players at every dead ball."""
    lineup = game.sides[side].lineup
    if lineup.hurt >> number & 1:
        return True
    if game.only_the_hurt_leave:
        return False
    if number == lineup.at[PITCHER] and not may_remove_pitcher(game, side):
        return False
    return lineup.may_leave(number)


def locked_players(game: NineGame, side: i64) -> i64:
    """Position players who started and may not be taken out yet unless hurt, as a mask (T10.11f).
    For a designated hitter see ``designated_is_bound``."""
    lineup = game.sides[side].lineup
    if not anybody_free(game, side):
        locked = lineup.starters
    elif lineup.designated_due:
        locked = 0
    else:
        return 0
    if designated_is_bound(game, side):
        locked |= bit(lineup.designated_player())
    return locked & ~lineup.hurt


def anybody_free(game: NineGame, side: i64) -> bool:
    """Tell whether starters may be taken out at all yet (T10.11f)."""
    return game.inning > game.substitutions.locked_innings or game.sides[1 - side].changes > 0


def designated_is_bound(game: NineGame, side: i64) -> bool:
    """Tell whether the original designated hitter has yet to come to bat: he must once, unless the
    opponent changes pitchers (Official Baseball Rules 5.11(a)(2))."""
    return game.sides[side].lineup.designated_due and not game.sides[1 - side].changes


def may_remove_pitcher(game: NineGame, side: i64) -> bool:
    """True for a reliever; for a starter after five innings or four runs, or hurt (T10.2e)."""
    nine = game.sides[side]
    lineup = nine.lineup
    return (
        not nine.mound_started
        or _may_not_go_on(nine, lineup.at[PITCHER])
        or nine.mound_outs >= game.substitutions.starter_least_outs
        or nine.mound_runs >= game.substitutions.starter_least_runs
        or bool(lineup.hurt >> lineup.at[PITCHER] & 1)
    )


def _may_not_go_on(nine: Side, number: i64) -> bool:
    """Tell whether the starter of a resumed game may no longer pitch in it by his sheet."""
    return number != 0 and not nine.player(number).may_start


def must_leave_mound(game: NineGame, side: i64) -> bool:
    """Tell whether the pitcher has used up his allowance (T10.2d, i, n; T25.2i, k)."""
    nine = game.sides[side]
    lineup = nine.lineup
    number = lineup.at[PITCHER]
    hurt = bool(lineup.hurt >> number & 1)
    if nine.mound_started:
        if game.inning > game.substitutions.starter_last_inning or _may_not_go_on(nine, number):
            return True
        return hurt and (
            nine.mound_outs >= game.substitutions.starter_least_outs
            or game.inning > game.substitutions.locked_innings
        )
    if nine.emergency:
        return hurt
    return hurt or nine.mound_outs >= nine.player(number).relief_outs
