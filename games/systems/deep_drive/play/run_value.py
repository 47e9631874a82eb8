"""What a card is worth: runs a plate appearance by linear weights, for managers who choose between
players. Not a rating and not shown; the card maker values cards more exactly."""

from __future__ import annotations

from typing import Final

from games.systems.deep_drive.play.cards import AVERAGE, CATCHER, Batter, Pitcher
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

FIELDERS: Final[tuple[float, ...]] = (0.0, 0.08, 0.03, 0.09, 0.17, 0.16, 0.21, 0.09, 0.09, 0.08)
"""Who has to field a DEF, by position (our Defense Chart)."""
TEAM_STEP: Final[float] = 37.0
"""Runs of 162 games that one step of every rating is, with four numbers of DEF on a card."""
THROW_STEP: Final[float] = 5.0
"""Runs that a step of a catcher's T is in a season."""
USUAL_RATING: Final = 3
_GAMES: Final[float] = 162.0
_LEGS: Final[float] = 0.0123
"""Runs a game that one step of RUN is."""


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


def glove_worth(position: int, rating: int, throw: int = 0) -> float:
    """Runs a game that a fielder is worth, against a 3."""
    runs = TEAM_STEP * FIELDERS[position] * (rating - USUAL_RATING)
    if position == CATCHER:
        runs -= THROW_STEP * throw
    return runs / _GAMES


def leg_worth(card: Batter) -> float:
    """Runs a game that his RUN is worth."""
    return _LEGS * (card.run - AVERAGE)
