"""Card sets as files: CSV with a header line, or JSON with a list of objects.

Both hold the rows of ``rosters.makers.base``: the common columns, then the system's own. Reading
what was written gives the same rows.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping

from games.engine.refusals import Refusal, Refused
from rosters.makers.base import COMMON_COLUMNS, CardRow, Maker, problems, read_row

MOST_FAULTS = 20


def write_csv(rows: Iterable[CardRow], maker: Maker) -> str:
    """The rows as CSV."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, [*COMMON_COLUMNS, *maker.columns], lineterminator="\n")
    writer.writeheader()
    writer.writerows(row.as_cells() for row in rows)
    return stream.getvalue()


def write_json(rows: Iterable[CardRow]) -> str:
    """The rows as JSON, an object a card."""
    return json.dumps([row.as_cells() for row in rows], ensure_ascii=False, indent=1)


def read_file(data: bytes, maker: Maker) -> list[CardRow]:
    """The rows of a file, JSON or CSV by its first sign; refused too: ``not-utf-8``."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refused(
            Refusal("not-utf-8", "The file is not UTF-8 text from here on.", f"line {line}")
        ) from error
    return read_json(text, maker) if text.lstrip()[:1] in ("[", "{") else read_csv(text, maker)


def read_csv(text: str, maker: Maker) -> list[CardRow]:
    """The rows of a CSV file; every fault is named by line and column, twenty at the most."""
    reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    found = []
    try:
        for cells in reader:
            place = f"line {reader.line_num}"
            if None in cells or None in cells.values():
                raise Refused(
                    Refusal("row-width", "The row has not as many cells as headers.", place)
                )
            found.append((place, cells))
    except csv.Error as error:
        raise Refused(
            Refusal("not-csv", f"This is not CSV: {error}.", f"line {reader.line_num + 1}")
        ) from error
    return _rows(found, maker)


def read_json(text: str, maker: Maker) -> list[CardRow]:
    """The rows of a JSON file; every fault is named by card and column, twenty at the most."""
    try:
        objects = json.loads(text)
    except json.JSONDecodeError as error:
        raise Refused(
            Refusal("not-json", f"This is not JSON: {error.msg}.", f"line {error.lineno}")
        ) from error
    except RecursionError as error:
        raise Refused(Refusal("not-json", "This nests too deep for cards.", "line 1")) from error
    if not isinstance(objects, list):
        raise Refused(Refusal("not-a-list", "A card set in JSON is a list of cards.", "line 1"))
    found = []
    for number, cells in enumerate(objects, start=1):
        place = f"card {number}"
        if not isinstance(cells, dict) or not all(isinstance(cell, str) for cell in cells.values()):
            raise Refused(
                Refusal("not-a-card", "A card is an object whose values are text.", place)
            )
        found.append((place, cells))
    return _rows(found, maker)


def _rows(found: Iterable[tuple[str, Mapping[str, str]]], maker: Maker) -> list[CardRow]:
    rows: list[CardRow] = []
    refusals: list[Refusal] = []
    seen: dict[str, str] = {}
    for place, cells in found:
        try:
            row = read_row(cells, maker.columns, place)
        except Refused as refused:
            refusals += refused.refusals
        else:
            refusals += problems(row, place, maker)
            if row.key in seen:
                refusals.append(
                    Refusal(
                        "card-twice",
                        f"The key {row.key!r} stands at {seen[row.key]} already.",
                        f"{place}:key",
                    )
                )
            seen.setdefault(row.key, place)
            rows.append(row)
        if len(refusals) >= MOST_FAULTS:
            break
    if refusals:
        raise Refused(*refusals[:MOST_FAULTS])
    if not rows:
        raise Refused(Refusal("no-cards", "There is no card in it.", "line 1"))
    return rows
