"""Playing what nobody played: once, resumable, stoppable."""

import pytest
from django.db import OperationalError
from django.utils import timezone

from config.jobs import services as jobs
from config.jobs.models import Job
from config.live.models import LiveEvent
from games.engine.refusals import Refused
from games.models import Game, Series
from tests.builders import director_of, entrant, fixture_of, games_won, league, person, result
from tournaments.models import Tournament
from tournaments.selectors.league import load_league
from tournaments.selectors.tables import table
from tournaments.services import play_out as service
from tournaments.services.play_out import play_now, play_out, play_round, queue_play_out, unplayed

pytestmark = pytest.mark.django_db


def play(tournament, share=0, advance=lambda left: None):
    return play_out(tournament_id=tournament.pk, acting_user=None, advance=advance, share=share)


def scores():
    return list(Game.objects.order_by("series_id", "number").values_list("away_runs", "home_runs"))


def test_a_play_out_plays_everything_once_and_closes_the_tournament():
    tournament = league(6)
    assert play(tournament) == {"games": 30, "left": 0}
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.COMPLETE
    before = scores()
    assert play(tournament) == {"games": 0, "left": 0}
    assert scores() == before
    for line in table(load_league(tournament)):
        assert line.row.record.overall.won == games_won(tournament, line.entrant.number)


def test_a_play_out_that_dies_on_the_way_is_taken_up_again(monkeypatch):
    monkeypatch.setattr(service, "BATCH", 4)
    whole = league(6, name="Whole")
    play(whole)
    expected = scores()
    Game.objects.all().delete()
    Series.objects.update(completed_at=None)

    def die(left):
        if left < 15:
            raise OperationalError("the power went")

    with pytest.raises(OperationalError):
        play(whole, advance=die)
    assert Game.objects.count() == 8
    assert play(whole)["left"] == 0
    assert scores() == expected


def test_workers_with_different_shares_do_the_same_work_once():
    tournament = league(6)
    # The second begins elsewhere and is in the middle when the first comes along.
    halfway = []

    def meet(left):
        if left < 15 and not halfway:
            halfway.append(left)
            play(tournament)

    play(tournament, share=2, advance=meet)
    assert Game.objects.count() == 30
    assert set(Series.objects.values_list("completed_at", flat=True)) != {None}


def test_a_queued_play_out_is_one_job_and_shows_how_far_it_is(django_capture_on_commit_callbacks):
    tournament = league(6)
    dana = director_of(tournament)
    first = queue_play_out(tournament=tournament, acting_user=dana)
    assert queue_play_out(tournament=tournament, acting_user=dana) == first
    assert (first.total, first.scope) == (15, tournament.scope)
    LiveEvent.objects.all().delete()
    with django_capture_on_commit_callbacks(execute=True):
        jobs.recover_interrupted(now=timezone.now(), all_of_them=True)
    first.refresh_from_db()
    assert (first.state, first.done, first.total) == (Job.State.DONE, 15, 15)
    assert first.result is not None
    assert first.result["left"] == 0
    assert Game.objects.count() == 30
    assert LiveEvent.objects.filter(topic=tournament.scope).exists()
    tournament.refresh_from_db()
    with pytest.raises(Refused) as caught:
        queue_play_out(tournament=tournament, acting_user=dana)
    assert caught.value.code == "not-running"


def test_a_worker_that_crashes_leaves_a_job_that_is_found_and_finished(
    django_capture_on_commit_callbacks, monkeypatch
):
    monkeypatch.setattr(service, "BATCH", 4)
    tournament = league(6)
    real = service._play_batch
    calls = []

    def crash(batch, acting_user):
        calls.append(batch)
        if len(calls) == 3:
            raise OperationalError("the database went away")
        return real(batch, acting_user)

    monkeypatch.setattr(service, "_play_batch", crash)
    monkeypatch.setattr("tournaments.tasks.SHARES", 1)
    with django_capture_on_commit_callbacks(execute=True):
        job = queue_play_out(tournament=tournament, acting_user=director_of(tournament))
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == (Job.State.RUNNING, 8, 15)
    assert Game.objects.count() == 16
    with django_capture_on_commit_callbacks(execute=True):
        assert jobs.recover_interrupted(now=timezone.now(), all_of_them=True) == 1
    job.refresh_from_db()
    assert (job.state, job.attempt, job.done) == (Job.State.DONE, 2, 15)
    assert Game.objects.count() == 30


