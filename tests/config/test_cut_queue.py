"""Workers whose queue is cut off while their hands are full."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings

from config.celery import app
from config.jobs import services
from config.jobs.models import Job
from tests.config.processes import DEADLINE, database_url, eventually, recovered
from tests.config.wires import Forwarder

pytestmark = [pytest.mark.served, pytest.mark.worker, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Iterator[Forwarder]:
    """The worker's wire to Redis; this process has one of its own, which is whole."""
    monkeypatch.setattr(app.conf, "task_always_eager", False)
    app.control.purge()
    redis = urlsplit(os.environ["REDIS_URL"])
    yield Forwarder(str(redis.hostname), redis.port or 6379)
    app.control.purge()


@contextmanager
def working(wire: Forwarder, var: Path) -> Iterator[subprocess.Popen[bytes]]:
    path = urlsplit(os.environ["REDIS_URL"]).path
    process = subprocess.Popen(
        [sys.executable, "manage.py", "worker", "--workers=2"],
        cwd=settings.ROOT,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.config.worker_settings",
            "DATABASE_URL": database_url(),
            "REDIS_URL": f"redis://127.0.0.1:{wire.port}{path}",
            "HORSEHIDE_VAR": str(var),
        },
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(DEADLINE)


def queue(key: str, kind: str, folder: Path) -> Job:
    return services.enqueue(
        kind=kind,
        key=key,
        scope="tournament:1",
        label=key,
        arguments={"folder": str(folder), "to": 2},
        acting_user=None,
    )


def states(jobs: list[Job]) -> set[str]:
    return set(Job.objects.filter(pk__in=[job.pk for job in jobs]).values_list("state", flat=True))


@pytest.mark.parametrize("how", ["cut", "silent"])
def test_two_workers_cut_off_with_their_hands_full_do_what_waits_when_it_is_back(
    wire, tmp_path, record_property, how
):
    held = [queue(f"held-{number}", "hold", tmp_path) for number in range(2)]
    waiting = [queue(f"waiting-{number}", "count", tmp_path) for number in range(6)]
    began = time.monotonic()
    with working(wire, tmp_path):
        eventually(
            lambda: Job.objects.filter(pk__in=[job.pk for job in held], done=1).count() == 2,
            "both workers to have their hands full",
        )
        # A worker's start is the measure of how fast this machine is.
        start = time.monotonic() - began
        with getattr(wire, how)():
            (tmp_path / "go-on").touch()
            eventually(lambda: states(held) == {"done"}, "what was at hand to be done")
            eventually(lambda: wire.in_vain > 0, "the workers to try in vain to say so")
        back = time.monotonic()
        recovered(lambda: states(waiting) == {"done"}, f"{how}: what waited", record_property)
        assert time.monotonic() - back < 20 + 2 * start
