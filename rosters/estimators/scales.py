"""Ratings as places in a season: each step of a rating has the same share of playing time in every
year, whatever the year's own mean and spread. And measured functions, interpolated between their
points."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from statistics import NormalDist

Points = Sequence[tuple[float, float]]
"""A measured function: its (x, y) points, rising in both."""


def between(points: Points, x: float) -> float:
    """The value at ``x``, linear between the points and constant beyond them."""
    for (low, first), (high, second) in pairwise(points):
        if x <= high:
            return first + max(0.0, x - low) / (high - low) * (second - first)
    return points[-1][1]


def where(points: Points, y: float) -> float:
    """The inverse of ``between``."""
    return between([(value, x) for x, value in points], y)


FILLERS = 99
"""Average players that fill up a pool too small for shares."""


@dataclass(frozen=True)
class Scale:
    """``cuts``: the scores at which one step ends and the next begins; ``first``: the lowest
    rating."""

    cuts: tuple[float, ...]
    first: int

    def of(self, score: float) -> int:
        return self.first + bisect_right(self.cuts, score)


def scale_of(
    scored: Iterable[tuple[float, float]],
    shares: Sequence[float],
    first: int,
    enough: float = 0.0,
    spread: float = 1.0,
) -> Scale:
    """The scale of (score, weight) pairs; ``shares`` of each step, the lowest scores first, add up
    to 1. With less weight than ``enough`` average players with this ``spread`` fill the pool up."""
    weighted = [(score, weight) for score, weight in scored if weight > 0]
    total = sum(weight for _, weight in weighted)
    if total < enough or not weighted:
        normal = NormalDist(0, spread)
        weight = max(enough - total, 1.0) / FILLERS
        weighted += [(normal.inv_cdf((index + 0.5) / FILLERS), weight) for index in range(FILLERS)]
    weighted.sort()
    total = sum(weight for _, weight in weighted)
    limits = [share * total for share in accumulate(shares[:-1])]
    cuts: list[float] = []
    weight_so_far = 0.0
    for score, weight in weighted:
        while len(cuts) < len(limits) and weight_so_far + weight / 2 >= limits[len(cuts)]:
            cuts.append(score)
        weight_so_far += weight
    return Scale(tuple(cuts) + (float("inf"),) * (len(limits) - len(cuts)), first)
