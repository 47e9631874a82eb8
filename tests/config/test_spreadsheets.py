"""What a spreadsheet would take for a formula is written so that it does not, and read back."""

import csv
import io
from pathlib import Path

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from config.spreadsheets import neutral, restored, write_rows

CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")) | st.from_regex(
    r"\A'{0,3}[-=+@\t\r\n＝]?[0-9+.=]*\Z"
)


@pytest.mark.parametrize(
    "cell",
    [
        "=1+1",
        "+1+1",
        "-1+1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        "=",
        "+",
        "--1",
        "＝1+1",
        "'=1",
        "-3",
        "+2",
    ],
)
def test_a_formula_is_written_behind_an_apostrophe(cell):
    assert neutral(cell) == f"'{cell}"
    assert restored(f"'{cell}") == cell


@pytest.mark.parametrize("cell", ["-", "Babe", "O'Neil", "'86", "", " =1", 7, -3, -0.5, None])
def test_numbers_dashes_and_words_stay_as_they_are(cell):
    assert neutral(cell) == cell


@pytest.mark.long
@given(st.lists(st.lists(CELLS, min_size=2, max_size=2), min_size=1))
def test_whatever_is_written_is_read_back_and_begins_no_formula(rows):
    written = list(csv.reader(io.StringIO(write_rows(rows), newline="")))
    assert [[restored(cell) for cell in row] for row in written] == rows
    for cell in (cell for row in written for cell in row):
        assert cell == "-" or not cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))


def test_nothing_else_writes_csv():
    """Exports go through the one writer; whatever comes later as well."""
    rooms = [Path(settings.ROOT, room) for room in ("config", "rosters", "games", "tournaments")]
    writers = [
        path.relative_to(settings.ROOT).as_posix()
        for room in rooms
        for path in room.rglob("*.py")
        if "csv.writer" in (text := path.read_text()) or "DictWriter" in text
    ]
    assert writers == ["config/spreadsheets.py"]
