"""The line score as a board: columns with both sides' cells. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

NOT_NEEDED = "×"


@dataclass(frozen=True, slots=True)
class Column:
    number: int
    away: str
    home: str


def board_columns(
    away: Sequence[int | None],
    home: Sequence[int | None],
    *,
    regulation: int = 9,
    final: bool = True,
) -> list[Column]:
    """A column per inning, at least `regulation` of them unless the game is over sooner.

    A half-inning that was never needed shows a cross, one not reached yet shows nothing.
    """
    played = max(len(away), len(home))
    return [
        Column(n + 1, _cell(away, n, played, final), _cell(home, n, played, final))
        for n in range(played if final and played else max(played, regulation))
    ]


def _cell(runs: Sequence[int | None], index: int, played: int, final: bool) -> str:
    value = runs[index] if index < len(runs) else None
    if value is not None:
        return str(value)
    return NOT_NEEDED if final and index < played else ""
