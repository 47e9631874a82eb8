"""Tables as CSV: the one form in which every export is written, and the one reader of every table
that people bring.

A spreadsheet takes a text that begins with certain signs for a formula, and formulas can fetch and
send. Such a text is written behind an apostrophe, and reading takes the apostrophe away again.
"""

import codecs
import csv
import io
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from config.refusals import Refusal, Refused, refuse_all, text_problem
from config.workbooks import is_workbook, workbook_as_csv

_FORMULA = re.compile(
    r"'*[=+\-@\t\r\n\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}"
    r"\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}]"
)
"""How a formula begins, or a text that was put behind apostrophes already."""

LONGEST_CELL = 20_000
"""Characters, for the person who reads a table: a whole card is a tenth of it."""
csv.field_size_limit(LONGEST_CELL)

BOM = codecs.BOM_UTF8.decode()
"""A file begins with it: without, Excel reads accents wrongly."""


NEVER = "-"
"""A dash alone, which on a card says never, is no formula."""


def neutral(cell: Any) -> Any:
    """A cell that no spreadsheet takes for a formula; a number that is one stays as it is."""
    if isinstance(cell, str) and _FORMULA.match(cell) and cell != NEVER:
        return f"'{cell}"
    return cell


def restored(cell: str) -> str:
    """The text that ``neutral`` made the cell of."""
    return cell[1:] if cell.startswith("'") and neutral(cell[1:]) == cell else cell


def write_rows(rows: Iterable[Sequence[Any]]) -> str:
    """Lines of CSV, as RFC 4180 ends them."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\r\n").writerows(
        [neutral(cell) for cell in row] for row in rows
    )
    return stream.getvalue()


def cell_too_long(place: str) -> Refusal:
    return Refusal("cell-too-long", f"A cell holds up to {LONGEST_CELL} characters.", place)


@contextmanager
def readable(place: Callable[[], str]) -> Iterator[None]:
    """Around reading a table: what is no CSV, or no text, is refused where ``place`` says reading
    had come to: ``not-csv``, ``not-utf-8``, ``cell-too-long``."""
    try:
        yield
    except csv.Error as error:
        if "field limit" in str(error):
            raise Refused(cell_too_long(place())) from error
        raise Refused(Refusal("not-csv", f"This is not CSV: {error}.", place())) from error
    except UnicodeDecodeError as error:
        raise Refused(Refusal("not-utf-8", "This is not UTF-8 text.", place())) from error


MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks and the encoding that each stands for."""

SEPARATORS: Final = ",;\t|"

_SEVERAL_BYTES = re.compile(rb"[\xc3-\xf4][\x80-\xbf]")
"""A letter of UTF-8: a file that has one and still is no UTF-8 is damaged, not of another encoding.
"""

DAMAGED: Final = "\N{REPLACEMENT CHARACTER}"
"""What a program writes in place of a letter that it could not read."""


def decode_table(data: bytes, place: str = "line 1") -> str:
    """The text of a file in UTF-8, in UTF-16 with a byte order mark, or in Windows-1252, which
    older spreadsheets write; of a workbook of Excel its first sheet. Refused: ``not-utf-8``,
    ``not-a-workbook``, ``workbook-too-large``."""
    if is_workbook(data):
        return workbook_as_csv(data, place)
    mark, encoding = next((one for one in MARKS if data.startswith(one[0])), (b"", "utf-8"))
    body = data.removeprefix(mark)
    try:
        return body.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        if not mark and b"\0" not in data and not _SEVERAL_BYTES.search(data):
            try:
                return body.decode("cp1252")
            except UnicodeDecodeError:
                pass
        refusal = Refusal(
            "not-utf-8",
            "This is not UTF-8 text from here on, nor text of another encoding that is known.",
            place if place != "line 1" else f"line {line}",
        )
        raise Refused(refusal) from error


def read_as(data: bytes, name: str = "") -> str:
    """A sentence on how ``decode_table`` reads a file that is no UTF-8, with a space before it;
    else nothing. ``name``: of the file, where there are several."""
    read = f" {name[:80]} was read" if name else " Read"
    if is_workbook(data):
        return f"{read} as a workbook, its first sheet."
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return f"{read} as UTF-16."
    try:
        data.decode()
    except UnicodeDecodeError:
        return f"{read} as Windows-1252, as it is no UTF-8: look at the accents."
    return ""


