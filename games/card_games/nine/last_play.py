"""The play that was made last in a game of nine men, for those who look at the cards: its throws,
who was up and who was in the field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.events import mark_of
from games.engine.folds.moments import moments_of
from games.engine.record import Record
from games.engine.table import Table


def told_upto(record: Record) -> int:
    """The entries that have led to events."""
    return max(map(mark_of, record.events), default=0)


@dataclass(frozen=True)
class LastPlay:
    """Its ``entries`` as the table keeps them, its ``event``, the side and the place in the order
    of the batter; ``field`` is the other side."""

    entries: Sequence[int]
    event: int
    side: int
    slot: int

    @property
    def field(self) -> int:
        """The side that was in the field."""
        return 1 - self.side


def last_play(record: Record, table: Table) -> LastPlay | None:
    """The play made last, where nothing has been thrown since; ``None`` before the first."""
    found = None
    for moment in moments_of(record):
        if moment.is_play:
            found = moment
    if found is None:
        return None
    told = mark_of(found.event)
    if any(entry >= 0 for entry in table.entries[told:]):
        return None
    before = max((mark_of(event) for event in record.events if mark_of(event) < told), default=0)
    return LastPlay(table.entries[before:told], found.event, found.side, found.batter)
