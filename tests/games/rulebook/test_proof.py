"""Whether a test came to a rule as the product does."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.engine.record import simulate
from games.rules.remedies import pitcher_not_named
from games.systems.registry import SYSTEMS
from tests.builders import browser, league
from tests.proof import COMMAND, ENGINE, PAGE, SERVICE, proved, watched, write


def test_a_function_of_the_law_is_no_door_of_the_product():
    with watched() as entered:
        pitcher_not_named(hitter_may_pitch=True, eligible_pitchers=1, batters=1)
    assert entered == set()


def test_a_game_that_is_played_is_one():
    system = SYSTEMS["one-die"]
    with watched() as entered:
        simulate(system, system.settings({}), "seed")
    assert entered == {ENGINE}


@pytest.mark.long
@pytest.mark.django_db
def test_pages_services_and_commands_are():
    with watched() as entered:
        browser().get("/rulebook/")
    assert entered == {PAGE}
    with watched() as entered:
        league(4)
    assert SERVICE in entered
    assert PAGE not in entered
    with watched() as entered:
        call_command("rules", stdout=StringIO())
    assert entered == {COMMAND}
    # Nothing is watched any more.
    browser().get("/rulebook/")
    assert entered == {COMMAND}


@pytest.mark.long
def test_what_was_entered_is_kept_by_rule_and_units_are_listed(tmp_path: Path):
    found = proved(
        iter(
            [
                ("proof", (["T31.11a", "T31.1"], [])),
                ("proof", (["T31.1"], ["page"])),
                ("recovered", ("other", 1.0)),
            ]
        )
    )
    assert found == {"T31.1": ["page"], "T31.11a": []}
    file = tmp_path / "proof.json"
    write(file, found)
    assert json.loads(file.read_text()) == found
    said = StringIO()
    call_command("rules", book=["purestrat"], proof=[file], stdout=said)
    assert "purestrat: 1 rules that unit tests alone prove" in said.getvalue()
    assert "T31.11a" in said.getvalue().partition("alone prove")[2]
    assert "T31.1 " not in said.getvalue().partition("alone prove")[2]


@pytest.mark.long
@pytest.mark.parametrize(
    ("known", "fault"),
    [
        ("T31.11a\n", ""),
        ("", "T31.11a: its tests enter no part of the product."),
        ("T31.11a\nT31.1\n", ""),
    ],
)
def test_a_rule_that_units_alone_prove_must_be_known_as_one(tmp_path: Path, known: str, fault: str):
    files = [tmp_path / "one.json", tmp_path / "two.json"]
    write(files[0], {"T31.1": [], "T31.11a": []})
    write(files[1], {"T31.1": ["service"]})
    listed = tmp_path / "known.txt"
    listed.write_text(known)

    def hold() -> str:
        try:
            call_command("rules", book=["purestrat"], proof=files, known=listed, stdout=StringIO())
        except CommandError as found:
            return str(found)
        return ""

    assert hold() == fault
