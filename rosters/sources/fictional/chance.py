"""Chance for the fictional league: draws that are the same on every machine and Python."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


class Chance:
    """Draws from one seed."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed).random

    def fraction(self) -> float:
        """Evenly from 0 up to 1."""
        return self._random()

    def normal(self) -> float:
        """Nearly normal with mean 0 and deviation 1, between -6 and 6 (twelve even draws)."""
        return sum(self._random() for _ in range(12)) - 6

    def spread(self, deviation: float) -> float:
        """A factor with mean 1 whose logarithm has that deviation."""
        return exp(deviation * self.normal() - deviation * deviation / 2)

    def one_of(self, items: Sequence[Item]) -> Item:
        """An item, each as likely."""
        return items[int(self._random() * len(items))]

    def happens(self, chance: float) -> bool:
        """Whether something of that chance happens."""
        return self._random() < chance

    def times(self, tries: int, chance: float) -> int:
        """How often it happens in so many tries."""
        return sum(self._random() < chance for _ in range(tries))

    def outcomes(self, tries: int, chances: Sequence[float]) -> list[int]:
        """How often each of several exclusive outcomes happens; what they leave is the last."""
        bounds = []
        total = 0.0
        for chance in chances:
            total += chance
            bounds.append(total)
        counts = [0] * (len(chances) + 1)
        for _ in range(tries):
            drawn = self._random()
            for at, bound in enumerate(bounds):
                if drawn < bound:
                    counts[at] += 1
                    break
            else:
                counts[-1] += 1
        return counts
