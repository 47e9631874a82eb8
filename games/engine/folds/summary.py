"""The summary stored with a game, so that lists and boards need not read its events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from games.engine.folds.line_score import LineScore, line_score
from games.engine.record import Record


class StoredSummary(TypedDict):
    """A summary as plain data. Pairs are visitors and home side; in a game that was only reported,
    missing values are None, and there are no innings."""

    runs: list[int]
    hits: list[int | None]
    errors: list[int | None]
    left_on_base: list[int | None]
    innings: list[list[int | None]]
    before: list[int]
    awarded: list[int]
    inning: int
    half: int
    outs: int
    final: bool
    regulation: int


@dataclass(frozen=True, slots=True)
class Summary:
    """A line score and the innings of a regulation game."""

    line: LineScore
    regulation: int

    @property
    def runs(self) -> tuple[int, int]:
        """The score, visitors first."""
        return self.line.runs

    @property
    def inning(self) -> int:
        """The present or last inning."""
        return self.line.inning

    def as_json(self) -> StoredSummary:
        line = self.line
        return StoredSummary(
            runs=list(line.runs),
            hits=[side.hits for side in line.sides],
            errors=[side.errors for side in line.sides],
            left_on_base=[side.left_on_base for side in line.sides],
            innings=[list(side.innings) for side in line.sides],
            before=[side.before for side in line.sides],
            awarded=[side.awarded for side in line.sides],
            inning=line.inning,
            half=line.half,
            outs=line.outs,
            final=line.final,
            regulation=self.regulation,
        )


def summarise(record: Record) -> Summary:
    """The summary of a game as far as it has been played."""
    return Summary(line_score(record), int(record.settings["innings"]))
