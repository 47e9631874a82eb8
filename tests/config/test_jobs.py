import os
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import kombu.exceptions
import pytest
from celery import Celery
from django.db import IntegrityError, OperationalError, transaction
from django.utils import timezone

from config.jobs import heartbeats, outbox, probes, progress, services
from config.jobs.clock import TURN_SECONDS, Timed, Watch
from config.jobs.heartbeats import SILENT
from config.jobs.kinds import REGISTRY
from config.jobs.models import Heartbeat, Job, Probe
from config.jobs.outbox import TAKEN_UP, deliver_missing
from config.jobs.overseer import Hand, Overseer
from config.jobs.recovery import recover_all, recover_interrupted
from config.jobs.run import MakesWay, Run, Stopped, carry_out
from config.journal.models import Action
from config.live.models import LiveEvent
from config.refusals import Refused
from tests.builders import browser

pytestmark = pytest.mark.django_db


def queue(key: str = "count:1", **changes: Any) -> Job:
    """A queued job whose message waits for a commit that, in these tests, never comes."""
    settings: dict[str, Any] = {
        "kind": "count",
        "key": key,
        "scope": "tournament:7",
        "label": "Counting",
        "arguments": {"to": 3},
        "acting_user": None,
    }
    return services.enqueue(**{**settings, **changes})


def start(job: Job) -> progress.Attempt:
    attempt = progress.claim(str(job.pk))
    assert attempt is not None
    return attempt


def state(job: Job) -> str:
    job.refresh_from_db()
    return job.state


def test_a_job_that_does_not_say_how_long_it_is_has_done_nothing_of_nothing():
    job = queue()
    assert (job.done, job.total, job.percent) == (0, 0, 0)


