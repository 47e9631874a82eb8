"""The course of a half-inning between average players who swing, go for the fences or bunt as it
pays in runs: what the chart of a game's chances is drawn by. Gods, steals and whose cards are up
are not in it."""

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
"""The average line: of so many pitches walks, and of so many swings hits of each kind."""

AWAY: Final = 0
FENCES: Final = 1
BUNT: Final = 2

Told = Mapping[State, int]
"""How the batter bats in each state."""


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
        swung = {BUNTS[outs][bases]: SWINGS}
    elif told == FENCES:
        far = DOUBLED + TRIPLED + HOMERED
        swung = {HOME_RUNS[bases]: far, out: SWINGS - far}
    else:
        swung = dict(hits)
        swung[out] = SWINGS - sum(swung.values())
    plays = {play: weight * (PITCHES - WALKED) for play, weight in swung.items()}
    plays[WALKS[bases]] = WALKED * SWINGS
    return plays


def _as_told(told: Told, bases: int, outs: int) -> dict[int, int]:
    return step(bases, outs, told[bases, outs])


@cache
def best_ways() -> Told:
    """The best way in every state: improved until nothing is better."""
    told: dict[State, int] = {(bases, outs): AWAY for bases in range(8) for outs in range(3)}
    while True:
        now = dict(told)
        values = run_expectancy(partial(_as_told, now), float)
        for (bases, outs), way in now.items():
            worths = [_worth(step(bases, outs, each), outs, values) for each in (0, 1, 2)]
            best = max(range(3 if bases else 2), key=worths.__getitem__)
            if worths[best] > worths[way] + 1e-12:
                told[bases, outs] = best
        if told == now:
            return told


def _worth(plays: Mapping[int, int], outs: int, values: Mapping[State, float]) -> float:
    worth = 0.0
    for event, weight in plays.items():
        to = event >> TO_SHIFT & TO_MASK
        made = outs + OUTS[to]
        worth += weight * (RUNS[to] + (values[BASES[to], made] if made < 3 else 0.0))
    return worth / sum(plays.values())


@cache
def runs_to_come() -> Mapping[State, Sequence[float]]:
    """From every state the chances of 0, 1, 2... more runs."""
    told = best_ways()
    return run_spreads(partial(_as_told, told))
