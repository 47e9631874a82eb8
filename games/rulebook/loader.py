"""Load the rulebook's files and refuse them unless every cell is valid.

`books.toml` describes the books; `<key>.csv` holds a book's rules, one per row, with the columns
id, area, handling, text, resolution, refused, charts. `charts` are separated by "; ". Rows are
counted as in a spreadsheet: the heading is row 1. `tested.txt` holds the ids of the rules that have
a test, one per line: `manage.py rules --write` writes it from the tests' marks.
"""

import csv
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from games.rulebook.entries import Area, Book, Handling, Part, Rule, Source

COLUMNS: Final = (
    "id",
    "area",
    "handling",
    "text",
    "resolution",
    "refused",
    "charts",
)
BOOKS_FILE: Final = "books.toml"
TESTED_FILE: Final = "tested.txt"
RULE_ID: Final = re.compile(r"[A-Z][A-Z0-9]*(?:-[0-9]+|(?<=[0-9]))(\.[0-9]+)?[a-z]*")


@dataclass(frozen=True, slots=True)
class Problem:
    file: str
    row: int
    column: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}, row {self.row}, column {self.column}: {self.message}"


class RulebookError(ValueError):
    """The rulebook's files are not valid; `problems` lists every fault."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def load(folder: Path) -> tuple[Book, ...]:
    """Raises RulebookError with all faults."""
    with (folder / BOOKS_FILE).open("rb") as file:
        tables = tomllib.load(file).get("books", [])
    problems: list[Problem] = []
    seen: dict[str, str] = {}
    books: list[Book] = []
    for number, table in enumerate(tables, start=1):
        head = _Table(table, number, problems)
        key = head.text("key")
        if key in {book.key for book in books}:
            head.fault("key", f"{key} stands here twice")
        elif key:
            books.append(_book(head, key, folder / f"{key}.csv", seen, problems))
    tested = (folder / TESTED_FILE).read_text(encoding="utf-8").split()
    if not problems:
        known = {rule.id for book in books for rule in book.rules}
        problems += [
            Problem(TESTED_FILE, row, "id", f"{id} is no rule of the rulebook")
            for row, id in enumerate(tested, start=1)
            if id not in known
        ]
    if problems:
        raise RulebookError(problems)
    return tuple(_with_tests(book, frozenset(tested)) for book in books)


def _with_tests(book: Book, tested: frozenset[str]) -> Book:
    rules = tuple(replace(rule, tested=rule.id in tested) for rule in book.rules)
    return replace(book, rules=rules)


class _Table:
    """A book's entry in books.toml; a missing value becomes a problem, not an exception."""

    def __init__(
        self, table: Mapping[str, object], number: int, problems: list[Problem], within: str = ""
    ) -> None:
        self.table = table
        self.number = number
        self.problems = problems
        self.within = within

    def fault(self, key: str, message: str) -> None:
        self.problems.append(Problem(BOOKS_FILE, self.number, f"{self.within}{key}", message))

    def text(self, key: str, *, may_be_empty: bool = False) -> str:
        value = self.table.get(key)
        if not isinstance(value, str) or not (value.strip() or may_be_empty):
            self.fault(key, "has to be a text")
            return ""
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.table.get(key)
        if not isinstance(value, list) or not value or not all(isinstance(v, str) for v in value):
            self.fault(key, "has to be a list of texts")
            return ()
        return tuple(value)

    def names(self, key: str) -> Mapping[str, str]:
        """A table of key = title, in file order."""
        value = self.table.get(key)
        if not isinstance(value, dict) or not value:
            self.fault(key, "has to be a table of titles")
            return {}
        return {str(name): str(title) for name, title in value.items()}

    def tables(self, key: str) -> list["_Table"]:
        value = self.table.get(key, [])
        entries = value if isinstance(value, list) else [value]
        return [
            _Table(entry, self.number, self.problems, f"{self.within}{key}.")
            for entry in entries
            if isinstance(entry, dict)
        ]


