"""Whether a test came to a rule as the product does."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

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
    call_command("rules", book=["purestrat"], proof=file, stdout=said)
    assert "purestrat: 1 rules that unit tests alone prove" in said.getvalue()
    assert "T31.11a" in said.getvalue().partition("alone prove")[2]
    assert "T31.1 " not in said.getvalue().partition("alone prove")[2]
