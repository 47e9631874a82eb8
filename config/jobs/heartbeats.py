"""Heartbeats of jobs, workers and the clock."""

import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import structlog
from django.db import connections, transaction
from django.utils import timezone

from config.jobs.models import Heartbeat

log = structlog.get_logger(__name__)

BEAT_SECONDS = 3.0
# Four missed beats. A process silent for so long counts as dead.
SILENT = timedelta(seconds=12)
# Rows of ended processes are deleted after this time.
KEPT = timedelta(hours=1)


def this_process() -> str:
    return process_name(os.getpid())


def process_name(pid: int) -> str:
    """The name in the database of a process of this machine."""
    return f"{socket.gethostname()[:80]}:{pid}"


def beat(part: str) -> None:
    now, name = timezone.now(), this_process()
    if not Heartbeat.objects.filter(part=part, name=name).update(at=now):
        with transaction.atomic():
            Heartbeat.objects.filter(at__lt=now - KEPT).delete()
            Heartbeat.objects.update_or_create(part=part, name=name, defaults={"at": now})


def is_alive(part: str, *, now: datetime) -> bool:
    """Whether any process of this part has sent a heartbeat within ``SILENT``."""
    return Heartbeat.objects.filter(part=part, at__gte=now - SILENT).exists()


@contextmanager
def beating(act: Callable[[], object], *, at_once: bool = False) -> Iterator[None]:
    """Call ``act`` regularly, in a thread with its own connections, while the block runs."""
    over = threading.Event()

    def run() -> None:
        wait = 0.0 if at_once else BEAT_SECONDS
        while not over.wait(wait):
            wait = BEAT_SECONDS
            try:
                act()
            except Exception:
                # The next beat retries; readers of heartbeats tolerate a busy database.
                log.warning("heartbeat_missed", exc_info=True)
            finally:
                connections.close_all()

    # Not joined at the end: it may be waiting for a database that is down.
    threading.Thread(target=run, name="heartbeat", daemon=True).start()
    try:
        yield
    finally:
        over.set()
