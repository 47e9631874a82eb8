"""The rooms that serve every game know no system by name; a system brings itself along.

Imports are kept by a contract (import-linter); here it is seen to that the contract leaves no room
out, and that nobody goes round it with a name in a string.
"""

import re
import tomllib
from pathlib import Path

import pytest

import games
from games.card_games.registry import has_parks
from games.engine.decisions import FIELDING, Choice, Decision
from games.engine.folds.people import People
from games.engine.nine.decisions import MOVE, PITCH
from games.engine.record import simulate
from games.exhibition import exhibition_clubs
from games.presenters.words import choice_in_words
from games.scorer import people_of
from games.systems.purestrat.play.decisions import STEAL
from games.systems.registry import GAME_SYSTEMS, SYSTEMS

ROOT = Path(games.__file__).parents[1]

SYSTEMS_OWN = {"engine", "systems", "rulebook", "migrations", "templates", "static"}
"""Rooms in ``games`` that systems have to themselves, and what is no code."""

CONTENT = {ROOT / "tournaments/demo.py", ROOT / "tournaments/demo_event/half_way.py"}
"""Made-up leagues are of some game."""


def rooms() -> list[str]:
    inside = [path.stem for path in (ROOT / "games").iterdir() if path.stem not in SYSTEMS_OWN]
    return sorted(name for name in inside if not name.startswith("_"))


@pytest.mark.rule("T0.02d")
def test_clubs_have_ballparks_where_a_system_counts_them_and_nowhere_else() -> None:
    assert {key for key, system in SYSTEMS.items() if has_parks(system)} == {
        "deep-drive",
        "purestrat",
    }


def test_the_contract_is_about_every_room_that_serves_all_games() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (contract,) = [
        each for each in contracts["contracts"] if each["name"].startswith("No room knows a system")
    ]
    named = set(contract["source_modules"])
    assert {f"games.{room}" for room in rooms()} <= named
    assert {"rosters", "tournaments", "pitching", "config", "games.systems.registry"} <= named
    assert not {"allow_indirect_imports", "ignore_imports"} & contract.keys()
    assert contract["forbidden_modules"] == ["games.systems.*.*"]


def test_no_room_that_serves_all_games_names_one() -> None:
    keys = sorted(GAME_SYSTEMS)
    name = re.compile(rf"[\"'/.]({'|'.join(keys)})[\"'/.]")
    files = [
        path
        for folder in ("tournaments", "pitching", "games", "rosters")
        for path in (ROOT / folder).rglob("*.py")
        if not SYSTEMS_OWN & set(path.relative_to(ROOT).parts)
    ]
    assert len(files) > 80
    found = {
        str(path.relative_to(ROOT)): name.findall(path.read_text())
        for path in files
        if path not in CONTENT and name.search(path.read_text())
    }
    assert found == {}


def test_no_page_that_serves_all_games_names_one() -> None:
    said = re.compile("|".join(system.name for system in SYSTEMS.values()))
    templates = [
        path
        for folder in ("tournaments", "pitching", "games", "rosters", "config")
        for path in (ROOT / folder).rglob("*.html")
        if not {"systems", "styleguide"} & set(path.relative_to(ROOT).parts)
    ]
    assert len(templates) > 80
    found = {
        str(path.relative_to(ROOT)): said.findall(path.read_text())
        for path in templates
        if said.search(path.read_text())
    }
    assert found == {}


@pytest.fixture
def people() -> People:
    system = SYSTEMS["purestrat"]
    clubs = exhibition_clubs(system)
    assert clubs is not None
    record = simulate(system, system.settings(), "words", clubs=clubs)
    found = people_of(record)
    assert found is not None
    return found


def test_a_card_game_says_whom_its_numbers_mean(people: People) -> None:
    system = SYSTEMS["purestrat"]

    def said(decision: Decision, key: str) -> str:
        choice = decision.choices[decision.position(key)]
        return choice_in_words(system, decision, choice, 1, people)

    assert said(PITCH, "3") == people.name(1, 3)
    assert said(MOVE, "2").startswith(f"{people.name(1, people.player(1, 2))}, ")
    for decision, key in ((PITCH, "none"), (STEAL, "second")):
        assert said(decision, key) == decision.choices[decision.position(key)].label


def test_numbers_of_other_games_stay_what_their_labels_say(people: People) -> None:
    pitch = Decision(1, "pitch", FIELDING, "How?", (Choice("1", "Fast"), Choice("2", "Slow")))
    assert choice_in_words(SYSTEMS["one-die"], pitch, pitch.choices[1], 0, people) == "Slow"
    assert choice_in_words(SYSTEMS["purestrat"], pitch, pitch.choices[1], 0, None) == "Slow"
