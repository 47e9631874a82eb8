"""A lock that is given to those who wait in the order in which they came."""

from __future__ import annotations

import os
from collections import deque
from threading import Lock


class Turns:
    """SQLite lets whoever asks at the right moment write next: with twenty writers some wait for
    twenty times as long as others. The threads of one process queue here instead."""

    def __init__(self) -> None:
        self._forget()
        os.register_at_fork(after_in_child=self._forget)

    def _forget(self) -> None:
        # The threads of a parent process do not go on in its child.
        self._guard = Lock()
        self._is_taken = False
        self._waiting: deque[Lock] = deque()

    def take(self, seconds: float) -> bool:
        """Wait for a turn for so long; False if it did not come."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return True
            gate = Lock()
            gate.acquire()
            self._waiting.append(gate)
        if gate.acquire(timeout=seconds):
            return True
        with self._guard:
            if gate not in self._waiting:
                # It came at the last moment.
                return True
            self._waiting.remove(gate)
            return False

    def give_back(self) -> None:
        """Let the next one write."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False
