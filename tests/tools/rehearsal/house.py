"""A house of processes of its own, of which one is killed now and then and started again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from http.client import HTTPConnection, HTTPException
from random import Random
from time import monotonic, sleep

from django.conf import settings
from django.db import connections
from django.utils import timezone

from config.jobs.recovery import recover_all
from tournaments.demo_event.wires import AtAddress

PARTS = ("web", "web", "worker", "clock")
"""The processes; both of the web server listen at one address."""

APART = (12, 30)
"""Calls between two kills."""

LATEST_SECONDS = 0.04
"""A kill comes within this time after a call was sent: before, while and after it is served."""

LONGEST_START_SECONDS = 300.0

UNHURRIED = "1000000/min"

MOST_LOOKS = 150
"""For a part that has been killed and is not there again."""


class House:
    """Web server, worker and clock on this database, until the block is left."""

    victims: Sequence[str] = ("web", "web", "worker")
    """Who is killed, each before anybody is killed again."""

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
        self.doomed: list[str] = []
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
        # A client who calls while no process serves waits, and is not refused.
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
        return AtAddress(*self.address, strike=self.strike)

    @property
    def address(self) -> tuple[str, int]:
        """Host and port at which it is called."""
        host, port = self.door.getsockname()
        return str(host), int(port)

    def strike(self) -> None:
        """A call is under way: kill somebody, if it is time."""
        self.next -= 1
        if self.next > 0 or self.left <= 0:
            return
        self.next = self.random.randint(*APART)
        self.left -= 1
        if not self.doomed:
            self.doomed = self.random.sample(self.victims, len(self.victims))
        part = self.doomed.pop()
        sleep(self.random.random() * LATEST_SECONDS)
        self._kill(part)
        self.killed[part] += 1

    def _kill(self, part: str) -> None:
        at = self.random.choice([at for at, (name, _) in enumerate(self.processes) if name == part])
        self._end(self.processes[at][1])
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
        host, port = self.address
        deadline = monotonic() + LONGEST_START_SECONDS
        while monotonic() < deadline:
            if answers(host, port):
                return
            sleep(0.2)
        raise RuntimeError("The house does not come up.")


class EmbeddedHouse(House):
    """The house as ``manage.py up`` keeps it going: its children are killed, which it starts again,
    and so is it itself, which takes everybody with it."""

    victims = ("web", "worker", "supervisor")

    def __enter__(self) -> EmbeddedHouse:
        # Kept for those that come after it: it lets go of the port whenever it is killed.
        self.door.bind(("127.0.0.1", 0))
        self.port = int(self.door.getsockname()[1])
        self.door.close()
        self._start_again()
        return self

    @property
    def address(self) -> tuple[str, int]:
        return "127.0.0.1", self.port

    def _start_again(self) -> None:
        deadline = monotonic() + LONGEST_START_SECONDS
        while monotonic() < deadline:
            started = subprocess.Popen(
                [sys.executable, "manage.py", "up", f"--port={self.port}"],
                cwd=settings.ROOT,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            self.processes = [("supervisor", started)]
            # The children of the one before may not have let go of the port yet: then it ends.
            while started.poll() is None and monotonic() < deadline:
                if self.part_of("web") and answers(*self.address):
                    return
                sleep(0.2)
            self._end(started)
        raise RuntimeError("The house does not come up.")

    def _kill(self, part: str) -> None:
        if part == "supervisor":
            self._end(self.processes[0][1])
            self._start_again()
            return
        for _ in range(MOST_LOOKS):
            if victim := self.part_of(part):
                os.killpg(victim, signal.SIGKILL)
                return
            sleep(0.2)

    def part_of(self, part: str) -> int | None:
        """The process that is this part of the house now; it leads a session of its own."""
        listed = subprocess.run(
            ["ps", "-o", "pid=,stat=,args=", "--ppid", str(self.processes[0][1].pid)],
            capture_output=True,
            text=True,
        )
        rows = [line.split(maxsplit=2) for line in listed.stdout.splitlines()]
        return next(
            (
                int(pid)
                for pid, stat, command in rows
                if f" {part} " in f"{command} " and not stat.startswith("Z")
            ),
            None,
        )


def answers(host: str, port: int) -> bool:
    """Whether the house answers there."""
    line = HTTPConnection(host, port, timeout=LONGEST_START_SECONDS)
    try:
        line.request("GET", "/health/live")
        line.getresponse().read()
    except (OSError, HTTPException):
        return False
    finally:
        line.close()
    return True
