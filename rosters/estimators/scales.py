"""Ratings as places in a season: each step of a rating has the same share of playing time in every
year, whatever the year's own mean and spread. And measured functions, read between their points."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from statistics import NormalDist

Points = Sequence[tuple[float, float]]
"""A measured function: what came of what, in rising order of both."""


def between(points: Points, x: float) -> float:
    """What comes of ``x``, on the lines between the points; beyond them as at the ends."""
    for (low, first), (high, then) in pairwise(points):
        if x <= high:
            return first + max(0.0, x - low) / (high - low) * (then - first)
    return points[-1][1]


def where(points: Points, y: float) -> float:
    """The value from which ``y`` comes: ``between`` the other way round."""
    return between([(value, at) for at, value in points], y)


FILLERS = 99
"""Men of usual scores that a pool too small for shares is filled up with."""


@dataclass(frozen=True)
class Scale:
    """``cuts``: the scores from which one step ends and the next begins; ``first`` is the rating
    of the lowest."""

    cuts: tuple[float, ...]
    first: int

    def of(self, score: float) -> int:
        """The rating of a score."""
        return self.first + bisect_right(self.cuts, score)


def scale_of(
    scored: Iterable[tuple[float, float]],
    shares: Sequence[float],
    first: int,
    enough: float = 0.0,
    spread: float = 1.0,
) -> Scale:
    """From scores with their weight; ``shares`` of each step, the lowest scores first, add up to
    one. With less weight than ``enough`` usual men with this ``spread`` fill the pool up."""
    men = [(score, weight) for score, weight in scored if weight > 0]
    total = sum(weight for _, weight in men)
    if total < enough or not men:
        usual = NormalDist(0, spread)
        weight = max(enough - total, 1.0) / FILLERS
        men += [(usual.inv_cdf((at + 0.5) / FILLERS), weight) for at in range(FILLERS)]
    men.sort()
    total = sum(weight for _, weight in men)
    limits = [share * total for share in accumulate(shares[:-1])]
    cuts: list[float] = []
    upto = 0.0
    for score, weight in men:
        while len(cuts) < len(limits) and upto + weight / 2 >= limits[len(cuts)]:
            cuts.append(score)
        upto += weight
    return Scale(tuple(cuts) + (float("inf"),) * (len(limits) - len(cuts)), first)
