"""The first command a newcomer types, as a real process."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.core.management import call_command

from config.management.commands import up as up_command
from config.supervisor import Child, Supervisor
from tests.config.processes import (
    DEADLINE,
    answers,
    children,
    eventually,
    get,
    recovered,
    wait_for_site,
)

CLEAN = {
    name: value
    for name, value in os.environ.items()
    if name not in {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE"}
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def up(var: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The embedded house on files of its own; ended as by Ctrl-C.

    What it says goes to a file: a pipe that nobody reads is full after some hundred lines of
    the log, and the house would stand still in the middle of a line.
    """
    port = free_port()
    with words_of(var).open("w") as words:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "up", f"--port={port}", *options],
            cwd=settings.ROOT,
            # The league alone: what is killed here is the job that a test asks for.
            env={**CLEAN, "HORSEHIDE_VAR": str(var), "DEMO_EVENT": "False"},
            stdout=words,
            stderr=subprocess.STDOUT,
            text=True,
        )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for_site(process, address)
        # It answers before it says so.
        eventually(lambda: address in words_of(var).read_text(), "the house to say where it is")
        yield process, address
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(DEADLINE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise


def up_at_once(var: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """The command, where it is to be refused."""
    return subprocess.run(
        [sys.executable, "manage.py", "up", *(options or [f"--port={free_port()}"])],
        cwd=settings.ROOT,
        env={**CLEAN, "HORSEHIDE_VAR": str(var)},
        capture_output=True,
        text=True,
        timeout=120,
    )


def words_of(var: Path) -> Path:
    """The file with what the house on these files says."""
    return var.with_name(f"{var.name}.words")


@pytest.mark.worker
def test_the_house_comes_up_says_where_and_comes_up_again(tmp_path):
    with up(tmp_path) as (first, address):
        assert answers(f"{address}/")
        assert answers(f"{address}/static/css/site.css")
        assert answers(f"{address}/admin/login/")
        kept = [tmp_path / "secret-key", *tmp_path.glob("horsehide.sqlite3*")]
        assert [file.name for file in kept if file.stat().st_mode & 0o077] == []
        second = up_at_once(tmp_path)
        assert second.returncode == 1
        assert f"already: {address}." in second.stderr
        assert second.stderr.strip().count("\n") == 0
    words = words_of(tmp_path).read_text()
    assert first.returncode == 0
    assert address in words
    assert "Demo accounts" in words
    assert words.count("@") >= 3
    with up(tmp_path, "--no-worker") as (second, address):
        assert answers(f"{address}/")
    again = words_of(tmp_path).read_text()
    assert second.returncode == 0
    assert "Making the demo" not in again
    assert "Demo accounts" in again


@pytest.mark.embedded
@pytest.mark.parametrize("keeps_no_bytecode", [False, True])
def test_every_process_of_the_site_is_given_the_same_address_and_its_bytecode(
    monkeypatch, keeps_no_bytecode
):
    started: list[Child] = []
    monkeypatch.setattr(Child, "look", lambda child: started.append(child))
    for name in ("call_command", "collect_if_changed", "told_to_end"):
        monkeypatch.setattr(up_command, name, lambda *words, **options: None)
    monkeypatch.setattr(up_command.Command, "seed", lambda command: None)
    monkeypatch.setattr(up_command.Command, "is_up", lambda command, *facts: True)
    monkeypatch.setattr(up_command.Command, "greet", lambda command, *facts: None)
    monkeypatch.setattr(Supervisor, "watch", lambda self, over: [c.look() for c in self.children])
    monkeypatch.setattr(Supervisor, "end", lambda self: None)
    monkeypatch.setattr(sys, "dont_write_bytecode", keeps_no_bytecode)
    port = free_port()
    call_command("up", port=port)
    web, *others = (child.environment for child in dict.fromkeys(started))
    bytecode = {
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPYCACHEPREFIX": str(settings.VAR / "bytecode"),
    }
    address = {"SITE_ADDRESS": f"http://127.0.0.1:{port}"}
    assert web == (address | bytecode if keeps_no_bytecode else address)
    assert others == [web] * 3


QUEUE_A_LONG_JOB = """
from tournaments.models import Tournament
from tournaments.services.play_out import queue_play_out
from config.people.models import User
boss = User.objects.filter(is_staff=True).first() or User.objects.first()
for tournament in Tournament.objects.filter(state="running"):
    print(queue_play_out(tournament=tournament, acting_user=boss).pk)
    break
"""


@pytest.mark.long
@pytest.mark.embedded
@pytest.mark.worker
@pytest.mark.skipif(os.name == "nt", reason="Nobody is killed by signals there.")
def test_whoever_of_the_house_is_killed_is_started_again_and_the_work_goes_on(
    tmp_path, record_property
):
    with up(tmp_path) as (process, address):

        def ready() -> bool:
            return bool(get(f"{address}/health/ready")["status"] == "ok")

        def named(name: str) -> list[int]:
            return [pid for pid in children(process.pid) if f" {name} " in command_line(pid)]

        eventually(ready, "worker and clock to show that they live")
        queued = subprocess.run(
            [sys.executable, "manage.py", "shell", "--verbosity=0", "--command", QUEUE_A_LONG_JOB],
            cwd=settings.ROOT,
            env={**CLEAN, "HORSEHIDE_VAR": str(tmp_path)},
            capture_output=True,
            text=True,
        )
        assert queued.stdout.strip(), queued.stderr
        key = UUID(queued.stdout.strip()).hex

        def job() -> Any:
            with closing(sqlite3.connect(tmp_path / "horsehide.sqlite3")) as database:
                rows = database.execute(
                    "SELECT state, done, total FROM jobs_job WHERE id = ?", [key]
                )
                return rows.fetchone()

        eventually(lambda: job()[1] > 0, "the job to get going")
        for name in ("--queue=long", "clock", "web"):
            [child] = named(name)
            pool = children(child)
            os.kill(child, signal.SIGKILL)
            recovered(
                lambda n=name, c=child: named(n) not in ([], [c]),
                f"another {name} after kill -9",
                record_property,
            )
            eventually(lambda p=pool: not any(map(runs, p)), "nothing to be left behind")
            recovered(
                lambda: answers(f"{address}/health/live"),
                f"pages after kill -9 of the {name}",
                record_property,
            )
        recovered(lambda: job()[0] == "done", "the job that was killed, done", record_property)
        assert job()[1] == job()[2]
        recovered(ready, "the whole house ready again after that", record_property)


def command_line(pid: int) -> str:
    return f"{listed(pid, 'args=')} "


def runs(pid: int) -> bool:
    return listed(pid, "stat=")[:1] not in {"", "Z"}


def listed(pid: int, what: str) -> str:
    answer = subprocess.run(["ps", "-o", what, "-p", str(pid)], capture_output=True, text=True)
    return answer.stdout.strip()


@pytest.mark.long
def test_a_busy_port_is_told_in_one_line_before_anything_is_touched(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        answer = up_at_once(tmp_path, f"--port={port}")
    assert answer.returncode == 1
    assert f"--port {port + 1}" in answer.stderr
    assert answer.stderr.strip().count("\n") == 0
    assert not (tmp_path / "horsehide.sqlite3").exists()


@pytest.mark.parametrize("kind", ["file", "below a file", "no folder can be made"])
def test_a_folder_that_cannot_be_written_is_named_with_the_reason(tmp_path, kind):
    (tmp_path / "file").write_text("")
    folder, why = {
        "file": (tmp_path / "file", "File exists"),
        "below a file": (tmp_path / "file" / "var", "Not a directory"),
        "no folder can be made": (Path("/proc/horsehide"), "No such file or directory"),
    }[kind]
    answer = up_at_once(folder)
    assert answer.returncode == 1
    assert f"cannot write to {folder}: {why}." in answer.stderr
    assert answer.stderr.strip().count("\n") == 0


@pytest.mark.long
def test_an_empty_site_gets_its_first_account_on_a_page(tmp_path):
    with up(tmp_path, "--empty", "--no-worker") as (_, address):
        words = words_of(tmp_path).read_text()
        [first] = re.findall(rf"  ({address}/account/first/\S+/)", words)
        assert "Demo" not in words
        assert answers(first)
