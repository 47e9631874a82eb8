"""Park cards as a file: CSV with a line of headers, or JSON with a list of objects, a park a row.

``name`` and the park's card, in the column of the system that prints park cards, are what an owner
of such cards types; ``place``, ``singles`` and ``home_runs`` (of a d20) may be left out, and the
spreadsheet of parks that is had from the site is read as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from config.inputs import read_json
from config.refusals import Refusal, Refused, refuse_all, text_problem
from config.spreadsheets import decode_table, header_form, read_table, restored
from games.engine.fields import whole_number
from games.systems.registry import park_cards
from rosters.rules.parks import NEUTRAL, NUMBERS, ParkNumbers

MOST_PARKS: Final = 100

SHORT: Final = ("singles", "home_runs")
"""Columns of a number for both hands."""
PASSED_OVER: Final = ("key", "list", "year", "run_factor")
"""What the site's own spreadsheet has besides."""


def card_column() -> str:
    """The column in which a park's card stands."""
    printer = park_cards()
    return printer.column if printer else "card"


def _columns() -> tuple[str, ...]:
    return ("name", "place", *SHORT, *NUMBERS, card_column(), *PASSED_OVER)


@dataclass(frozen=True)
class ParkRow:
    """A row of the file, by its number (``place`` is the town, as the spreadsheet calls it)."""

    number: int
    name: str
    place: str
    numbers: ParkNumbers
    card: str


def read_parks(data: bytes) -> list[ParkRow]:
    """The parks of a file, JSON or CSV by its first sign.

    Refused, everything at once: ``not-utf-8``, ``not-csv``, ``not-json``, ``no-parks``,
    ``too-many-parks``, ``column-missing``, ``unknown-column``, ``not-a-text``,
    ``illegal-character``, ``not-a-number``; places are ``row 3:home_runs``.
    """
    text = decode_table(data)
    rows = _json(text) if text.lstrip()[:1] in ("[", "{") else _csv(text)
    if not rows:
        raise Refused(Refusal("no-parks", "There is no park in the file.", "file"))
    if len(rows) > MOST_PARKS:
        raise Refused(Refusal("too-many-parks", f"A file has up to {MOST_PARKS} parks.", "file"))
    known = _columns()
    faults = [
        Refusal(
            "unknown-column",
            f"Parks have no column {column[:40]!r}, but {', '.join(known[: -len(PASSED_OVER)])}.",
            f"row {number}:{column[:40]}",
        )
        for column, number in {
            column: number
            for number, row in reversed(rows)
            for column, cell in row.items()
            if column not in known and (column or cell)
        }.items()
    ]
    found = [_row(number, row, faults) for number, row in rows]
    refuse_all(faults)
    return found


def _row(number: int, row: Mapping[str, Any], faults: list[Refusal]) -> ParkRow:
    def text(column: str) -> str:
        value = row.get(column)
        if value is None:
            return ""
        place = f"row {number}:{column}"
        if isinstance(value, bool) or not isinstance(value, str | int):
            faults.append(Refusal("not-a-text", f"{column} is a text or a number.", place))
            return ""
        if problem := text_problem(str(value), place):
            faults.append(problem)
            return ""
        return restored(str(value)).strip()

    def of_d20(column: str, short: str) -> int:
        said = text(column) or text(short)
        if not said:
            return NEUTRAL
        value = whole_number(said)
        if value is None:
            place = f"row {number}:{column if text(column) else short}"
            faults.append(Refusal("not-a-number", f"“{said[:40]}” is no whole number.", place))
            return NEUTRAL
        return value

    numbers = ParkNumbers(
        **{
            each: of_d20(each, each.removesuffix("_left").removesuffix("_right"))
            for each in NUMBERS
        }
    )
    return ParkRow(number, text("name"), text("place"), numbers, text(card_column()))


def _csv(text: str) -> list[tuple[int, Mapping[str, Any]]]:
    rows = read_table(
        text,
        known=_columns(),
        needed=("name",),
        place=lambda line, number: f"row {number}",
    )
    return [(row.number, row.cells) for row in islice(rows, MOST_PARKS + 1)]


def _json(text: str) -> list[tuple[int, Mapping[str, Any]]]:
    read = read_json(text, "file")
    if not isinstance(read, list) or not all(isinstance(row, dict) for row in read):
        raise Refused(Refusal("not-json", "Parks are a list of objects.", "file"))
    by_form = {header_form(column): column for column in _columns()}
    found: list[tuple[int, Mapping[str, Any]]] = []
    for number, row in enumerate(read, start=1):
        cells = {by_form.get(header_form(key), key): cell for key, cell in row.items()}
        if len(cells) < len(row):
            raise Refused(Refusal("column-twice", "A column is there twice.", f"row {number}"))
        found.append((number, cells))
    return found
