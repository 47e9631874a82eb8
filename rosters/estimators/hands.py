"""Platoon matchups: how often players of a pool met left-handers and right-handers.

Most years did not count it. From 2012 it is known how much more often right-handed hitters face
left-handers than others do; the numbers of left-handed pitchers and hitters are the pool's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rosters.estimators.platoon import (
    AGAINST_LEFT_BATTERS,
    AGAINST_LEFT_HANDERS,
    NORMAL,
    side_of,
)
from rosters.estimators.rates import LEFT, RIGHT
from rosters.makers.base import Subject

SOME_TURNS = 2_000
"""Plate appearances with the hands of 2012 that a pool's own are mixed with."""

LEAST, MOST = 0.02, 0.98


def _odds(share: float) -> float:
    return share / (1 - share)


_TURNS = sum(rates.weight for rates in NORMAL.values())
USUAL_LEFT_HANDERS = sum(NORMAL[side, LEFT].weight for side in (LEFT, RIGHT)) / _TURNS
"""Share of plate appearances against left-handers (2012)."""
USUAL_BATS = {"L": 0.3253, "R": 0.5375, "B": 0.1372}
"""Shares of plate appearances by how a hitter bats (2012)."""
LIKELIER = {
    bats: _odds(share) / _odds(USUAL_LEFT_HANDERS) for bats, share in AGAINST_LEFT_HANDERS.items()
}
"""Odds of facing a left-hander relative to all hitters, by how a hitter bats (2012)."""


@dataclass(frozen=True)
class Hands:
    """``left_handers``: share of a hitter's plate appearances against left-handers, by how he
    bats; ``left_side``: share of a pitcher's batters on the left side of the plate, by his
    throwing hand."""

    left_handers: Mapping[str, float] = field(default_factory=lambda: dict(AGAINST_LEFT_HANDERS))
    left_side: Mapping[str, float] = field(default_factory=lambda: dict(AGAINST_LEFT_BATTERS))

    def against_left(self, bats: str) -> float:
        """Share of plate appearances against left-handers of a hitter who bats this way."""
        return self.left_handers[_bats(bats)]


def hands_of(subjects: Iterable[Subject]) -> Hands:
    bats = {key: share * SOME_TURNS for key, share in USUAL_BATS.items()}
    faced_left = USUAL_LEFT_HANDERS * SOME_TURNS
    faced = float(SOME_TURNS)
    for subject in subjects:
        batting, pitching = subject.season.batting, subject.season.pitching
        if pitching is not None:
            turns = pitching.batters_faced or pitching.outs + pitching.hits + pitching.walks
            faced += turns
            faced_left += turns * (subject.throws == LEFT)
        elif batting is not None:
            bats[_bats(subject.bats)] += batting.plate_appearances
    return _met(bats, min(MOST, max(LEAST, faced_left / faced)))


def _met(bats: Mapping[str, float], left_handers: float) -> Hands:
    """Shares with which all hitters together face left-handers as often as the pool has them."""
    total = sum(bats.values())
    shift = 1.0
    for _ in range(30):
        shares = {
            key: _share(_odds(left_handers) * shift * odds_ratio)
            for key, odds_ratio in LIKELIER.items()
        }
        met = sum(bats[key] * share for key, share in shares.items()) / total
        shift *= _odds(left_handers) / _odds(met)
    left_side = {}
    for hand in (LEFT, RIGHT):
        part = {key: share if hand == LEFT else 1 - share for key, share in shares.items()}
        turns = sum(bats[key] * part[key] for key in bats)
        on_left = sum(bats[key] * part[key] for key in bats if side_of(key, hand) == LEFT)
        left_side[hand] = on_left / turns
    return Hands(shares, left_side)


def _share(odds: float) -> float:
    return odds / (1 + odds)


def _bats(bats: str) -> str:
    return "B" if bats in ("B", "S") else "L" if bats == LEFT else "R"
