"""The grid of a pitching sheet: pitchers down, games across, and beside every pitcher what the law
lets him pitch next. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from pitching.rules.eligibility import Eligibility
from pitching.rules.innings import innings_of
from pitching.rules.sheet import Pitcher
from pitching.rules.wording import told
from pitching.selectors.pages import Head, SeriesHead, SheetLine, WholeSheet

ON_A_PAGE: Final = 32
"""Games that fit on a printed page."""


@dataclass(frozen=True)
class Cell:
    """A pitcher's innings in a game; ``marks`` are the numbers of notes below the grid."""

    text: str = ""
    started: bool = False
    marks: tuple[int, ...] = ()
    struck: bool = False


@dataclass(frozen=True)
class Answer:
    """What the pitcher may do in a game to come: in short, and why."""

    column: int
    short: str
    eligible: bool
    why: tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """A pitcher's row. ``key`` is that of the card."""

    key: int
    name: str
    roles: str
    cells: tuple[Cell, ...]
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Grid:
    """The whole grid. ``notes`` are numbered from 1."""

    series: tuple[SeriesHead, ...]
    ahead: tuple[int, ...]
    rows: tuple[Row, ...]
    totals: tuple[str, ...]
    notes: tuple[str, ...] = field(default=())

    @property
    def is_long(self) -> bool:
        return len(self.totals) > ON_A_PAGE


def grid(whole: WholeSheet) -> Grid:
    series, lines, outlooks = whole.series, whole.lines, whole.outlooks
    heads = [head for series_head in series for head in series_head.columns]
    notes: list[str] = []
    by_place: dict[tuple[int, int], SheetLine] = {
        (line.pitcher, line.column): line for line in lines
    }

    def cell(key: int, head: Head) -> Cell:
        line = by_place.get((key, head.number))
        if line is None:
            return Cell(struck=head.struck)
        marks = []
        for note in (*(f"Against {rule}." for rule in line.rules), line.footnote):
            if note:
                notes.append(f"Game {line.column}: {note}")
                marks.append(len(notes))
        return Cell(innings_of(line.outs), line.started, tuple(marks), head.struck)

    rows = [
        Row(
            outlook.pitcher.key,
            outlook.pitcher.name,
            roles_of(outlook.pitcher),
            tuple(cell(outlook.pitcher.key, head) for head in heads),
            tuple(
                answer_of(start, relief)
                for start, relief in zip(outlook.start, outlook.relief, strict=True)
            ),
        )
        for outlook in outlooks
    ]
    rows += [
        Row(key, name, "", tuple(cell(key, head) for head in heads), ())
        for key, name in whole.others.items()
    ]
    totals = []
    for head in heads:
        outs = sum(line.outs for line in lines if line.column == head.number)
        played = any(line.column == head.number for line in lines)
        totals.append(innings_of(outs) if played else "")
    return Grid(series, whole.ahead, tuple(rows), tuple(totals), tuple(notes))


def roles_of(pitcher: Pitcher) -> str:
    """``S``, ``R`` or ``S/R``."""
    return "/".join(
        letter for letter, has in (("S", pitcher.starts), ("R", pitcher.relieves)) if has
    )


def answer_of(start: Eligibility, relief: Eligibility) -> Answer:
    """Both answers for a game in one: ``S`` if the pitcher may start, and the innings he may
    relieve."""
    short = " ".join(
        part
        for part in ("S" if start.eligible else "", innings_of(relief.outs) if relief.outs else "")
        if part
    )
    # Leave out a role that the pitcher never has.
    answers = [answer for answer in (start, relief) if answer.free_again is not None] or [relief]
    why = tuple(_why(answer) for answer in answers)
    return Answer(start.column, short or "–", bool(short), why)


def _why(answer: Eligibility) -> str:
    free = ""
    if answer.free_again is not None and answer.free_again != answer.column:
        free = f" Free again in game {answer.free_again}."
    rules = f" ({', '.join(answer.rules)})" if answer.rules else ""
    return f"{told(answer)}{rules}{free}"
