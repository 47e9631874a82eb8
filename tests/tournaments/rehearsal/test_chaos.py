"""A rehearsal over HTTP, of a house whose processes are killed on the way."""

import pytest

from tests.config.processes import database_url
from tournaments.models import Tournament
from tournaments.rehearsal import Plan, Rehearsal
from tournaments.rehearsal.house import House

pytestmark = [pytest.mark.served, pytest.mark.worker, pytest.mark.django_db(transaction=True)]

KILLS = 6


def test_a_house_that_is_killed_on_the_way_comes_to_the_same_champion_and_table(tmp_path):
    def plan(name: str) -> Plan:
        return Plan("simple-league", "3", "two-dice", clubs=7, own_dice=True, name=name)

    environment = {
        "DJANGO_SETTINGS_MODULE": "config.settings.base",
        "DATABASE_URL": database_url(),
        "HORSEHIDE_VAR": str(tmp_path),
        "SECRET_KEY": "of a house that is killed",
    }
    with House(seed="3", kills=KILLS, environment=environment) as house:
        rehearsal = Rehearsal(plan("Chaos"), wire=house.wire, jobs=True, say=lambda line: None)
        shaken = rehearsal.run()
    assert house.killed.total() == KILLS
    assert shaken.done["play-outs"]
    quiet = Rehearsal(plan("Quiet"), say=lambda line: None).run()
    assert (shaken.champions, shaken.table) == (quiet.champions, quiet.table)
    assert shaken.games == quiet.games
    assert set(Tournament.objects.values_list("state", flat=True)) == {"complete"}
