"""One job through a real worker process and a real broker: what eager tests cannot see."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.conf import settings

from config.celery import app
from config.jobs import services
from config.jobs.broker import make_folders
from config.jobs.models import Job
from tests.config.processes import DEADLINE, database_url, eventually

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Messages go out for once, to the broker of this test process."""
    make_folders()
    monkeypatch.setattr(app.conf, "task_always_eager", False)
    yield
    app.control.purge()


@contextmanager
def working() -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "manage.py", "worker", "--tied", "--workers=1"],
        cwd=settings.ROOT,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.config.worker_settings",
            "DATABASE_URL": database_url(),
            "HORSEHIDE_VAR": str(settings.VAR),
        },
        stdin=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        assert process.stdin is not None
        process.stdin.close()
        try:
            process.wait(DEADLINE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise


def queue(key: str, **changes: object) -> Job:
    return services.enqueue(
        **{
            "kind": "count",
            "key": key,
            "scope": "tournament:1",
            "label": "Counting",
            "arguments": {"to": 5},
            "acting_user": None,
            **changes,
        }
    )


def test_a_real_worker_does_the_jobs_and_ends_with_its_parent(broker):
    before = queue("before")
    with working() as process:
        eventually(lambda: state(before) == "done", "the job queued before the worker came")
        after = queue("after")
        broken = queue("broken", kind="break")
        eventually(lambda: state(after) == "done", "the job queued while the worker waited")
        eventually(lambda: state(broken) == "failed", "the job that fails")
        assert after.result == {"counted": 5}
    assert process.returncode is not None


def test_a_job_whose_worker_was_killed_is_recovered_and_done_once(broker):
    job = queue("cut-off", kind="hold", arguments={"folder": str(settings.VAR)})
    with working() as process:
        eventually(lambda: state(job) == "running" and job.done == 1, "the job to be half done")
        os.killpg(process.pid, 9)
    assert state(job) == "running"
    (settings.VAR / "go-on").touch()
    services.recover_interrupted(now=job.heartbeat_at, all_of_them=True)
    with working():
        eventually(lambda: state(job) == "done", "the recovered job")
    assert (job.attempt, job.done) == (2, 2)


def state(job: Job) -> str:
    job.refresh_from_db()
    return job.state
