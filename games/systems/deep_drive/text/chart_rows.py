"""The rows of one chart as sent by a user: read cell by cell, and refused by row and column where
they leave a gap, overlap, or hold a word that the chart does not know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from config.refusals import Refusal
from games.engine.fields import whole_number
from games.systems.deep_drive.play.charts import PERCENT

Row = dict[str, str]
"""Cells by column."""

MOST_FAULTS: Final = 40
"""Most refusals at once; more would be noise."""
QUOTED: Final = 40
"""Most characters of a text quoted in a refusal."""


class ChartRows:
    """The rows of one chart as sent by a user, and their faults."""

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
        for row_number, row in given:
            cells: Row = {}
            for column in columns:
                value = row.get(column)
                if value is None:
                    self.fault(
                        "column-missing", f"There is nothing under {column}.", row_number, column
                    )
                elif isinstance(value, str | int) and not isinstance(value, bool):
                    cells[column] = str(value).strip()
                else:
                    self.fault("not-a-text", f"{column} is a text or a number.", row_number, column)
            for column in row:
                if column not in columns:
                    shown = str(column)[:QUOTED]
                    self.fault(
                        "unknown-column", f"There is no column “{shown}”.", row_number, shown
                    )
            if len(cells) == len(columns):
                self.rows.append((row_number, cells))

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
        """The index of a word in a list, -1 when it is refused."""
        text = row[column]
        if text not in known:
            words = ", ".join(known)
            self.fault("unknown-word", f"“{text[:QUOTED]}” is none of {words}.", at, column)
            return -1
        return known.index(text)

    def span(
        self, at: int, row: Row, size: int, columns: tuple[str, str] = ("from", "to")
    ) -> range:
        """The numbers of a row; empty when they are refused."""
        first, last = columns
        low = self.number(at, row, first, 0, size - 1)
        high = self.number(at, row, last, max(low, 0), size - 1) if low >= 0 else -1
        return range(low, high + 1) if high >= 0 else range(0)

    def keyed(self, column: str, words: Sequence[str]) -> dict[str, tuple[int, Row]]:
        """The rows by a column that must have each of these words once."""
        by_word: dict[str, tuple[int, Row]] = {}
        for row_number, row in self.rows:
            if self.one_of(row_number, row, column, words) < 0:
                continue
            if row[column] in by_word:
                self.fault("chart-overlap", f"{row[column]} stands here twice.", row_number, column)
                continue
            by_word[row[column]] = (row_number, row)
        missing = [word for word in words if word not in by_word]
        if missing and not self.faults:
            self.fault("chart-gap", f"{', '.join(missing)} has no row.", self.last, column)
        return by_word

    def spans(self, size: int, read: Callable[[int, Row], int]) -> list[int]:
        """A chart by numbers from 0, each of which must be in one row."""
        values = [-1] * size
        for row_number, row in self.rows:
            value = read(row_number, row)
            for number in self.span(row_number, row, size):
                if values[number] >= 0:
                    self.fault(
                        "chart-overlap",
                        f"{in_digits(number, size)} is already taken.",
                        row_number,
                        "from",
                    )
                    break
                values[number] = max(value, 0)
        self.no_gap(values, size, "")
        return values

    def no_gap(self, found: Sequence[int], size: int, of: str) -> None:
        """Refuse the first number that no row covers."""
        if self.faults or -1 not in found:
            return
        number = found.index(-1)
        message = f"{of} has nothing for {in_digits(number, size)}.".lstrip()
        self.fault("chart-gap", message[0].upper() + message[1:], self.last, "from")

    @property
    def last(self) -> int:
        """The number of the last row."""
        return self.rows[-1][0] if self.rows else 1


def in_digits(number: int, size: int) -> str:
    """A number as written in a file: percentiles have two digits."""
    return f"{number:02}" if size == PERCENT else str(number)
