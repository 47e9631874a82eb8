"""Jobs whose worker dies, or whose queue or database is away: they go on, nothing is done twice."""

from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import kombu.exceptions
import pytest
from django.db import OperationalError
from django.utils import timezone

from config.jobs import outbox, progress, services
from config.jobs.heartbeats import SILENT
from config.jobs.kinds import REGISTRY
from config.jobs.models import Job
from config.jobs.outbox import TAKEN_UP, deliver_missing
from config.jobs.recovery import recover_all, recover_interrupted
from config.jobs.run import Run, Stopped, carry_out
from tests.config.queued_jobs import queue, start, state

pytestmark = [pytest.mark.servers("jobs"), pytest.mark.django_db]


def test_a_job_that_lost_its_database_goes_back_into_the_queue():
    job = queue()

    def lose_the_database(run: Run) -> None:
        raise OperationalError("the server closed the connection")

    carry_out(str(job.pk), lose_the_database)
    assert state(job) == "queued"
    assert job.sent_at is None, "the clock sends it on"


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
