"""Reading the tables of a database that people download: a folder or a zip of CSV files.

Editions differ in the order of columns, in columns they add or drop, in spelling (``park.key``,
``parkkey``) and in whether files are gzipped; so columns are found by header, and what is not
needed is passed over. Every fault names file, line and column.
"""

from __future__ import annotations

import csv
import gzip
import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from config.refusals import Refusal, Refused
from config.spreadsheets import readable

MOST_FAULTS = 20
"""How many faults of the rows are told at once."""


@dataclass(frozen=True)
class Cells:
    """A row of a table: its cells by column, and the line it stands on (headers are line 1)."""

    table: str
    line: int
    cells: Mapping[str, str]

    def text(self, column: str) -> str:
        """The cell as it stands, blanks stripped; empty when the edition lacks the column."""
        return self.cells.get(column, "").strip()

    def required(self, column: str) -> str:
        """A cell that may not be empty (``cell-empty``)."""
        found = self.text(column)
        if not found:
            raise Refused(self.fault("cell-empty", column, "the cell is empty"))
        return found

    def count(self, column: str) -> int | None:
        """A count, ``None`` for an empty cell (``not-a-count`` for anything else)."""
        found = self.text(column)
        if not found:
            return None
        # R editions write whole numbers that passed through a float as 12.0.
        if found.endswith(".0"):
            found = found[:-2]
        if not found.isascii() or not found.isdigit():
            raise Refused(self.fault("not-a-count", column, f"{found!r} is not a count"))
        return int(found)

    def kept(self, column: str) -> int:
        """A count that was always kept: an empty cell is none."""
        return self.count(column) or 0

    def fault(self, code: str, column: str, what: str) -> Refusal:
        """A refusal that names the place."""
        return Refusal(
            code,
            f"{self.table}, line {self.line}, column {column}: {what}.",
            f"{self.table}:{self.line}:{column}",
            {"file": self.table, "line": self.line, "column": column},
        )


class Tables:
    """The tables under ``path``: a folder or a zip, files gzipped or not, in whatever subfolder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if path.is_dir():
            self.files = {
                _stem(found.name): found for found in sorted(path.rglob("*")) if found.is_file()
            }
            self.archive: Path | None = None
        elif zipfile.is_zipfile(path):
            self.archive = path
            with zipfile.ZipFile(path) as archive:
                self.files = {
                    _stem(Path(name).name): Path(name)
                    for name in sorted(archive.namelist())
                    if not name.endswith("/")
                }
        else:
            raise Refused(
                Refusal(
                    "not-a-database",
                    f"{path} is neither a folder nor a zip of CSV files.",
                    str(path),
                )
            )

    def has(self, *names: str) -> str | None:
        """The first of these tables that is there."""
        return next((name for name in names if name in self.files), None)

    def rows(self, name: str, columns: Sequence[str]) -> Iterator[Cells]:
        """The rows of a table; ``columns`` must be among its headers.

        Refused: ``table-missing``, ``column-missing``, ``row-width``, ``not-csv``, ``not-utf-8``.
        """
        if name not in self.files:
            raise Refused(
                Refusal("table-missing", f"{self.path} has no table {name}.csv.", f"{name}.csv")
            )
        table = self.files[name].name
        with self._open(name) as stream:
            reader = csv.reader(stream)
            with readable(lambda: f"{table}:{reader.line_num + 1}"):
                headers = [_header(cell) for cell in next(reader, [])]
                missing = [column for column in columns if column not in headers]
                if missing:
                    raise Refused(
                        *(
                            Refusal(
                                "column-missing",
                                f"{table} has no column {column}.",
                                f"{table}:1:{column}",
                            )
                            for column in missing
                        )
                    )
                for cells in reader:
                    if not cells:
                        continue
                    if len(cells) != len(headers):
                        raise Refused(
                            Refusal(
                                "row-width",
                                f"{table}, line {reader.line_num}: {len(cells)} cells under "
                                f"{len(headers)} headers.",
                                f"{table}:{reader.line_num}",
                            )
                        )
                    yield Cells(table, reader.line_num, dict(zip(headers, cells, strict=True)))

    @contextmanager
    def _open(self, name: str) -> Iterator[IO[str]]:
        found = self.files[name]
        with ExitStack() as stack:
            if self.archive is None:
                raw: IO[bytes] = stack.enter_context(found.open("rb"))
            else:
                archive = stack.enter_context(zipfile.ZipFile(self.archive))
                raw = stack.enter_context(archive.open(found.as_posix()))
            if found.suffix == ".gz":
                raw = cast("IO[bytes]", stack.enter_context(gzip.open(raw)))
            yield stack.enter_context(io.TextIOWrapper(raw, encoding="utf-8-sig", newline=""))


def _stem(name: str) -> str:
    return re.sub(r"\.csv(\.gz)?$", "", name)


def _header(cell: str) -> str:
    name = cell.strip().replace(".", "")
    # R cannot name a column 2B.
    return {"X2B": "2B", "X3B": "3B"}.get(name, name)
