"""What a spreadsheet would take for a formula is written so that it does not, and read back."""

import csv
import io
import unicodedata
from pathlib import Path

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st

from config.refusals import Refused
from config.spreadsheets import neutral, read_list, read_table, restored, write_rows

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


KNOWN = ("name", "place", "home_runs")
HILL = {"name": "José Hill", "place": "Portland, OR", "home_runs": "9"}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "heads", [KNOWN, ("NAME", " Place ", "Home Runs"), ("name", "place", "home.runs")]
)
def test_a_table_is_read_however_a_program_writes_it(encoding, separator, ending, heads):
    written = separator.join(f'"{head}"' for head in heads) + ending
    written += separator.join(f'"{cell}"' for cell in HILL.values()) + ending
    [row] = read_table(written.encode(encoding), known=KNOWN, needed=KNOWN)
    assert row.cells == HILL
    assert (row.line, row.number) == (2, 2)


def test_accents_are_composed_and_missing_cells_are_empty():
    written = unicodedata.normalize("NFD", "name,place,home_runs\n\nJosé Hill,Town\n,,\n")
    [row] = read_table(written, known=KNOWN)
    assert row.cells == {"name": "José Hill", "place": "Town", "home_runs": ""}
    assert row.line == 3


@pytest.mark.parametrize(
    ("given", "code", "place"),
    [
        ("place\nTown\n", "column-missing", "line 1:name"),
        ("name,Name\na,b\n", "column-twice", "line 1:name"),
        ("name,place\na,b,c\n", "row-width", "line 2"),
        ("name\nJos\ufffd\n", "damaged-letters", "line 2"),
        ("name\na\x00b\n", "illegal-character", "line 2"),
        (b"name\n\x81\n", "not-utf-8", "line 2"),
        ("name\nJosé\n".encode() + b"Pe\xf1a\n", "not-utf-8", "line 3"),
        (b"\xff\xfen\x00a\x00", "column-missing", "line 1:name"),
        (b"n\x00a\x00m\x00e\x00\xff", "not-utf-8", "line 1"),
        ("name\n" + "x" * 30_000, "cell-too-long", "line 2"),
    ],
)
def test_what_is_wrong_with_a_table_is_refused_at_its_place(given, code, place):
    with pytest.raises(Refused) as caught:
        list(read_table(given, known=KNOWN, needed=["name"]))
    assert (caught.value.refusals[0].code, caught.value.refusals[0].place) == (code, place)


def test_each_line_of_a_list_has_its_own_separator():
    text = 'Ann;"Portland, OR"\n\nBen\tHull\nCy, Fry\n'
    assert list(read_list(text, str)) == [
        (1, ["Ann", "Portland, OR"]),
        (3, ["Ben", "Hull"]),
        (4, ["Cy", "Fry"]),
    ]
