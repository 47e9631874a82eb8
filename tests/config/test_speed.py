from io import StringIO

import pytest
from django.core.management import call_command

from games.engine.speed import measure
from games.models import Game
from games.systems.registry import SYSTEMS
from tests.played import PLAYED
from tests.tools import bench
from tests.tools.benches import leagues, ratios


@pytest.mark.parametrize("key", PLAYED)
def test_the_floor_throws_the_dice_that_the_games_threw(key):
    found = measure(SYSTEMS[key], SYSTEMS[key].settings(), 0.0)
    assert found.games == 1
    assert found.throws_per_game == found.throws > 9
    assert found.times_the_floor == found.seconds / found.floor
    assert found.games_per_second == 1 / found.seconds


@pytest.mark.django_db
def test_a_game_is_stored_in_as_many_queries_whatever_its_length():
    short = leagues.queries_of_one_game("poker-dice", innings=1)
    long = leagues.queries_of_one_game("poker-dice", innings=18)
    assert short == long
    lengths = sorted(len(game.transcript) for game in Game.objects.all())
    assert lengths[1] > 3 * lengths[0]


@pytest.mark.django_db
def test_a_measured_league_is_played_whole():
    tournament, seconds = leagues.time_schedule(4, "two-dice")
    assert seconds > 0
    games, _ = leagues.time_play_out(tournament)
    assert games == Game.objects.count() == 4 * 3 * 3


@pytest.mark.django_db
def test_the_measured_pages_are_those_of_a_half_played_league():
    tournament = leagues.half_played_league(4, "two-dice")
    assert Game.objects.count() == 4 * 3 * 3 // 2
    assert len(tournament.ties.steps) > 5
    found = list(leagues.time_pages(tournament, times=1))
    assert [each.page for each in found] == list(leagues.PAGES)
    assert all(each.size > 5000 for each in found)
    # A series was played before each page.
    assert Game.objects.count() == 4 * 3 * 3 // 2 + 3 * len(leagues.PAGES)


def test_what_the_bench_remembers_reads_back_and_says_who_is_slower(tmp_path):
    path = tmp_path / "ratios.csv"
    ratios.keep(path, {"Quick": 9.0}, "another")
    ratios.keep(path, {"Quick": 99.0}, "this")
    ratios.keep(path, {"Quick": 4.0, "Same": 10.0, "Gone": 3.0}, "this")
    kept = ratios.kept(path, "this")
    assert ratios.kept(path, "another") == {"Quick": 9.0}
    assert ratios.kept(path, "a third") == {}
    assert kept == {"Quick": 4.0, "Same": 10.0, "Gone": 3.0}
    slower = ratios.slower(kept, {"Quick": 4.8, "Same": 11.4, "New": 99.0})
    assert slower == {"Quick": pytest.approx(0.2)}


def test_the_bench_prints_what_is_slower_than_kept_and_fails_for_nothing(tmp_path, monkeypatch):
    path, said = tmp_path / "ratios.csv", StringIO()
    ratios.keep(path, {"One": 10.0, "Other": 10.0}, ratios.machine())
    monkeypatch.setattr(
        bench.Command, "_ratios", lambda *_: {"One": 12.0, "Other": 9.0, "New": 1.0}
    )
    call_command(bench.Command(), compare=str(path), stdout=said)
    one, other, new = said.getvalue().splitlines()
    assert one.endswith("12.0 x floor, kept 10.0, 20% more: measure again")
    assert other.endswith("9.0 x floor, kept 10.0")
    assert new.endswith("1.0 x floor, kept never")
