"""The case that proofs look at: a record with everything folded from it once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine.events import HALF
from games.engine.folds.box_score import BoxScore, box_of
from games.engine.folds.walk import Moment, walk
from games.engine.law import CommonLaw
from games.engine.record import Record
from games.engine.refusals import Refusal
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

    def men_at_first(self, side: int) -> int:
        """Men of ``side`` who stood on base when the record began."""
        start = self.record.situation
        return sum(map(bool, start.men)) if start.batting == side and start.outs < 3 else 0


def case_of(record: Record) -> Case:
    """The case of a record."""
    moments = tuple(walk(record))
    return Case(
        record,
        moments,
        box_of(moments, batters=record.system.batters),
        # A game without bases has no runner to place, and no option for it.
        CommonLaw({"extra_runner_from": 0, **record.settings}),
        moments[-1].after if moments else record.situation,
    )
