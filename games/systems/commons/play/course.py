"""A half-inning between average players who swing, go for the fences or bunt, whichever gains most
runs; the basis of the win probability chart. Gods, steals and the real cards are left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Final

from games.engine.chain import State, run_expectancy, run_spreads
from games.engine.events import BASES, OUTS, RUNS, TO_MASK, TO_SHIFT
from games.systems.commons.play.moves import (
    BUNTS,
    DOUBLES,
    HOME_RUNS,
    OUT_PLAY,
    SINGLES,
    TRIPLES,
    WALKS,
)

PITCHES: Final = 500
WALKED: Final = 43
SWINGS: Final = 10_000
SINGLED: Final = 1_790
DOUBLED: Final = 478
TRIPLED: Final = 58
HOMERED: Final = 262
"""The average line: walks of ``PITCHES``, and hits of each kind of ``SWINGS``."""

AWAY: Final = 0
FENCES: Final = 1
BUNT: Final = 2

Told = Mapping[State, int]
"""The way to bat in each state."""


def step(bases: int, outs: int, told: int) -> dict[int, int]:
    """The plays of a turn with their weights."""
    out = OUT_PLAY[bases]
    hits = (
        (SINGLES[bases], SINGLED),
        (DOUBLES[bases], DOUBLED),
        (TRIPLES[bases], TRIPLED),
        (HOME_RUNS[bases], HOMERED),
    )
    if told == BUNT:
        swing_plays = {BUNTS[outs][bases]: SWINGS}
    elif told == FENCES:
        far = DOUBLED + TRIPLED + HOMERED
        swing_plays = {HOME_RUNS[bases]: far, out: SWINGS - far}
    else:
        swing_plays = dict(hits)
        swing_plays[out] = SWINGS - sum(swing_plays.values())
    plays = {play: weight * (PITCHES - WALKED) for play, weight in swing_plays.items()}
    plays[WALKS[bases]] = WALKED * SWINGS
    return plays


def _as_told(told: Told, bases: int, outs: int) -> dict[int, int]:
    return step(bases, outs, told[bases, outs])


@cache
def best_ways() -> Told:
    """The best way to bat in every state, improved until nothing gains."""
    ways: dict[State, int] = {(bases, outs): AWAY for bases in range(8) for outs in range(3)}
    while True:
        now = dict(ways)
        values = run_expectancy(partial(_as_told, now), float)
        for (bases, outs), way in now.items():
            worths = [_worth(step(bases, outs, option), outs, values) for option in (0, 1, 2)]
            best = max(range(3 if bases else 2), key=worths.__getitem__)
            if worths[best] > worths[way] + 1e-12:
                ways[bases, outs] = best
        if ways == now:
            return ways


def _worth(plays: Mapping[int, int], outs: int, values: Mapping[State, float]) -> float:
    worth = 0.0
    for event, weight in plays.items():
        moves = event >> TO_SHIFT & TO_MASK
        outs_after = outs + OUTS[moves]
        worth += weight * (
            RUNS[moves] + (values[BASES[moves], outs_after] if outs_after < 3 else 0.0)
        )
    return worth / sum(plays.values())


@cache
def runs_to_come() -> Mapping[State, Sequence[float]]:
    """From every state the chances of 0, 1, 2... more runs."""
    ways = best_ways()
    return run_spreads(partial(_as_told, ways))
