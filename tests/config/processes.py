"""Other processes of the house, for tests: started, waited for by condition, and ended."""

import json
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

from django.db import connection

DEADLINE = 180.0


def eventually(condition: Callable[[], bool], what: str) -> None:
    """Wait for something another process does; the deadline is only for when it never does."""
    deadline = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < deadline, f"waited {DEADLINE:.0f} s in vain: {what}"
        time.sleep(0.05)


def recovered(
    condition: Callable[[], bool], what: str, record: Callable[[str, object], None]
) -> None:
    """Wait for something to be well again, and have the seconds told when the tests are over:
    ``record`` is pytest's ``record_property``. They are a figure, and no test is held against it.
    """
    began = time.monotonic()
    eventually(condition, what)
    record(RECOVERED, (what, round(time.monotonic() - began, 1)))


RECOVERED = "recovered"
"""The property of a test under which it says what came back after how many seconds."""


def answers(address: str) -> bool:
    """Whether somebody answers there, and well."""
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def get(address: str) -> Any:
    """What is answered there, as JSON, with whatever status."""
    try:
        with urllib.request.urlopen(address, timeout=DEADLINE) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return json.load(error)


def wait_for_site(process: subprocess.Popen[str], address: str) -> None:
    """Wait until a starting site answers; fail with its words if it ends instead."""

    def ready() -> bool:
        assert process.poll() is None, f"the site ended: {process.communicate()}"
        return answers(f"{address}/health/live")

    eventually(ready, "the site to answer")


def database_url() -> str:
    """The test database's address, for another process."""
    facts = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{facts['NAME']}"
    return (
        f"postgres://{facts['USER']}:{facts['PASSWORD']}@{facts['HOST']}:{facts['PORT']}"
        f"/{facts['NAME']}"
    )


def children(parent: int) -> list[int]:
    """The processes that this one has started and that still run."""
    listed = subprocess.run(
        ["ps", "-o", "pid=,stat=", "--ppid", str(parent)], capture_output=True, text=True
    )
    rows = [line.split() for line in listed.stdout.splitlines()]
    return [int(pid) for pid, stat in rows if not stat.startswith("Z")]
