"""The last play of a game with its dice, its batter and its pitcher, for showing the cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.events import HALF, mark_of
from games.engine.folds.moments import moments_of
from games.engine.folds.people import PITCHER, People
from games.engine.record import Record
from games.engine.table import Table


def told_upto(record: Record) -> int:
    """The number of entries that have led to events."""
    return max(map(mark_of, record.events), default=0)


@dataclass(frozen=True)
class LastPlay:
    """A play. ``entries`` are its entries in the table, ``turn`` those of the whole plate
    appearance; ``side`` is the side at bat; ``batter`` and ``pitcher`` are player numbers (0: not
    known)."""

    entries: Sequence[int]
    turn: Sequence[int]
    event: int
    side: int
    batter: int
    pitcher: int
    ends_turn: bool

    @property
    def field(self) -> int:
        """The side in the field."""
        return 1 - self.side


def last_play(record: Record, table: Table) -> LastPlay | None:
    """The last play, where nothing has been rolled since; None before the first."""
    people = People(record.lineups) if record.lineups is not None else None
    play = None
    batter = pitcher = began = turn = 0
    for moment in moments_of(record):
        if moment.is_play:
            play, turn = moment, began
            if people is not None:
                batter = people.player(moment.side, moment.batter)
                pitcher = people.at(1 - moment.side, PITCHER)
        if moment.ends_turn or moment.kind == HALF:
            began = max(began, mark_of(moment.event))
        if people is not None:
            people.see(moment.event)
    if play is None:
        return None
    mark = mark_of(play.event)
    if any(entry >= 0 for entry in table.entries[mark:]):
        return None
    before = max((mark_of(event) for event in record.events if mark_of(event) < mark), default=0)
    return LastPlay(
        table.entries[before:mark],
        table.entries[turn:mark],
        play.event,
        play.side,
        batter,
        pitcher,
        play.ends_turn,
    )
