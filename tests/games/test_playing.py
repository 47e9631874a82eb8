"""The engine plays what nobody played: once, however often and by however many it is asked."""

import pytest
from django.db import IntegrityError, connection, transaction

from config.journal.models import Action
from config.refusals import Refused
from games.constraints import one_game_per_number
from games.engine.record import replay
from games.models import Game, Series
from games.seeds import game_seed
from games.services import playing
from games.services.playing import play_series, play_what_nobody_plays
from games.services.rewinding import void_game
from games.services.scoring import record_game
from games.verifying import verify
from tests.at_once import at_once
from tests.games.builders import a_series, started, whole
from tests.played import PLAYED


@pytest.mark.django_db
@pytest.mark.parametrize("key", PLAYED)
def test_every_unplayed_game_is_played_and_can_be_played_again(key):
    series = a_series(key, length=3, pattern="HHA")
    games = play_series(series_ids=[series.pk], acting_user=None)
    series.refresh_from_db()
    assert series.completed_at is not None
    assert [game.number for game in games] == [1, 2, 3]
    assert [game.home_id for game in games] == [series.home_id, series.home_id, series.away_id]
    for game in games:
        assert game.is_final
        record = replay(series.system, series.settings, game.entries)
        assert list(record.events) == game.events
        assert all(check.holds for check in verify(game))


@pytest.mark.django_db
def test_playing_again_changes_nothing():
    series = a_series()
    play_series(series_ids=[series.pk], acting_user=None)
    before = list(Game.objects.values_list("pk", "transcript"))
    assert play_series(series_ids=[series.pk], acting_user=None) == []
    assert list(Game.objects.values_list("pk", "transcript")) == before
    assert Action.objects.filter(code="series-simulated").count() == 1


@pytest.mark.django_db
def test_a_game_that_people_finished_stays_and_the_others_are_played():
    series = a_series(length=3)
    scored = started(series, *whole(series), number=2)
    games = play_series(series_ids=[series.pk], acting_user=None)
    assert [game.number for game in games] == [1, 3]
    scored.refresh_from_db()
    assert scored.source == Game.Source.SCORED


@pytest.mark.django_db
def test_a_game_under_way_belongs_to_those_who_play_it():
    series, other = a_series(), a_series()
    started(series, "1", number=2)
    with pytest.raises(Refused) as caught:
        play_series(series_ids=[series.pk, other.pk], acting_user=None)
    assert caught.value.code == "game-under-way"
    assert f"game {2}" in caught.value.refusals[0].place
    assert Game.objects.count() == 1


@pytest.mark.django_db
def test_others_are_played_where_one_is_under_way_and_it_is_said_which_was_left():
    series, other, done = a_series(), a_series(), a_series()
    started(series, "1", number=2)
    play_series(series_ids=[done.pk], acting_user=None)
    ids = [series.pk, other.pk, done.pk]
    played = play_what_nobody_plays(series_ids=ids, acting_user=None)
    assert {game.series_id for game in played.games} == {other.pk}
    assert {pk: left.place for pk, left in played.left.items()} == {
        series.pk: f"series {series.pk}, game 2"
    }
    assert Action.objects.filter(code="series-simulated").count() == 2
    series.refresh_from_db()
    assert series.completed_at is None


@pytest.mark.django_db(transaction=True)
def test_games_are_simulated_before_anything_is_locked(monkeypatch):
    series = a_series(length=2)
    inside = []
    real = type(series.system).game

    def game(self, *given):
        inside.append(connection.in_atomic_block)
        return real(self, *given)

    monkeypatch.setattr(type(series.system), "game", game)
    assert len(play_series(series_ids=[series.pk], acting_user=None)) == 2
    assert inside == [False, False]


def meanwhile(monkeypatch, act):
    """Let ``act`` happen after the games are simulated and before the series are locked."""
    real = playing._prepare

    def prepare(*given, **options):
        prepared = real(*given, **options)
        monkeypatch.setattr(playing, "_prepare", real)
        act()
        return prepared

    monkeypatch.setattr(playing, "_prepare", prepare)


@pytest.mark.django_db
def test_a_game_begun_while_others_are_simulated_belongs_to_those_who_play_it(monkeypatch):
    series, other = a_series(), a_series()
    meanwhile(monkeypatch, lambda: started(series, "1", number=2))
    played = play_what_nobody_plays(series_ids=[series.pk, other.pk], acting_user=None)
    assert [refusal.code for refusal in played.left.values()] == ["game-under-way"]
    assert Game.objects.filter(series=series).count() == 1
    assert Game.objects.filter(series=other).count() == other.length


@pytest.mark.django_db
def test_a_game_finished_while_it_is_simulated_stays_as_people_finished_it(monkeypatch):
    series = a_series()
    meanwhile(monkeypatch, lambda: started(series, *whole(series), number=2))
    games = play_series(series_ids=[series.pk], acting_user=None)
    assert [game.number for game in games] == [1, 3]
    assert series.games.get(number=2).source == Game.Source.SCORED