def test_a_queued_job_runs_when_the_transaction_commits_and_keeps_its_result(
    person, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        job = queue(acting_user=person("Foreman"))
        assert state(job) == "queued"
    assert state(job) == "done"
    assert job.result == {"counted": 3}
    assert (job.done, job.total, job.percent, job.attempt) == (3, 3, 100, 1)
    assert job.finished_at is not None


@pytest.mark.parametrize(("left", "done", "percent"), [(0, 5, 100), (2, 3, 60)])
def test_a_job_that_is_done_has_done_all_but_what_it_says_it_left(
    person, left, done, percent, django_capture_on_commit_callbacks
):
    """However far it had said that it was: an upload of one card said 1 of 2, 50 %."""
    owner = person("Foreman")
    with django_capture_on_commit_callbacks(execute=True):
        job = queue(kind="leave", arguments={"to": 5, "left": left}, acting_user=owner)
    assert state(job) == "done"
    assert (job.done, job.total, job.percent) == (done, 5, percent)
    html = browser(owner).get(f"/jobs/{job.pk}/fragment/").content.decode()
    assert f"{done} of 5" in html


def test_the_same_work_is_under_way_once_and_can_be_asked_for_again_when_over():
    first = queue()
    assert queue().pk == first.pk
    progress.finish(start(first), result=None)
    assert queue().pk != first.pk


def test_the_database_itself_refuses_a_second_live_job_of_one_key():
    job = queue()
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(kind="count", key=job.key, scope="x:1", label="Again")


def test_an_unknown_kind_is_the_programmers_mistake():
    with pytest.raises(KeyError):
        queue(kind="no-such-kind")


def test_a_message_delivered_twice_starts_one_attempt():
    job = queue()
    assert progress.claim(str(job.pk)) is not None
    assert progress.claim(str(job.pk)) is None
    progress.finish(progress.Attempt(str(job.pk), 1, job.scope, {}), result=None)
    carry_out(str(job.pk), lambda run: pytest.fail("a job that is over was started again"))


def test_a_refusal_fails_the_job_with_its_sentence(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        job = queue(kind="refuse")
    assert state(job) == "failed"
    assert job.error == "field 2: The field is too wet."
    assert [(found["code"], found["place"]) for found in job.refusals] == [("too-wet", "field 2")]


def test_a_fault_fails_the_job_without_showing_its_insides():
    job = queue(kind="break")
    with pytest.raises(ZeroDivisionError):
        carry_out(str(job.pk), lambda run: {"never": 1 // 0})
    assert state(job) == "failed"
    assert "ZeroDivision" not in job.error
    assert job.error


def test_a_job_that_lost_its_database_goes_back_into_the_queue():
    job = queue()

    def lose_the_database(run: Run) -> None:
        raise OperationalError("the server closed the connection")

    carry_out(str(job.pk), lose_the_database)
    assert state(job) == "queued"
    assert job.sent_at is None, "the clock sends it on"


def test_a_job_that_makes_way_goes_on_where_it_was_however_often():
    job = queue()
    steps = progress.MOST_FRUITLESS + 3
    found: list[int] = []

    def step_by_step(run: Run) -> dict[str, Any]:
        found.append(run.done)
        if len(found) > steps:
            return {"steps": len(found)}
        if len(found) % 2:
            # Every other start it only waits.
            run.advance(run.done + 1, steps)
        raise MakesWay

    for _ in range(steps):
        carry_out(str(job.pk), step_by_step)
        assert state(job) == "queued"
        assert job.sent_at is None, "the clock sends it on, behind what is queued by then"
    carry_out(str(job.pk), step_by_step)
    assert state(job) == "done"
    assert found == [0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_a_job_that_makes_way_can_be_cancelled(person):
    boss = person("Foreman")
    job = queue(acting_user=boss)

    def cancelled(run: Run) -> None:
        services.cancel(job_id=job.pk, acting_user=boss)
        raise MakesWay

    carry_out(str(job.pk), cancelled)
    assert state(job) == "cancelled"


def test_cancelling_a_waiting_job_takes_it_out_at_once(person):
    boss = person("Foreman")
    job = queue(acting_user=boss)
    services.cancel(job_id=job.pk, acting_user=boss)
    assert state(job) == "cancelled"
    assert progress.claim(str(job.pk)) is None
    with pytest.raises(Refused) as refused:
        services.cancel(job_id=job.pk, acting_user=boss)
    assert refused.value.code == "job-over"


def test_cancelling_a_running_job_stops_it_at_its_next_step(
    person, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        job = queue(kind="cancel-halfway", acting_user=person("Foreman"))
    assert state(job) == "cancelled"
    assert (job.done, job.result) == (1, None)


def test_who_may_cancel_is_the_creator_staff_and_whom_the_kind_names(person):
    creator, foreman, stranger = person("Creator"), person("Foreman"), person("Stranger")
    staff = person("Staff", is_staff=True)
    for allowed in (creator, foreman, staff):
        job = queue(acting_user=creator)
        with pytest.raises(Refused) as refused:
            services.cancel(job_id=job.pk, acting_user=stranger)
        assert refused.value.code == "job-not-yours"
        assert state(job) == "queued"
        services.cancel(job_id=job.pk, acting_user=allowed)
        assert state(job) == "cancelled"


def test_recovery_leaves_the_living_alone_and_queues_the_silent_again():
    waiting, lively, silent = queue("a"), queue("b"), queue("c")
    start(lively)
    start(silent)
    now = timezone.now()
    Job.objects.filter(pk=silent.pk).update(heartbeat_at=now - SILENT - timedelta(seconds=1))
    assert recover_interrupted(now=now) == 1
    assert [state(job) for job in (waiting, lively, silent)] == ["queued", "running", "queued"]
    assert recover_interrupted(now=now) == 0


def test_at_the_start_of_the_only_worker_everything_unfinished_is_sent_again(
    django_capture_on_commit_callbacks,
):
    waiting, cut_off, over = queue("a"), queue("b"), queue("c")
    start(cut_off)
    progress.finish(start(over), result=None)
    with django_capture_on_commit_callbacks(execute=True):
        assert recover_all(now=timezone.now()) == 2
    assert state(waiting) == state(cut_off) == "done"
    assert cut_off.attempt == 2
    assert over.result is None


def test_a_worker_given_up_for_dead_changes_nothing_any_more():
    job = queue()
    first = start(job)
    recover_all(now=timezone.now())
    second = start(job)
    with pytest.raises(Stopped):
        Run(first).advance(1, 3)
    assert not progress.finish(first, result={"by": "the dead"})
    assert not progress.fail(first, error="dead")
    assert not progress.stop(first)
    assert state(job) == "running"
    assert progress.finish(second, result={"by": "the living"})
    assert state(job) == "done"
    assert job.result == {"by": "the living"}


def test_a_job_cancelled_while_its_worker_died_stays_cancelled(person):
    boss = person("Foreman")
    job = queue(acting_user=boss)
    start(job)
    services.cancel(job_id=job.pk, acting_user=boss)
    assert state(job) == "running"
    recover_all(now=timezone.now())
    assert state(job) == "cancelled"


def test_a_job_that_takes_every_worker_down_is_given_up():
    job = queue()
    for _ in range(progress.MOST_FRUITLESS):
        Run(start(job)).advance(1, 3)
        recover_all(now=timezone.now())
    assert state(job) == "queued", "the first of the starts got further"
    Run(start(job)).advance(1, 3)
    recover_all(now=timezone.now())
    assert state(job) == "failed"
    assert f"{progress.MOST_FRUITLESS} starts" in job.error


def test_a_job_that_gets_further_at_every_start_is_never_given_up():
    job = queue()
    for done in range(1, 4 * progress.MOST_FRUITLESS):
        Run(start(job)).advance(done, 100)
        recover_all(now=timezone.now())
    assert state(job) == "queued"
    assert (job.done, job.attempt, job.error) == (done, done, "")


@pytest.fixture
def no_queue(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Nothing takes messages; what is returned brings the queue back."""

    def refuse(*arguments: Any, **options: Any) -> None:
        raise kombu.exceptions.OperationalError("Connection refused")

    real = {kind: kind.task.apply_async for kind in REGISTRY.values()}
    for kind in real:
        monkeypatch.setattr(kind.task, "apply_async", refuse)

    def back() -> None:
        for kind, method in real.items():
            monkeypatch.setattr(kind.task, "apply_async", method)

    return back


def test_without_a_queue_a_job_waits_says_so_and_goes_out_when_the_queue_is_back(
    no_queue, client, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        job = queue()
    assert job.announcement == "Counting: queued, starts when the queue is back."
    assert (state(job), job.queue_away, job.sent_at) == ("queued", True, None)
    assert (
        "starts when the queue is back" in client.get(f"/jobs/{job.pk}/fragment/").content.decode()
    )
    assert client.get(f"/api/v1/jobs/{job.pk}/").json()["queue_away"] is True
    assert deliver_missing(now=timezone.now()) == 0
    no_queue()
    assert deliver_missing(now=timezone.now()) == 1
    assert state(job) == "done"
    assert "queue is back" not in client.get(f"/jobs/{job.pk}/fragment/").content.decode()
    assert deliver_missing(now=timezone.now()) == 0


def test_a_message_that_the_queue_forgot_is_sent_again_and_one_that_waits_is_not(monkeypatch):
    job = queue()
    sent = timezone.now()
    Job.objects.filter(pk=job.pk).update(sent_at=sent)
    soon, later = sent + TAKEN_UP / 2, sent + TAKEN_UP * 2
    monkeypatch.setattr(outbox, "queue_is_empty", lambda queue: False)
    assert deliver_missing(now=later) == 0
    monkeypatch.setattr(outbox, "queue_is_empty", lambda queue: True)
    assert deliver_missing(now=soon) == 0
    assert deliver_missing(now=later) == 1
    assert state(job) == "done"


def test_a_job_whose_kind_is_no_more_does_not_stop_the_others():
    gone, job = queue("gone"), queue("here")
    Job.objects.filter(pk=gone.pk).update(kind="of-an-older-release")
    assert deliver_missing(now=timezone.now()) == 1
    assert state(job) == "done"


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


def test_the_end_of_a_job_is_written_when_the_database_is_back(monkeypatch):
    job, real, tries = queue(), progress.finish, []

    def finish(attempt: progress.Attempt, *, result: Any) -> bool:
        tries.append(1)
        if len(tries) < 3:
            raise OperationalError("the server closed the connection")
        return real(attempt, result=result)

    monkeypatch.setattr(progress, "finish", finish)
    monkeypatch.setattr("config.jobs.run.RETRY_SECONDS", 0)
    # The test's own transaction stands for none, and its connection must stay.
    monkeypatch.setattr(
        "config.jobs.run.connection", SimpleNamespace(in_atomic_block=False, close=lambda: None)
    )
    carry_out(str(job.pk), lambda run: {"fine": True})
    assert (state(job), job.result, len(tries)) == ("done", {"fine": True}, 3)


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


def test_every_change_pokes_the_job_and_its_scope(person):
    boss = person("Foreman")

    def topics() -> set[str]:
        found = set(LiveEvent.objects.values_list("topic", flat=True))
        LiveEvent.objects.all().delete()
        return found

    job = queue(acting_user=boss)
    both = {f"job:{job.pk}", "tournament:7"}
    assert topics() == both
    attempt = start(job)
    assert topics() == both
    Run(attempt).advance(1, 2)
    assert topics() == both
    services.cancel(job_id=job.pk, acting_user=boss)
    assert topics() == both
    progress.stop(attempt)
    assert topics() == both


def test_queueing_and_cancelling_are_in_the_log_under_the_scope(person):
    boss = person("Foreman")
    job = queue(acting_user=boss)
    services.cancel(job_id=job.pk, acting_user=boss)
    log = Action.objects.filter(scope="tournament:7", subject_id=str(job.pk)).order_by("id")
    assert [(line.code, line.actor) for line in log] == [
        ("job-queued", boss),
        ("job-cancelled", boss),
    ]


def test_the_fragment_shows_progress_and_offers_cancelling_to_who_may(client, person):
    job = queue(acting_user=person("Creator"))
    Run(start(job)).advance(2, 3)
    address = f"/jobs/{job.pk}/fragment/"
    anonymous = client.get(address).content.decode()
    assert "2 of 3 steps" in anonymous
    assert f"/jobs/{job.pk}/cancel/" not in anonymous
    client.force_login(person("Foreman"), backend="django.contrib.auth.backends.ModelBackend")
    assert f"/jobs/{job.pk}/cancel/" in client.get(address).content.decode()


def test_a_job_of_a_private_kind_does_not_exist_for_strangers(client, person):
    creator = person("Creator")
    job = queue(kind="refuse", acting_user=creator)
    address = f"/jobs/{job.pk}/fragment/"
    assert client.get(address).status_code == 404
    client.force_login(creator, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(address).status_code == 200


def test_cancelling_by_page_needs_a_post_and_returns_to_where_it_came_from(client, person):
    creator = person("Creator")
    job = queue(acting_user=creator)
    address = f"/jobs/{job.pk}/cancel/"
    assert client.post(address).url.startswith("/account/sign-in/")
    client.force_login(creator, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(address).status_code == 405
    assert state(job) == "queued"
    assert client.post(address, {"next": "/t/x/desk/"}).url == "/t/x/desk/"
    assert state(job) == "cancelled"
    assert client.post(address, {"next": "https://elsewhere.example/"}).url == "/"


def test_cancelling_by_htmx_answers_with_the_job_as_it_is_now(client, person):
    creator = person("Creator")
    job = queue(acting_user=creator)
    client.force_login(creator, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post(f"/jobs/{job.pk}/cancel/", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert 'data-state="cancelled"' in answer.content.decode()


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
