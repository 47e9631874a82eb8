"""The strengths of clubs against each other, estimated from simulated games. Pure.

Each club has a level, and so has the home field: the log-odds of the host are their sum (Bradley
and Terry). Levels are shrunk towards the mean by as much as chance alone could have spread them,
and the share of games between two clubs towards what their levels predict (empirical Bayes): some
clubs look good after few games only by luck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from random import Random
from typing import Final

ROUNDS_OF_FIT: Final = 60

USUAL_SPREAD: Final = 0.02
"""Prior variance of the clubs' levels, in log-odds, with the weight of ``WORTH`` clubs."""

WORTH: Final = 2.0

USUAL_INTERPLAY: Final = 0.01
"""Prior variance of the effect of a pair beyond both levels; its own uncertainty is as large."""

LEAST: Final = 1e-3

Pair = tuple[int, int]
"""The host and the visitor."""


@dataclass(frozen=True)
class Tried:
    """The simulated games: the host's wins and the number of games by pair, and the scores of all
    games (the winner's runs first)."""

    won: Mapping[Pair, tuple[float, int]]
    scores: Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Strengths:
    """The host's chance to win by pair, and the scores that games end with."""

    host_wins: Mapping[Pair, float]
    scores: Sequence[tuple[int, int]] = ((5, 3),)

    def chance(self, one: int, other: int, *, at_home: bool) -> float:
        """Return the chance that ``one`` beats ``other``."""
        if at_home:
            return self.host_wins[one, other]
        return 1.0 - self.host_wins[other, one]


@dataclass(frozen=True)
class Fit:
    """What the games say of the clubs: each level with its variance, the home field's level, and
    the weight of the levels, in games, against the games of a pair."""

    level: Mapping[int, float]
    variance: Mapping[int, float]
    home: float
    weight: float


def strengths_of(tried: Tried) -> Strengths:
    return _chances(tried, fit(tried.won), None)


def drawn(tried: Tried, times: int, dice: Random) -> list[Strengths]:
    """Draw ``times`` strengths from their distribution given these games. Using only the most
    likely strengths would overstate the certainty of all that follows."""
    levels = fit(tried.won)
    return [_chances(tried, levels, dice) for _ in range(times)]


def _chances(tried: Tried, found: Fit, dice: Random | None) -> Strengths:
    """Return the host's chance by pair: the most likely one, or with ``dice`` a random draw."""
    level = dict(found.level)
    if dice is not None:
        level = {club: dice.gauss(mean, sqrt(found.variance[club])) for club, mean in level.items()}
    chances = {}
    for (host, visitor), (won, games) in tried.won.items():
        common = found.weight * _share(level[host] - level[visitor] + found.home)
        wins, losses = common + won, found.weight - common + games - won
        chances[host, visitor] = (
            wins / (wins + losses) if dice is None else dice.betavariate(wins, losses)
        )
    return Strengths(chances, tried.scores or ((5, 3),))


def fit(won: Mapping[Pair, tuple[float, int]]) -> Fit:
    """Fit the most likely levels, shrunk towards the mean: the spread that remains after chance is
    removed is that of the clubs themselves."""
    raw, home = _most_likely(won)
    information = dict.fromkeys(raw, LEAST)
    total_information, chi_square = LEAST, 0.0
    for (host, visitor), (wins, games) in won.items():
        share = _share(raw[host] - raw[visitor] + home)
        weight = games * share * (1.0 - share)
        information[host] += weight
        information[visitor] += weight
        total_information += weight
        chi_square += (wins - games * share) ** 2 / max(weight, LEAST)
    spread = _spread(raw, information)
    interplay = _interplay(chi_square, max(len(won) - len(raw), 1), total_information)
    return Fit(
        {club: raw[club] * spread / (spread + 1.0 / information[club]) for club in raw},
        {club: 1.0 / (information[club] + 1.0 / spread) for club in raw},
        home,
        # The variance of a share of one half that is worth this many games, as log-odds.
        4.0 / interplay,
    )


def _spread(raw: Mapping[int, float], known: Mapping[int, float]) -> float:
    """Return the most likely variance of the clubs' levels with chance removed, by expectation and
    maximization; each level is known as precisely as its games allow."""
    spread = USUAL_SPREAD
    for _ in range(ROUNDS_OF_FIT):
        squares = 0.0
        for club, level in raw.items():
            share = spread * known[club] / (spread * known[club] + 1.0)
            squares += (level * share) ** 2 + share / known[club]
        spread = (WORTH * USUAL_SPREAD + squares) / (WORTH + len(raw))
    return spread


def _interplay(strange: float, free: int, told: float) -> float:
    """Return the variance of pair effects, from the chi-square ``strange`` of the pairs' results
    (``free`` degrees of freedom) and their information ``told``, combined with the prior."""
    estimate, estimate_variance = (strange - free) / told, 2.0 * free / told**2
    prior_variance = USUAL_INTERPLAY**2
    posterior = (USUAL_INTERPLAY / prior_variance + estimate / estimate_variance) / (
        1.0 / prior_variance + 1.0 / estimate_variance
    )
    return max(posterior, LEAST)


def _most_likely(won: Mapping[Pair, tuple[float, int]]) -> tuple[dict[int, float], float]:
    """Return the most likely level of each club and of the home field, with one win and one loss
    against an average club added for each so that no level is infinite."""
    clubs = sorted({club for pair in won for club in pair})
    level = dict.fromkeys(clubs, 0.0)
    home = 0.0
    for _ in range(ROUNDS_OF_FIT):
        slope = {club: 1.0 - 2.0 * _share(level[club]) for club in clubs}
        curvature = {club: 2.0 * _bend(level[club]) for club in clubs}
        home_slope, home_curvature = 0.0, 1e-9
        for (host, visitor), (wins, games) in won.items():
            share = _share(level[host] - level[visitor] + home)
            residual = wins - games * share
            weight = games * share * (1.0 - share)
            slope[host] += residual
            slope[visitor] -= residual
            curvature[host] += weight
            curvature[visitor] += weight
            home_slope += residual
            home_curvature += weight
        # Take half a step, as all numbers move at once.
        for club in clubs:
            level[club] += 0.5 * slope[club] / curvature[club]
        home += 0.5 * home_slope / home_curvature
    return level, home


def _share(level: float) -> float:
    return 1.0 / (1.0 + exp(-level))


def _bend(level: float) -> float:
    share = _share(level)
    return share * (1.0 - share)
