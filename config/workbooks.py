"""Workbooks of Excel (.xlsx) as text: their first sheet as CSV, for the one reader of tables.

A workbook is a zip of XML files, and may have been made by hand to do harm: parts and sheets have a
limit, and a document type, with which entities could grow, is refused. (openpyxl reads styles,
names and links whole before it yields a row: 9 kB with a million styles take it 50 s and 600 MB.)
"""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from xml.etree.ElementTree import Element, ParseError, iterparse

from config.refusals import Refusal, Refused

ZIP: Final = b"PK\x03\x04"
OLD_WORKBOOK: Final = b"\xd0\xcf\x11\xe0"
"""How a workbook begins, and one of Excel before 2007."""

MOST_BYTES: Final = 30_000_000
MOST_ELEMENTS: Final = 1_000_000
"""Of one part, unpacked."""
MOST_ROWS: Final = 60_000
MOST_COLUMNS: Final = 1_000
MOST_CELLS: Final = 1_000_000

_NAMES = re.compile(r"\{[^}]*\}")
_REFERENCE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_SHEET: Final = "xl/worksheets/sheet1.xml"
_STYLES: Final = "xl/styles.xml"

_DATES: Final = frozenset((*range(14, 18), 22, *range(27, 32), 36, *range(50, 55), 57, 58))
_TIMES: Final = frozenset((*range(18, 23), *range(32, 36), *range(45, 48), 55, 56))
_ELAPSED: Final = 46
"""The numbers of the formats of dates and of times that need no code in the file."""
_WORDS = re.compile(r'"[^"]*"|\\.|[_*].|\[(?![hms]+\])[^]]*\]|am/pm|a/p', re.IGNORECASE)
"""What in a code of a format is no sign of a date or a time."""
_MOST_DAYS: Final = 2_950_000
"""In the year 9976, or 9980; a larger number is none of a day."""


@dataclass(frozen=True)
class _Format:
    """Whether a cell shows a date, a time or both, or a time of more than a day (``is_elapsed``); a
    plain number shows none of them."""

    has_date: bool = False
    has_time: bool = False
    is_elapsed: bool = False

    def shown(self, number: float, begin: datetime) -> str:
        """A number of days since ``begin`` as 2026-05-01, 19:05:00 or both."""
        if not (self.has_date or self.has_time) or not 0 <= number < _MOST_DAYS:
            return _plain(number)
        seconds = round(number * 86_400)
        if not self.has_date:
            minutes = (seconds if self.is_elapsed else seconds % 86_400) // 60
            return f"{minutes // 60:02}:{minutes % 60:02}:{seconds % 60:02}"
        # Of 1900 Excel has a day too many, so that its days up to there are one later.
        early = begin.year < 1900 and number < 60
        day = begin + timedelta(days=early, seconds=seconds)
        return day.isoformat(" ") if self.has_time else day.date().isoformat()


@dataclass(frozen=True)
class _Book:
    """What the cells of a sheet refer to: texts, formats, and the day from which days count."""

    texts: Sequence[str]
    formats: Sequence[_Format]
    begin: datetime


def is_workbook(data: bytes) -> bool:
    """Whether a file begins as a workbook does, a new or an old one."""
    return data.startswith((ZIP, OLD_WORKBOOK))


def workbook_as_csv(data: bytes, place: str) -> str:
    """The first sheet of a workbook, its rows as lines. Refused: ``not-a-workbook``,
    ``workbook-too-large``."""
    if data.startswith(OLD_WORKBOOK):
        raise _unread("This is a workbook of an old Excel: save it as .xlsx or as CSV.", place)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            part, begin = _first_sheet(packed, place)
            book = _Book(list(_shared(packed, place)), list(_formats(packed, place)), begin)
            rows = _rows(packed, part, book, place)
            return "".join(f"{','.join(map(_quoted, row))}\n" for row in rows)
    except (
        *(zipfile.BadZipFile, KeyError, IndexError, ParseError, ValueError, RuntimeError),
        *(NotImplementedError, EOFError, OSError, zipfile.LargeZipFile, zlib.error),
    ) as error:
        raise _unread("This is no workbook of Excel that can be read.", place) from error


def _quoted(cell: str) -> str:
    """A cell in quotes, so that what separates cells stands nowhere else."""
    return '"' + cell.replace('"', '""') + '"'


def _unread(message: str, place: str) -> Refused:
    return Refused(Refusal("not-a-workbook", message, place))


def _too_large(place: str) -> Refused:
    return Refused(Refusal("workbook-too-large", "The workbook is too large to be read.", place))


def _elements(packed: zipfile.ZipFile, part: str, place: str) -> Iterator[Element]:
    """The elements of a part, each once it is whole, its name without a namespace."""
    with packed.open(part) as source:
        text = source.read(MOST_BYTES + 1)
    if len(text) > MOST_BYTES:
        raise _too_large(place)
    if b"<!DOCTYPE" in text or b"\0" in text:
        raise _unread("This workbook has a document type, which none of Excel's has.", place)
    parsed = iterparse(io.BytesIO(text))  # noqa: S314 - without a document type
    for number, (_, element) in enumerate(parsed):
        if number > MOST_ELEMENTS:
            raise _too_large(place)
        element.tag = _NAMES.sub("", element.tag)
        yield element


