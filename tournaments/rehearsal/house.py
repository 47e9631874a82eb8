"""A house of processes of its own, of which one is killed now and then and started again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from http.client import HTTPConnection, HTTPException
from random import Random
from time import monotonic, sleep

from django.conf import settings
from django.db import connections
from django.utils import timezone

from config.jobs.recovery import recover_all
from tournaments.rehearsal.wires import AtAddress

PARTS = ("web", "web", "worker", "clock")
"""The processes; both of the web server listen at one address."""

VICTIMS = ("web", "web", "worker")
"""Who is killed, of each three times."""

APART = (12, 30)
"""Calls between two kills."""

LATEST_SECONDS = 0.04
"""A kill comes within this time after a call was sent: before, while and after it is served."""

LONGEST_START_SECONDS = 120.0

UNHURRIED = "1000000/min"


class House:
    """Web server, worker and clock on this database, until the block is left."""

    def __init__(
        self,
        *,
        seed: str,
        kills: int,
        environment: Mapping[str, str] | None = None,
        say: Callable[[str], object] = print,
    ) -> None:
        self.random = Random(f"chaos/{seed}")
        self.left = kills
        self.say = say
        self.killed: Counter[str] = Counter()
        self.next = self.random.randint(*APART)
        self.door = socket.socket()
        self.environment = {
            **os.environ,
            "HTTPS": "False",
            "ALLOWED_HOSTS": "127.0.0.1,localhost",
            "API_USER_RATE": UNHURRIED,
            "API_WRITE_RATE": UNHURRIED,
            "API_ANONYMOUS_RATE": UNHURRIED,
            **(environment or {}),
        }
        self.processes: list[tuple[str, subprocess.Popen[bytes]]] = []

    def __enter__(self) -> House:
        self.door.bind(("127.0.0.1", 0))
        # Whoever calls while nobody serves waits, and is not refused.
        self.door.listen(64)
        self.processes = [(part, self._start(part)) for part in PARTS]
        self._wait()
        return self

    def __exit__(self, *exception: object) -> None:
        for _, process in self.processes:
            self._end(process)
        self.door.close()

    @property
    def wire(self) -> AtAddress:
        """The way to it, with kills on the way."""
        host, port = self.door.getsockname()
        return AtAddress(host, port, strike=self.strike)

    def strike(self) -> None:
        """A call is under way: kill somebody, if it is time."""
        self.next -= 1
        if self.next > 0 or self.left <= 0:
            return
        self.next = self.random.randint(*APART)
        self.left -= 1
        part = self.random.choice(VICTIMS)
        at = self.random.choice([at for at, (name, _) in enumerate(self.processes) if name == part])
        sleep(self.random.random() * LATEST_SECONDS)
        self._end(self.processes[at][1])
        self.killed[part] += 1
        if part == "worker" and settings.EMBEDDED_BROKER:
            # It is the only one: whatever is not over was interrupted.
            recover_all(now=timezone.now())
            connections.close_all()
        self.processes[at] = (part, self._start(part))

    def _start(self, part: str) -> subprocess.Popen[bytes]:
        where = [f"--fd={self.door.fileno()}"] if part == "web" else []
        return subprocess.Popen(
            [sys.executable, "manage.py", part, *where, "--tied"],
            cwd=settings.ROOT,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(self.door.fileno(),),
            # A worker has processes of its own, which are killed with it.
            start_new_session=True,
        )

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if process.stdin is not None:
            process.stdin.close()

    def _wait(self) -> None:
        host, port = self.door.getsockname()
        deadline = monotonic() + LONGEST_START_SECONDS
        while monotonic() < deadline:
            line = HTTPConnection(host, port, timeout=LONGEST_START_SECONDS)
            try:
                line.request("GET", "/health/live")
                line.getresponse().read()
            except (OSError, HTTPException):
                sleep(0.2)
            else:
                return
            finally:
                line.close()
        raise RuntimeError("The house does not come up.")
