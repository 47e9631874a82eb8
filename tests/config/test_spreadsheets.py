"""What a spreadsheet would take for a formula is written so that it does not, and read back."""

import csv
import io
import random
import unicodedata
import zipfile
from collections.abc import Sequence
from pathlib import Path
from string import ascii_uppercase
from xml.sax.saxutils import escape

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


def workbook(rows, *, strings=(), **parts: str) -> bytes:
    """A workbook as Excel packs it; cells are texts, numbers, or places among the strings."""
    name = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    lines = []
    for number, row in rows.items():
        cells = "".join(
            f'<c r="{letter}{number}" t="s"><v>{value[0]}</v></c>'
            if isinstance(value, tuple)
            else f'<c r="{letter}{number}"><v>{value}</v></c>'
            if isinstance(value, float | int)
            else f'<c r="{letter}{number}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
            for letter, value in row.items()
        )
        lines.append(f'<row r="{number}">{cells}</row>')
    written = {
        "xl/workbook.xml": f'<workbook xmlns="{name}" xmlns:r="urn:r"><sheets>'
        '<sheet name="Cards" r:id="r7"/><sheet name="Else" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": "<Relationships>"
        '<Relationship Id="r1" Target="worksheets/sheet1.xml"/>'
        '<Relationship Id="r7" Target="worksheets/sheet2.xml"/></Relationships>',
        "xl/worksheets/sheet2.xml": f'<worksheet xmlns="{name}"><sheetData>{"".join(lines)}'
        "</sheetData></worksheet>",
        "xl/sharedStrings.xml": f'<sst xmlns="{name}">'
        + "".join(f"<si><r><t>{escape(text)}</t></r></si>" for text in strings)
        + "</sst>",
        **parts,
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as into:
        for part, text in written.items():
            into.writestr(part, text)
    return packed.getvalue()


def test_the_first_sheet_of_a_workbook_is_read_like_any_table():
    sheet = workbook(
        {
            1: {"A": "Name", "B": "PLACE", "D": "Home Runs"},
            3: {"A": (1,), "B": 'Portland; "OR", up', "D": 9},
            4: {"A": (0,), "D": 0.28999999999999998},
        },
        strings=("Ann <é>", "José Hill"),
    )
    first, second = read_table(sheet, known=KNOWN)
    assert {name: first.cells[name] for name in KNOWN} == {
        "name": "José Hill",
        "place": 'Portland; "OR", up',
        "home_runs": "9",
    }
    assert (first.line, first.number, second.number) == (3, 3, 4)
    assert (second.cells["name"], second.cells["home_runs"]) == ("Ann <é>", "0.29")


def styled(*cells: str, codes: Sequence[str] = (), epoch: str = "") -> bytes:
    """A workbook of one row of cells under letters; of its formats the first 50 are Excel's own,
    the others ``codes``."""
    formats = "".join(
        f'<numFmt numFmtId="{number}" formatCode="{escape(code, {chr(34): "&quot;"})}"/>'
        for number, code in enumerate(codes, start=164)
    )
    numbers = (*range(50), *range(164, 164 + len(codes)))
    styles = "".join(f'<xf numFmtId="{number}"/>' for number in numbers)
    heads = "".join(
        f'<c r="{letter}1" t="inlineStr"><is><t>{letter}</t></is></c>'
        for letter in ascii_uppercase[: len(cells)]
    )
    return workbook(
        {},
        **{
            "xl/workbook.xml": f"<workbook>{epoch}<sheets/></workbook>",
            "xl/styles.xml": f"<styleSheet><numFmts>{formats}</numFmts><cellStyleXfs><xf/>"
            f"</cellStyleXfs><cellXfs>{styles}</cellXfs></styleSheet>",
            "xl/worksheets/sheet1.xml": f'<worksheet><sheetData><row r="1">{heads}</row>'
            f'<row r="2">{"".join(cells)}</row></sheetData></worksheet>',
        },
    )


def read_cells(data: bytes) -> list[str]:
    [row] = read_table(data, known=())
    return list(row.cells.values())


@pytest.mark.parametrize(
    ("style", "number", "shown"),
    [
        (0, "46143", "46143"),
        (14, "46143", "2026-05-01"),
        (22, "46143.795", "2026-05-01 19:04:48"),
        (20, "0.795", "19:04:48"),
        (20, "46143.795", "19:04:48"),
        (46, "1.5", "36:00:00"),
        (9, "0.29", "0.29"),
        (14, "1", "1900-01-01"),
        (14, "61", "1900-03-01"),
        (14, "2949999.9", "9976-10-26"),
        (14, "-1", "-1"),
        (14, "2950000", "2950000"),
        (14, "1e309", "inf"),
        (99, "46143", "46143"),
    ],
)
def test_a_cell_of_a_workbook_reads_as_the_day_or_time_that_it_shows(style, number, shown):
    assert read_cells(styled(f'<c s="{style}"><v>{number}</v></c>')) == [shown]


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("yyyy\\-mm\\-dd", "2026-05-01"),
        ('[$-407]d. mmmm yyyy;"never"', "2026-05-01"),
        ("mmm", "2026-05-01"),
        ("d.m.yy h:mm AM/PM", "2026-05-01 12:00:00"),
        ("h:mm", "12:00:00"),
        ("[h]:mm", "1107444:00:00"),
        ('0.0 "days"', "46143.5"),
        ("[Red]0.0_d", "46143.5"),
        ("# ?/?", "46143.5"),
    ],
)
def test_a_format_of_ones_own_says_whether_a_number_is_a_day(code, shown):
    assert read_cells(styled('<c s="50"><v>46143.5</v></c>', codes=[code])) == [shown]


