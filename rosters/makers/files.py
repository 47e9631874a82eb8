"""Card sets as files: CSV with a header line, or JSON with a list of objects.

Both hold the rows of ``rosters.makers.base``: the common columns, then the system's own. Reading
what was written gives the same rows.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence

from config import inputs
from config.refusals import Refusal, Refused
from config.spreadsheets import (
    LONGEST_CELL,
    cell_too_long,
    decode_table,
    read_table,
    write_rows,
)
from rosters.makers.base import COMMON_COLUMNS, CardRow, Maker, problems, read_row

MOST_FAULTS = 20
MOST_CARDS = 50_000
BATCH = 100

Advance = Callable[[int, int], None]


def unwatched(done: int, total: int) -> None:
    pass


def write_csv(rows: Iterable[CardRow], maker: Maker) -> str:
    columns = (*COMMON_COLUMNS, *maker.columns)
    cells = (row.as_cells() for row in rows)
    return write_rows((columns, *([row[column] for column in columns] for row in cells)))


def write_json(rows: Iterable[CardRow]) -> str:
    return json.dumps([row.as_cells() for row in rows], ensure_ascii=False, indent=1)


def read_file(data: bytes, maker: Maker, advance: Advance = unwatched) -> list[CardRow]:
    """The rows of a file, JSON or CSV by its first character.

    ``advance(done, total)`` is called at every hundred rows, and may raise to stop. Also refused:
    ``not-utf-8``, ``illegal-character``, ``too-many-items``.
    """
    text = decode_table(data)
    if text.lstrip()[:1] in ("[", "{"):
        return read_json(text, maker, advance)
    return read_csv(text, maker, advance)


def read_csv(text: str, maker: Maker, advance: Advance = unwatched) -> list[CardRow]:
    """The rows of a CSV file; every fault is named by line and column, at most twenty."""
    columns = (*COMMON_COLUMNS, *maker.columns, *maker.optional_columns)
    cells_by_place: list[tuple[str, Mapping[str, str]]] = []
    for row in read_table(text, known=columns, whole=True):
        place = f"line {row.line}"
        if len(cells_by_place) == MOST_CARDS:
            raise Refused(Refusal("too-many-items", f"A set has up to {MOST_CARDS} cards.", place))
        cells_by_place.append((place, row.cells))
    return _rows(cells_by_place, maker, advance)


def read_json(text: str, maker: Maker, advance: Advance = unwatched) -> list[CardRow]:
    """The rows of a JSON file; every fault is named by card and column, at most twenty."""
    objects = inputs.read_json(text, most=MOST_CARDS)
    if not isinstance(objects, list):
        raise Refused(Refusal("not-a-list", "A card set in JSON is a list of cards.", "line 1"))
    cells_by_place = []
    for number, cells in enumerate(objects, start=1):
        place = f"card {number}"
        if not isinstance(cells, dict) or not all(isinstance(cell, str) for cell in cells.values()):
            raise Refused(
                Refusal("not-a-card", "A card is an object whose values are text.", place)
            )
        if any(len(cell) > LONGEST_CELL for cell in cells.values()):
            raise Refused(cell_too_long(place))
        cells_by_place.append((place, cells))
    return _rows(cells_by_place, maker, advance)


def _rows(
    found: Sequence[tuple[str, Mapping[str, str]]], maker: Maker, advance: Advance
) -> list[CardRow]:
    rows: list[CardRow] = []
    refusals: list[Refusal] = []
    seen: dict[str, str] = {}
    for done, (place, cells) in enumerate(found):
        if done % BATCH == 0:
            advance(done, len(found))
        try:
            row = read_row(cells, maker.columns, place, maker.optional_columns)
            row = maker.completed(row)
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