def _shared(packed: zipfile.ZipFile, place: str) -> Iterator[str]:
    """The texts that cells name by their number."""
    if "xl/sharedStrings.xml" not in packed.namelist():
        return
    for element in _elements(packed, "xl/sharedStrings.xml", place):
        if element.tag == "si":
            yield _text(element)
            element.clear()


def _text(element: Element) -> str:
    """The text of its runs; how it is pronounced is no part of it."""
    found = [each.text or "" for each in element if each.tag == "t"]
    found += [each.text or "" for run in element if run.tag == "r" for each in run.iter("t")]
    return "".join(found)


def _first_sheet(packed: zipfile.ZipFile, place: str) -> tuple[str, datetime]:
    """The part of the sheet that stands first, and the day from which the workbook counts."""
    begin = datetime(1899, 12, 30)
    for element in _elements(packed, "xl/workbook.xml", place):
        if element.tag == "workbookPr" and element.get("date1904") in ("1", "true"):
            begin = datetime(1904, 1, 1)
        if element.tag == "sheet":
            keys = [value for key, value in element.attrib.items() if key.endswith("}id")]
            for link in _elements(packed, "xl/_rels/workbook.xml.rels", place):
                if keys and link.get("Id") == keys[0]:
                    target = link.get("Target", "")
                    return target[1:] if target.startswith("/") else f"xl/{target}", begin
            break
    return _SHEET, begin


def _formats(packed: zipfile.ZipFile, place: str) -> Iterator[_Format]:
    """The formats that cells name by their number."""
    if _STYLES not in packed.namelist():
        return
    codes: dict[int, _Format] = {}
    for element in _elements(packed, _STYLES, place):
        if element.tag == "numFmt":
            signs = set(_WORDS.sub("", element.get("formatCode", "").lower()).partition(";")[0])
            has_time = bool(signs & set("hs"))
            has_date = bool(signs & set("yd")) or ("m" in signs and not has_time)
            form = _Format(has_date, has_time, is_elapsed="[" in signs)
            codes[int(element.get("numFmtId", "0"))] = form
        elif element.tag == "cellXfs":
            for style in element:
                number = int(style.get("numFmtId", "0"))
                yield codes.get(number) or _Format(
                    number in _DATES, number in _TIMES, number == _ELAPSED
                )
            return


def _rows(packed: zipfile.ZipFile, part: str, book: _Book, place: str) -> Iterator[list[str]]:
    """The rows of a sheet; of those that it leaves out, empty ones."""
    written = cells = in_row = 0
    for element in _elements(packed, part, place):
        in_row += element.tag == "c"
        if in_row > MOST_COLUMNS:
            raise _too_large(place)
        if element.tag != "row":
            continue
        in_row = 0
        number = int(element.get("r") or written + 1)
        row: list[str] = []
        for cell in element.iter("c"):
            match = _REFERENCE.fullmatch(cell.get("r", ""))
            column = _column(match[1]) if match else len(row) + 1
            if column > MOST_COLUMNS:
                raise _too_large(place)
            row += [""] * (column - len(row))
            row[column - 1] = _value(cell, book, place)
        cells += len(row)
        if not written < number <= MOST_ROWS or cells > MOST_CELLS:
            raise _too_large(place)
        yield from ([] for _ in range(number - written - 1))
        yield row
        written = number
        element.clear()


def _column(letters: str) -> int:
    """1 for A, 27 for AA."""
    found = 0
    for letter in letters:
        found = 26 * found + ord(letter) - ord("A") + 1
    return found


def _value(cell: Element, book: _Book, place: str) -> str:
    """What a cell shows: days and times in one form, other numbers as they are (0.29 for 29%)."""
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        return "".join(_text(each) for each in cell if each.tag == "is")
    value = next((each.text or "" for each in cell if each.tag == "v"), None)
    if value is None and any(each.tag == "f" for each in cell):
        said = f"The formula in cell {cell.get('r', '')[:10]} has no result in the file: open the "
        raise _unread(f"{said}workbook in a spreadsheet and save it.", place)
    if not value:
        return ""
    if kind == "s":
        return book.texts[int(value)]
    if kind == "b":
        return "TRUE" if value == "1" else "FALSE"
    if kind != "n":
        return value
    style = int(cell.get("s", "0"))
    form = book.formats[style] if 0 <= style < len(book.formats) else _Format()
    return form.shown(float(value), book.begin)


def _plain(number: float) -> str:
    """A number in its shortest form: 0.29 for 0.28999999999999998."""
    whole = number.is_integer() and abs(number) < 1e15
    return str(int(number)) if whole else repr(number)
