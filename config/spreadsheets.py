"""Tables as CSV, in the one form in which every export is written.

A spreadsheet takes a text that begins with certain signs for a formula, and formulas can fetch and
send. Such a text is written behind an apostrophe, and reading takes the apostrophe away again.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from config.refusals import Refusal, Refused

_FORMULA = re.compile(
    r"'*[=+\-@\t\r\n\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}"
    r"\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}]"
)
"""How a formula begins, or a text that was put behind apostrophes already."""

LONGEST_CELL = 20_000
"""Characters, for the person who reads a table: a whole card is a tenth of it."""
csv.field_size_limit(LONGEST_CELL)

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
