"""Park numbers from how a park played, and back. Pure.

A source that gives only the run factor of a park says nothing of batting hands, nor of what the
runs were made of. The estimator ``runs-to-numbers`` splits it: where the published factor says
``f`` times the runs, there are ``1 + 1.6 (f - 1)`` times the home runs and ``1 + 0.3 (f - 1)``
times the singles. So it was in the thirty parks of 2012, games at home against games away (slopes
1.61 with a standard error of .24, and .32 with .08); both hands get the same.

The information used here was obtained free of charge from and is copyrighted by Retrosheet.
Interested parties may contact Retrosheet at "www.retrosheet.org".
"""

from __future__ import annotations

from typing import Final

from rosters.rules.parks import LARGEST, NEUTRAL, ParkNumbers

ESTIMATOR: Final = "runs-to-numbers/1"

PARK_SINGLES: Final = 0.10
PARK_HOME_RUNS: Final = 0.40
"""Shares of the singles and home runs on cards that depend on the park; in a neutral park half of
these readings are hits."""

HOME_RUNS_OF_RUNS: Final = 1.6
SINGLES_OF_RUNS: Final = 0.3


def home_factor(published: float) -> float:
    """Runs in the park as a multiple of those elsewhere, from a batting park factor of 100.

    The published factor is halved already, to be applied to a whole year of which half was played
    elsewhere: 105 means that a tenth more runs were scored in the park.
    """
    return 1 + 2 * (published - 100) / 100


def park_of_factors(singles: float, home_runs: float) -> ParkNumbers:
    """The numbers of a park that gives so many times the singles and the home runs of a neutral
    one, if every card has the default share of ballpark readings."""
    singles_number = _number(singles, PARK_SINGLES)
    home_runs_number = _number(home_runs, PARK_HOME_RUNS)
    return ParkNumbers(singles_number, singles_number, home_runs_number, home_runs_number)


def park_of_runs(factor: float) -> ParkNumbers:
    """The numbers of a park by its run factor alone; 1.0 is a neutral park."""
    return park_of_factors(1 + SINGLES_OF_RUNS * (factor - 1), 1 + HOME_RUNS_OF_RUNS * (factor - 1))


def singles_factor(number: float) -> float:
    """The multiple of a neutral park's singles that a number gives, with default cards."""
    return 1 + PARK_SINGLES * (number / NEUTRAL - 1)


def home_run_factor(number: float) -> float:
    """The multiple of a neutral park's home runs that a number gives, with default cards."""
    return 1 + PARK_HOME_RUNS * (number / NEUTRAL - 1)


def _number(factor: float, share: float) -> int:
    """How many in twenty of a ``share`` of the events happen at a factor; ``NEUTRAL`` at 1."""
    return min(LARGEST, max(0, round(NEUTRAL * (1 + (factor - 1) / share))))
