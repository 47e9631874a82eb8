"""How a process of the house ends: by a signal, or when its parent has ended in whatever way."""

import os
import signal
import threading
import time
from collections.abc import Callable

# How long a child has to finish what is at hand; a job cut off is queued again by its row.
GRACE_SECONDS = 3.0


def told_to_end() -> threading.Event:
    """Set when somebody presses Ctrl-C or asks this process to terminate."""
    over = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: over.set())
    return over


def end_with_parent(busy: Callable[[], bool] = lambda: True) -> None:
    """Follow the parent in a thread. What is ``busy`` gets a moment to end in its own order."""
    threading.Thread(target=follow_parent, args=[busy], name="follow-parent", daemon=True).start()


def follow_parent(busy: Callable[[], bool]) -> None:
    # The parent's end of the pipe closes even when it is killed.
    os.read(0, 1)
    os.kill(os.getpid(), signal.SIGTERM)
    deadline = time.monotonic() + GRACE_SECONDS
    while busy() and time.monotonic() < deadline:
        time.sleep(0.05)
    if os.name == "nt":
        os._exit(1)
    # The child leads a session of its own, so this takes the processes of its pool with it.
    os.killpg(os.getpid(), signal.SIGKILL)
