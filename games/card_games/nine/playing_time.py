"""Playing time: who of a club is furthest behind what he had in his season.

Managers of simulated games bring the better players, so that drawing players by how often they
played leaves the worst on the bench. Here everybody's turns are counted, and the player who has had
least of his share is the next to play.
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
"""At bat, or of batters faced in relief: by so many the order of a day is left to chance."""


@dataclass(frozen=True)
class Regular(Generic[M]):
    """A hitter and the share of games he plays, or a pitcher and how often he starts, or how many
    batters he faces in relief."""

    player: M
    share: float


@dataclass
class PlayingTime:
    """What the players of a club have had so far, by number: turns at bat, starts, batters faced in
    relief."""

    at_bat: Counter[int] = field(default_factory=Counter)
    started: Counter[int] = field(default_factory=Counter)
    relieved: Counter[int] = field(default_factory=Counter)


def behind(
    random: Random, players: Iterable[Regular[M]], had: Counter[int], a_day: float
) -> list[Regular[M]]:
    """The player who had least of his share first; before anybody had anything, by lot and
    share."""
    return sorted(
        players,
        key=lambda each: (had[each.player.number] + a_day * random.expovariate(1)) / each.share,
    )


def turns_of(record: Record) -> tuple[tuple[Counter[int], Counter[int]], ...]:
    """For each side, by player's number: turns at bat, and batters faced."""
    clubs = record.lineups
    found: tuple[tuple[Counter[int], Counter[int]], ...] = (
        (Counter(), Counter()),
        (Counter(), Counter()),
    )
    if clubs is None:
        return found
    people = People(clubs)
    up = [1, 1]
    half = 0
    mound = [people.at(side, PITCHER) for side in range(2)]
    for event in record.events:
        kind = kind_of(event)
        if SINGLE <= kind < STEAL:
            found[half][0][people.player(half, up[half])] += 1
            found[1 - half][1][mound[1 - half]] += 1
            up[half] = up[half] % 9 + 1
        elif kind == HALF:
            half = value_of(event) & 1
        elif kind == CHANGE:
            people.see(event)
            side, _, position, player = changed(value_of(event))
            if position == PITCHER:
                mound[side] = player
    return found
