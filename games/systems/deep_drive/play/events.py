"""On-base events: wild pitches, balks, pick-offs and passed balls (DD-071 to DD-081, DD-106 to
DD-110)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.engine.events import (
    BALK,
    NOBODY,
    OUT,
    PASSED_BALL,
    PICKED_OFF,
    WILD_PITCH,
    detail,
)
from games.engine.lineup import CATCHER, PITCHER
from games.systems.deep_drive.play import cards
from games.systems.deep_drive.play.decisions import PICKED_OFF as WHO_IS_PICKED_OFF
from games.systems.deep_drive.play.diamond import Diamond
from games.systems.deep_drive.play.throws import SYMBOL

NINETIES: Final = 9
"""The only tens die with which an event can come (DD-072)."""


def on_base_event(game: Diamond, ones: i64) -> bool:
    """What a throw of the nineties brings with runners on: whether anything happened. The pitcher's
    WP, BK and PO are looked at before the catcher's PB, and one event is all (E2.38)."""
    defence = game.defence
    pitchers = defence.mound.events.rows[ones]
    if pitchers:
        if _happens(game, pitchers, cards.WILD_PITCH):
            _all_move(game, WILD_PITCH, PITCHER)
            return True
        if _happens(game, pitchers, cards.BALK):
            _all_move(game, BALK, PITCHER)
            return True
        if _happens(game, pitchers, cards.PICK_OFF):
            _picked_off(game)
            return True
    catchers = defence.passed_balls.rows[ones]
    if catchers and _happens(game, catchers, cards.PASSED_BALL):
        _all_move(game, PASSED_BALL, CATCHER)
        return True
    return False


def _happens(game: Diamond, packed: i64, kind: i64) -> bool:
    """Whether an event of a kind is there and its symbol lets it happen."""
    symbol = cards.symbol_of(packed, kind)
    if symbol <= cards.ALWAYS:
        return symbol == cards.ALWAYS
    two_out = symbol == cards.AWAY_TWO_OUT or symbol == cards.HOME_TWO_OUT
    if game.rules.symbols_are_thrown:
        rolled = game.table.roll(SYMBOL, 1 - game.half)
        return rolled == 0 if two_out else rolled % 2 == 0
    if two_out and game.outs != 2:
        return False
    at_home = symbol == cards.HOME or symbol == cards.HOME_TWO_OUT
    return at_home == (game.half == 0)


def _all_move(game: Diamond, kind: i64, fielder: i64) -> None:
    game.advance(NOBODY, 1)
    game.happens(kind, detail(fielder))


def _picked_off(game: Diamond) -> None:
    """The runner on first, else second, else third; or whom the side in the field names."""
    bases = game.bases
    base = 1 if bases & 1 else 2 if bases & 2 else 3
    if game.rules.asks_picked_off and bases & bases - 1:
        base = game.table.choose(game, WHO_IS_PICKED_OFF, 1 - game.half, bases << 1)
    game.stay(NOBODY)
    game.to[base] = OUT
    game.happens(PICKED_OFF, detail(PITCHER))
