"""Who sees that a job does not get on: heartbeats, the clock, the overseer, the probes."""

import os
from datetime import timedelta
from types import SimpleNamespace

import pytest
from celery import Celery
from django.db import OperationalError
from django.utils import timezone

from config.jobs import heartbeats, probes, progress, services
from config.jobs.clock import TURN_SECONDS, Timed, Watch
from config.jobs.heartbeats import SILENT
from config.jobs.models import Heartbeat, Job, Probe
from config.jobs.outbox import TAKEN_UP
from config.jobs.overseer import Hand, Overseer
from config.jobs.recovery import recover_interrupted
from tests.config.queued_jobs import queue, start, state

pytestmark = [pytest.mark.servers("jobs"), pytest.mark.django_db]


def test_a_job_beats_between_two_steps_and_the_dead_do_not():
    job = queue()
    attempt = start(job)
    long_ago = timezone.now() - SILENT * 3
    Job.objects.filter(pk=job.pk).update(heartbeat_at=long_ago)
    assert progress.beat(attempt)
    assert recover_interrupted(now=timezone.now()) == 0
    progress.finish(attempt, result=None)
    assert not progress.beat(attempt)


def test_the_clock_recovers_after_silence_that_it_has_listened_to(monkeypatch):
    job, now = queue(), timezone.now()
    start(job)
    Job.objects.filter(pk=job.pk).update(heartbeat_at=now - SILENT * 10)
    watch, turns = Watch(now), 0
    while state(job) == "running":
        turns += 1
        assert turns < 100
        assert watch.turn(now + turns * timedelta(seconds=TURN_SECONDS))
    assert SILENT <= turns * timedelta(seconds=TURN_SECONDS) <= timedelta(seconds=20)


def test_a_clock_that_is_put_back_by_an_hour_holds_nothing_up(monkeypatch):
    monkeypatch.setattr(probes, "send", lambda task, name, queue: True)
    dead, waiting, now = queue("a"), queue("b"), timezone.now()
    start(dead)
    ahead = now + timedelta(hours=1)
    Job.objects.filter(pk=dead.pk).update(heartbeat_at=ahead, progressed_at=ahead)
    Job.objects.filter(pk=waiting.pk).update(heartbeat_at=ahead, sent_at=ahead)
    for name in ("short", "long"):
        Probe.objects.create(queue=name, asked_at=ahead, sent_at=ahead)
    Heartbeat.objects.create(part="worker", name="dead", at=ahead)
    watch, turns = Watch(ahead), 0
    while state(dead) == "running":
        turns += 1
        assert turns < 100
        watch.turn(now + turns * timedelta(seconds=TURN_SECONDS))
    now += turns * timedelta(seconds=TURN_SECONDS)
    assert turns * TURN_SECONDS <= 20
    assert Job.objects.get(pk=waiting.pk).sent_at < now
    assert not heartbeats.is_alive("worker", now=now + timedelta(seconds=1))
    assert not probes.messages_are_taken(now=now + timedelta(seconds=1))


def test_timed_tasks_go_on_at_once_after_the_clock_was_put_back(tmp_path, monkeypatch):
    sent: list[str] = []
    app = Celery(set_as_current=False)
    app.conf.beat_schedule = {
        name: {"task": name, "schedule": timedelta(seconds=seconds)}
        for name, seconds in (("often", 2), ("seldom", 40))
    }
    timed = Timed(app=app, schedule_filename=str(tmp_path / "beat"), lazy=True)
    timed.setup_schedule()
    timed.producer = None
    timed.apply_async = lambda entry, **_: sent.append(entry.name)
    began = app.now()

    def at(moment):
        monkeypatch.setattr(Celery, "now", lambda _: moment)
        for _ in timed.schedule:
            timed.tick()

    for entry in timed.schedule.values():
        entry.last_run_at = began
    for seconds in range(60):
        at(began + timedelta(seconds=seconds))
    assert set(sent) == {"often", "seldom"}
    sent.clear()
    for seconds in range(60):
        at(began - timedelta(hours=1) + timedelta(seconds=seconds))
    assert sent.count("often") >= 20
    assert "seldom" in sent
    timed.close()


@pytest.mark.parametrize("gap", ["asleep", "no database"])
def test_the_clock_makes_allowances_for_a_time_in_which_nobody_could_be_heard(monkeypatch, gap):
    job, now = queue(), timezone.now()
    start(job)
    step = timedelta(seconds=TURN_SECONDS)
    watch = Watch(now)
    for _ in range(100):
        now += step
        assert watch.turn(now)
        # Its worker beats ...
        Job.objects.filter(pk=job.pk).update(heartbeat_at=now)
    # ... until neither of them can.
    if gap == "asleep":
        now += timedelta(hours=8)
    else:
        with monkeypatch.context() as without:
            without.setattr("config.jobs.heartbeats.beat", refuse_to_write)
            for _ in range(30):
                now += step
                assert not watch.turn(now)
    for _ in range(int(SILENT / step)):
        now += step
        assert watch.turn(now)
        assert state(job) == "running"
    while state(job) == "running":
        now += step
        watch.turn(now)
        assert now < job.heartbeat_at + timedelta(hours=9)


