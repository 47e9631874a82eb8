"""When a manager is to be reminded that a draft waits for them.

Where a pick takes minutes everybody sits at the draft, and nobody is mailed. In a slow draft, or
one without a clock that stands, the manager on the clock is told, and again when little is left.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from rosters.rules.draft.board import BIDDING, Board, drafted_by_house
from rosters.rules.draft.clock import counted

ON_THE_CLOCK = "on-the-clock"
DEADLINE_NEAR = "deadline-near"
KINDS = {ON_THE_CLOCK: "it is his turn", DEADLINE_NEAR: "his time runs out"}

STANDS = timedelta(minutes=10)
"""After which a turn without a clock is one that somebody has to be told of."""

SLOW = 30 * 60
"""Seconds a pick from which on a draft is one that people are not sitting at."""

LAST_PART = 0.25
MOST_BEFORE = 3 * 3600
"""A deadline is near when a quarter of the time is left, and never more than three hours that
count."""


def due(board: Board, now: datetime) -> str | None:
    """What the manager on the clock is to be told of now: one of ``KINDS``, the more urgent;
    nothing to a club that leads on the block, which waits for others."""
    turn = board.turn
    if turn is None or turn.why == BIDDING or board.is_paused or board.turn_since is None:
        return None
    if drafted_by_house(board, turn.seat) or board.lapsed_at(now) is not None:
        return None
    deadline, clock = board.deadline, board.settings.clock
    if deadline is None:
        return ON_THE_CLOCK if now - board.turn_since >= STANDS else None
    if clock.seconds < SLOW:
        return None
    left = counted(clock, board.halts, now, deadline)
    return DEADLINE_NEAR if left <= min(clock.seconds * LAST_PART, MOST_BEFORE) else ON_THE_CLOCK