def _book(
    head: _Table, key: str, path: Path, seen: dict[str, str], problems: list[Problem]
) -> Book:
    """`seen` maps every rule id so far to its file and row."""
    parts = tuple(
        Part(prefix=part.text("prefix"), title=part.text("title")) for part in head.tables("parts")
    )
    areas = tuple(Area(key=area, title=title) for area, title in head.names("areas").items())
    sources = head.tables("source")
    if not sources:
        head.fault("source", "is missing")
    source = [
        Source(entry.text("title"), entry.text("edition"), entry.text("author", may_be_empty=True))
        for entry in sources
    ]
    rules: tuple[Rule, ...] = ()
    if path.exists():
        before = len(problems)
        rules = _rules(key, path, {area.key for area in areas}, parts, seen, problems)
        # Faulty rows are left out of `rules`, so only a valid file reveals an unused area.
        sound = len(problems) == before
        unused = {area.key for area in areas} - {rule.area for rule in rules} if sound else set()
        for key_of_area in sorted(unused):
            head.fault(f"areas.{key_of_area}", f"no rule of {path.name} is in this area")
    else:
        head.fault("key", f"there is no {path.name}")
    return Book(
        key=key,
        title=head.text("title"),
        description=head.text("description"),
        source=source[0] if source else Source("", "", ""),
        systems=head.texts("systems"),
        parts=parts,
        areas=areas,
        rules=rules,
    )


def _rules(
    book: str,
    path: Path,
    areas: set[str],
    parts: tuple[Part, ...],
    seen: dict[str, str],
    problems: list[Problem],
) -> tuple[Rule, ...]:
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    if not rows or tuple(rows[0]) != COLUMNS:
        problems.append(Problem(path.name, 1, "all", f"the heading has to be {','.join(COLUMNS)}"))
        return ()
    rules: list[Rule] = []
    for number, cells in enumerate(rows[1:], start=2):
        if len(cells) != len(COLUMNS):
            message = f"has {len(cells)} cells and not {len(COLUMNS)}"
            problems.append(Problem(path.name, number, "all", message))
            continue
        row = dict(zip(COLUMNS, cells, strict=True))
        part = next((part.prefix for part in parts if row["id"].startswith(part.prefix)), "")
        faults = [
            Problem(path.name, number, column, message)
            for column, message in _faults(row, areas, bool(parts), part)
        ]
        # An id is unique in the whole product.
        if row["id"] in seen:
            message = f"{row['id']} stands in {seen[row['id']]} already"
            faults.append(Problem(path.name, number, "id", message))
        seen.setdefault(row["id"], f"{path.name}, row {number},")
        problems += faults
        if not faults:
            rules.append(
                Rule(
                    id=row["id"],
                    book=book,
                    part=part,
                    area=row["area"],
                    handling=Handling(row["handling"]),
                    text=row["text"],
                    resolution=row["resolution"],
                    refused=row["refused"],
                    charts=tuple(row["charts"].split("; ")) if row["charts"] else (),
                )
            )
    return tuple(rules)


def _faults(
    row: Mapping[str, str], areas: set[str], has_parts: bool, part: str
) -> Iterable[tuple[str, str]]:
    """The faults of a row, as (column, message)."""
    for column, cell in row.items():
        if cell != " ".join(cell.split()):
            yield column, "has spaces at an end, doubled spaces or a line break"
    if not RULE_ID.fullmatch(row["id"]):
        yield "id", f"{row['id']!r} is not a rule id"
    elif has_parts and not part:
        yield "id", f"{row['id']} begins like no part of the book"
    if row["area"] not in areas:
        yield "area", f"{row['area']!r} is not an area of the book"
    if row["handling"] not in set(Handling):
        yield "handling", f"{row['handling']!r} is not one of {', '.join(Handling)}"
    if not row["text"].strip():
        yield "text", "is empty"
