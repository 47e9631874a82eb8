"""Expected runs in a half-inning from its 24 states, by which managers weigh their chances.

Averages of big-league play with pitchers batting, 2012. The information used here was obtained free
of charge from and is copyrighted by Retrosheet. Interested parties may contact Retrosheet at
"www.retrosheet.org".
"""

from __future__ import annotations

from typing import Final

from games.engine.chain import STATES, State

# Rows are outs (three outs end it), columns occupied bases as bits (first 1, second 2, third 4).

RUNS: Final[tuple[list[float], ...]] = (
    [0.48, 0.86, 1.07, 1.40, 1.36, 1.70, 1.83, 2.20],
    [0.25, 0.52, 0.68, 0.88, 0.94, 1.10, 1.33, 1.50],
    [0.10, 0.23, 0.31, 0.40, 0.36, 0.47, 0.53, 0.71],
    [0.0] * 8,
)
"""Expected runs in the rest of the half-inning."""

SOME: Final[tuple[list[float], ...]] = (
    [0.27, 0.42, 0.62, 0.60, 0.82, 0.84, 0.84, 0.86],
    [0.15, 0.27, 0.40, 0.40, 0.65, 0.62, 0.64, 0.64],
    [0.07, 0.13, 0.21, 0.22, 0.26, 0.26, 0.25, 0.30],
    [0.0] * 8,
)
"""The chance of at least one run."""

MOST_RUNS: Final = 30
"""More runs in one half-inning count as this many."""


def runs_to_come() -> dict[State, tuple[float, ...]]:
    """From every state the chances of 0, 1, 2... more runs, consistent with both tables above.

    Beyond the first run each further one is as likely as the one before it. For whole half-innings
    this gives .73, .15, .07, .03, .01, as in the source.
    """
    return {(bases, outs): _spread(RUNS[outs][bases], SOME[outs][bases]) for bases, outs in STATES}


def _spread(runs: float, some: float) -> tuple[float, ...]:
    another = 1.0 - some / runs
    chances = [
        1.0 - some,
        *(some * (1.0 - another) * another**further for further in range(MOST_RUNS)),
    ]
    return (*chances, max(0.0, 1.0 - sum(chances, 0.0)))
