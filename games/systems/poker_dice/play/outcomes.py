"""The outcome table of Poker Dice Baseball: what five dice come to, and what that does.

Rules: ``poker-dice`` rows PD-028 to PD-075.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final

from games.engine.events import (
    BATTER_OUT,
    DOUBLE,
    DOUBLE_PLAY,
    OUT,
    SACRIFICE_FLY,
    SCORED,
    SINGLE,
    TRIPLE,
)
from games.engine.moves import all_move, home_run, stay, walk
from games.systems.poker_dice.play.tables import PLATE

NINE, TEN, JACK, QUEEN, KING, ACE = range(6)

ANY_LOW_KICKER: Final = "any_low_kicker_two_pair"
OUT_LINE_ONLY: Final = "out_line_only"

TRIPLE_LINE: Final = 0
HOME_RUN_LINE: Final = 1
DOUBLE_LINE: Final = 2
WALK_LINE: Final = 3
SINGLE_PLUS_LINE: Final = 4
SINGLE_LINE: Final = 5
TWO_PAIR_OUT_LINE: Final = 6
ACES_LINE: Final = 7
OUT_LINE: Final = 8
LOW_KICKER: Final = 9
"""Added to a two-pair line when the fifth die ranks below both pairs."""


def read_table(pips: Sequence[int]) -> int:
    """The line of the outcome table that five dice match first, from the top (PD-028 to PD-049)."""
    held = sorted(
        ((pips.count(rank), rank) for rank in set(pips)), key=lambda found: (-found[0], -found[1])
    )
    shape = tuple(count for count, _ in held)
    most = held[0][1]
    if shape == (5,):
        return TRIPLE_LINE if most >= KING else HOME_RUN_LINE
    if shape == (4, 1):
        return TRIPLE_LINE if most == ACE else HOME_RUN_LINE
    if shape == (1, 1, 1, 1, 1):
        missing = 15 - sum(pips)
        return {NINE: HOME_RUN_LINE, ACE: DOUBLE_LINE}.get(missing, OUT_LINE)
    if shape == (3, 2):
        return DOUBLE_LINE
    if shape == (3, 1, 1):
        return SINGLE_PLUS_LINE if most >= QUEEN else WALK_LINE
    if shape == (2, 2, 1):
        low, kicker = held[1][1], held[2][1]
        if low >= QUEEN:
            line = SINGLE_PLUS_LINE
        elif JACK in (most, low):
            line = SINGLE_LINE
        else:
            line = TWO_PAIR_OUT_LINE
        return line + LOW_KICKER if kicker < low else line
    return ACES_LINE if most == ACE else OUT_LINE


_LINE_OF_HAND: Final = cache(read_table)
_THROWS: Final = product(*(range(sides) for sides in PLATE.sides))
LINES: Final = tuple(_LINE_OF_HAND(tuple(sorted(pips))) for pips in _THROWS)
"""The line of the outcome table for each of the 7,776 throws, in their order."""

THROWS_OF_LINE: Final = Counter(LINES)
"""How many of the throws read as each line."""


def resolve(line: int, bases: int, outs: int, gdp_scope: str = ANY_LOW_KICKER) -> int:
    """The play of an outcome line with runners on ``bases`` and ``outs`` out (PD-051 to PD-075).

    With a runner on first and fewer than two outs, two pairs over a low kicker are a double play
    before the table is looked at (PD-061, printed cases), or only on its out line by the rival
    reading.
    """
    if line >= LOW_KICKER:
        line -= LOW_KICKER
        in_scope = gdp_scope == ANY_LOW_KICKER or line == TWO_PAIR_OUT_LINE
        if in_scope and bases & 1 and outs < 2:
            return stay(DOUBLE_PLAY, bases, OUT, 1)
    if line == TRIPLE_LINE:
        return all_move(TRIPLE, bases, 3, SCORED)
    if line == HOME_RUN_LINE:
        return home_run(bases)
    if line == DOUBLE_LINE:
        return all_move(DOUBLE, bases, 2, 2)
    if line == WALK_LINE:
        return walk(bases)
    if line == SINGLE_PLUS_LINE:
        return all_move(SINGLE, bases, 1, 2)
    if line == SINGLE_LINE:
        return all_move(SINGLE, bases, 1, 1)
    if line == ACES_LINE and bases & 4 and outs < 2:
        return stay(SACRIFICE_FLY, bases, OUT, 3, SCORED)
    return stay(BATTER_OUT, bases, OUT)


def step(bases: int, outs: int, gdp_scope: str = ANY_LOW_KICKER) -> Mapping[int, int]:
    """Every play one throw can make from a state, with its weight out of 7,776."""
    weights: dict[int, int] = {}
    for line, throws in THROWS_OF_LINE.items():
        play = resolve(line, bases, outs, gdp_scope)
        weights[play] = weights.get(play, 0) + throws
    return weights
