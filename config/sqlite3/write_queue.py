"""Writers of one process take turns at a SQLite file.

SQLite lets the writer go next that happens to ask at the right moment: with twenty writers some
wait many times as long as others.
"""

from __future__ import annotations

import os
from collections import deque
from threading import Event, Lock

PATIENCE = 10.0
"""Seconds after which a writer asks SQLite without having its turn."""


class WriteQueue:
    """First come, first served. It orders writers and protects nothing: SQLite's own lock does."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._turns: deque[Event] = deque()

    def wait(self) -> Event:
        """This thread's turn, when it has come or patience has run out."""
        turn = Event()
        with self._lock:
            self._turns.append(turn)
            is_first = self._turns[0] is turn
        if not is_first:
            turn.wait(PATIENCE)
        return turn

    def started(self, turn: Event) -> None:
        """SQLite let this writer in, so whoever is before it in the queue no longer writes."""
        with self._lock:
            while turn in self._turns and self._turns[0] is not turn:
                self._turns.popleft()

    def leave(self, turn: Event) -> None:
        with self._lock:
            if turn in self._turns:
                self._turns.remove(turn)
            if self._turns:
                self._turns[0].set()


_QUEUES: dict[str, WriteQueue] = {}


def write_queue(path: str) -> WriteQueue:
    """The queue of the database file at ``path``."""
    return _QUEUES.setdefault(path, WriteQueue())


# The threads of a process do not go on in its child.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_QUEUES.clear)
