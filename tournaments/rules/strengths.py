"""How clubs fare against each other, from games that were played to find out. Pure.

The share of the games that a host has won is drawn towards what one number a club and one for the
home field say about all games together (Bradley and Terry), the more so the fewer games the two
have played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Final

WEIGHT: Final = 40.0
"""Games that the common fit is worth beside the two clubs' own."""

ROUNDS_OF_FIT: Final = 60

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


def strengths_of(tried: Tried) -> Strengths:
    """Chances from games that were played."""
    level, home = _fit(tried.won)
    found = {}
    for (host, visitor), (won, games) in tried.won.items():
        common = _share(level[host] - level[visitor] + home)
        found[host, visitor] = (won + WEIGHT * common) / (games + WEIGHT)
    return Strengths(found, tried.scores or ((5, 3),))


def drawn(tried: Tried, times: int, dice: Random) -> list[Strengths]:
    """Strengths as they might be, knowing what was played and no more: so many draws. Who takes the
    most likely strengths for the true ones is too sure of everything that follows."""
    found = []
    for _ in range(times):
        won = {}
        for pair, (wins, games) in tried.won.items():
            share = dice.betavariate(wins + 1, games - wins + 1)
            won[pair] = (share * games, games)
        found.append(strengths_of(Tried(won, tried.scores)))
    return found


def _fit(won: Mapping[Pair, tuple[float, int]]) -> tuple[dict[int, float], float]:
    """One number a club and one for the home field under which what was played is most likely,
    with a game won and lost against an average club added for each so that nobody is without end.
    """
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
