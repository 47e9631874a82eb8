"""Workbooks of Excel (.xlsx) as text: their first sheet as CSV, for the one reader of tables.

A workbook is a zip of XML files, and may have been made by hand to do harm: parts and sheets have a
limit, and a document type, with which entities could grow, is refused.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
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
            shared = list(_shared(packed, place))
            rows = _rows(packed, _first_sheet(packed, place), shared, place)
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


def _first_sheet(packed: zipfile.ZipFile, place: str) -> str:
    """The part of the sheet that stands first."""
    for element in _elements(packed, "xl/workbook.xml", place):
        if element.tag == "sheet":
            keys = [value for key, value in element.attrib.items() if key.endswith("}id")]
            for link in _elements(packed, "xl/_rels/workbook.xml.rels", place):
                if keys and link.get("Id") == keys[0]:
                    target = link.get("Target", "")
                    return target[1:] if target.startswith("/") else f"xl/{target}"
            break
    return _SHEET


def _rows(
    packed: zipfile.ZipFile, part: str, shared: Sequence[str], place: str
) -> Iterator[list[str]]:
    """The rows of a sheet; of those that it leaves out, empty ones."""
    written = cells = 0
    for element in _elements(packed, part, place):
        if element.tag != "row":
            continue
        number = int(element.get("r") or written + 1)
        row: list[str] = []
        for cell in element.iter("c"):
            match = _REFERENCE.fullmatch(cell.get("r", ""))
            column = _column(match[1]) if match else len(row) + 1
            if column > MOST_COLUMNS:
                raise _too_large(place)
            row += [""] * (column - len(row))
            row[column - 1] = _value(cell, shared)
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


def _value(cell: Element, shared: Sequence[str]) -> str:
    """What a cell shows, but for its format: numbers as they are, also of days."""
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        return "".join(_text(each) for each in cell if each.tag == "is")
    value = next((each.text or "" for each in cell if each.tag == "v"), "")
    if kind == "s":
        return shared[int(value)] if value else ""
    if kind == "b":
        return "TRUE" if value == "1" else "FALSE"
    return _number(value) if kind == "n" and value else value


def _number(value: str) -> str:
    """A number in its shortest form: 0.29 for 0.28999999999999998."""
    number = float(value)
    whole = number.is_integer() and abs(number) < 1e15
    return str(int(number)) if whole else repr(number)
