"""What a card is worth: runs a plate appearance by linear weights, for managers who choose between
men. Not a rating and not shown; the card maker values cards more exactly."""

from __future__ import annotations

from typing import Final

from games.systems.deep_drive.play.cards import Batter, Pitcher
from games.systems.deep_drive.play.readings import (
    CODE,
    DEEP_DRIVE,
    DEFENSE,
    DOUBLE,
    HIT_BY_PITCH,
    HOME_RUN,
    PARK,
    SINGLE,
    SINGLE_PLUS,
    TRIPLE,
    WALK,
)

OUT_WEIGHT: Final = -0.27

_WEIGHTS: Final = {
    SINGLE: 0.46,
    SINGLE_PLUS: 0.55,
    WALK: 0.31,
    HIT_BY_PITCH: 0.33,
    DOUBLE: 0.77,
    TRIPLE: 1.05,
    HOME_RUN: 1.40,
    PARK: 0.57,
    DEFENSE: -0.06,
}

_DEEP_FLY: Final = -0.20
_DEEP_DRIVE: Final = 0.52
"""A deep drive off an average right side."""
_PITCHERS_DEEP_DRIVES: Final = 0.06
"""Deep drives a plate appearance off an average pitcher's card, read on the batter's."""


def _weight(reading: int) -> float:
    if reading >= CODE:
        return _DEEP_FLY
    return _WEIGHTS.get(reading, OUT_WEIGHT)


def batter_value(card: Batter) -> float:
    """Runs a plate appearance that his own numbers give."""
    deep = sum(_weight(reading) for reading in card.right.rows) / len(card.right.rows)
    total = 0.0
    for reading in card.left.rows:
        total += deep if reading == DEEP_DRIVE else _weight(reading)
    return total / 100 + _PITCHERS_DEEP_DRIVES * (deep - _DEEP_DRIVE)


def pitcher_value(card: Pitcher) -> float:
    """Runs a plate appearance that his own numbers give up."""
    total = 0.0
    for reading in card.numbers.rows:
        total += _DEEP_DRIVE if reading == DEEP_DRIVE else _weight(reading)
    return total / 100