def test_a_play_out_that_is_stopped_keeps_what_it_has_played(
    django_capture_on_commit_callbacks, monkeypatch
):
    monkeypatch.setattr(service, "BATCH", 4)
    monkeypatch.setattr("tournaments.tasks.SHARES", 1)
    tournament = league(6)
    dana = director_of(tournament)
    real = service._play_batch

    def stop_after(batch, acting_user):
        played = real(batch, acting_user)
        jobs.cancel(job_id=Job.objects.get().pk, acting_user=dana)
        return played

    monkeypatch.setattr(service, "_play_batch", stop_after)
    with django_capture_on_commit_callbacks(execute=True):
        job = queue_play_out(tournament=tournament, acting_user=dana)
    job.refresh_from_db()
    assert job.state == Job.State.CANCELLED
    assert Game.objects.count() == 8
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.RUNNING
    monkeypatch.setattr(service, "_play_batch", real)
    with django_capture_on_commit_callbacks(execute=True):
        queue_play_out(tournament=tournament, acting_user=dana)
    assert unplayed(tournament).count() == 0


def test_only_its_director_may_stop_it():
    tournament = league(4)
    job = queue_play_out(tournament=tournament, acting_user=director_of(tournament))
    with pytest.raises(Refused) as caught:
        jobs.cancel(job_id=job.pk, acting_user=person("Outsider"))
    assert caught.value.code == "job-not-yours"


def test_a_game_that_people_are_playing_is_left_to_them():
    tournament = league(4)
    result(tournament, 1, 2, (3, 1), status=Game.Status.IN_PROGRESS)
    theirs = fixture_of(tournament, 1, 2).series
    assert play(tournament)["left"] == 1
    assert list(unplayed(tournament)) == [theirs]
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.RUNNING
    with pytest.raises(Refused) as caught:
        play_now(tournament=tournament, series_ids=[theirs.pk], acting_user=None)
    assert caught.value.code == "game-under-way"


def test_one_series_and_one_round_can_be_played_on_the_spot():
    tournament = league(6)
    series = fixture_of(tournament, 1, 2).series
    assert len(play_now(tournament=tournament, series_ids=[series.pk], acting_user=None)) == 2
    with pytest.raises(Refused) as caught:
        play_now(tournament=tournament, series_ids=[series.pk], acting_user=None)
    assert caught.value.code == "nothing-to-play"
    first = load_league(tournament).rounds[0]
    played = play_round(tournament=tournament, number=1, acting_user=None)
    assert len(played) == 2 * len(first.unplayed)
    assert load_league(tournament).rounds[0].state == "complete"
    with pytest.raises(Refused):
        play_round(tournament=tournament, number=99, acting_user=None)


def test_a_series_of_another_tournament_is_not_played_from_here():
    here, there = league(4), league(4, name="Other")
    series = fixture_of(there, 1, 2).series
    with pytest.raises(Refused) as caught:
        play_now(tournament=here, series_ids=[series.pk], acting_user=None)
    assert caught.value.code == "no-such-series"
    assert not Game.objects.exists()


def test_nothing_is_played_before_the_start():
    tournament = league(4, started=False)
    for attempt in (
        lambda: queue_play_out(tournament=tournament, acting_user=director_of(tournament)),
        lambda: play_now(tournament=tournament, series_ids=[1], acting_user=None),
    ):
        with pytest.raises(Refused) as caught:
            attempt()
        assert caught.value.code == "not-running"
    assert entrant(tournament, 1).home_fixtures.count() == 0
