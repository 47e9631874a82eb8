"""Jobs through a real worker process and a real broker: what eager tests cannot see.

What depends on the broker runs with both. What a worker does about itself (silence, stuck jobs) is
the same with either, and is shown with the servers'.
"""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from config.celery import app
from config.jobs import heartbeats, probes, services
from config.jobs.clock import Watch
from config.jobs.models import Heartbeat, Job
from config.jobs.probes import ask_queues
from config.jobs.recovery import recover_all
from config.people.models import OutgoingMail
from tests.builders import browser, director_of, league, person
from tests.config.processes import DEADLINE, children, database_url, eventually, recovered
from tournaments.sending.selectors import Sent

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Messages go out for once, to the broker of this test process."""
    monkeypatch.setattr(app.conf, "task_always_eager", False)
    (settings.VAR / "go-on").unlink(missing_ok=True)
    yield
    app.control.purge()


@contextmanager
def working(printed: Path | None = None, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        stdout=printed.open("wb") if printed else None,
        args=[sys.executable, "manage.py", "worker", "--tied", "--workers=1"],
        cwd=settings.ROOT,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.config.worker_settings",
            "DATABASE_URL": database_url(),
            "HORSEHIDE_VAR": str(settings.VAR),
            **environment,
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


def test_a_job_whose_worker_was_killed_is_recovered_and_done_once(broker, record_property):
    job = queue("cut-off", kind="hold", arguments={"folder": str(settings.VAR)})
    with working() as process:
        eventually(lambda: state(job) == "running" and job.done == 1, "the job to be half done")
        os.killpg(process.pid, 9)
    assert state(job) == "running"
    (settings.VAR / "go-on").touch()
    recover_all(now=job.heartbeat_at)
    with working():
        recovered(
            lambda: state(job) == "done", "a job whose worker was killed, done", record_property
        )
    assert (job.attempt, job.done) == (2, 2)


def test_without_a_mail_server_the_worker_prints_sign_in_links_whole(broker, tmp_path):
    person("Casey")
    Client().post("/account/link/", {"email": "casey@example.org"})
    printed = tmp_path / "printed"
    with working(printed):
        eventually(lambda: not OutgoingMail.objects.exists(), "the mail to be printed")
    [link] = re.findall(r"http://\S+(/account/enter/\S+)", printed.read_text())
    assert Client().post(link).url == "/"


def test_nobody_waits_for_a_mail_server_that_never_answers(broker, monkeypatch):
    report = Sent("winner", "Winner", "Text", (), (), "")
    made = league(4)
    director = browser(director_of(made))
    monkeypatch.setattr("tournaments.sending.services.ready", lambda *_: report)
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        server = f"smtp://127.0.0.1:{silent.getsockname()[1]}"
        with working(EMAIL_URL=server, EMAIL_TIMEOUT="2"):
            body = {"act": "mail", "kind": "winner", "to": "web@example.org"}
            assert director.post(f"/t/{made.slug}/reports/send/", body).status_code == 302
            eventually(lambda: OutgoingMail.objects.get().tries == 1, "the mail to be tried")
            # The worker hangs on the server, and holds no lock.
            assert OutgoingMail.objects.get().error == ""
            assert director.post("/account/profile/", {"name": "Dana"}).status_code == 302
            eventually(lambda: OutgoingMail.objects.get().error, "the try to end")
    assert "timed out" in OutgoingMail.objects.get().error


@pytest.mark.served
def test_a_worker_shows_that_it_lives_by_taking_messages(broker):
    began = timezone.now()
    ask_queues(now=began)
    later = began + heartbeats.SILENT * 2
    assert probes.longest_wait(now=later) == heartbeats.SILENT * 2
    heartbeats.beat(Heartbeat.Part.WORKER)
    assert not probes.messages_are_taken(now=later)
    with working():
        eventually(lambda: probes.longest_wait(now=later) == timedelta(0), "it to take messages")
    assert probes.messages_are_taken(now=timezone.now())


@pytest.mark.served
def test_a_job_whose_pool_process_was_killed_is_found_by_its_silence(
    broker, monkeypatch, record_property
):
    job = queue("lost", kind="hold", arguments={"folder": str(settings.VAR)})
    with working() as process:
        eventually(lambda: state(job) == "running" and job.done == 1, "the job to be half done")
        beaten = job.heartbeat_at
        eventually(lambda: state(job) == "running" and job.heartbeat_at > beaten, "its heartbeat")
        [at_work] = children(process.pid)
        os.kill(at_work, signal.SIGKILL)
        eventually(lambda: at_work not in children(process.pid), "the process to be dead")
        (settings.VAR / "go-on").touch()
        monkeypatch.setattr("config.jobs.heartbeats.SILENT", timedelta(0))
        monkeypatch.setattr("config.jobs.recovery.SILENT", timedelta(0))
        assert Watch(timezone.now()).turn(timezone.now())
        recovered(
            lambda: state(job) == "done",
            "a job whose pool process was killed, done",
            record_property,
        )
    assert (job.attempt, job.done) == (2, 2)


@pytest.mark.served
@pytest.mark.skipif(os.name == "nt", reason="Threads cannot be ended there.")
def test_a_job_that_is_stuck_is_ended_with_its_process_and_what_waits_behind_it_is_done(
    broker, person
):
    stuck, cancelled = queue("stuck", kind="stick"), queue("cancelled", kind="stick")
    behind = queue("behind")
    with working(JOB_PATIENCE_SECONDS="3") as process:
        eventually(lambda: state(stuck) == "running" and stuck.done == 1, "the job to be stuck")
        [at_work] = children(process.pid)
        eventually(lambda: state(stuck) == "failed", "the stuck job to be ended")
        assert stuck.error == "Ended: it made no progress for 3 s."
        eventually(lambda: state(cancelled) == "running", "the next one to be stuck")
        services.cancel(job_id=cancelled.pk, acting_user=person("Foreman"))
        eventually(lambda: state(cancelled) != "running", "the cancelled job to be over")
        eventually(lambda: state(behind) == "done", "the job behind them")
        assert at_work not in children(process.pid)


@pytest.mark.served
def test_a_worker_that_takes_no_messages_begins_anew(broker, record_property):
    (settings.VAR / "deaf").touch()
    with working(HORSEHIDE_DEAF=str(settings.VAR / "deaf"), WORKER_PATIENCE_SECONDS="3"):
        eventually(lambda: not (settings.VAR / "deaf").exists(), "the worker to stop listening")
        job = queue("waits")
        recovered(lambda: state(job) == "done", "a deaf worker's message", record_property)


@pytest.mark.skipif(
    not settings.EMBEDDED_BROKER, reason="Messages are files with the embedded broker only."
)
def test_a_message_that_is_none_is_set_aside_and_the_worker_goes_on(broker):
    folder = settings.VAR / "messages"
    before = queue("before")
    [good] = folder.glob("*.long.msg")
    whole = good.read_bytes()
    bad = {
        "empty": b"",
        "cut": whole[: len(whole) // 2],
        "other": b"\xff\xfe not text",
        "list": b"[]",
        "bare": b"{}",
        "nested": b"[" * 100_000,
        "body": whole.replace(b'"body": "', b'"body": "AAAA'),
        "headers": whole.replace(b'"headers": {', b'"headers": null, "x": {'),
    }
    for name, content in bad.items():
        (folder / f"000_{name}.long.msg").write_bytes(content)
    (folder / "000_folder.long.msg").mkdir()
    with working():
        eventually(lambda: state(before) == "done", "the job behind the bad messages")
        after = queue("after")
        eventually(lambda: state(after) == "done", "a job that came later")
    aside = {file.name for file in (settings.VAR / "unreadable").iterdir()}
    assert aside == {f"000_{name}.long.msg" for name in [*bad, "folder"]}
    assert not list(folder.glob("*.long.msg"))


def state(job: Job) -> str:
    job.refresh_from_db()
    return job.state
