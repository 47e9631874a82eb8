"""When a manager is reminded that a draft waits for them.

Where a pick takes minutes all managers sit at the draft, and none gets mail. In a slow draft, or
one without a clock that stands still, the manager on the clock is notified, and again when little
time is left.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from rosters.rules.draft.board import BIDDING, Board, drafted_by_house
from rosters.rules.draft.clock import counted

ON_THE_CLOCK = "on-the-clock"
DEADLINE_NEAR = "deadline-near"
KINDS = {ON_THE_CLOCK: "it is his turn", DEADLINE_NEAR: "his time runs out"}

STANDS = timedelta(minutes=10)
"""How long a turn without a clock stands still before its manager is notified."""

SLOW = 30 * 60
"""Seconds a pick from which on managers do not sit at the draft."""

LAST_PART = 0.25
MOST_BEFORE = 3 * 3600
"""A deadline is near when a quarter of the time is left, and never more than three hours that
count."""


def due(board: Board, now: datetime) -> str | None:
    """The reminder that the manager on the clock gets now: one of ``KINDS``, the more urgent.
    ``None`` for a club that leads the bidding, which waits for others."""
    turn = board.turn
    if turn is None or turn.why == BIDDING or board.is_paused or board.turn_since is None:
        return None
    if drafted_by_house(board, turn.seat) or board.lapsed_at(now) is not None:
        return None
    deadline, clock = board.deadline, board.terms.clock
    if deadline is None:
        return ON_THE_CLOCK if now - board.turn_since >= STANDS else None
    if clock.seconds < SLOW:
        return None
    seconds_left = counted(clock, board.halts, now, deadline)
    return (
        DEADLINE_NEAR
        if seconds_left <= min(clock.seconds * LAST_PART, MOST_BEFORE)
        else ON_THE_CLOCK
    )
