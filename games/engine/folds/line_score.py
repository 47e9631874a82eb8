"""The line score: runs by inning, runs, hits, errors and runners left on base of both sides.

Computed from the raw integers in one pass, since it is needed whenever a game is stored. Always: a
side's runs are those it began with + those of its innings + those awarded for a concession.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine.events import (
    AWARDED,
    BASES,
    END,
    ERROR_SHIFT,
    ERRORS,
    HALF,
    HITS,
    KIND_MASK,
    OUTS,
    PLACED,
    PLAY_MASK,
    RUNS,
    SINGLE,
    TALLY,
    TO_MASK,
    TO_SHIFT,
    TURN_OVER,
)
from games.engine.record import Record
from games.engine.situation import AWAY, HOME, TOP

NOT_NEEDED: Final = "x"
"""Shown for the home side's last turn when it does not bat any more."""

_HIT: Final = bytes(kind in HITS for kind in range(KIND_MASK + 1))
_ERROR: Final = bytes(kind in ERRORS for kind in range(KIND_MASK + 1))
_RUNNERS: Final = bytes(bases.bit_count() for bases in range(8))


@dataclass(frozen=True, slots=True)
class SideLine:
    """One side's line. ``innings`` holds its runs from the 1st inning on, None for a turn not
    played, or played before the record began and not known; ``before`` are runs at the start that
    belong to no known inning, ``awarded`` those of a concession; ``errors`` are its own in the
    field."""

    innings: tuple[int | None, ...]
    before: int
    awarded: int
    hits: int
    errors: int
    left_on_base: int

    @property
    def runs(self) -> int:
        return self.before + sum(runs or 0 for runs in self.innings) + self.awarded


@dataclass(frozen=True, slots=True)
class LineScore:
    """Both lines, how far the game is (``inning``, ``half``, ``outs``) and whether it is over.

    ``outs`` are 3 when it is over; ``outs_made`` are those of its last half-inning, which a winning
    hit, the mercy rule or a concession may end with fewer.
    """

    away: SideLine
    home: SideLine
    inning: int
    half: int
    outs: int
    outs_made: int
    final: bool

    @property
    def sides(self) -> tuple[SideLine, SideLine]:
        """The visitors' line and the home side's."""
        return self.away, self.home

    @property
    def runs(self) -> tuple[int, int]:
        """The score, visitors first."""
        return self.away.runs, self.home.runs

    def cells(self, side: int) -> tuple[str, ...]:
        """A side's innings as printed: runs, ``x`` for a turn not needed, or empty."""
        cells = ["" if runs is None else str(runs) for runs in self.sides[side].innings]
        if side == HOME and self.final and self.half == TOP:
            cells[-1] = NOT_NEEDED
        return tuple(cells)


def line_score(record: Record) -> LineScore:
    """The line score of a game as far as it has been played."""
    start = record.situation
    inning, half, outs = start.inning, start.half, start.outs
    bases = 0 if outs >= 3 else start.bases
    innings: tuple[list[int | None], list[int | None]] = ([None] * inning, [None] * inning)
    before = list(start.runs)
    if record.state is not None:
        for turns, known in zip(innings, record.state.line, strict=True):
            turns[: len(known)] = known
        before = [
            all_runs - sum(filter(None, known))
            for all_runs, known in zip(start.runs, record.state.line, strict=True)
        ]
    hits, errors, left, awarded = [0, 0], [0, 0], [0, 0], [0, 0]
    ended_with: int | None = None
    runs = innings[half][-1] or 0
    if outs < 3:
        innings[half][-1] = runs
    for event in record.events:
        kind = event & KIND_MASK
        if kind >= SINGLE:
            moves = event >> TO_SHIFT & TO_MASK
            runs += RUNS[moves]
            outs += OUTS[moves]
            bases = BASES[moves]
            hits[half] += _HIT[kind]
            errors[1 - half] += 1 if event >> ERROR_SHIFT & 15 else _ERROR[kind]
            continue
        value = (event & PLAY_MASK) >> TO_SHIFT
        if kind == HALF:
            if innings[half][-1] is not None:
                innings[half][-1] = runs
            left[half] += _RUNNERS[bases]
            half = value & 1
            if value >> 1 > inning:
                for side in innings:
                    side.extend([None] * ((value >> 1) - inning))
            inning = value >> 1
            runs = outs = bases = 0
            innings[half][-1] = 0
        elif kind == PLACED:
            bases |= 1 << value >> 1 & 7
        elif kind == TALLY:
            runs += value
        elif kind == TURN_OVER:
            outs = 3
        elif kind == AWARDED:
            awarded[value & 1] += value >> 1
        elif kind == END:
            left[half] += _RUNNERS[bases]
            ended_with = outs
            bases, outs = 0, 3
    if innings[half][-1] is not None:
        innings[half][-1] = runs
    away, home = (
        SideLine(
            tuple(innings[side]),
            before[side],
            awarded[side],
            hits[side],
            errors[side],
            left[side],
        )
        for side in (AWAY, HOME)
    )
    outs_made = outs if ended_with is None else ended_with
    return LineScore(away, home, inning, half, outs, outs_made, record.ending is not None)
