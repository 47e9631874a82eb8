"""The case that proofs look at: a record with everything folded from it once."""

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
    """A record, its moments, its box score, the law it was played under and where it stands."""

    record: Record
    moments: tuple[Moment, ...]
    box: BoxScore
    law: CommonLaw
    now: Situation

    def of(self, side: int) -> tuple[Moment, ...]:
        """What happened while ``side`` was at bat."""
        return tuple(
            moment for moment in self.moments if moment.side == side and moment.kind != HALF
        )

    def runners_at_first(self, side: int) -> int:
        """Runners of ``side`` who stood on base when the record began."""
        start = self.record.situation
        return sum(map(bool, start.runners)) if start.batting == side and start.outs < 3 else 0


def case_of(record: Record) -> Case:
    """The case of a record."""
    moments = tuple(moments_of(record))
    return Case(
        record,
        moments,
        box_of(moments, batters=record.system.batters),
        record.system.law(record.settings),
        moments[-1].after if moments else record.situation,
    )
