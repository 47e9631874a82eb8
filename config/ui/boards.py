"""The line score of a game as a scoreboard: its sides, columns and totals. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

NOT_NEEDED = "×"


@dataclass(frozen=True, slots=True)
class Column:
    number: int
    away: str
    home: str


@dataclass(frozen=True)
class BoardSide:
    """A side of the scoreboard. ``team`` has a name, an abbreviation and colors; ``innings`` are
    runs, ``None`` for a turn not taken; hits and errors are ``None`` if not reported."""

    team: Any
    innings: Sequence[int | None]
    runs: int
    hits: int | None
    errors: int | None
    won: bool = False


@dataclass(frozen=True)
class LineScore:
    """A line score: ``state`` in words; for a game in progress ``inning`` and ``half`` mark the
    turn."""

    away: BoardSide
    home: BoardSide
    state: str = "Final"
    final: bool = True
    inning: int = 0
    half: str = ""
    outs: int | None = None
    regulation: int = 9

    @property
    def sides(self) -> tuple[BoardSide, BoardSide]:
        return self.away, self.home

    @property
    def columns(self) -> list[Column]:
        """A column per inning, at least ``regulation`` of them unless the game is over sooner.

        A half-inning that was not needed shows a cross, one not reached yet shows nothing.
        """
        played = max(len(side.innings) for side in self.sides)
        shown = played if self.final and played else max(played, self.regulation)
        return [
            Column(
                index + 1,
                self._cell(self.away.innings, index, played),
                self._cell(self.home.innings, index, played),
            )
            for index in range(shown)
        ]

    def _cell(self, runs: Sequence[int | None], index: int, played: int) -> str:
        value = runs[index] if index < len(runs) else None
        if value is not None:
            return str(value)
        return NOT_NEEDED if self.final and index < played else ""
