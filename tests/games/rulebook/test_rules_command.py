"""`manage.py rules` tells which rules have a test, and fails where it is told to."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.rulebook import catalogue


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    (tmp_path / "test_toy.py").write_text(
        '@pytest.mark.rule("D1-002", "D1-001", "PD-079")\ndef test_one(): ...\n'
    )
    return tmp_path


def run(tests: Path, **options: object) -> str:
    out = StringIO()
    call_command("rules", tests=tests, stdout=out, no_color=True, **options)
    return out.getvalue()


def test_coverage_is_printed_by_book_part_and_area(tests: Path) -> None:
    lines = [line.split() for line in run(tests, book=["dice-baseball"]).splitlines()]
    assert lines[0][-1] == "(dice-baseball)"
    assert ["One-die", "game"] in lines
    assert ["1", "/", "1", "Dice"] in lines
    # D1-001 is left to people, so its mark adds nothing to the count.
    assert ["0", "/", "3", "Setting", "up", "and", "turns"] in lines
    assert ["1", "/", "50", "2.0", "%"] in lines
    assert "poker-dice" in run(tests)


def test_untested_rules_are_listed_with_their_text(tests: Path) -> None:
    listed = run(tests, book=["dice-baseball"], missing=True)
    assert f"D1-004  {catalogue.rule('D1-004').text}" in listed
    assert "D1-002 " not in listed
    assert "D1-001 " not in listed


def test_the_figures_are_there_for_machines(tests: Path) -> None:
    figures = json.loads(run(tests, book=["poker-dice"], json=True))
    (book,) = figures["books"]
    assert (book["book"], book["tested"]) == ("poker-dice", 1)
    assert book["total"] == book["tested"] + len(book["missing"])
    assert book["total"] == sum(area["total"] for area in book["areas"])
    assert figures["rules"]["PD-079"] == [f"{tests}/test_toy.py:1 test_one"]


def test_tests_with_more_rules_than_assertions_are_listed(tests: Path) -> None:
    assert "test_toy.py:2 test_one: 3 rules, 0 assertions" in run(tests)
    crowded = json.loads(run(tests, json=True))["crowded"]
    assert list(crowded.values()) == [["D1-002", "D1-001", "PD-079"]]


def test_a_book_below_its_floor_fails(tests: Path) -> None:
    run(tests, fail_under_book=[("dice-baseball", 2.0)])
    with pytest.raises(CommandError, match=r"dice-baseball: 2\.0 % .* at least 50 %"):
        run(tests, fail_under_book=[("dice-baseball", 50.0)])


def test_what_the_tests_prove_is_written_where_the_pages_read_it(
    tests: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = tmp_path / "tested.txt"
    monkeypatch.setattr("games.management.commands.rules.TESTED", written)
    run(tests, write=True)
    assert written.read_text() == "D1-001\nD1-002\nPD-079\n"
    (tests / "test_wrong.py").write_text('@pytest.mark.rule("PD-999")\ndef test_one(): ...\n')
    with pytest.raises(CommandError):
        run(tests, write=True)
    assert "PD-999" not in written.read_text()


@pytest.mark.parametrize("floor", ["chess=50", "poker-dice", "poker-dice=most"])
def test_a_floor_that_means_nothing_is_refused(tests: Path, floor: str) -> None:
    with pytest.raises(CommandError, match="fail-under-book"):
        call_command("rules", f"--tests={tests}", f"--fail-under-book={floor}", stdout=StringIO())


def test_a_mark_with_an_unknown_rule_fails_and_names_the_place(tests: Path) -> None:
    (tests / "test_wrong.py").write_text('\n@pytest.mark.rule("PD-999")\ndef test_one(): ...\n')
    with pytest.raises(CommandError, match=r"test_wrong\.py:2: PD-999 is no rule"):
        run(tests)


@pytest.mark.long
def test_the_marks_of_this_project_are_in_order() -> None:
    call_command("rules", stdout=StringIO())
