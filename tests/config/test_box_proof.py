"""``manage.py prove_boxes``: box scores of games against Chadwick's."""

import shutil
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from rosters.makers.invented import invented_subjects
from tests.tools import prove_boxes
from tests.tools.proofs.boxes import Compared, Difference, knows_extra_runners


def proved(**options):
    said = StringIO()
    call_command(prove_boxes.Command(), "purestrat", stdout=said, **options)
    return said.getvalue()


def two_clubs():
    everybody = invented_subjects("exhibition")
    names = sorted({each.season.teams[0] for each in everybody})[:2]
    return [each for each in everybody if each.season.teams[0] in names]


@pytest.mark.long
@pytest.mark.chadwick
def test_four_kinds_of_games_are_read_both_ways_and_written_into_a_page(tmp_path, monkeypatch):
    if not knows_extra_runners(shutil.which("cwbox")):
        pytest.skip("this Chadwick is older than the extra runner")
    # A small league, whose cards are made at once.
    monkeypatch.setattr(prove_boxes, "invented_subjects", lambda seed: two_clubs())
    page = tmp_path / "page.md"
    page.write_text("<!-- boxes purestrat: start -->\nold\n<!-- boxes purestrat: end -->\n")
    said = proved(games=8, write=page)
    rows = [row for row in said.splitlines() if row.startswith("| fictional")]
    assert [row.split(" | ")[1:4] for row in rows] == [
        [runner, designated, "2"] for runner in ("no", "yes") for designated in ("no", "yes")
    ]
    assert all(row.endswith(" | 0 |") for row in rows)
    written = page.read_text()
    assert all(row in written for row in rows)
    assert "old" not in written


def test_a_cell_that_differs_fails_the_command(monkeypatch, tmp_path):
    program = tmp_path / "cwbox"
    program.write_text("#!/bin/sh\n# radj\n")
    program.chmod(0o755)
    monkeypatch.setattr(prove_boxes, "_played", lambda options, year: [])
    other = Difference("HOM202601010", ("batting", "smitj001", "h"), 2, 1)
    found = Compared(games=1, cells=500, differences=[other])
    monkeypatch.setattr(prove_boxes, "compare_boxes", lambda games, program: found)
    with pytest.raises(CommandError, match="boxes-differ: 4 cells"):
        proved(games=4, cwbox=str(program))


def test_what_cannot_be_read_is_refused_before_anything_is_played(tmp_path):
    with pytest.raises(CommandError, match="at least 1"):
        proved(games=0)
    with pytest.raises(CommandError, match="no-chadwick"):
        proved(cwbox=str(tmp_path / "none"))
    old = tmp_path / "cwbox"
    old.write_text("#!/bin/sh\n")
    old.chmod(0o755)
    with pytest.raises(CommandError, match="old-chadwick"):
        proved(cwbox=str(old))
    old.write_text("#!/bin/sh\n# radj\n")
    with pytest.raises(CommandError, match="--lahman"):
        proved(cwbox=str(old), years=[1986])
    with pytest.raises(CommandError, match=r"\.csv"):
        proved(cwbox=str(old), years=[1986], lahman=tmp_path)
