"""How many were out when a game ended: one that a winning hit, the mercy rule or a concession ended
need not have three."""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.events import (
    HALF,
    KIND_MASK,
    OUTS,
    SINGLE,
    TO_MASK,
    TO_SHIFT,
    TURN_OVER,
)


def outs_in_last_turn(events: Iterable[int], before: int = 0) -> int:
    """The outs of the last half-inning of a game that began with ``before``."""
    outs = before
    for event in events:
        kind = event & KIND_MASK
        if kind >= SINGLE:
            outs += OUTS[event >> TO_SHIFT & TO_MASK]
        elif kind == HALF:
            outs = 0
        elif kind == TURN_OVER:
            outs = 3
    return outs
