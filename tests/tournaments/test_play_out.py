"""Playing what nobody played: once, resumable, stoppable; what people play, or have arranged to
play, is left to them."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone
from rest_framework.test import APIClient

from config.jobs import services as jobs
from config.jobs.models import Job
from config.jobs.outbox import deliver_missing
from config.jobs.recovery import recover_all
from config.live.models import LiveEvent
from config.refusals import Refused
from games.models import Game, Series
from games.scheduling.services import accept_time, propose_times, withdraw_time
from games.seriesday.services.absences import set_deadline
from games.seriesday.services.clocks import begin_series
from games.seriesday.tasks import play_overdue_series
from games.services.playing import claim_series
from tests.builders import (
    browser,
    director_of,
    entrant,
    fixture_of,
    games_won,
    league,
    person,
    result,
)
from tests.games.seriesday.builders import Day, a_day, claim
from tests.games.test_playing import at_once
from tournaments.models import Tournament
from tournaments.selectors.league import load_league
from tournaments.selectors.tables import table
from tournaments.services import play_out as service
from tournaments.services.play_out import play_now, play_out, play_round, queue_play_out, unplayed

pytestmark = pytest.mark.django_db


def play(tournament, advance=lambda left: None):
    return play_out(tournament_id=tournament.pk, acting_user=None, advance=advance)


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


def test_workers_claim_different_series_and_do_the_work_once(monkeypatch):
    monkeypatch.setattr(service, "BATCH", 4)
    real = service.play_what_nobody_plays
    tournament = league(6)
    batches = []

    def second_worker_comes_along(*, series_ids, **rest):
        batches.append(list(series_ids))
        if len(batches) == 1:
            # The first has claimed its batch and stored nothing yet.
            play(tournament)
        return real(series_ids=series_ids, **rest)

    monkeypatch.setattr(service, "play_what_nobody_plays", second_worker_comes_along)
    assert play(tournament) == {"games": 0, "left": 0}
    assert Game.objects.count() == 30
    assert set(Series.objects.values_list("completed_at", flat=True)) != {None}
    mine, *theirs = batches
    # The second takes what nobody has, and only then what the first seems to have left lying.
    *fresh, again = theirs
    assert not set(mine) & {pk for batch in fresh for pk in batch}
    assert again == mine


def test_claims_follow_the_schedule_and_come_round_again():
    tournament = league(6)
    every = list(unplayed(tournament).values_list("pk", flat=True))

    def claim(most, besides=()):
        return claim_series(scope=tournament.scope, most=most, besides=besides)

    assert claim(4) == every[:4]
    assert claim(4, besides=every[4:6]) == every[6:10]
    assert claim(20) == [*every[4:6], *every[10:]]
    assert claim(20) == every
    Series.objects.filter(pk__in=every[2:]).update(completed_at=timezone.now())
    assert claim(20) == every[:2]
    assert claim(20, besides=every[:2]) == []
    assert claim_series(scope="tournament:0", most=20) == []


@pytest.mark.django_db(transaction=True)
def test_two_who_play_out_at_once_end_when_everything_is_stored(monkeypatch):
    monkeypatch.setattr(service, "BATCH", 2)
    tournament = league(6)
    found = at_once(2, lambda _: play(tournament))
    assert [each["left"] for each in found] == [0, 0]
    assert sum(each["games"] for each in found) == Game.objects.count() == 30
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.COMPLETE


@pytest.mark.django_db(transaction=True)
def test_two_who_claim_at_once_get_different_series():
    tournament = league(6)
    found = at_once(2, lambda _: claim_series(scope=tournament.scope, most=7))
    assert len(set(found[0]) | set(found[1])) == 14


def test_a_queued_play_out_is_one_job_and_shows_how_far_it_is(django_capture_on_commit_callbacks):
    tournament = league(6)
    dana = director_of(tournament)
    first = queue_play_out(tournament=tournament, acting_user=dana)
    assert queue_play_out(tournament=tournament, acting_user=dana) == first
    assert (first.total, first.scope) == (15, tournament.scope)
    LiveEvent.objects.all().delete()
    with django_capture_on_commit_callbacks(execute=True):
        recover_all(now=timezone.now())
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
    real = service.play_what_nobody_plays
    calls = []

    def crash(**given):
        calls.append(given)
        if len(calls) == 3:
            raise OperationalError("the database went away")
        return real(**given)

    monkeypatch.setattr(service, "play_what_nobody_plays", crash)
    monkeypatch.setattr("tournaments.tasks.HELPERS", 0)
    with django_capture_on_commit_callbacks(execute=True):
        job = queue_play_out(tournament=tournament, acting_user=director_of(tournament))
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == (Job.State.QUEUED, 8, 15)
    assert Game.objects.count() == 16
    with django_capture_on_commit_callbacks(execute=True):
        assert deliver_missing(now=timezone.now()) == 1
    job.refresh_from_db()
    assert (job.state, job.attempt, job.done) == (Job.State.DONE, 2, 15)
    assert Game.objects.count() == 30


def test_a_play_out_that_is_stopped_keeps_what_it_has_played(
    django_capture_on_commit_callbacks, monkeypatch
):
    monkeypatch.setattr(service, "BATCH", 4)
    monkeypatch.setattr("tournaments.tasks.HELPERS", 0)
    tournament = league(6)
    dana = director_of(tournament)
    real = service.play_what_nobody_plays

    def stop_after(**given):
        played = real(**given)
        jobs.cancel(job_id=Job.objects.get().pk, acting_user=dana)
        return played

    monkeypatch.setattr(service, "play_what_nobody_plays", stop_after)
    with django_capture_on_commit_callbacks(execute=True):
        job = queue_play_out(tournament=tournament, acting_user=dana)
    job.refresh_from_db()
    assert job.state == Job.State.CANCELLED
    assert Game.objects.count() == 8
    tournament.refresh_from_db()
    assert tournament.state == Tournament.State.RUNNING
    monkeypatch.setattr(service, "play_what_nobody_plays", real)
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


def test_a_round_with_a_game_under_way_is_played_but_for_that_series():
    tournament = league(6)
    result(tournament, 1, 2, (3, 1), status=Game.Status.IN_PROGRESS)
    fixture = fixture_of(tournament, 1, 2)
    number = fixture.round.number
    played = play_round(tournament=tournament, number=number, acting_user=None)
    assert len(played.games) == 4
    assert [refusal.code for refusal in played.left.values()] == ["game-under-way"]
    assert set(played.left) == {fixture.series_id}
    with pytest.raises(Refused) as caught:
        play_round(tournament=tournament, number=number, acting_user=None)
    assert caught.value.code == "game-under-way"


def test_the_desk_and_the_api_say_which_series_was_left():
    tournament = league(6)
    result(tournament, 1, 2, (3, 1), status=Game.Status.IN_PROGRESS)
    fixture = fixture_of(tournament, 1, 2)
    dana = director_of(tournament)
    address = f"/t/{tournament.slug}/desk/"
    answer = browser(dana).post(
        address, {"act": "play-round", "round": fixture.round.number}, follow=True
    )
    said = f"Game 1 of {fixture.series} is being played"
    assert said in answer.content.decode()
    other = next(number for number in range(1, 6) if number != fixture.round.number)
    client = APIClient()
    client.force_authenticate(dana)
    found = client.post(
        f"/api/v1/tournaments/{tournament.slug}/play-round/", {"round": other}, format="json"
    ).json()
    assert (len(found["games"]), found["left"]) == (6, [])
    refused = client.post(
        f"/api/v1/tournaments/{tournament.slug}/play-round/",
        {"round": fixture.round.number},
        format="json",
    )
    assert refused.status_code == 409
    assert refused.json()["error"]["code"] == "game-under-way"


def test_one_series_and_one_round_can_be_played_on_the_spot():
    tournament = league(6)
    series = fixture_of(tournament, 1, 2).series
    played = play_now(tournament=tournament, series_ids=[series.pk], acting_user=None)
    assert (len(played.games), dict(played.left)) == (2, {})
    with pytest.raises(Refused) as caught:
        play_now(tournament=tournament, series_ids=[series.pk], acting_user=None)
    assert caught.value.code == "nothing-to-play"
    first = load_league(tournament).rounds[0]
    played = play_round(tournament=tournament, number=1, acting_user=None)
    assert len(played.games) == 2 * len(first.unplayed)
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


def agreed(day: Day, hours: int = 20):
    times = [timezone.now() + timedelta(hours=hours)]
    (time,) = propose_times(series_id=day.series.pk, times=times, acting_user=day.home)
    return accept_time(time_id=time.pk, acting_user=day.away)


def reported(day: Day):
    day.report(day.home, claim())


def disputed(day: Day):
    day.report(day.home, claim(4, 2))
    day.report(day.away, claim(5, 2))


def suspended(day: Day):
    day.report(day.director, claim(4, 2, ending="suspended", inning=6, half=0, outs=1))


def clock_runs(day: Day):
    begin_series(series_ids=[day.series.pk], acting_user=day.director)


@pytest.mark.parametrize(
    ("arranged", "code"),
    [
        (agreed, "time-agreed"),
        (clock_runs, "clock-runs"),
        (reported, "game-unconfirmed"),
        (disputed, "game-unconfirmed"),
        (suspended, "game-under-way"),
    ],
)
def test_what_people_have_arranged_is_left_by_every_way_of_simulating(
    arranged, code, django_capture_on_commit_callbacks
):
    day = a_day(4)
    arranged(day)
    event, series = f"/t/{day.tournament.slug}/desk/", f"/series/{day.series.pk}/"
    api, boss = f"/api/v1/tournaments/{day.tournament.slug}/", browser(day.director)
    before = Game.objects.filter(series=day.series).count()

    # What a round and everything would take is shown before, on the pages and by the API.
    ahead = boss.get(f"{api}play-round/?round=1").json()
    assert [each["code"] for each in ahead["left"]] == [code]
    assert [each["games"] for each in ahead["series"]] == [2]
    assert day.series.pk not in [each["series"] for each in ahead["series"]]
    assert len(boss.get(f"{api}play-round/").json()["series"]) == 5
    why = ahead["left"][0]["message"]
    desk = boss.get(event).content.decode()
    assert why in desk
    assert "2 games of 1 series" in desk
    assert "10 games of 5 series to be simulated" in desk
    assert f'name="series" value="{day.series.pk}"' not in desk

    # The series itself offers nothing, and refuses whoever asks nevertheless.
    assert "Simulate what is unplayed" not in boss.get(series).content.decode()
    for answer in (
        boss.post(f"{series}simulate/"),
        boss.post(f"/api/v1{series}simulate/"),
        boss.post(f"{api}board/play/", {"series": day.series.pk}, "application/json"),
        boss.post(event, {"act": "play-series", "series": day.series.pk}),
    ):
        assert answer.status_code in (409, 422)
        assert code in answer.content.decode()

    # A round and the whole event leave it, and say so afterwards.
    played = boss.post(f"{api}play-round/", {"round": 1}, "application/json").json()
    assert [each["code"] for each in played["left"]] == [code]
    assert len(played["games"]) == 2
    with django_capture_on_commit_callbacks(execute=True):
        boss.post(f"{api}play-out/")
    assert Series.objects.filter(completed_at=None).get() == day.series
    assert Game.objects.filter(series=day.series).count() == before
    assert "nothing-to-play" in boss.post(f"{api}play-out/").content.decode()
    assert "Everything unplayed is left to those who play it" in boss.get(event).content.decode()


def test_an_appointment_that_is_called_off_or_over_holds_nothing_up(time_machine):
    day = a_day(4)
    time = agreed(day)
    act = {"tournament": day.tournament, "number": 1, "acting_user": day.director}
    assert len(play_round(**act).left) == 1
    withdraw_time(time_id=time.pk, acting_user=day.director)
    agreed(day, hours=30)
    time_machine.move_to(timezone.now() + timedelta(hours=33), tick=False)
    assert len(play_round(**act).games) == 2


def test_a_deadline_that_the_director_has_set_does_not_wait_for_an_appointment(time_machine):
    day = a_day(4)
    agreed(day, hours=50)
    due = timezone.now() + timedelta(hours=24)
    only = [day.series.pk]
    set_deadline(series_ids=only, due=due, house_plays=True, acting_user=day.director)
    time_machine.move_to(due + timedelta(minutes=1), tick=False)
    play_overdue_series()
    assert Game.objects.filter(series=day.series, status="final").count() == 2