@pytest.mark.django_db
def test_what_a_series_is_played_under_is_looked_at_again_under_the_lock(monkeypatch):
    series = a_series()
    expected = a_series(settings={"innings": 3})
    play_series(series_ids=[expected.pk], acting_user=None)
    changed = {**series.settings, "innings": 3}
    meanwhile(monkeypatch, lambda: Series.objects.filter(pk=series.pk).update(settings=changed))
    games = play_series(series_ids=[series.pk], acting_user=None)
    assert [game.transcript for game in games] == [
        game.transcript for game in expected.games.order_by("number")
    ]


@pytest.mark.django_db
def test_a_series_stored_by_somebody_quicker_is_stored_once(monkeypatch):
    series = a_series()
    meanwhile(monkeypatch, lambda: play_series(series_ids=[series.pk], acting_user=None))
    assert play_series(series_ids=[series.pk], acting_user=None) == []
    assert Game.objects.count() == series.length


@pytest.mark.django_db
def test_a_place_freed_by_a_ruling_is_played():
    series = a_series(length=2)
    game, _ = play_series(series_ids=[series.pk], acting_user=None)
    void_game(game_id=game.pk, reason="Ruling", acting_user=None)
    again = play_series(series_ids=[series.pk], acting_user=None)
    assert [one.number for one in again] == [1]


@pytest.mark.django_db
def test_the_same_seed_gives_the_same_series_and_another_seed_another():
    one, same, other = a_series(seed="a"), a_series(seed="a"), a_series(seed="b")
    play_series(series_ids=[one.pk, same.pk, other.pk], acting_user=None)
    transcripts = [
        [game.transcript for game in series.games.order_by("number")]
        for series in (one, same, other)
    ]
    assert transcripts[0] == transcripts[1] != transcripts[2]
    assert len(set(transcripts[0])) == 3


def test_a_finished_games_seed_says_nothing_of_the_next_ones():
    seeds = [game_seed("the series", number) for number in range(1, 4)]
    assert len(set(seeds)) == 3
    for seed in seeds:
        assert "series" not in seed
        assert game_seed(seed, 1) not in seeds


@pytest.mark.django_db
def test_queries_depend_neither_on_length_nor_on_number(django_assert_num_queries):
    # Up to as many games as one statement of SQLite inserts.
    for count, length, innings in ((1, 1, 1), (2, 4, 9), (7, 5, 18)):
        ids = [
            a_series("three-dice", length=length, settings={"innings": innings}).pk
            for _ in range(count)
        ]
        with django_assert_num_queries(13):
            assert len(play_series(series_ids=ids, acting_user=None)) == count * length


@pytest.mark.django_db(transaction=True)
def test_two_who_play_a_series_at_once_store_it_once():
    series = a_series("two-dice", length=5)
    answers = at_once(2, lambda _: play_series(series_ids=[series.pk], acting_user=None))
    assert sorted(len(games) for games in answers) == [0, 5]
    assert Game.objects.count() == 5
    assert Action.objects.filter(code="series-simulated").count() == 1


@pytest.mark.django_db(transaction=True)
def test_four_who_play_overlapping_series_store_each_once():
    every = [a_series(length=2).pk for _ in range(6)]
    parts = (every, every[::-1], every[:4], every[2:])
    answers = at_once(4, lambda n: play_series(series_ids=parts[n], acting_user=None))
    assert sum(len(games) for games in answers) == 12
    assert Game.objects.count() == 12
    assert not Series.objects.filter(completed_at=None).exists()


@pytest.mark.django_db(transaction=True)
def test_starting_a_game_while_a_job_plays_it_gives_one_game():
    series = a_series(length=3)

    def act(number):
        if number:
            return record_game(series_id=series.pk, number=2, transcript=(), acting_user=None)
        return play_series(series_ids=[series.pk], acting_user=None)

    played, begun = at_once(2, act)
    if isinstance(begun, Refused):
        assert begun.code == "game-exists"
        assert len(played) == 3
    else:
        assert played.code == "game-under-way"
        assert Game.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_who_start_the_same_game_start_one():
    series = a_series()
    answers = at_once(
        2,
        lambda _: record_game(series_id=series.pk, number=1, transcript=(), acting_user=None),
    )
    assert sorted(isinstance(answer, Refused) for answer in answers) == [False, True]
    assert Game.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_last_games_that_end_at_once_complete_the_series():
    series = a_series(length=2)
    entries = whole(series)
    at_once(
        2,
        lambda n: record_game(
            series_id=series.pk, number=n + 1, transcript=entries, acting_user=None
        ),
    )
    series.refresh_from_db()
    assert series.completed_at is not None


@pytest.mark.django_db
def test_the_database_keeps_one_game_per_number_and_says_so():
    series = a_series()
    game = started(series)
    game.pk = None
    with pytest.raises(Refused) as caught, one_game_per_number(), transaction.atomic():
        game.save(force_insert=True)
    assert caught.value.code == "game-exists"


@pytest.mark.servers("constraints")
@pytest.mark.django_db
def test_other_faults_of_the_database_are_not_taken_for_it():
    series = a_series()
    game = started(series)
    game.pk, game.number, game.home_id = None, 2, game.away_id
    with pytest.raises(IntegrityError), one_game_per_number(), transaction.atomic():
        game.save(force_insert=True)
