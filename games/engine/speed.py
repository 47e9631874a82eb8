"""Speed of the engine, compared with a floor: the time that the same stream takes for the same
dice.

Processor time, in turns, so that other load on the machine slows both alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import process_time
from typing import Final

from games.engine.club import Clubs
from games.engine.decisions import Manager
from games.engine.dice import WORD_SHIFT
from games.engine.dice_stream import DiceStream
from games.engine.options import Value
from games.engine.system import System
from games.engine.table import SimulatedTable


@dataclass(frozen=True)
class Speed:
    """Games simulated on one core in ``seconds``; rolls in them; seconds for these rolls alone."""

    games: int
    seconds: float
    throws: int
    floor: float

    @property
    def games_per_second(self) -> float:
        """Whole games, including managers and events, without storing them."""
        return self.games / self.seconds

    @property
    def throws_per_game(self) -> float:
        """Rolls of any kind, on average."""
        return self.throws / self.games

    @property
    def times_the_floor(self) -> float:
        """The ratio to the time for the dice alone."""
        return self.seconds / self.floor


ROUNDS: Final = 40
"""Rounds, alternating with the floor; the fastest of each counts. Many short ones, so that some run
while nothing else uses the core."""


def measure(
    system: System, settings: Mapping[str, Value], seconds: float, clubs: Clubs | None = None
) -> Speed:
    """Simulate for about ``seconds``, alternating with rolling the same dice without a game."""
    manager = system.manager(settings)
    _play(system, settings, 0, manager, clubs)  # one-time computations are not measured
    begin = process_time()
    games = 0
    while not games or process_time() - begin < seconds / ROUNDS:
        _play(system, settings, games, manager, clubs)
        games += 1
    spent, floor = [], []
    throws = 0
    for _ in range(ROUNDS):
        begin = process_time()
        tables = [_play(system, settings, number, manager, clubs) for number in range(games)]
        spent.append(process_time() - begin)
        sizes = [
            [int(system.dice[entry >> WORD_SHIFT].size) for entry in table.entries if entry >= 0]
            for table in tables
        ]
        throws = sum(map(len, sizes))
        begin = process_time()
        for number, thrown in enumerate(sizes):
            stream = DiceStream(f"speed/{number}")
            for size in thrown:
                stream.draw(size)
        floor.append(process_time() - begin)
    return Speed(games, min(spent), throws, min(floor))


def _play(
    system: System,
    settings: Mapping[str, Value],
    number: int,
    manager: Manager,
    clubs: Clubs | None,
) -> SimulatedTable:
    table = SimulatedTable(DiceStream(f"speed/{number}"), manager, manager)
    system.game(table, settings, clubs=clubs).play()
    return table
