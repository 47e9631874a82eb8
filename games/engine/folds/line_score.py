"""The line score: runs by inning, and runs, hits, errors and men left on base.

It is stored with every simulated game, so it reads the packed events directly.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.events import (
    AWARDED,
    BASES,
    END,
    ERRORS,
    HALF,
    HITS,
    KIND_MASK,
    PLACED,
    PLAY_MASK,
    RUNS,
    TALLY,
    TO_MASK,
    TO_SHIFT,
    TURN_OVER,
)
from games.engine.record import Record
from games.engine.situation import AWAY, HOME


@dataclass(frozen=True)
class SideLine:
    """One side's line. ``innings`` has a number for every half it batted in and ``None`` for one
    it did not; ``awarded`` are runs of a concession, which belong to no inning; ``errors`` are
    those it made."""

    innings: tuple[int | None, ...]
    runs: int
    hits: int
    errors: int
    left_on_base: int
    awarded: int = 0


@dataclass(frozen=True)
class LineScore:
    """Both lines; innings are numbered from ``first_inning``, where the game started, to
    ``last_inning``, which it reached."""

    first_inning: int
    last_inning: int
    away: SideLine
    home: SideLine

    @property
    def sides(self) -> tuple[SideLine, SideLine]:
        """Visitors and home side."""
        return self.away, self.home


def line_score(record: Record) -> LineScore:
    """The line score of a game as far as it has been played.

    Runs that stood when the game started from a situation are part of no inning.
    """
    situation = record.situation
    side, inning = situation.batting, situation.inning
    innings: list[dict[int, int]] = [{}, {}]
    if situation.outs < 3:
        innings[side][inning] = 0
    bases = situation.bases
    hits, errors, left, awarded = [0, 0], [0, 0], [0, 0], [0, 0]
    for event in record.events:
        kind = event & KIND_MASK
        if kind >= TALLY and kind != TURN_OVER:
            if kind == TALLY:
                innings[side][inning] += (event & PLAY_MASK) >> TO_SHIFT
                continue
            to = event >> TO_SHIFT & TO_MASK
            innings[side][inning] += RUNS[to]
            bases = BASES[to]
            if kind in HITS:
                hits[side] += 1
            elif kind in ERRORS:
                errors[1 - side] += 1
            continue
        value = (event & PLAY_MASK) >> TO_SHIFT
        if kind in (HALF, END):
            left[side] += bases.bit_count()
            bases = 0
            if kind == HALF:
                side, inning = value & 1, value >> 1
                innings[side][inning] = 0
        elif kind == PLACED:
            bases |= 1 << value - 1
        elif kind == AWARDED:
            awarded[value & 1] += value >> 1
    away, home = (
        SideLine(
            tuple(innings[at].get(each) for each in range(situation.inning, inning + 1)),
            situation.runs[at] + sum(innings[at].values()) + awarded[at],
            hits[at],
            errors[at],
            left[at],
            awarded[at],
        )
        for at in (AWAY, HOME)
    )
    return LineScore(situation.inning, inning, away, home)