def test_a_workbook_may_count_its_days_from_1904():
    sheet = styled('<c s="14"><v>44681</v></c>', epoch='<workbookPr date1904="1"/>')
    assert read_cells(sheet) == ["2026-05-01"]


def test_cells_of_every_kind_are_read_as_they_show():
    sheet = styled(
        '<c t="b"><v>1</v></c>',
        '<c t="e"><v>#N/A</v></c>',
        '<c t="str"><f>A1&amp;"x"</f><v>bx</v></c>',
        "<c><f>1+1</f><v>2</v></c>",
        "<c/>",
    )
    assert read_cells(sheet) == ["TRUE", "#N/A", "bx", "2", ""]
    with pytest.raises(Refused, match="The formula in cell B2 has no result in the file"):
        read_cells(styled("<c><v>1</v></c>", '<c r="B2"><f>1+1</f></c>'))
    # Of merged cells the first has the text; a link to another file is not followed.
    merged = workbook(
        {1: {"A": "a", "B": "b"}, 2: {"A": "both"}},
        **{"xl/externalLinks/externalLink1.xml": "<!DOCTYPE x>"},
    )
    assert read_cells(merged) == ["both", ""]


BOMBS = {
    "row": ("xl/worksheets/sheet2.xml", "<w><sheetData><row>", "<c/>", "</row></sheetData></w>"),
    "styles": ("xl/styles.xml", "<s><cellXfs>", "<xf/>", "</cellXfs></s>"),
    "texts": ("xl/sharedStrings.xml", "<sst>", "<si/>", "</sst>"),
    "names": ("xl/workbook.xml", "<w>", "<n/>", "</w>"),
}


@pytest.mark.long
@pytest.mark.parametrize("name", BOMBS)
def test_a_small_file_of_a_million_things_is_refused(name):
    part, begin, element, end = BOMBS[name]
    data = workbook({1: {"A": "a"}}, **{part: begin + element * 1_000_001 + end})
    assert len(data) < 60_000
    with pytest.raises(Refused) as caught:
        list(read_table(data, known=KNOWN))
    assert caught.value.code == "workbook-too-large"


def test_what_a_workbook_links_to_is_not_read():
    link = '<Relationship Id="r7" TargetMode="External" Target="file:///etc/passwd"/>'
    with pytest.raises(Refused) as caught:
        list(read_table(workbook({}, **{"xl/_rels/workbook.xml.rels": f"<R>{link}</R>"}), known=()))
    assert caught.value.code == "not-a-workbook"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (b"PK\x03\x04 and nothing more", "not-a-workbook"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "not-a-workbook"),
        (workbook({1: {"A": (7,)}}), "not-a-workbook"),
        (workbook({1: {"A": "a"}}, **{"xl/workbook.xml": "<workbook>"}), "not-a-workbook"),
        (
            workbook({}, **{"xl/workbook.xml": '<!DOCTYPE w [<!ENTITY a "b">]><w>&a;</w>'}),
            "not-a-workbook",
        ),
        (workbook({9_999_999: {"A": "a"}}), "workbook-too-large"),
        (workbook({1: {"XFD": "a"}}), "workbook-too-large"),
        (workbook({2: {"A": "a"}, 1: {"A": "a"}}), "workbook-too-large"),
        (workbook({}, **{"xl/sharedStrings.xml": " " * 30_000_001}), "workbook-too-large"),
        (styled("<c/>" * 1_001), "workbook-too-large"),
        (styled('<c t="s"><v>1</v></c>'), "not-a-workbook"),
        (styled('<c s="x"><v>1</v></c>'), "not-a-workbook"),
    ],
    ids=lambda each: each if isinstance(each, str) else "file",
)
def test_a_workbook_that_cannot_be_read_is_refused(given, code):
    with pytest.raises(Refused) as caught:
        list(read_table(given, known=KNOWN))
    assert caught.value.code == code


def test_no_change_of_a_workbook_ends_in_anything_but_rows_or_a_refusal():
    sheet = workbook({1: {"A": "name"}, 2: {"A": (0,)}}, strings=("Ann",))
    dice, codes = random.Random(18), set()
    for _ in range(300):
        changed = bytearray(sheet)
        for _ in range(dice.randint(1, 6)):
            changed[dice.randrange(4, len(changed))] = dice.randrange(256)
        try:
            list(read_table(bytes(changed), known=KNOWN))
        except Refused as refused:
            codes.add(refused.code)
    assert "not-a-workbook" in codes
