"""The rulebook's files are read whole or refused with every fault, by file, row and column."""

from pathlib import Path

import pytest

from games.rulebook.catalogue import DATA, Handling
from games.rulebook.loader import RulebookError, load

HEADING = "id,area,handling,text,resolution,refused,charts\n"
BOOKS = """
[[books]]
key = "toy"
title = "Toy game"
description = "A game for this test."
systems = ["toy"]

[books.source]
title = "Toy rules"
edition = "first"
author = ""

[books.areas]
dice = "Dice"
"""


def shelf(
    folder: Path, *rows: str, heading: str = HEADING, books: str = BOOKS, tested: str = ""
) -> Path:
    (folder / "tested.txt").write_text(tested, encoding="utf-8")
    (folder / "books.toml").write_text(books, encoding="utf-8")
    (folder / "toy.csv").write_text(heading + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    return folder


def faults(folder: Path) -> list[str]:
    with pytest.raises(RulebookError) as refused:
        load(folder)
    return [str(problem) for problem in refused.value.problems]


def test_a_sound_book_is_read_cell_by_cell(tmp_path: Path) -> None:
    row = (
        "TG-001,dice,enforce-optional,A die has six sides.,Read so.,A seven: refused.,"
        "Dice chart; Toy card"
    )
    (book,) = load(shelf(tmp_path, row, "TG-002,dice,enforce,Text.,,,", tested="TG-001\n"))
    rule, untested = book.rules
    assert (book.key, book.title, book.systems) == ("toy", "Toy game", ("toy",))
    assert (book.source.title, book.source.edition, book.source.author) == (
        "Toy rules",
        "first",
        "",
    )
    assert (rule.id, rule.book, rule.part, rule.area) == ("TG-001", "toy", "", "dice")
    assert rule.handling is Handling.ENFORCE_OPTIONAL
    assert rule.charts == ("Dice chart", "Toy card")
    assert (rule.tested, untested.tested) == (True, False)


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("tg 1,dice,enforce,Text.,,,", "column id: 'tg 1' is not a rule id"),
        ("TG-001,cards,enforce,Text.,,,", "column area: 'cards' is not an area of the book"),
        ("TG-001,dice,insist,Text.,,,", "column handling: 'insist' is not one of enforce,"),
        ("TG-001,dice,enforce,,,,", "column text: is empty"),
        ("TG-001,dice,enforce,Two  spaces.,,,", "column text: has spaces"),
        ("TG-001,dice,enforce,Text.,,", "column all: has 6 cells and not 7"),
    ],
)
def test_a_bad_cell_is_named_by_file_row_and_column(tmp_path: Path, row: str, fault: str) -> None:
    good = "TG-009,dice,enforce,Text.,,,"
    (found,) = faults(shelf(tmp_path, good, row))
    assert found.startswith(f"toy.csv, row 3, {fault}")


def test_a_test_of_a_rule_that_is_not_there_is_named(tmp_path: Path) -> None:
    folder = shelf(tmp_path, "TG-001,dice,enforce,Text.,,,", tested="TG-001\nTG-010\n")
    assert faults(folder) == ["tested.txt, row 2, column id: TG-010 is no rule of the rulebook"]


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    found = faults(shelf(tmp_path, "TG-001,cards,insist,,,,", "TG-001,dice,enforce,Text.,,,"))
    assert [fault.split(":")[0] for fault in found] == [
        "toy.csv, row 2, column area",
        "toy.csv, row 2, column handling",
        "toy.csv, row 2, column text",
        "toy.csv, row 3, column id",
    ]


def test_an_area_without_a_rule_is_a_fault(tmp_path: Path) -> None:
    books = BOOKS + 'cards = "Cards"\n'
    assert faults(shelf(tmp_path, "TG-001,dice,enforce,Text.,,,", books=books)) == [
        "books.toml, row 1, column areas.cards: no rule of toy.csv is in this area"
    ]


def test_an_id_stands_once_in_the_whole_rulebook(tmp_path: Path) -> None:
    books = BOOKS + BOOKS.replace('"toy"', '"other"')
    folder = shelf(tmp_path, "TG-001,dice,enforce,Text.,,,", books=books)
    (folder / "other.csv").write_text(HEADING + "TG-001,dice,enforce,Again.,,,\n")
    assert faults(folder) == [
        "other.csv, row 2, column id: TG-001 stands in toy.csv, row 2, already"
    ]


def test_a_book_with_parts_has_a_part_for_every_rule(tmp_path: Path) -> None:
    books = BOOKS.replace(
        "[books.areas]", '[[books.parts]]\nprefix = "TG-"\ntitle = "Toys"\n\n[books.areas]'
    )
    good = "TG-001,dice,enforce,Text.,,,"
    (book,) = load(shelf(tmp_path, good, books=books))
    assert book.rules[0].part == "TG-"
    (found,) = faults(shelf(tmp_path, good, "X-1,dice,enforce,Text.,,,", books=books))
    assert found == "toy.csv, row 3, column id: X-1 begins like no part of the book"


def test_a_wrong_heading_and_a_missing_file_are_told(tmp_path: Path) -> None:
    found = faults(shelf(tmp_path, heading="id,area,text\n"))
    assert found[0].startswith("toy.csv, row 1, column all: the heading has to be id,area,handling")
    (tmp_path / "toy.csv").unlink()
    assert "books.toml, row 1, column key: there is no toy.csv" in faults(tmp_path)


def test_a_book_needs_its_title_source_and_systems(tmp_path: Path) -> None:
    bare = '[[books]]\nkey = "toy"\n[books.areas]\ndice = "Dice"\n'
    found = faults(shelf(tmp_path, "TG-001,dice,enforce,Text.,,,", books=bare))
    assert {fault.split(":")[0].removeprefix("books.toml, row 1, column ") for fault in found} == {
        "title",
        "description",
        "systems",
        "source",
    }


def test_the_products_own_rulebook_is_sound() -> None:
    books = load(DATA)
    assert [book.key for book in books] == [
        "dice-baseball",
        "poker-dice",
        "commons",
        "deep-drive",
        "purestrat",
    ]
    assert {system for book in books for system in book.systems} == {
        "one-die",
        "two-dice",
        "three-dice",
        "poker-dice",
        "commons",
        "deep-drive",
        "purestrat",
    }
