"""What is kept for a while only, and what is kept for ever."""

from datetime import timedelta

import pytest
from axes.models import AccessFailureLog, AccessLog
from celery import current_app
from django.conf import settings as chosen
from django.utils import timezone

from config import retention
from config.jobs.models import Job
from config.journal.models import Action
from config.notices.models import Notice
from config.people.models import Session
from config.tasks import forget_what_is_old
from tests.builders import person

pytestmark = [pytest.mark.servers("jobs"), pytest.mark.django_db]

NOW = timezone.now()


def ago(days):
    return NOW - timedelta(days=days)


def job(state, days, name):
    over = None if state in Job.LIVE else ago(days)
    return Job.objects.create(
        kind="count", key=name, scope="x:1", label=name, state=state, finished_at=over
    )


def lines(*days):
    for day in days:
        Action.objects.create(code="c", scope="x:1", at=ago(day), subject_label=str(day))


def test_jobs_that_were_over_long_ago_are_forgotten_and_no_other():
    for state in ("done", "failed", "cancelled"):
        job(state, 91, f"old-{state}")
        job(state, 89, f"new-{state}")
    Job.objects.filter(pk=job("queued", 0, "waits").pk).update(created_at=ago(900))
    job("running", 0, "runs")
    assert retention.forget(now=NOW)["jobs.job"] == 3
    kept = set(Job.objects.values_list("key", flat=True))
    assert kept == {"new-done", "new-failed", "new-cancelled", "waits", "runs"}


def test_notices_of_what_is_long_over_are_forgotten_and_those_that_wait_stay():
    user = person("Reader")
    for key, over in (("old", ago(91)), ("new", ago(89)), ("waits", None)):
        Notice.objects.create(
            user=user, kind="k", key=key, title=key, url="/", scope="x:1", over_at=over
        )
    assert retention.forget(now=NOW)["notices.notice"] == 1
    assert set(Notice.objects.values_list("key", flat=True)) == {"new", "waits"}


def test_sign_ins_and_sessions_that_have_lapsed_are_forgotten():
    for model in (AccessLog, AccessFailureLog):
        for days in (10, 100):
            row = model.objects.create(username=str(days))
            model.objects.filter(pk=row.pk).update(attempt_time=ago(days))
    for key, days in (("over", 1), ("open", -1)):
        Session.objects.create(session_key=key, session_data="", expire_date=ago(days))
    retention.forget(now=NOW)
    assert AccessLog.objects.get().username == AccessFailureLog.objects.get().username == "10"
    assert Session.objects.get().session_key == "open"


def test_the_log_is_kept_for_ever_unless_the_house_says_otherwise(settings):
    lines(1, 40, 4000)
    retention.forget(now=NOW)
    assert Action.objects.count() == 3
    settings.LOG_KEPT_DAYS = 30
    assert retention.forget(now=NOW)["journal.action"] == 2
    assert Action.objects.get().subject_label == "1"


def test_nought_days_is_for_ever(settings):
    settings.JOBS_KEPT_DAYS = settings.SIGN_INS_KEPT_DAYS = 0
    job("done", 5000, "old")
    assert "jobs.job" not in retention.forget(now=NOW)
    assert Job.objects.exists()


def test_many_rows_go_batch_by_batch(settings, monkeypatch, django_assert_max_num_queries):
    monkeypatch.setattr(retention, "BATCH", 2)
    settings.LOG_KEPT_DAYS = 1
    lines(*range(2, 9))
    assert retention.forget(now=NOW)["journal.action"] == 7
    assert not Action.objects.exists()


def test_every_task_of_the_clock_exists_and_forgets():
    current_app.loader.import_default_modules()
    for entry in chosen.CELERY_BEAT_SCHEDULE.values():
        assert entry["task"] in current_app.tasks
    job("done", 91, "old")
    assert forget_what_is_old.delay().get()["jobs.job"] == 1
