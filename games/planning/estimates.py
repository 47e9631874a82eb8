"""Worth of a lineup by linear weights, and the gain of every change. Pure.

A player's worth at bat is that of his card against a hand, in runs per time at bat. The places in
the order come up as often as on average. Left out: runners on base, the opposing pitcher beyond his
throwing arm, the park, pinch hitters. The estimate compares lineups; two within ``ERROR`` of each
other count as equal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.card_games.base import PlayerValue
from rosters.rules.coverage import Fielder
from rosters.rules.lineups import DESIGNATED, PITCHER, LineUp, Spot

TURNS: Final = (4.7, 4.6, 4.5, 4.4, 4.3, 4.2, 4.1, 4.0, 3.9)
"""Times at bat a game, by place in the order."""

ERROR: Final = 0.2
"""Runs a game within which two lineups count as equal: linear weights are no more precise.
An allowance, not a measurement."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Runs a game: what the nine bat in beyond average cards, and what they save in the field."""

    bat: float
    glove: float

    @property
    def total(self) -> float:
        return self.bat + self.glove


@dataclass(frozen=True, slots=True)
class Swap:
    """A replacement of one player: who comes in for whom, at which position, and the gain in
    runs."""

    player: int
    for_player: int
    position: str
    gain: float


@dataclass(frozen=True, slots=True)
class OrderSwap:
    """A swap of two neighbors in the order: the place of the first, from 1, and the gain in
    runs."""

    place: int
    gain: float


def estimate(spots: LineUp, values: Mapping[int, PlayerValue]) -> Estimate:
    bat = sum(
        turns * values[spot.player].bat
        for turns, spot in zip(TURNS, spots, strict=True)
        if spot.player in values
    )
    glove = sum(
        values[spot.player].gloves.get(spot.position, 0.0)
        for spot in spots
        if spot.player in values
    )
    return Estimate(bat, glove)


def swaps(
    spots: LineUp, values: Mapping[int, PlayerValue], squad: Mapping[int, Fielder]
) -> list[Swap]:
    """For every bench player the change that gains most or costs least: he takes one player's place
    in the order and in the field. Best first."""
    now = estimate(spots, values).total
    playing = {spot.player for spot in spots}
    best_swaps = []
    for player, fielder in squad.items():
        if player in playing:
            continue
        best: Swap | None = None
        for place, spot in enumerate(spots):
            if spot.player == PITCHER or spot.position not in (*fielder.positions, DESIGNATED):
                continue
            tried = (*spots[:place], replace(spot, player=player), *spots[place + 1 :])
            gain = estimate(tried, values).total - now
            if best is None or gain > best.gain:
                best = Swap(player, spot.player, spot.position, gain)
        if best is not None:
            best_swaps.append(best)
    return sorted(best_swaps, key=lambda swap: -swap.gain)


def turns(spots: Sequence[Spot], values: Mapping[int, PlayerValue]) -> list[OrderSwap]:
    """The gain of swapping each two neighbors of the order."""
    return [
        OrderSwap(
            place + 1,
            (TURNS[place] - TURNS[place + 1])
            * (values[spots[place + 1].player].bat - values[spots[place].player].bat),
        )
        for place in range(len(spots) - 1)
    ]
