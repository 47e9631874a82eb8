"""Charts as files (S16, S18.5, S19.5).

The rule book refers to charts that it does not print. ``house`` holds original built-in ones; an
owner of the real charts loads them in the same files (see ``docs/reference/file-formats.md``):
``range.csv`` (position, range, from, to (of a d20), symbol), ``error.csv`` (position, error rating,
and the sums of three dice that read RP, E1, E2, E3), ``symbols.csv`` (positions, symbol, error
reading or none, play), and ``sacrifice.csv``, ``squeeze.csv``, ``hit_and_run.csv`` (grade, sum of
two dice, result).

A chart with a gap or an overlap is refused with file, row and column.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from config.refusals import Refusal, Refused, refuse_all
from config.spreadsheets import decode_table, read_table
from games.engine.fields import whole_number
from games.systems.purestrat.play.cards import BUNT_GRADES, HIT_AND_RUN_GRADES
from games.systems.purestrat.play.charts import (
    BUNT_RESULTS,
    F1,
    F2,
    F3,
    FO,
    G1,
    G2,
    G3,
    HIT_AND_RUN_RESULTS,
    MOST_ERROR,
    PASSED_BALL_FLAG,
    PO,
    RARE_PLAYS,
    SHARP,
    Charts,
)
from games.systems.purestrat.play.readings import POSITIONS

FILES: Final = (
    "range.csv",
    "error.csv",
    "symbols.csv",
    "sacrifice.csv",
    "squeeze.csv",
    "hit_and_run.csv",
)

_OUTS: Final = {"G1": G1, "G2": G2, "G3": G3, "F1": F1, "F2": F2, "F3": F3, "PO": PO, "FO": FO}
_PASSED: Final = {"P/P": PO, "P/F": FO}
_HITS: Final = {
    "SI1": (1, 1),
    "SI2": (1, 2),
    "SI": (1, 0),
    "DO": (2, 0),
    "DO2": (2, 2),
    "DO3": (2, 3),
    "TR3": (3, 3),
    "HR": (4, 4),
}
_ERRORS: Final = ("", "E1", "E2", "E3", "RP")


class _Rows:
    """The rows of one file, and their faults."""

    def __init__(self, name: str, text: str, columns: tuple[str, ...], faults: list[Refusal]):
        self.name = name
        self.faults = faults
        self.rows: list[tuple[int, dict[str, str]]] = []
        table = read_table(
            text, known=columns, needed=columns, place=lambda line, number: f"{name}:row {number}"
        )
        try:
            self.rows = [
                (row.number, {key: row.cells[key].strip() for key in columns}) for row in table
            ]
        except Refused as refused:
            self.faults += refused.refusals

    def fault(self, code: str, message: str, row: int, column: str) -> None:
        self.faults.append(Refusal(code, message, f"{self.name}:row {row}:{column}"))

    def number(self, at: int, row: Mapping[str, str], column: str, least: int, most: int) -> int:
        """A whole number; ``least`` when it is refused."""
        text = row[column]
        number = whole_number(text)
        if number is None or not least <= number <= most:
            self.fault("not-a-number", f"“{text}” is not {least} to {most}.", at, column)
            return least
        return number

    def one_of(self, at: int, text: str, column: str, known: tuple[str, ...]) -> int:
        """The index of a word in a list, -1 when it is refused."""
        if text not in known:
            self.fault("unknown-word", f"“{text}” is none of {', '.join(known)}.", at, column)
            return -1
        return known.index(text)


def load_charts(texts: Mapping[str, str]) -> Charts:
    """Charts from the text of each of ``FILES``.

    Refused with everything that is wrong at once: ``file-missing``, ``not-a-number``,
    ``unknown-word``, ``chart-overlap``, ``chart-gap``, and as ``read_table`` refuses.
    """
    faults = [
        Refusal("file-missing", f"{name} is missing.", name) for name in FILES if name not in texts
    ]
    refuse_all(faults)
    symbols: list[str] = []
    ranges = _ranges(texts["range.csv"], symbols, faults)
    errors = _errors(texts["error.csv"], faults)
    plays = _plays(texts["symbols.csv"], symbols, ranges, faults)
    sacrifice = _graded("sacrifice.csv", texts, BUNT_GRADES, BUNT_RESULTS, faults)
    squeeze = _graded("squeeze.csv", texts, BUNT_GRADES, BUNT_RESULTS, faults)
    running = _graded("hit_and_run.csv", texts, HIT_AND_RUN_GRADES, HIT_AND_RUN_RESULTS, faults)
    refuse_all(faults)
    return Charts(ranges, errors, plays, sacrifice, squeeze, running)


def _ranges(text: str, symbols: list[str], faults: list[Refusal]) -> list[int]:
    sheet = _Rows("range.csv", text, ("position", "range", "from", "to", "symbol"), faults)
    table = [-1] * (10 * 6 * 21)
    last = 1
    for row_number, row in sheet.rows:
        last = row_number
        position = sheet.one_of(row_number, row["position"], "position", POSITIONS[1:]) + 1
        rating = sheet.number(row_number, row, "range", 1, 5)
        first = sheet.number(row_number, row, "from", 1, 20)
        upto = sheet.number(row_number, row, "to", first, 20)
        if row["symbol"] not in symbols:
            symbols.append(row["symbol"])
        for face in range(first, upto + 1):
            cell = (position * 6 + rating) * 21 + face
            if table[cell] >= 0:
                sheet.fault("chart-overlap", f"{face} is already taken.", row_number, "from")
            table[cell] = symbols.index(row["symbol"])
    for position in range(1, 10):
        for rating in range(1, 6):
            for face in range(1, 21):
                if table[(position * 6 + rating) * 21 + face] < 0 and sheet.rows:
                    sheet.fault(
                        "chart-gap",
                        f"{POSITIONS[position]}-{rating} has nothing for {face}.",
                        last,
                        "from",
                    )
                    break
    return table


def _errors(text: str, faults: list[Refusal]) -> list[int]:
    columns = ("position", "error", "RP", "E1", "E2", "E3")
    sheet = _Rows("error.csv", text, columns, faults)
    printed: list[dict[int, list[int]]] = [{} for _ in range(10)]
    for row_number, row in sheet.rows:
        position = sheet.one_of(row_number, row["position"], "position", POSITIONS[1:]) + 1
        rating = sheet.number(row_number, row, "error", 0, MOST_ERROR - 1)
        if rating in printed[position]:
            sheet.fault("chart-overlap", f"e{rating} stands here twice.", row_number, "error")
        line = [0] * 19
        for column in ("RP", "E1", "E2", "E3"):
            for word in row[column].split():
                total = whole_number(word)
                if total is None or not 3 <= total <= 18:
                    sheet.fault("not-a-number", f"“{word}” is not 3 to 18.", row_number, column)
                elif line[total]:
                    sheet.fault("chart-overlap", f"{word} is already taken.", row_number, column)
                else:
                    line[total] = _ERRORS.index(column)
        printed[position][rating] = line
    table: list[int] = []
    for position, lines in enumerate(printed):
        if position and not lines and sheet.rows:
            sheet.fault("chart-gap", f"{POSITIONS[position]} has no rows.", 1, "position")
        ratings = sorted(lines)
        for rating in range(MOST_ERROR):
            # A rating between two printed ones uses the next worse; beyond the last, the last.
            row_number = next(
                (known for known in ratings if known >= rating), ratings[-1] if lines else 0
            )
            table += lines.get(row_number, [0] * 19)
    return table


def _plays(text: str, symbols: list[str], ranges: list[int], faults: list[Refusal]) -> list[int]:
    sheet = _Rows("symbols.csv", text, ("positions", "symbol", "error", "play"), faults)
    table = [-1] * (10 * 64 * 5)
    for index, row in sheet.rows:
        error = sheet.one_of(index, row["error"], "error", _ERRORS)
        result = _result(row["play"])
        if result < 0:
            sheet.fault("unknown-word", f"“{row['play']}” is no play of a chart.", index, "play")
        if row["symbol"] not in symbols or error < 0:
            continue
        for word in row["positions"].split():
            position = sheet.one_of(index, word, "positions", POSITIONS[1:]) + 1
            cell = (position * 64 + symbols.index(row["symbol"])) * 5 + error
            if table[cell] >= 0:
                sheet.fault("chart-overlap", "This pair stands here twice.", index, "symbol")
            table[cell] = max(result, 0)
    needed = {(index // (6 * 21), symbol) for index, symbol in enumerate(ranges) if symbol >= 0}
    for position, symbol in sorted(needed):
        for error, word in enumerate(_ERRORS):
            if table[(position * 64 + symbol) * 5 + error] < 0:
                sheet.fault(
                    "chart-gap",
                    f"{POSITIONS[position]} has no play for {symbols[symbol]} {word}".strip() + ".",
                    1,
                    "symbol",
                )
    return table


def _result(text: str) -> int:
    """Pack a play of ``symbols.csv``; -1 for an unknown one."""
    if text.startswith("RP "):
        rare = text.removeprefix("RP ")
        return RARE_PLAYS.index(rare) << 12 if rare in RARE_PLAYS[1:] else -1
    word, _, error = text.partition("+")
    if word in ("E1", "E2", "E3") and not error:
        return int(word[1]) << 10
    if error and error not in ("E1", "E2", "E3"):
        return -1
    bases = int(error[1]) << 10 if error else 0
    if word in _HITS:
        hit, runners = _HITS[word]
        return hit | runners << 3 | bases
    if error:
        return -1
    if word in _PASSED:
        return _PASSED[word] << 6 | PASSED_BALL_FLAG
    sharp = SHARP if word.endswith("#") else 0
    word = word.removesuffix("#")
    return _OUTS[word] << 6 | sharp if word in _OUTS else -1


def _graded(
    name: str,
    texts: Mapping[str, str],
    grades: str,
    results: tuple[str, ...],
    faults: list[Refusal],
) -> list[int]:
    sheet = _Rows(name, texts[name], ("grade", "sum", "result"), faults)
    table = [-1] * (len(grades) * 13)
    for row_number, row in sheet.rows:
        grade = sheet.one_of(row_number, row["grade"], "grade", tuple(grades))
        total = sheet.number(row_number, row, "sum", 2, 12)
        result = sheet.one_of(row_number, row["result"], "result", results)
        if grade < 0:
            continue
        if table[grade * 13 + total] >= 0:
            sheet.fault("chart-overlap", f"{row['grade']} {total} stands twice.", row_number, "sum")
        table[grade * 13 + total] = result
    for grade, letter in enumerate(grades):
        for total in range(2, 13):
            if table[grade * 13 + total] < 0 and sheet.rows:
                sheet.fault("chart-gap", f"{letter} has nothing for {total}.", 1, "sum")
    return table


def house_texts() -> dict[str, str]:
    """The files of the built-in charts."""
    folder = files("games.systems.purestrat.text") / "house"
    return {name: (folder / name).read_text("utf-8") for name in FILES}


def owners_texts(folder: Path) -> dict[str, str]:
    """The built-in files, with those in an owner's folder in their place.

    Refused: ``no-such-folder``, as by ``decode_table``, and ``unknown-file`` for a CSV file that is
    none of ``FILES``: a mistyped name would leave the built-in chart in force unnoticed.
    """
    if not folder.is_dir():
        raise Refused(Refusal("no-such-folder", f"There is no folder {folder}.", str(folder)))
    names = sorted(path.name for path in folder.glob("*.csv"))
    refuse_all(
        Refusal("unknown-file", f"{name} is none of {', '.join(FILES)}.", name)
        for name in names
        if name not in FILES
    )
    texts = {name: decode_table((folder / name).read_bytes(), name) for name in names}
    return house_texts() | texts


@lru_cache(maxsize=1)
def house_charts() -> Charts:
    return load_charts(house_texts())
