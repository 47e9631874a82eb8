"""The rows of one chart as somebody gave them: read cell by cell, and refused by row and column
where they leave a gap, overlap, or say what is no word of the chart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from config.refusals import Refusal
from games.engine.fields import whole_number
from games.systems.deep_drive.play.charts import PERCENT

Row = dict[str, str]
"""Cells by column."""

MOST_FAULTS: Final = 40
"""Refusals of one answer; what follows them would be noise."""
QUOTED: Final = 40
"""Characters of a text that a refusal repeats."""


class ChartRows:
    """The rows of one chart as somebody gave them, and what is wrong with them."""

    def __init__(
        self,
        name: str,
        columns: Sequence[str],
        given: Sequence[tuple[int, Mapping[str, Any]]],
        faults: list[Refusal],
    ) -> None:
        self.name = name
        self.faults = faults
        self.rows: list[tuple[int, Row]] = []
        for at, row in given:
            known: Row = {}
            for column in columns:
                value = row.get(column)
                if value is None:
                    self.fault("column-missing", f"There is nothing under {column}.", at, column)
                elif isinstance(value, str | int) and not isinstance(value, bool):
                    known[column] = str(value).strip()
                else:
                    self.fault("not-a-text", f"{column} is a text or a number.", at, column)
            for column in row:
                if column not in columns:
                    shown = str(column)[:QUOTED]
                    self.fault("unknown-column", f"There is no column “{shown}”.", at, shown)
            if len(known) == len(columns):
                self.rows.append((at, known))

    def fault(self, code: str, message: str, at: int, column: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Refusal(code, message, f"{self.name}:row {at}:{column}"))

    def number(self, at: int, row: Row, column: str, least: int, most: int) -> int:
        """A whole number, -1 when it is refused."""
        text = row[column]
        number = whole_number(text)
        if number is None or not least <= number <= most:
            self.fault("not-a-number", f"“{text[:QUOTED]}” is not {least} to {most}.", at, column)
            return -1
        return number

    def one_of(self, at: int, row: Row, column: str, known: Sequence[str]) -> int:
        """The place of a word in a list, -1 when it is refused."""
        text = row[column]
        if text not in known:
            said = ", ".join(known)
            self.fault("unknown-word", f"“{text[:QUOTED]}” is none of {said}.", at, column)
            return -1
        return known.index(text)

    def span(
        self, at: int, row: Row, size: int, columns: tuple[str, str] = ("from", "to")
    ) -> range:
        """The numbers of a row; none when they are refused."""
        first, last = columns
        low = self.number(at, row, first, 0, size - 1)
        high = self.number(at, row, last, max(low, 0), size - 1) if low >= 0 else -1
        return range(low, high + 1) if high >= 0 else range(0)

    def keyed(self, column: str, words: Sequence[str]) -> dict[str, tuple[int, Row]]:
        """The rows by a column that has each of these words once."""
        found: dict[str, tuple[int, Row]] = {}
        for at, row in self.rows:
            if self.one_of(at, row, column, words) < 0:
                continue
            if row[column] in found:
                self.fault("chart-overlap", f"{row[column]} stands here twice.", at, column)
                continue
            found[row[column]] = (at, row)
        missing = [word for word in words if word not in found]
        if missing and not self.faults:
            self.fault("chart-gap", f"{', '.join(missing)} has no row.", self.last, column)
        return found

    def spans(self, size: int, read: Callable[[int, Row], int]) -> list[int]:
        """A chart by numbers from 0: every one of them in one row."""
        found = [-1] * size
        for at, row in self.rows:
            value = read(at, row)
            for number in self.span(at, row, size):
                if found[number] >= 0:
                    self.fault(
                        "chart-overlap", f"{in_digits(number, size)} is already taken.", at, "from"
                    )
                    break
                found[number] = max(value, 0)
        self.no_gap(found, size, "")
        return found

    def no_gap(self, found: Sequence[int], size: int, of: str) -> None:
        """Note the first number that no row covers."""
        if self.faults or -1 not in found:
            return
        number = found.index(-1)
        said = f"{of} has nothing for {in_digits(number, size)}.".lstrip()
        self.fault("chart-gap", said[0].upper() + said[1:], self.last, "from")

    @property
    def last(self) -> int:
        """The number of the last row."""
        return self.rows[-1][0] if self.rows else 1


def in_digits(number: int, size: int) -> str:
    """A number as it stands in a file: percentiles have two digits."""
    return f"{number:02}" if size == PERCENT else str(number)
