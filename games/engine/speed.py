"""How fast the engine plays, beside the floor: the time the same stream takes for the same dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter

from games.engine.club import Clubs
from games.engine.dice import WORD_SHIFT
from games.engine.dice_stream import DiceStream
from games.engine.options import Value
from games.engine.system import System
from games.engine.table import SimulatedTable


@dataclass(frozen=True)
class Speed:
    """Games simulated on one core in ``seconds``; throws a game; seconds for these throws alone."""

    games: int
    seconds: float
    throws: int
    floor: float

    @property
    def games_per_second(self) -> float:
        """Whole games, managers and events included, without storing them."""
        return self.games / self.seconds

    @property
    def throws_per_game(self) -> float:
        """Throws of any kind, on average."""
        return self.throws / self.games

    @property
    def times_the_floor(self) -> float:
        """How many times longer than only throwing the dice."""
        return self.seconds / self.floor


def measure(
    system: System, settings: Mapping[str, Value], seconds: float, clubs: Clubs | None = None
) -> Speed:
    """Simulate for about ``seconds``, then throw the same dice again without a game."""
    manager = system.manager(settings)
    sizes: list[list[int]] = []
    spent = 0.0
    while not sizes or spent < seconds:
        begin = perf_counter()
        table = SimulatedTable(DiceStream(f"speed/{len(sizes)}"), manager, manager)
        system.game(table, settings, clubs=clubs).play()
        spent += perf_counter() - begin
        sizes.append(
            [int(system.dice[entry >> WORD_SHIFT].size) for entry in table.entries if entry >= 0]
        )
    begin = perf_counter()
    for number, thrown in enumerate(sizes):
        stream = DiceStream(f"speed/{number}")
        for size in thrown:
            stream.draw(size)
    floor = perf_counter() - begin
    return Speed(len(sizes), spent, sum(map(len, sizes)), floor)
