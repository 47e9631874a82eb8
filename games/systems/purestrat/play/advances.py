"""Runners who try for an extra base: safe ranges on a d20 (S13, S14, S16.7, T15.0).

Every function returns the last safe number, 1 to 19. Arm ratings are added, so that good ones
(negative) make it smaller. Positions are scorer's numbers; ``held``: the defense holds the runner.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

LEFT_FIELD: Final = 7
RIGHT_FIELD: Final = 9
THIRD: Final = 3
HOME: Final = 4

LEAST: Final = 1
MOST: Final = 19
"""No runner is ever certainly out or certainly safe (S13.1)."""


def _limited(chance: i64) -> i64:
    return LEAST if chance < LEAST else MOST if chance > MOST else chance


def _throw(position: i64, goal: i64) -> i64:
    """The bonus of throws to third: longer from right, shorter from left (S13.4)."""
    if goal != THIRD:
        return 0
    return 2 if position == RIGHT_FIELD else -2 if position == LEFT_FIELD else 0


def on_hit(running: i64, arm: i64, held: bool, outs: i64, position: i64, goal: i64) -> i64:
    """The lead runner on an open single or double (S13.1, S13.2, S13.4, S2.22)."""
    chance = running + arm + (-1 if held else 1) + (2 if outs == 2 else 0)
    return _limited(chance + _throw(position, goal))


def trail_on_hit(
    running: i64,
    arm: i64,
    lead_held: bool,
    outs: i64,
    position: i64,
    goal: i64,
    lead_goal: i64,
    batter: bool,
) -> i64:
    """The lead trail runner behind him (S13.621): 5 less while the throw goes home, held like the
    lead runner (S13.2); the batter has neither the hold nor the two-out bonus (T13.611, A-E11)."""
    chance = running + arm - (5 if lead_goal == HOME else 0) + _throw(position, goal)
    if not batter:
        chance += (-1 if lead_held else 1) + (2 if outs == 2 else 0)
    return _limited(chance)


def blocked_safe(catcher: i64, rolled: i64) -> bool:
    """Tell whether a runner is safe although a catcher of that range blocks the plate: 2 of twenty
    with the best, four more with each step (S13.63)."""
    return rolled <= 4 * catcher - 2


def second_to_third_on_f2(running: i64, arm: i64, position: i64) -> i64:
    """From second to third on F2 off the fielding chart; the runner cannot stop (S16.7)."""
    return _limited(running + arm + _throw(position, THIRD))


def second_to_third_on_fly_rf(running: i64, arm: i64) -> i64:
    """From second to third on fly(rf)B; above the range he stops, and only 20 is out (S14.3)."""
    return _limited(running + arm + 2)


def home_on_fly_question(running: i64, arm: i64, outfield_in: bool) -> i64:
    """From third on fly()B?; the outfield in costs nine (S14.2, S21.2)."""
    return _limited(running + arm + (-7 if outfield_in else 2))


def trail_on_fly(running: i64, arm: i64, position: i64, goal: i64) -> i64:
    """The lead trail runner on fly()B? (S14.43)."""
    return _limited(running + arm - 5 + _throw(position, goal))


def on_decide(running: i64, fielder: i64) -> i64:
    """The lead runner on a grounder that reads Decide, against the fielder's range (T15.0)."""
    return _limited(running - 4 + fielder)
