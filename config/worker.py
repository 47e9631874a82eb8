"""The worker child of the embedded house: a real Celery worker on the filesystem broker."""

import os
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from celery.beat import EmbeddedService
from celery.platforms import SecurityWarning
from celery.worker import state
from django.conf import settings

from config.celery import app
from config.jobs.broker import make_folders

# How long a worker has to finish the step at hand; what it drops then is queued again next time.
GRACE_SECONDS = 3


def run(*, concurrency: int, tied: bool) -> None:
    """Work until told to stop; with ``tied``, until standard input ends as well."""
    make_folders()
    if tied:
        # Celery warns root of pickled messages; ours are JSON, and the house is one person's own.
        warnings.simplefilter("ignore", SecurityWarning)
        threading.Thread(target=follow_parent, daemon=True).start()
    # Processes use every core and can be killed; Windows has no fork to make them with.
    pool = "threads" if os.name == "nt" else "prefork"
    app.worker_main(
        [
            "--quiet",
            "worker",
            f"--concurrency={concurrency}",
            f"--pool={pool}",
            "--loglevel=WARNING",
            "--without-gossip",
            "--without-mingle",
            "--without-heartbeat",
        ]
    )


def follow_parent() -> None:
    """End with the parent, however it ended: its end of the pipe closes even when it is killed.

    A job in the middle of its work has a moment to finish; then, or at once when there is none,
    everything is killed. Celery's own orderly end takes seconds even when idle, and nothing is
    lost by this end: a job cut off is found by its row and queued again.
    """
    os.read(0, 1)
    os.kill(os.getpid(), signal.SIGTERM)
    deadline = time.monotonic() + GRACE_SECONDS
    while state.active_requests and time.monotonic() < deadline:
        time.sleep(0.05)
    end_at_once()


def end_at_once() -> None:
    if os.name == "nt":
        os._exit(1)
    # The child leads a session of its own, so this takes its pool processes with it.
    os.killpg(os.getpid(), signal.SIGKILL)


@contextmanager
def child(*, concurrency: int) -> Iterator[subprocess.Popen[bytes]]:
    """A worker process tied to this one, and the clock that sends the daily tasks."""
    make_folders()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "worker", "--tied", f"--workers={concurrency}"],
        cwd=settings.ROOT,
        stdin=subprocess.PIPE,
        # Ctrl-C is for the server, which then ends the worker in its own order.
        start_new_session=True,
    )
    clock = EmbeddedService(app, thread=True)
    clock.start()
    try:
        yield process
    finally:
        clock.stop()
        if process.stdin:
            process.stdin.close()
        try:
            process.wait(GRACE_SECONDS * 3)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
