"""A job from being queued to its end: what is done, refused, cancelled, logged and shown."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from config.jobs import progress, services
from config.jobs.models import Job
from config.jobs.run import MakesWay, Run, carry_out
from config.journal.models import Action
from config.live.models import LiveEvent
from config.refusals import Refused
from tests.builders import browser
from tests.config.queued_jobs import queue, start, state

pytestmark = [pytest.mark.servers("jobs"), pytest.mark.django_db]


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


@pytest.mark.parametrize(("asked", "said"), [(2, None), (2, 2), (0, None), (0, 2)])
def test_a_job_may_have_more_to_do_than_when_it_was_asked_for(asked, said):
    job = queue(total=asked)
    attempt = start(job)
    for done in (1, 2, 3):
        assert progress.advance(attempt, done=done, total=said)
    job.refresh_from_db()
    assert (job.done, job.total) == (3, 3 if asked or said else 0)
    assert progress.finish(attempt, result=None)
    assert state(job) == "done"


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
