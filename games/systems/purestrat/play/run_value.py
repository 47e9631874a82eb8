"""The worth of a side of a card in runs per roll, by linear weights, for managers who choose
between players. Not a rating and not shown; the card maker values cards more exactly."""

from __future__ import annotations

from typing import Final

from games.systems.purestrat.play import readings
from games.systems.purestrat.play.cards import Fielding, Side
from games.systems.purestrat.play.throws import CELL

OUT_WEIGHT: Final = -0.27
FAIR_CHANCE: Final = 10
"""Faces of twenty on which a ballpark reading is a hit, in a neutral park."""

_WEIGHTS: Final = {
    readings.SINGLE: 0.46,
    readings.DOUBLE: 0.77,
    readings.TRIPLE: 1.05,
    readings.HOME_RUN: 1.40,
    readings.WALK: 0.31,
    readings.HIT_BY_PITCH: 0.33,
}

_CHANCE_WEIGHT: Final = -0.15
"""A fielding chance: mostly an out, sometimes a hit or an error."""

_RANGE_WORTH: Final[tuple[float, ...]] = (0.0, 0.0, 0.03, 0.03, 0.06, 0.05, 0.07, 0.04, 0.06, 0.04)
"""Runs a game between one range rating and the next, by position."""

_ERROR_WORTH: Final = 0.0045
"""Runs a game of one point of an error rating."""

_THROWS_OF_CELL: Final = [sum(cell == at for cell in CELL[:108]) for at in range(33)]


_EVENTS: Final = {
    "single": readings.SINGLE,
    "double": readings.DOUBLE,
    "triple": readings.TRIPLE,
    "home_run": readings.HOME_RUN,
    "walk": readings.WALK,
    "hit_by_pitch": readings.HIT_BY_PITCH,
}


def event_run_value(event: str) -> float:
    """Runs of an event by its name; of an out for any other name."""
    return _WEIGHTS.get(_EVENTS.get(event, 0), OUT_WEIGHT)


def reading_run_value(reading: int) -> float:
    """Runs of one reading; every out has the average weight."""
    if reading >> readings.X_BIT & 1:
        return _CHANCE_WEIGHT
    weight = _WEIGHTS.get(reading & 31, OUT_WEIGHT)
    if reading >> readings.PARK_BIT & 1:
        return (weight * FAIR_CHANCE + OUT_WEIGHT * (20 - FAIR_CHANCE)) / 20
    return weight


def side_run_value(side: Side) -> float:
    """Average runs per roll on this side of a card."""
    total = 0.0
    for index, cell in enumerate(side.cells):
        if cell >= 0:
            worth = reading_run_value(cell)
        else:
            start = 20 * (-1 - cell)
            worth = sum(reading_run_value(part) for part in side.splits[start : start + 20]) / 20
        total += worth * _THROWS_OF_CELL[index]
    return total / 108


def glove_worth(rating: Fielding) -> float:
    """Runs a game that a fielder saves over an average one."""
    worth = (3 - rating.range) * _RANGE_WORTH[rating.position] + (12 - rating.error) * _ERROR_WORTH
    if rating.position == 2 or rating.position >= 7:
        worth -= 0.02 * rating.arm
    return worth
