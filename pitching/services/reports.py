"""A game to be written on a sheet, and the breaches of the law in it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from config.refusals import Refusal, refuse_all
from pitching.models import ColumnEntry, PitchingSheet, SheetColumn
from pitching.rules.breaches import Appearance, Breach
from pitching.rules.columns import Line, column_problems
from pitching.rules.innings import innings_of
from pitching.rules.sheet import Outing, Pitcher, Sheet
from pitching.rules.wording import told
from pitching.services.sheets import SeriesPlace


@dataclass(frozen=True)
class ColumnReport:
    """A game to be written on a club's sheet: in the column ``number``, under the game's ``key``,
    with the pitchers' ``lines`` in the order they came in, which add up to the ``outs`` that the
    opponents made. ``squad``: the cards the club played with; ``staff``: its pitchers."""

    sheet: int
    series: SeriesPlace
    number: int
    key: str
    outs: int
    lines: tuple[Line, ...]
    squad: Collection[int]
    staff: Mapping[int, Pitcher]
    lent: Mapping[int, int] = field(default_factory=dict)
    """The opponent's pitchers of this game with their outs: one of them may be lent (CB-121)."""
    suspended: bool = False
    starter_pitched: bool = True
    """False if the announced starter was hurt before he faced a batter."""

    @property
    def place(self) -> str:
        return f"game {self.number}"

    def problems(self, lends_after: int) -> list[Refusal]:
        """What ``column_problems`` finds, and ``column-outside-series``. ``lends_after``: outs
        after which the law has opponents lend a pitcher."""
        first, length = self.series.first_column, self.series.length
        refusals = column_problems(
            self.lines,
            self.outs,
            self.squad,
            self.place,
            begun=self.starter_pitched and bool(self.outs or self.lines or not self.suspended),
            lent=self.lent,
            lends_after=lends_after,
        )
        if not first <= self.number < first + length:
            refusals.append(
                Refusal(
                    "column-outside-series",
                    f"The series is that of games {first} to {first + length - 1}.",
                    self.place,
                    {"first": first, "length": length},
                )
            )
        return refusals


@dataclass
class Writing:
    """A report to be written, its column, the kind of entry, and the breaches in it."""

    report: ColumnReport
    column: SheetColumn
    kind: ColumnEntry.Kind
    breaches: tuple[Breach, ...] = ()

    def is_accepted(self, line: Line) -> bool:
        """T0.06c: whether a line breaks the law and has a footnote that says why it was let
        stand."""
        return bool(line.footnote) and any(
            breach.pitcher == line.pitcher for breach in self.breaches
        )


def detect(
    writings: Sequence[Writing],
    sheets: Mapping[int, PitchingSheet],
    values: dict[int, Sheet],
) -> None:
    """Set the breaches of each writing; earlier ones on the same sheet count. Updates ``values``,
    the sheets as they stood."""
    for writing in writings:
        report, sheet = writing.report, sheets[writing.report.sheet]
        value = values[sheet.pk]
        others = value.suspended - {report.number}
        this_column = {report.number}
        if report.suspended or writing.kind == ColumnEntry.Kind.COMPLETED:
            value = replace(value, suspended=others | this_column)
        writing.breaches = sheet.its_law.breaches(
            value,
            report.staff,
            report.number,
            [
                Appearance(_outing(report, line), line.on_last_play, line.stayed_on)
                for line in report.lines
            ],
        )
        outings = [_outing(report, line, writing.is_accepted(line)) for line in report.lines]
        value = value.without(report.number).with_outings(outings)
        suspended = others | this_column if report.suspended else others
        if value.suspended != suspended:
            value = replace(value, suspended=suspended)
        values[sheet.pk] = value


def refuse_breaches(writings: Sequence[Writing]) -> None:
    """Refused: ``not-eligible`` and ``too-many-outs`` without a footnote (T0.06c)."""
    refuse_all(
        Refusal(
            breach.code,
            f"{writing.report.staff[breach.pitcher].name} got {innings_of(breach.outs)} innings. "
            f"{told(breach.grounds)} A footnote says why it was let stand.",
            writing.report.place,
            {
                "rule": breach.rule,
                "pitcher": breach.pitcher,
                "outs": breach.outs,
                "allowed": breach.allowed,
            },
        )
        for writing in writings
        for breach in writing.breaches
        if not any(
            line.pitcher == breach.pitcher and line.footnote for line in writing.report.lines
        )
    )


def _outing(report: ColumnReport, line: Line, accepted: bool = False) -> Outing:
    return Outing(line.pitcher, report.number, line.outs, line.started, accepted)
