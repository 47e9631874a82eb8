"""A stored game is held against its transcript, its seed and the hash published before it."""

import pytest

from games.models import Game
from games.services.playing import play_series
from games.verifying import verify
from tests.games.builders import a_series, started, whole

pytestmark = pytest.mark.django_db


def verdicts(game: Game, **changes) -> list[bool]:
    Game.objects.filter(pk=game.pk).update(**changes)
    return [check.holds for check in verify(Game.objects.get(pk=game.pk))]


@pytest.fixture
def simulated():
    series = a_series(length=1)
    [game] = play_series(series_ids=[series.pk], acting_user=None)
    return game


def test_a_simulated_game_is_played_thrown_and_simulated_again(simulated):
    assert verdicts(simulated) == [True, True, True]


def test_a_game_scored_by_people_can_only_be_played_again():
    series = a_series()
    assert verdicts(started(series, *whole(series))) == [True]


def test_a_game_that_goes_on_can_be_checked_so_far():
    assert verdicts(started(a_series(), "1", "6", "suspend")) == [True]
    assert verdicts(started(a_series(), dice="server")) == [True]


def test_another_score_is_found(simulated):
    assert verdicts(simulated, home_runs=simulated.home_runs + 1)[0] is False


def test_another_throw_is_found(simulated):
    entries = simulated.entries
    entries[0] = "1" if entries[0] != "1" else "2"
    assert not any(verdicts(simulated, transcript=" ".join(entries)))


def test_a_transcript_that_cannot_be_is_found(simulated):
    assert verdicts(simulated, transcript="1 9") == [False]


def test_another_seed_is_found(simulated):
    assert verdicts(simulated, seed="another") == [True, False, False]


def test_a_game_of_earlier_rules_is_left_alone(simulated):
    assert verdicts(simulated, system_version=0) == [False]
    assert "version 0" in verify(Game.objects.get(pk=simulated.pk))[0].words
