"""How clubs fare against each other, from games that were played to find out. Pure.

A club has a level, and the home field has one: the log-odds of the host are their sum (Bradley and
Terry). What the games say about levels is drawn towards the middle by as much as chance alone could
have spread them, and the share of the games between two clubs towards what their levels say
(empirical Bayes): of clubs that look good after few games some were only lucky.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from random import Random
from typing import Final

ROUNDS_OF_FIT: Final = 60

USUAL_SPREAD: Final = 0.02
"""Variance of clubs' levels, in log-odds, before anything was played: worth ``WORTH`` clubs."""

WORTH: Final = 2.0

USUAL_INTERPLAY: Final = 0.01
"""Variance of what two clubs are to each other beyond their levels, as uncertain as it is big."""

LEAST: Final = 1e-3

Pair = tuple[int, int]
"""The host and the visitor."""


@dataclass(frozen=True)
class Tried:
    """What was played: by pair the host's wins and the games, and the scores of all games (the
    winner's runs first)."""

    won: Mapping[Pair, tuple[float, int]]
    scores: Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Strengths:
    """The chance of the host by pair, and the scores that games end with."""

    host_wins: Mapping[Pair, float]
    scores: Sequence[tuple[int, int]] = ((5, 3),)

    def chance(self, one: int, other: int, *, at_home: bool) -> float:
        """The chance of ``one`` in a game against ``other``."""
        if at_home:
            return self.host_wins[one, other]
        return 1.0 - self.host_wins[other, one]


@dataclass(frozen=True)
class Fit:
    """What games say of clubs: each one's level with its variance, the home field's level, and how
    many games the levels are worth beside those that two clubs have played."""

    level: Mapping[int, float]
    variance: Mapping[int, float]
    home: float
    weight: float


def strengths_of(tried: Tried) -> Strengths:
    """The most likely chances after the games that were played."""
    return _chances(tried, fit(tried.won), None)


def drawn(tried: Tried, times: int, dice: Random) -> list[Strengths]:
    """Strengths as they might be, knowing what was played and no more: so many draws. Who takes the
    most likely strengths for the true ones is too sure of everything that follows."""
    found = fit(tried.won)
    return [_chances(tried, found, dice) for _ in range(times)]


def _chances(tried: Tried, found: Fit, dice: Random | None) -> Strengths:
    """The host's chance by pair: the likeliest, or one of those that may be."""
    level = dict(found.level)
    if dice is not None:
        level = {club: dice.gauss(mean, sqrt(found.variance[club])) for club, mean in level.items()}
    chances = {}
    for (host, visitor), (won, games) in tried.won.items():
        common = found.weight * _share(level[host] - level[visitor] + found.home)
        yes, no = common + won, found.weight - common + games - won
        chances[host, visitor] = yes / (yes + no) if dice is None else dice.betavariate(yes, no)
    return Strengths(chances, tried.scores or ((5, 3),))


def fit(won: Mapping[Pair, tuple[float, int]]) -> Fit:
    """Levels under which what was played is most likely, drawn towards the middle: the spread that
    is left when chance's share is taken off is that of the clubs themselves."""
    raw, home = _most_likely(won)
    known = dict.fromkeys(raw, LEAST)
    told, strange = LEAST, 0.0
    for (host, visitor), (wins, games) in won.items():
        share = _share(raw[host] - raw[visitor] + home)
        sharp = games * share * (1.0 - share)
        known[host] += sharp
        known[visitor] += sharp
        told += sharp
        strange += (wins - games * share) ** 2 / max(sharp, LEAST)
    spread = _spread(raw, known)
    interplay = _interplay(strange, max(len(won) - len(raw), 1), told)
    return Fit(
        {club: raw[club] * spread / (spread + 1.0 / known[club]) for club in raw},
        {club: 1.0 / (known[club] + 1.0 / spread) for club in raw},
        home,
        # The variance of a share of one half that is worth so many games, as log-odds.
        4.0 / interplay,
    )


def _spread(raw: Mapping[int, float], known: Mapping[int, float]) -> float:
    """The variance of the clubs' levels under which these are most likely, chance taken off: by
    expectation and maximization, each club's level being known as well as its games tell."""
    spread = USUAL_SPREAD
    for _ in range(ROUNDS_OF_FIT):
        seen = 0.0
        for club, level in raw.items():
            share = spread * known[club] / (spread * known[club] + 1.0)
            seen += (level * share) ** 2 + share / known[club]
        spread = (WORTH * USUAL_SPREAD + seen) / (WORTH + len(raw))
    return spread


def _interplay(strange: float, free: int, told: float) -> float:
    """The variance of what two clubs are to each other, from how strange the results of pairs are
    (chi-square with ``free`` degrees) and what they tell; weighed against what is usual."""
    found, doubt = (strange - free) / told, 2.0 * free / told**2
    before = USUAL_INTERPLAY**2
    weighed = (USUAL_INTERPLAY / before + found / doubt) / (1.0 / before + 1.0 / doubt)
    return max(weighed, LEAST)


def _most_likely(won: Mapping[Pair, tuple[float, int]]) -> tuple[dict[int, float], float]:
    """One number a club and one for the home field under which what was played is most likely,
    with a game won and lost against an average club added for each so that no level is infinite."""
    clubs = sorted({club for pair in won for club in pair})
    level = dict.fromkeys(clubs, 0.0)
    home = 0.0
    for _ in range(ROUNDS_OF_FIT):
        slope = {club: 1.0 - 2.0 * _share(level[club]) for club in clubs}
        bend = {club: 2.0 * _bend(level[club]) for club in clubs}
        home_slope, home_bend = 0.0, 1e-9
        for (host, visitor), (wins, games) in won.items():
            share = _share(level[host] - level[visitor] + home)
            off = wins - games * share
            sharp = games * share * (1.0 - share)
            slope[host] += off
            slope[visitor] -= off
            bend[host] += sharp
            bend[visitor] += sharp
            home_slope += off
            home_bend += sharp
        # Half a step: all numbers move at once.
        for club in clubs:
            level[club] += 0.5 * slope[club] / bend[club]
        home += 0.5 * home_slope / home_bend
    return level, home


def _share(level: float) -> float:
    return 1.0 / (1.0 + exp(-level))


def _bend(level: float) -> float:
    share = _share(level)
    return share * (1.0 - share)
