"""What a card is worth: runs above an average card over a season, from the card alone."""

from __future__ import annotations

from games.systems.purestrat.play.cards import NO_STEALING, Fielding, Hitter, Pitcher, Side
from games.systems.purestrat.play.run_value import side_run_value
from rosters.estimators.platoon import AGAINST_LEFT_BATTERS, AGAINST_LEFT_HANDERS

PLATE_APPEARANCES = 650
BATTERS = {"starter": 850, "reliever": 300}

AVERAGE_HITTER = -0.006
AVERAGE_PITCHER = -0.034
"""Runs a roll on the sides of average cards."""

RANGE_RUNS = (0.0, 2.0, 3.0, 3.0, 9.0, 7.0, 11.0, 5.0, 9.0, 5.0)
"""Runs a season between one range rating and the next, by position."""
ERROR_RUNS = 0.55
USUAL_ERRORS = (0, 14, 9, 10, 13, 18, 18, 6, 6, 6)
ARM_RUNS = (0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 1.5, 1.5, 1.5)


def hitters_value(card: Hitter) -> float:
    """Bat against the usual mix of hands, legs, and the glove at his best position."""
    share = AGAINST_LEFT_HANDERS.get("B" if card.bats == "S" else card.bats, 0.3)
    roll = _power(card.left, card.power_left) * share + _power(card.right, card.power_right) * (
        1 - share
    )
    bat = PLATE_APPEARANCES / 2 * (roll - AVERAGE_HITTER)
    legs = 1.0 * (card.running - 12)
    if card.stealing != NO_STEALING:
        legs += 0.4 * (card.stealing.first - 15) + (2.0 if card.stealing.asterisk else 0.0)
    gloves = [glove_runs(rating) for rating in card.fielding]
    return bat + legs + max(gloves, default=-10.0)


def _power(side: Side, normal: bool) -> float:
    """A weak hitter's pitchers' home runs are singles: that much less a roll."""
    return side_run_value(side) - (0.0 if normal else 0.0125)


def glove_runs(rating: Fielding) -> float:
    """Runs a season of a glove against the average one at the position."""
    at = rating.position
    runs = (3 - rating.range) * RANGE_RUNS[at]
    runs += (USUAL_ERRORS[at] - rating.error) * ERROR_RUNS
    return runs - rating.arm * ARM_RUNS[at]


def pitchers_value(card: Pitcher) -> float:
    """What he keeps from scoring, by the batters that his part brings him."""
    share = AGAINST_LEFT_BATTERS[card.throws]
    roll = side_run_value(card.left) * share + side_run_value(card.right) * (1 - share)
    faced = BATTERS["starter" if card.starter else "reliever"]
    return faced / 2 * (AVERAGE_PITCHER - roll) + 0.5 * max(card.starter - 5, 0)
