"""The worker: Celery's own, which begins anew when it takes no messages, and ends what is stuck."""

import os
import sys
import threading
import time
import warnings
from collections.abc import Sequence
from functools import partial
from typing import Any

import structlog
from celery import bootsteps
from celery.platforms import SecurityWarning
from celery.signals import task_received, worker_process_init
from celery.worker import consumer, state
from django.conf import settings
from django.db import DatabaseError, connections
from django.utils import timezone

from config.celery import app
from config.jobs import probes
from config.jobs.kinds import REGISTRY
from config.jobs.overseer import Hand, Overseer, kill
from config.memory import keep_for_good
from config.tied import end_with_parent

log = structlog.get_logger(__name__)

# A queue that is back is noticed after so many seconds at the latest.
MOST_BETWEEN_TRIES = 4
LOOK_SECONDS = 1.0


@worker_process_init.connect
def keep_what_is_loaded(**_: Any) -> None:
    keep_for_good()


class Consumer(consumer.Consumer):
    """Begins anew with a fresh connection when a message cannot be acknowledged.

    Celery only logs that. The message would stay on the books as one at hand, and a worker whose
    books are full takes no other, for good.
    """

    lost: ConnectionError | None = None

    def call_soon_ack(self, settle: Any, *arguments: Any, **options: Any) -> Any:
        """``settle`` is the message's own: it acknowledges or rejects, and logs what it cannot."""

        def settle_or_begin_anew() -> None:
            settle(*arguments, **options)
            if not settle.__self__.acknowledged:
                self.lost = ConnectionResetError("A message could not be acknowledged.")
                if self.hub:
                    self.begin_anew_if_lost()

        return super().call_soon_ack(settle_or_begin_anew)

    def perform_pending_operations(self) -> None:
        super().perform_pending_operations()
        self.begin_anew_if_lost()

    def begin_anew_if_lost(self) -> None:
        """Raise what Celery takes for a lost connection, once."""
        lost, self.lost = self.lost, None
        if lost is not None:
            raise lost

    def ensure_connected(self, conn: Any) -> Any:
        # Celery's own pause grows to half a minute.
        conn.ensure_connection = partial(conn.ensure_connection, interval_max=MOST_BETWEEN_TRIES)
        return super().ensure_connected(conn)


class Watchman(bootsteps.StartStopStep):
    """On watch from when the worker takes messages, until it has lost its queue or ends.

    Has jobs ended that do not get on, and begins this process anew when messages wait for it and
    it takes none, for whatever reason.
    """

    requires = {"celery.worker.consumer.tasks:Tasks"}

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self.over = threading.Event()
        self.taken = Taken()
        task_received.connect(self.taken.note)

    def start(self, parent: Any) -> None:
        self.over = threading.Event()
        self.taken.note()
        threading.Thread(
            target=self.watch, args=[self.over, parent.pool], name="watchman", daemon=True
        ).start()

    def stop(self, parent: Any) -> None:
        self.over.set()

    def watch(self, over: threading.Event, pool: Any) -> None:
        overseer = Overseer()
        while not over.wait(LOOK_SECONDS):
            try:
                at_work = hands_at_work()
                if at_work and os.name != "nt":
                    overseer.look(at_work)
                if len(state.active_requests) >= pool.num_processes:
                    self.taken.note()
                elif (
                    self.taken.nothing_for() > settings.WORKER_PATIENCE_SECONDS and messages_wait()
                ):
                    log.critical("worker_takes_no_messages")
                    begin_anew(pool.info.get("processes", []))
            except Exception:
                log.exception("watchman_failed")
            finally:
                connections.close_all()


class Taken:
    """When this worker last took a message, or could not for having its hands full."""

    def __init__(self) -> None:
        self.at = time.monotonic()

    def note(self, **_: Any) -> None:
        self.at = time.monotonic()

    def nothing_for(self) -> float:
        return time.monotonic() - self.at


def hands_at_work() -> list[Hand]:
    """The processes of this worker's pool that have a job, each with its job."""
    kinds = {kind.task.name for kind in REGISTRY.values()}
    return [
        Hand(request.worker_pid, str(request.args[0]))
        for request in tuple(state.active_requests)
        if request.name in kinds and request.worker_pid
    ]


def messages_wait() -> bool:
    """Whether a message waits long in a queue; False when the database is away."""
    try:
        wait = probes.longest_wait(now=timezone.now(), sent=True)
    except DatabaseError:
        return False
    return wait.total_seconds() > settings.WORKER_PATIENCE_SECONDS


def begin_anew(children: Sequence[int]) -> None:
    """Put a new worker into the place of this process. Jobs at hand are queued again."""
    if os.name == "nt":
        os._exit(1)
    for child in children:
        kill(child)
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - this very command


def run(*, concurrency: int, queues: Sequence[str], tied: bool) -> None:
    """Work until told to stop; with ``tied``, until standard input ends as well."""
    if tied:
        # Celery warns root of pickled messages; ours are JSON, and the house is one person's own.
        warnings.simplefilter("ignore", SecurityWarning)
        # Celery's orderly end takes seconds even when nothing is at hand.
        end_with_parent(busy=lambda: bool(state.active_requests))
    for connection in connections.all():
        # A pool is for threads, and must not be inherited by the processes that do the work.
        connection.settings_dict["OPTIONS"].pop("pool", None)
    app.steps["consumer"].add(Watchman)
    app.conf.worker_consumer = f"{__name__}:{Consumer.__name__}"
    # Processes use every core and can be killed; Windows has no fork to make them with.
    pool = "threads" if os.name == "nt" else "prefork"
    app.worker_main(
        [
            "--quiet",
            "worker",
            f"--concurrency={concurrency}",
            f"--queues={','.join(queues)}",
            f"--pool={pool}",
            "--loglevel=WARNING",
            "--without-gossip",
            "--without-mingle",
            "--without-heartbeat",
        ]
    )
