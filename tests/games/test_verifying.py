"""A stored game is held against its transcript, its seed and the hash published before it."""

import pytest

from config.refusals import Refusal
from games.engine.events import PLACED, PLAY_MASK, TIRED, TO_SHIFT
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
    assert verdicts(simulated) == [True, True, True, True]


def test_a_game_scored_by_people_can_only_be_played_again():
    series = a_series()
    assert verdicts(started(series, *whole(series))) == [True, True]


def test_a_game_that_goes_on_can_be_checked_so_far():
    assert verdicts(started(a_series(), "1", "6", "suspend")) == [True, True]
    assert verdicts(started(a_series(), dice="server")) == [True, True]


def test_another_score_is_found(simulated):
    assert verdicts(simulated, home_runs=simulated.home_runs + 1)[0] is False


def test_another_throw_is_found(simulated):
    entries = simulated.entries
    entries[0] = "1" if entries[0] != "1" else "2"
    assert not any(verdicts(simulated, transcript=" ".join(entries)))


def test_a_transcript_that_cannot_be_is_found(simulated):
    assert verdicts(simulated, transcript="1 9") == [False]


def test_another_seed_is_found(simulated):
    assert verdicts(simulated, seed="another") == [True, True, False, False]


def test_books_that_are_not_in_balance_are_told(simulated, monkeypatch):
    """The engine that played it plays it again the same: only the sums tell."""
    found = Refusal("books-differ", "The visitors' hits: 9 by one count, 8 by another.", "away")
    monkeypatch.setattr("games.verifying.problems", lambda record: (found,))
    assert verdicts(simulated) == [True, False, True, True]
    assert "9 by one count" in verify(Game.objects.get(pk=simulated.pk))[1].words


def test_a_game_of_earlier_rules_is_told_apart(simulated):
    assert verdicts(simulated, system_version=0) == [True]
    assert "version 0" in verify(Game.objects.get(pk=simulated.pk))[0].words
    assert verdicts(simulated, transcript="1 9") == [False]
    assert "otherwise" in verify(Game.objects.get(pk=simulated.pk))[0].words


def test_the_note_that_stood_behind_the_end_of_old_games_is_no_difference(simulated):
    told = Game.objects.get(pk=simulated.pk).events
    mark = told[-1] & ~PLAY_MASK
    assert all(verdicts(simulated, events=[*told, mark | TIRED | 20 << TO_SHIFT]))
    assert not all(verdicts(simulated, events=[*told, mark | PLACED | 2 << TO_SHIFT]))
    assert not all(verdicts(simulated, events=told[:-1]))
