"""The site on a scratch database in processes of its own, and what they use."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from urllib.request import urlopen

from django.conf import settings
from django.db import connection

WORKERS = (["worker", "--queue=short"], ["worker", "--queue=long"], ["clock"])


@dataclass(frozen=True)
class Stage:
    """A scratch database, a folder for what the site writes, and how many processes serve it."""

    database: str
    var: Path
    processes: int

    @contextmanager
    def site(self) -> Iterator[tuple[int, int]]:
        """The port of the served site, and the number of its first process."""
        with socket.socket() as door:
            door.bind(("127.0.0.1", 0))
            port = int(door.getsockname()[1])
        self._run("collectstatic", "--noinput", "--verbosity=0").wait()
        process = self._run("web", f"--port={port}", f"--processes={self.processes}")
        try:
            begin = perf_counter()
            while not _answers(port):
                if process.poll() is not None or perf_counter() - begin > 120:
                    raise RuntimeError("The site did not start.")
                with suppress(subprocess.TimeoutExpired):
                    process.wait(0.2)
            yield port, process.pid
        finally:
            _end([process])

    @contextmanager
    def workers(self) -> Iterator[list[int]]:
        """The numbers of the two workers and the clock."""
        started = [self._run(*command) for command in WORKERS]
        try:
            yield [process.pid for process in started]
        finally:
            _end(started)

    def _run(self, *command: str) -> subprocess.Popen[bytes]:
        environment = {
            "DATABASE_URL": self._address(),
            "HORSEHIDE_VAR": str(self.var),
            "ALLOWED_HOSTS": "127.0.0.1",
            "HTTPS": "False",
            "SECRET_KEY": settings.SECRET_KEY,
            "LOG_LEVEL": "ERROR",
            "API_WRITE_RATE": "10000/min",
            "API_USER_RATE": "10000/min",
            "LIVE_STREAMS_PER_ADDRESS": "1000",
        }
        return subprocess.Popen(
            [sys.executable, "manage.py", *command],
            cwd=settings.ROOT,
            env={**os.environ, **environment},
            start_new_session=True,
        )

    def _address(self) -> str:
        facts = connection.settings_dict
        if connection.vendor == "sqlite":
            return f"sqlite:///{self.database}"
        password = f":{facts['PASSWORD']}" if facts["PASSWORD"] else ""
        host = f"{facts['HOST'] or '127.0.0.1'}:{facts['PORT'] or 5432}"
        return f"postgres://{facts['USER']}{password}@{host}/{self.database}"


def _answers(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/health/live", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _end(processes: Sequence[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
    for process in processes:
        with suppress(subprocess.TimeoutExpired):
            process.wait(20)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def family_of(parent: int) -> dict[int, int]:
    """The ticks of processor time so far of a process and of all that it has started, by number."""
    parents: dict[int, int] = {}
    used: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, IndexError, ValueError):
            facts = stat.read_text().rpartition(")")[2].split()
            pid = int(stat.parent.name)
            parents[pid], used[pid] = int(facts[1]), int(facts[11]) + int(facts[12])

    def is_ours(pid: int) -> bool:
        while pid in parents and pid != parent:
            pid = parents[pid]
        return pid == parent

    return {pid: ticks for pid, ticks in used.items() if is_ours(pid)}


def cpu_of(parent: int) -> float:
    """Seconds of processor time so far of a process and of all that it has started."""
    return sum(family_of(parent).values()) / os.sysconf("SC_CLK_TCK")


def memory_of(parents: Sequence[int]) -> dict[int, float]:
    """Resident megabytes of these processes and of all that they have started."""
    found = {}
    for pid in {pid for parent in parents for pid in family_of(parent)}:
        with suppress(OSError, StopIteration):
            lines = Path(f"/proc/{pid}/status").read_text().splitlines()
            resident = next(line for line in lines if line.startswith("VmRSS:"))
            found[pid] = int(resident.split()[1]) / 1024
    return found


def share_below(values: Sequence[float], part: float) -> float:
    """The value below which so large a part of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def seconds_line(name: str, values: Sequence[float]) -> str:
    return (
        f"  {name:<22}median {share_below(values, 0.5):6.3f} s   "
        f"95 % {share_below(values, 0.95):6.3f} s   worst {max(values):6.3f} s"
    )
