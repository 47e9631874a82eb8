"""The worker: Celery's own, with a sign of life for as long as it is joined to its queue."""

import os
import warnings
from contextlib import ExitStack
from functools import partial
from typing import Any

from celery import bootsteps
from celery.platforms import SecurityWarning
from celery.signals import worker_process_init
from celery.worker import consumer, state
from django.db import DatabaseError, connections

from config.celery import app
from config.jobs import heartbeats
from config.jobs.models import Heartbeat
from config.memory import keep_for_good
from config.tied import end_with_parent

# A queue that is back is noticed after so many seconds at the latest.
MOST_BETWEEN_TRIES = 4


@worker_process_init.connect
def keep_what_is_loaded(**_: Any) -> None:
    keep_for_good()


class Consumer(consumer.Consumer):
    def ensure_connected(self, conn: Any) -> Any:
        # Celery's own pause grows to half a minute.
        conn.ensure_connection = partial(conn.ensure_connection, interval_max=MOST_BETWEEN_TRIES)
        return super().ensure_connected(conn)


class SignsOfLife(bootsteps.StartStopStep):
    """Started when the worker takes messages, stopped when it has lost its queue or ends."""

    requires = {"celery.worker.consumer.tasks:Tasks"}

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self.stack = ExitStack()

    def start(self, parent: Any) -> None:
        beat = partial(heartbeats.beat, Heartbeat.Part.WORKER)
        try:
            beat()
        except DatabaseError:
            # The thread says it later.
            connections.close_all()
        self.stack.enter_context(heartbeats.beating(beat))

    def stop(self, parent: Any) -> None:
        self.stack.close()


def run(*, concurrency: int, tied: bool) -> None:
    """Work until told to stop; with ``tied``, until standard input ends as well."""
    if tied:
        # Celery warns root of pickled messages; ours are JSON, and the house is one person's own.
        warnings.simplefilter("ignore", SecurityWarning)
        # Celery's orderly end takes seconds even when nothing is at hand.
        end_with_parent(busy=lambda: bool(state.active_requests))
    for connection in connections.all():
        # A pool is for threads, and must not be inherited by the processes that do the work.
        connection.settings_dict["OPTIONS"].pop("pool", None)
    app.steps["consumer"].add(SignsOfLife)
    app.conf.worker_consumer = f"{__name__}:{Consumer.__name__}"
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