@dataclass(frozen=True)
class TableRow:
    """A row of a table: the line of the file on which it ends, its number (the headers are row 1),
    and its cells by column."""

    line: int
    number: int
    cells: Mapping[str, str]


def read_table(
    given: bytes | str,
    *,
    known: Sequence[str],
    needed: Collection[str] = (),
    place: Callable[[int, int], str] = lambda line, number: f"line {line}",
    whole: bool = False,
) -> Iterator[TableRow]:
    """The rows of a table under a line of headers, separated by commas, semicolons, tabs or bars;
    blank ones are passed over.

    Headers match the ``known`` columns regardless of case, spaces and punctuation; other headers
    keep their names. Text is normalized to NFC, and the apostrophe that protects a
    formula is removed. ``place`` names the place of a refusal by line and row; with ``whole`` a row
    must have as many cells as there are headers.

    Refused: ``column-missing`` of those ``needed``, ``column-twice``, ``row-width``,
    ``illegal-character``, ``damaged-letters``, ``not-utf-8``, ``not-csv``, ``cell-too-long``.
    """
    text = decode_table(given) if isinstance(given, bytes) else given
    text = text.removeprefix("\ufeff").lstrip("\r\n")
    head = text.splitlines()[0] if text else ""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(head))
    ended, number = 0, 0
    with readable(lambda: place(ended + 1, number + 1)):
        headers = _headers(next(reader, []), known, needed, place(1, 1))
        ended, number = reader.line_num, 1
        for cells in reader:
            ended, number = reader.line_num, number + 1
            if not any(cell.strip() for cell in cells):
                continue
            where = place(ended, number)
            extra = [cell for cell in cells[len(headers) :] if whole or cell.strip()]
            if extra or (whole and len(cells) < len(headers)):
                raise Refused(
                    Refusal("row-width", "The row has not as many cells as headers.", where)
                )
            cells += [""] * (len(headers) - len(cells))
            found = [_cleaned(cell, where) for cell in cells[: len(headers)]]
            yield TableRow(ended, number, dict(zip(headers, found, strict=True)))


def read_list(text: str, place: Callable[[int], str]) -> Iterator[tuple[int, list[str]]]:
    """The lines of a list without headers, with their numbers; blank lines are skipped. Each line
    may use another separator. Refused as by ``read_table``."""
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        if not line.strip(f" {SEPARATORS}"):
            continue
        where = place(number)
        with readable(lambda where=where: where):  # type: ignore[misc]
            [cells] = csv.reader([line], delimiter=_separator(line))
        yield number, [_cleaned(cell, where).strip() for cell in cells]


def _separator(text: str) -> str:
    """The most frequent separator outside quotes."""
    bare = re.sub(r'"[^"]*"', "", text)
    return max(SEPARATORS, key=bare.count)


def _headers(
    written: Sequence[str], known: Sequence[str], needed: Collection[str], place: str
) -> list[str]:
    by_form = {header_form(column): column for column in known}
    names = [unicodedata.normalize("NFC", each.strip()) for each in written]
    headers = [by_form.get(header_form(name), name) for name in names]
    refuse_all(
        [
            Refusal("column-missing", f"There is no column {column}.", f"{place}:{column}")
            for column in needed
            if column not in headers
        ]
        + [
            Refusal("column-twice", f"There are two columns {column[:40]}.", f"{place}:{column}")
            for column in dict.fromkeys(headers)
            if column and headers.count(column) > 1
        ]
    )
    return headers


def header_form(name: str) -> str:
    """A header without case, spaces and punctuation. R cannot name a column 2B and writes X2B."""
    return re.sub(r"[\s._-]+|^[xX](?=\d)", "", name).casefold()


def _cleaned(cell: str, place: str) -> str:
    if problem := text_problem(cell, place):
        raise Refused(problem)
    if DAMAGED in cell:
        raise Refused(
            Refusal(
                "damaged-letters",
                f"In {cell[:60]!r} a letter was lost before it came here.",
                place,
            )
        )
    return restored(unicodedata.normalize("NFC", cell))
