"""Reading the tables of a database that people download: a folder or a zip of CSV files.

Editions differ in the order of columns, in columns they add or drop, in spelling (``park.key``,
``parkkey``, ``yearid``), in encoding, in whether files are gzipped, and in how they write what was
not kept (``NA``); so columns are found by header, and what is not needed is passed over. Every
fault names file, line and column.
"""

from __future__ import annotations

import csv
import gzip
import io
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from config.refusals import Refusal, Refused
from config.spreadsheets import DAMAGED, decode_table, header_form, read_as, readable

if TYPE_CHECKING:
    from _csv import Reader

MOST_FAULTS = 20
"""How many faults of the rows are told at once."""

NOT_KEPT = "NA"
"""As R writes it."""


@dataclass(frozen=True)
class Cells:
    """A row of a table: its cells by column, and the line it stands on (headers are line 1)."""

    table: str
    line: int
    cells: Mapping[str, str]

    def text(self, column: str) -> str:
        """The cell as it stands, blanks stripped; empty when the edition lacks the column, or says
        that it was not kept. ``NA`` as a league is the National Association."""
        found = self.cells.get(header_form(column), "").strip()
        return "" if found == NOT_KEPT and column != "lgID" else found

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
        self.damaged: list[str] = []
        """The lines in which letters were lost before they came here."""
        self.read_as: dict[str, str] = {}
        """How tables were read that are no UTF-8."""
        self.archive: Path | None = None
        if path.is_dir():
            there = [found for found in sorted(path.rglob("*")) if found.is_file()]
        elif zipfile.is_zipfile(path):
            self.archive = path
            with zipfile.ZipFile(path) as archive:
                names = sorted(archive.namelist())
            there = [Path(name) for name in names if not name.endswith("/")]
        else:
            raise Refused(
                Refusal(
                    "not-a-database",
                    f"{path} is neither a folder nor a zip of CSV files.",
                    str(path),
                )
            )

        self.files: dict[str, list[Path]] = defaultdict(list)
        for file in there:
            self.files[_stem(file.name)].append(file)

    def has(self, *names: str) -> str | None:
        """The first of these tables that is there."""
        return next((name for name in names if name in self.files), None)

    def rows(self, name: str, columns: Sequence[str]) -> Iterator[Cells]:
        """The rows of a table; ``columns`` must be among its headers. Of several files of one name,
        as in a checkout that holds a draft beside the table, the first that has them all.

        Refused: ``table-missing``, ``column-missing``, ``row-width``, ``not-csv``, ``not-utf-8``.
        """
        if name not in self.files:
            raise Refused(
                Refusal("table-missing", f"{self.path} has no table {name}.csv.", f"{name}.csv")
            )
        table, rows, missing = self._opened(name, columns)
        if missing:
            raise Refused(
                *(
                    Refusal(
                        "column-missing", f"{table} has no column {column}.", f"{table}:1:{column}"
                    )
                    for column in missing
                )
            )
        line = 1
        with readable(lambda: f"{table}:{line + 1}"):
            headers = [header_form(cell) for cell in next(rows, [])]
            for cells in rows:
                line = rows.line_num
                if not cells:
                    continue
                if len(cells) != len(headers):
                    raise Refused(
                        Refusal(
                            "row-width",
                            f"{table}, line {line}: {len(cells)} cells under "
                            f"{len(headers)} headers.",
                            f"{table}:{line}",
                        )
                    )
                if any(DAMAGED in cell for cell in cells):
                    self.damaged.append(f"{table}, line {line}")
                yield Cells(table, line, dict(zip(headers, cells, strict=True)))

    def _opened(self, name: str, columns: Sequence[str]) -> tuple[str, Reader, list[str]]:
        """The table that is read: what it is called, its lines, and the columns it lacks."""
        found = [self._read(file, columns) for file in self.files[name]]
        return min(found, key=lambda each: len(each[2]))

    def _read(self, file: Path, columns: Sequence[str]) -> tuple[str, Reader, list[str]]:
        named = file.name if len(self.files[_stem(file.name)]) == 1 else self._shown(file)
        data = self._bytes(file)
        text = decode_table(data, place=named)
        if how := read_as(data):
            self.read_as[named] = how
        with readable(lambda: f"{named}:1"):
            headers = {header_form(cell) for cell in next(csv.reader(io.StringIO(text)), [])}
        missing = [column for column in columns if header_form(column) not in headers]
        return named, csv.reader(io.StringIO(text, newline="")), missing

    def _shown(self, file: Path) -> str:
        return str(file.relative_to(self.path) if self.archive is None else file)

    def _bytes(self, file: Path) -> bytes:
        if self.archive is None:
            data = file.read_bytes()
        else:
            with zipfile.ZipFile(self.archive) as archive:
                data = archive.read(file.as_posix())
        return gzip.decompress(data) if file.suffix == ".gz" else data


def _stem(name: str) -> str:
    return re.sub(r"\.csv(\.gz)?$", "", name)
