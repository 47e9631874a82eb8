"""Keeps the child processes of the embedded house going: web server, worker and clock.

A child that ends is started again. When the game engine has been compiled meanwhile, those that
play games are replaced: the new one works beside the old one for a moment, and the old one finishes
what it has at hand.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any

import structlog

from config.tied import GRACE_SECONDS
from games.engine.compiled import build_folder, is_built

log = structlog.get_logger(__name__)

LOOK_SECONDS = 0.2
# A child that ends at once each time is started less and less often; one that had come to work is
# started again sooner.
FIRST_PAUSE, LONGEST_PAUSE, LONGEST_AFTER_WORK = 0.1, 30.0, 4.0
AT_ONCE_SECONDS = 3.0
# One that has lived so long has recovered from whatever ended it, and is started again at once.
SETTLED_SECONDS = 60.0
# The old one of two works on for so long; by then the new one does, or has ended.
HANDOVER_SECONDS = 10.0
# Visitors that are turned away in one look, each of whom is waited for no longer than this.
MOST_TURNED_AWAY, TURNED_AWAY_SECONDS = 20, 0.05

TURNED_AWAY = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nCache-Control: no-store\r\n"
    b"Connection: close\r\nContent-Type: text/plain; charset=utf-8\r\n%s\r\n"
    b"Horsehide is starting again. Nothing half-done was kept; try again in a few seconds.\n"
)


class Child:
    """One process of the house, started again and again."""

    def __init__(
        self,
        *command: str,
        folder: Path,
        plays: bool = False,
        before: Callable[[], object] = lambda: None,
        inherits: tuple[int, ...] = (),
        environment: dict[str, str] | None = None,
    ) -> None:
        """``command`` is of ``manage.py``. ``plays``: games are played in it, so that it takes up
        a compiled engine. ``before`` is called before each start."""
        self.name = command[0]
        self.command = [sys.executable, "manage.py", *command, "--tied"]
        self.folder = folder
        self.plays = plays
        self.before = before
        self.inherits = inherits
        self.environment = environment or {}
        self.process: subprocess.Popen[bytes] | None = None
        self.old: subprocess.Popen[bytes] | None = None
        self.old_is_told = False
        self.began = 0.0
        self.pause = FIRST_PAUSE
        self.next_start = 0.0

    def start(self) -> None:
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            self.command,
            cwd=self.folder,
            env={**os.environ, **self.environment},
            stdin=subprocess.PIPE,
            pass_fds=self.inherits,
            # Ctrl-C is for the parent, which then ends its children in its own order.
            start_new_session=True,
        )

    def look(self) -> None:
        """Start it if it has ended and is due; end the old one of two when it is time."""
        now = time.monotonic()
        if self.old is not None:
            self.hand_over(self.old, now)
        if self.process is not None and self.process.poll() is not None:
            log.error("child_ended", child=self.name, code=self.process.returncode)
            sweep(self.process)
            self.process = None
            lived = now - self.began
            if lived > SETTLED_SECONDS:
                self.pause = 0.0
            longest = LONGEST_PAUSE if lived < AT_ONCE_SECONDS else LONGEST_AFTER_WORK
            self.pause = min(self.pause, longest)
            self.next_start = now + self.pause
            self.pause = min(max(2 * self.pause, FIRST_PAUSE), LONGEST_PAUSE)
        if self.process is None and now >= self.next_start:
            if self.old is None:
                self.before()
            self.start()

    def replace(self) -> None:
        """Start a new one beside the present one, which then ends when its work is done."""
        if self.process is not None and self.old is None:
            self.old, self.old_is_told = self.process, False
            self.start()

    def hand_over(self, old: subprocess.Popen[bytes], now: float) -> None:
        if old.poll() is not None:
            sweep(old)
            self.old = None
            return
        lives = self.process is not None and self.process.poll() is None
        if lives and now - self.began > HANDOVER_SECONDS and not self.old_is_told:
            # Once: said twice it would be taken for an order to hurry.
            self.old_is_told = True
            old.terminate()

    def let_go(self) -> None:
        for process in (self.process, self.old):
            if process is not None and process.stdin is not None:
                process.stdin.close()

    def wait(self) -> None:
        for process in (self.process, self.old):
            if process is None:
                continue
            try:
                process.wait(GRACE_SECONDS * 3)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            sweep(process)


def sweep(process: subprocess.Popen[bytes]) -> None:
    """Kill what a process that has ended left behind: it led a session of its own."""
    if os.name != "nt":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


class WebChild(Child):
    """The only web server of a site. While it is started again the supervisor answers for it:
    visitors would wait at a door that nobody opens."""

    def __init__(self, door: socket.socket, **options: Any) -> None:
        super().__init__("web", f"--fd={door.fileno()}", plays=True, **options)
        self.door = door
        self.door.setblocking(False)
        self.always = self.command
        self.ready: int | None = None
        self.is_serving = self.has_served = False

    def start(self) -> None:
        if self.ready is not None:
            os.close(self.ready)
        self.is_serving = False
        self.ready, told = os.pipe()
        os.set_blocking(self.ready, False)
        self.inherits = (self.door.fileno(), told)
        self.command = [*self.always, f"--ready-fd={told}"]
        try:
            super().start()
        finally:
            os.close(told)

    def look(self) -> None:
        super().look()
        if self.process is None:
            self.is_serving = False
        elif self.ready is not None and not self.is_serving:
            with suppress(BlockingIOError):
                self.is_serving = os.read(self.ready, 1) != b""
                self.has_served |= self.is_serving
        # The first start is waited for.
        if self.has_served and not self.is_serving and self.old is None:
            turn_away(self.door)


def turn_away(door: socket.socket) -> None:
    """Tell those who wait at a socket to come back."""
    for _ in range(MOST_TURNED_AWAY):
        try:
            visitor, _ = door.accept()
        except OSError:
            return
        with visitor, suppress(OSError):
            visitor.settimeout(TURNED_AWAY_SECONDS)
            # Unread, it would take the answer with it when the connection is closed.
            looks = visitor.recv(65_536).startswith(b"GET ")
            visitor.sendall(TURNED_AWAY % (b"Refresh: 2\r\n" if looks else b""))
            visitor.shutdown(socket.SHUT_WR)


def web_child(
    folder: Path,
    door: socket.socket,
    environment: dict[str, str] | None = None,
    *,
    alone: bool = False,
) -> Child:
    """A web server on a socket that listens, which several may share unless it is ``alone``."""
    if os.name == "nt":
        # A socket cannot be inherited there: the server listens for itself.
        host, port = door.getsockname()[:2]
        door.close()
        where, inherits = [f"--host={host}", f"--port={port}"], tuple[int, ...]()
    elif alone:
        return WebChild(door, folder=folder, environment=environment)
    else:
        where, inherits = [f"--fd={door.fileno()}"], (door.fileno(),)
    return Child(
        "web", *where, folder=folder, plays=True, inherits=inherits, environment=environment
    )


class Supervisor:
    def __init__(self, children: list[Child], *, say: Callable[[str], object]) -> None:
        self.children = children
        self.say = say
        self.build = build_folder()
        # Where a build may still appear: children cannot be replaced by halves on Windows.
        self.plain = (
            os.environ.get("HORSEHIDE_ENGINE", "auto") == "auto"
            and os.name != "nt"
            and not is_built(self.build)
        )

    def run(self, over: Event) -> None:
        """Keep the children going until it is over, and end them."""
        try:
            self.watch(over)
        finally:
            self.end()

    def watch(self, over: Event) -> None:
        """Start the children and keep them going until it is over."""
        while not over.is_set():
            for child in self.children:
                child.look()
            if self.plain and is_built(self.build):
                self.plain = False
                for child in self.children:
                    if child.plays:
                        child.replace()
                self.say("The game engine is compiled: new processes take over with it.")
            over.wait(LOOK_SECONDS)

    def end(self) -> None:
        """End the children, all at once."""
        for child in self.children:
            child.let_go()
        for child in self.children:
            child.wait()
