"""A house without the folders of some game systems: it opens, and what is left is played in it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games.systems.registry import GAME_SYSTEMS, SYSTEMS

ROOT = Path(__file__).parents[2]
ROOMS = ("config", "games", "pitching", "rosters", "tournaments", "tests")
TAKEN = ("one_die", "purestrat")

PROGRAM = """
import django
django.setup()
from django.core.checks import run_checks
from django.core.management import call_command
from django.test import Client
from django.test.utils import setup_test_environment
setup_test_environment()
assert not run_checks()
call_command("makemigrations", check=True, dry_run=True, verbosity=0)
call_command("migrate", verbosity=0)
from games.engine.system import NOTHING
from games.models import Game
from games.systems.registry import GAME_SYSTEMS, SYSTEMS
from tests.builders import league
from tournaments.services.play_out import play_out
print("systems", *GAME_SYSTEMS)
for key, system in SYSTEMS.items():
    pages = [f"/systems/{key}/"]
    if system.need.kind == NOTHING:
        tournament = league(4, system_key=key, name=f"League of {key}")
        play_out(tournament_id=tournament.pk, acting_user=None, advance=lambda left: None)
        game = Game.objects.filter(series__event__key=tournament.scope).first()
        pages += [f"/games/{game.pk}/", f"/t/{tournament.slug}/"]
    for page in pages:
        print(key, page, Client().get(page).status_code)
for page in ("/", "/systems/", "/cards/", "/parks/", "/rulebook/", "/api/v1/systems/"):
    print("house", page, Client().get(page).status_code)
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The house as its files, without those systems."""
    left_out = shutil.ignore_patterns("__pycache__", *TAKEN)
    for room in ROOMS:
        shutil.copytree(ROOT / room, tmp_path / room, ignore=left_out)
    assert not (tmp_path / "games" / "systems" / "purestrat").exists()
    return tmp_path


@pytest.mark.long
def test_a_house_without_some_systems_opens_and_plays_the_others(house: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=house,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "HORSEHIDE_ENGINE": "plain",
            "HORSEHIDE_VAR": str(house / "var"),
        },
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stderr
    systems, *pages = (line.split() for line in told.stdout.splitlines())
    taken = {name.replace("_", "-") for name in TAKEN}
    assert set(systems[1:]) == GAME_SYSTEMS.keys() - taken
    assert {whose for whose, _, _ in pages} == {"house", *SYSTEMS} - taken
    assert {status for _, _, status in pages} == {"200"}, pages
