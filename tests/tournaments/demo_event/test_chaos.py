"""A rehearsal over HTTP, of a house whose processes are killed on the way."""

from pathlib import Path

import pytest

from tests.config.processes import database_url
from tests.tools.rehearsal.house import EmbeddedHouse, House
from tests.tools.rehearsal.script import Rehearsal
from tournaments.demo_event.event import Plan
from tournaments.models import Tournament

pytestmark = [pytest.mark.long, pytest.mark.worker, pytest.mark.django_db(transaction=True)]

KILLS = 6


def environment(folder: Path) -> dict[str, str]:
    """Of a house on the tests' database."""
    return {
        "DJANGO_SETTINGS_MODULE": "config.settings.base",
        "DATABASE_URL": database_url(),
        "HORSEHIDE_VAR": str(folder),
        "SECRET_KEY": "of a house that is killed",
    }


@pytest.mark.embedded
def test_an_embedded_house_that_is_killed_with_its_supervisor_comes_to_the_same_end(tmp_path):
    def plan(name: str) -> Plan:
        ways = ("a game online", "a result, confirmed", "two versions, settled")
        return Plan(
            "full-round-robin", "5", "one-die", clubs=5, own_dice=True, ways=ways, name=name
        )

    with EmbeddedHouse(seed="s", kills=3, environment=environment(tmp_path)) as house:
        rehearsal = Rehearsal(plan("Chaos"), wire=house.wire, jobs=True, say=lambda line: None)
        shaken = rehearsal.run()
    assert set(house.killed) == set(EmbeddedHouse.victims)
    quiet = Rehearsal(plan("Quiet"), say=lambda line: None).run()
    assert (shaken.champions, shaken.table) == (quiet.champions, quiet.table)
    assert shaken.games == quiet.games


@pytest.mark.served
def test_a_house_that_is_killed_on_the_way_comes_to_the_same_champion_and_table(tmp_path):
    def plan(name: str) -> Plan:
        return Plan("simple-league", "3", "two-dice", clubs=7, own_dice=True, name=name)

    with House(seed="3", kills=KILLS, environment=environment(tmp_path)) as house:
        rehearsal = Rehearsal(plan("Chaos"), wire=house.wire, jobs=True, say=lambda line: None)
        shaken = rehearsal.run()
    assert house.killed.total() == KILLS
    assert shaken.done["play-outs"]
    quiet = Rehearsal(plan("Quiet"), say=lambda line: None).run()
    assert (shaken.champions, shaken.table) == (quiet.champions, quiet.table)
    assert shaken.games == quiet.games
    assert set(Tournament.objects.values_list("state", flat=True)) == {"complete"}
