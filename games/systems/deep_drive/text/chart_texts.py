"""Chart files: CSV, one per chart, or one JSON object for several."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from config.refusals import Refusal, Refused, refuse_all
from config.spreadsheets import decode_table, read_table, write_rows
from games.systems.deep_drive.text.chart_files import FILES, MOST_ROWS, Rows, read_charts
from games.systems.deep_drive.text.chart_rows import Row

Given = dict[str, list[tuple[int, Mapping[str, Any]]]]
"""Rows with their numbers, by chart."""


def rows_of_files(files: Sequence[tuple[str, bytes]]) -> Rows:
    """Read files by their names: ``hits.csv``, or one JSON object with a list of rows under each
    chart's name. Refused as by ``read_charts`` and ``read_table``, and: ``no-files``,
    ``unknown-file``, ``not-json``, ``chart-twice``."""
    sent: Given = {}
    faults: list[Refusal] = []
    if not files:
        faults.append(Refusal("no-files", "Choose the files of your charts.", "files"))
    for name, data in files:
        stem, _, kind = Path(name).name.rpartition(".")
        try:
            if kind.lower() == "json":
                charts = _json(decode_table(data, name[:80]), name)
            elif kind.lower() in ("csv", "xlsx") and stem in FILES:
                charts = {stem: _csv(decode_table(data, name[:80]), stem)}
            else:
                message = f"{name[:80]} is none of {', '.join(f.file for f in FILES.values())}."
                raise Refused(Refusal("unknown-file", message, name[:80]))
        except Refused as refused:
            faults += refused.refusals
            continue
        for chart_name, rows in charts.items():
            if chart_name in sent:
                message = f"{chart_name} is given twice."
                faults.append(Refusal("chart-twice", message, chart_name))
            sent[chart_name] = rows
    refuse_all(faults)
    return stored_rows(sent)


def stored_rows(given: Given) -> Rows:
    """The rows as they are stored. Refused as by ``read_charts``."""
    read_charts(given)
    return {
        name: [
            {column: str(row[column]).strip() for column in FILES[name].columns} for _, row in rows
        ]
        for name, rows in given.items()
    }


def _csv(text: str, name: str) -> list[tuple[int, Mapping[str, Any]]]:
    columns = FILES[name].columns
    rows = read_table(
        text, known=columns, needed=columns, place=lambda line, number: f"{name}:row {number}"
    )
    return [(row.number, row.cells) for row in islice(rows, MOST_ROWS + 1)]


def _json(text: str, name: str) -> Given:
    try:
        read = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused(Refusal("not-json", "This is not JSON.", name[:80])) from error
    return rows_of_json(read, name)


def rows_of_json(read: object, place: str = "charts") -> Given:
    """The rows of a JSON value. Refused: ``not-json``."""
    if not isinstance(read, dict) or not all(
        isinstance(rows, list) and all(isinstance(row, dict) for row in rows)
        for rows in read.values()
    ):
        message = "Charts are an object with a list of rows under each chart’s name."
        raise Refused(Refusal("not-json", message, place[:80]))
    return {str(name): list(enumerate(rows, start=1)) for name, rows in read.items()}


def write_csv(name: str, rows: Sequence[Row]) -> str:
    columns = FILES[name].columns
    return write_rows([columns, *([row[column] for column in columns] for row in rows)])


def owners_rows(folder: Path) -> Rows:
    """The rows of the files in an owner's folder. Refused: ``no-such-folder``, and as by
    ``rows_of_files``."""
    if not folder.is_dir():
        raise Refused(Refusal("no-such-folder", f"There is no folder {folder}.", str(folder)))
    paths = sorted([*folder.glob("*.csv"), *folder.glob("*.json")])
    return rows_of_files([(path.name, path.read_bytes()) for path in paths]) if paths else {}
