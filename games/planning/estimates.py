"""What a line-up is worth, by linear weights, and what every change of it changes. Pure.

A player's worth at bat is that of his card against a hand, in runs a time he bats. The places in
the order come up as often as they do on the average. What is left out: who is on base when he bats,
the opponent's pitcher beyond his hand, the park, pinch hitters. The estimate is for comparing
line-ups; two within ``ERROR`` of each other are the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.card_games.base import PlayerValue
from rosters.rules.coverage import Fielder
from rosters.rules.lineups import DESIGNATED, PITCHER, LineUp, Spot

TURNS: Final = (4.7, 4.6, 4.5, 4.4, 4.3, 4.2, 4.1, 4.0, 3.9)
"""Times a place in the order comes up in a game."""

ERROR: Final = 0.2
"""Runs a game within which two line-ups are held to be the same: linear weights know no better.
An allowance, not a measurement."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Runs a game: what the nine bat in beyond average cards, and what they save in the field."""

    bat: float
    glove: float

    @property
    def total(self) -> float:
        """Both together."""
        return self.bat + self.glove


@dataclass(frozen=True, slots=True)
class Swap:
    """A change of a line-up by one player: who comes in at which place and position, and what the
    whole is worth more."""

    player: int
    for_player: int
    position: str
    gain: float


@dataclass(frozen=True, slots=True)
class OrderSwap:
    """Two neighbours in the order change places: the first of them from 1, and what it gains."""

    place: int
    gain: float


def estimate(spots: LineUp, values: Mapping[int, PlayerValue]) -> Estimate:
    """The worth of a line-up."""
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
    """For every player of the bench the change that gains most, or costs least: he takes somebody's
    place in the order and in the field. The best first."""
    now = estimate(spots, values).total
    playing = {spot.player for spot in spots}
    found = []
    for player, fielder in squad.items():
        if player in playing:
            continue
        best: Swap | None = None
        for at, spot in enumerate(spots):
            if spot.player == PITCHER or spot.position not in (*fielder.positions, DESIGNATED):
                continue
            tried = (*spots[:at], replace(spot, player=player), *spots[at + 1 :])
            gain = estimate(tried, values).total - now
            if best is None or gain > best.gain:
                best = Swap(player, spot.player, spot.position, gain)
        if best is not None:
            found.append(best)
    return sorted(found, key=lambda swap: -swap.gain)


def turns(spots: Sequence[Spot], values: Mapping[int, PlayerValue]) -> list[OrderSwap]:
    """What it gains to turn each two neighbours of the order round."""
    return [
        OrderSwap(
            at + 1,
            (TURNS[at] - TURNS[at + 1])
            * (values[spots[at + 1].player].bat - values[spots[at].player].bat),
        )
        for at in range(len(spots) - 1)
    ]
