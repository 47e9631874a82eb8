"""Playing time: which players of a club are furthest behind their real totals.

Managers of simulated games bring in the better players, so that drawing players by how often they
played leaves the worst on the bench. Here every player's turns are counted, and the one furthest
behind his share plays next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Generic, TypeVar

from games.engine.events import CHANGE, HALF, SINGLE, STEAL, changed, kind_of, value_of
from games.engine.folds.people import PITCHER, People
from games.engine.nine.player import SquadPlayer
from games.engine.record import Record

M = TypeVar("M", bound=SquadPlayer)

TURNS_OF_A_DAY = 4.0
"""Turns at bat, or batters faced in relief, by which chance varies the order of a day."""


@dataclass(frozen=True)
class Regular(Generic[M]):
    """A hitter and his share of games, or a pitcher and his number of starts or of batters faced in
    relief."""

    player: M
    share: float


@dataclass
class PlayingTime:
    """Playing time of a club's players so far, by number: turns at bat, starts, batters faced in
    relief."""

    at_bat: Counter[int] = field(default_factory=Counter)
    started: Counter[int] = field(default_factory=Counter)
    relieved: Counter[int] = field(default_factory=Counter)


def behind(
    random: Random, players: Iterable[Regular[M]], had: Counter[int], a_day: float
) -> list[Regular[M]]:
    """Sort the players by how far they are behind their shares, furthest first; at the start at
    random by share. ``a_day``: the spread of the random part."""
    return sorted(
        players,
        key=lambda regular: (
            (had[regular.player.number] + a_day * random.expovariate(1)) / regular.share
        ),
    )


def turns_of(record: Record) -> tuple[tuple[Counter[int], Counter[int]], ...]:
    """For each side, by player number: turns at bat, and batters faced."""
    clubs = record.lineups
    counts: tuple[tuple[Counter[int], Counter[int]], ...] = (
        (Counter(), Counter()),
        (Counter(), Counter()),
    )
    if clubs is None:
        return counts
    people = People(clubs)
    up = [1, 1]
    half = 0
    mound = [people.at(side, PITCHER) for side in range(2)]
    for event in record.events:
        kind = kind_of(event)
        if SINGLE <= kind < STEAL:
            counts[half][0][people.player(half, up[half])] += 1
            counts[1 - half][1][mound[1 - half]] += 1
            up[half] = up[half] % 9 + 1
        elif kind == HALF:
            half = value_of(event) & 1
        elif kind == CHANGE:
            people.see(event)
            side, _, position, player = changed(value_of(event))
            if position == PITCHER:
                mound[side] = player
    return counts
