"""The case for proofs: a record with everything folded from it once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from config.refusals import Refusal
from games.engine.events import HALF
from games.engine.folds.box_score import BoxScore, box_of
from games.engine.folds.moments import Moment, moments_of
from games.engine.law import CommonLaw
from games.engine.record import Record
from games.engine.situation import Situation

Problems = Iterator[Refusal]


@dataclass(frozen=True, slots=True)
class Case:
    """A record, its moments, its box score, its law and its present situation."""

    record: Record
    moments: tuple[Moment, ...]
    box: BoxScore
    law: CommonLaw
    now: Situation

    def of(self, side: int) -> tuple[Moment, ...]:
        """The moments while ``side`` was at bat."""
        return tuple(
            moment for moment in self.moments if moment.side == side and moment.kind != HALF
        )

    def runners_at_first(self, side: int) -> int:
        """The number of runners of ``side`` on base when the record began."""
        start = self.record.situation
        return sum(map(bool, start.runners)) if start.batting == side and start.outs < 3 else 0


def case_of(record: Record) -> Case:
    moments = tuple(moments_of(record))
    return Case(
        record,
        moments,
        box_of(moments, batters=record.system.batters),
        record.system.law(record.settings),
        moments[-1].after if moments else record.situation,
    )