def refuse_to_write(*part: str, **which: object) -> None:
    raise OperationalError("the server closed the connection")


def test_a_process_of_the_house_shows_that_it_lives_and_the_old_ones_are_forgotten():
    now = timezone.now()
    assert not heartbeats.is_alive(Heartbeat.Part.WORKER, now=now)
    Heartbeat.objects.create(part="worker", name="long:gone", at=now - heartbeats.KEPT * 2)
    heartbeats.beat(Heartbeat.Part.WORKER)
    heartbeats.beat(Heartbeat.Part.WORKER)
    assert Heartbeat.objects.count() == 1
    assert heartbeats.is_alive(Heartbeat.Part.WORKER, now=timezone.now())
    assert not heartbeats.is_alive(Heartbeat.Part.CLOCK, now=timezone.now())
    assert not heartbeats.is_alive(Heartbeat.Part.WORKER, now=timezone.now() + SILENT * 2)


@pytest.fixture
def watched(monkeypatch) -> SimpleNamespace:
    """An overseer with a clock of the test's own, and whom it has ended."""
    at, ended = [0.0], []
    overseer = Overseer(end=ended.append, clock=lambda: at[0])

    def look(*hands: Hand, seconds: float = 0.0) -> list[int]:
        until = at[0] + seconds
        while at[0] < until:
            at[0] += 1
            overseer.look(hands)
        overseer.look(hands)
        return ended

    return SimpleNamespace(look=look, at=at)


def hand_of(job: Job) -> Hand:
    return Hand(os.getpid(), str(job.pk))


def test_a_job_is_ended_only_when_it_has_not_got_on_for_long(watched, settings):
    job = queue()
    attempt, limit = start(job), settings.JOB_PATIENCE_SECONDS
    assert watched.look(hand_of(job), seconds=limit - 5) == []
    progress.advance(attempt, done=1, total=3)
    assert watched.look(hand_of(job), seconds=limit - 5) == []
    # This machine was asleep: nobody could have got on.
    watched.at[0] += 8 * 3600
    assert watched.look(hand_of(job), seconds=limit - 5) == []
    assert watched.look(hand_of(job), seconds=10)
    assert state(job) == "failed"
    assert "no progress" in job.error


def test_a_cancelled_job_that_does_not_stop_is_ended(watched, person):
    boss = person("Foreman")
    job = queue(acting_user=boss)
    start(job)
    services.cancel(job_id=job.pk, acting_user=boss)
    assert watched.look(hand_of(job), seconds=3) == []
    assert watched.look(hand_of(job), seconds=5)
    assert state(job) == "cancelled"


def test_a_process_that_goes_on_with_what_is_no_longer_its_job_is_ended(watched):
    job = queue()
    start(job)
    Job.objects.filter(pk=job.pk).update(process="another:1", attempt=2)
    assert watched.look(hand_of(job), seconds=10) == []
    assert watched.look(hand_of(job), seconds=20)
    assert state(job) == "running"


def test_a_time_without_a_database_is_not_held_against_a_job(watched, settings, monkeypatch):
    job, limit = queue(), settings.JOB_PATIENCE_SECONDS
    start(job)
    watched.look(hand_of(job), seconds=limit - 5)
    with monkeypatch.context() as without:
        without.setattr("config.jobs.overseer.connections", SimpleNamespace(close_all=lambda: None))
        without.setattr("config.jobs.overseer.Job.objects.filter", refuse_to_write)
        assert watched.look(hand_of(job), seconds=limit) == []
    assert watched.look(hand_of(job), seconds=limit - 5) == []
    assert state(job) == "running"


def test_the_clock_asks_each_queue_once_until_it_is_answered(monkeypatch):
    sent: list[str] = []
    monkeypatch.setattr(probes, "send", lambda task, name, queue: sent.append(queue) or True)
    monkeypatch.setattr(probes, "queue_is_empty", lambda queue: queue == "long")
    now = timezone.now()
    probes.ask_queues(now=now)
    probes.ask_queues(now=now + timedelta(seconds=2))
    assert sent == ["short", "long"]
    # The long one's queue has forgotten it; it is as old as it was.
    later = now + TAKEN_UP * 2
    probes.ask_queues(now=later)
    assert sent == ["short", "long", "long"]
    assert probes.longest_wait(now=later) == TAKEN_UP * 2
    for name in ("short", "long"):
        probes.answered(name)
    assert probes.longest_wait(now=timezone.now()) == timedelta(0)


def test_a_message_that_nobody_takes_makes_the_house_unready_unless_a_job_gets_on(client):
    now = timezone.now()
    for part in Heartbeat.Part.values:
        heartbeats.beat(part)
    Probe.objects.create(queue="long", asked_at=now - timedelta(seconds=40), sent_at=now)
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["checks"]["worker"]) == (503, False)
    assert answer.json()["oldest_message_seconds"] >= 40
    start(queue())
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["checks"]["worker"]) == (200, True)
    assert answer.json()["oldest_message_seconds"] >= 40
