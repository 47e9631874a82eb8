"""The play that was made last, for those who look at the cards: its throws, who was up and who was
in the field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.events import HALF, mark_of
from games.engine.folds.moments import moments_of
from games.engine.folds.people import PITCHER, People
from games.engine.record import Record
from games.engine.table import Table


def told_upto(record: Record) -> int:
    """The entries that have led to events."""
    return max(map(mark_of, record.events), default=0)


@dataclass(frozen=True)
class LastPlay:
    """Its ``entries`` as the table keeps them, and those of the whole ``turn`` at bat with it; its
    ``event``, the side at bat, and the numbers of the ``batter`` and of the player who pitched to
    him (0: not known). ``field`` is the other side."""

    entries: Sequence[int]
    turn: Sequence[int]
    event: int
    side: int
    batter: int
    pitcher: int
    ends_turn: bool

    @property
    def field(self) -> int:
        """The side that was in the field."""
        return 1 - self.side


def last_play(record: Record, table: Table) -> LastPlay | None:
    """The play made last, where nothing has been thrown since; ``None`` before the first."""
    people = People(record.lineups) if record.lineups is not None else None
    found = None
    batter = pitcher = began = turn = 0
    for moment in moments_of(record):
        if moment.is_play:
            found, turn = moment, began
            if people is not None:
                batter = people.player(moment.side, moment.batter)
                pitcher = people.at(1 - moment.side, PITCHER)
        if moment.ends_turn or moment.kind == HALF:
            began = max(began, mark_of(moment.event))
        if people is not None:
            people.see(moment.event)
    if found is None:
        return None
    told = mark_of(found.event)
    if any(entry >= 0 for entry in table.entries[told:]):
        return None
    before = max((mark_of(event) for event in record.events if mark_of(event) < told), default=0)
    return LastPlay(
        table.entries[before:told],
        table.entries[turn:told],
        found.event,
        found.side,
        batter,
        pitcher,
        found.ends_turn,
    )
