"""The first command a newcomer types, as a real process."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings

from config import server
from tests.config.processes import DEADLINE, answers, wait_for_site

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
    """The embedded house on files of its own; ended as by Ctrl-C."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "up", f"--port={port}", *options],
        cwd=settings.ROOT,
        env={**CLEAN, "HORSEHIDE_VAR": str(var)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for_site(process, address)
        yield process, address
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(DEADLINE)
        except subprocess.TimeoutExpired:
            process.kill()
            raise


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.read()


@pytest.mark.worker
def test_the_house_comes_up_says_where_and_comes_up_again(tmp_path):
    with up(tmp_path) as (first, address):
        assert answers(f"{address}/")
        assert answers(f"{address}/static/css/site.css")
        assert answers(f"{address}/admin/login/")
    words = said(first)
    assert first.returncode == 0
    assert address in words
    assert "Demo accounts" in words
    assert words.count("@") >= 3
    with up(tmp_path, "--no-worker") as (second, address):
        assert answers(f"{address}/")
    again = said(second)
    assert second.returncode == 0
    assert "Making the demo" not in again
    assert "Demo accounts" in again


def test_a_busy_port_is_told_in_one_line_before_anything_is_touched(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert not server.is_free("127.0.0.1", port)
        answer = subprocess.run(
            [sys.executable, "manage.py", "up", f"--port={port}"],
            cwd=settings.ROOT,
            env={**CLEAN, "HORSEHIDE_VAR": str(tmp_path)},
            capture_output=True,
            text=True,
        )
    assert answer.returncode == 1
    assert f"--port {port + 1}" in answer.stderr
    assert answer.stderr.strip().count("\n") == 0
    assert not (tmp_path / "horsehide.sqlite3").exists()
    assert server.is_free("127.0.0.1", port)
