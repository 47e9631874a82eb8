"""Other processes of the house, for tests: started, waited for by condition, and ended."""

import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable

from django.db import connection

DEADLINE = 60.0


def eventually(condition: Callable[[], bool], what: str) -> None:
    """Wait for something another process does; the deadline is only for when it never does."""
    deadline = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < deadline, f"waited {DEADLINE:.0f} s in vain: {what}"
        time.sleep(0.05)


def answers(address: str) -> bool:
    """Whether somebody answers there, and well."""
    try:
        with urllib.request.urlopen(address, timeout=DEADLINE) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, ConnectionError):
        return False


def wait_for_site(process: subprocess.Popen[str], address: str) -> None:
    """Wait until a starting site answers; fail with its words if it ends instead."""

    def ready() -> bool:
        assert process.poll() is None, f"the site ended: {process.communicate()}"
        return answers(f"{address}/health/ready")

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
