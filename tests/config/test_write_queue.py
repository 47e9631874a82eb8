"""The threads of a process write to SQLite in the order in which they ask."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import nullcontext, suppress

import pytest
from django.db import connection, transaction

from config.journal.models import Action
from config.sqlite3 import write_queue
from tests.config.processes import eventually

pytestmark = [
    pytest.mark.embedded,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        "connection.vendor != 'sqlite'", reason="Other databases queue by themselves."
    ),
]
WRITERS = 20


def waiting() -> list[threading.Event]:
    return list(write_queue.write_queue(str(connection.settings_dict["NAME"]))._turns)


def in_thread(act: Callable[[], object]) -> threading.Thread:
    def run() -> None:
        try:
            act()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def write(number: int) -> None:
    """Half of them in a transaction, half without one."""
    with transaction.atomic() if number % 2 else nullcontext():
        Action.objects.create(code="turn", scope=str(number))


def test_twenty_writers_are_served_in_the_order_in_which_they_came():
    threads = []
    with transaction.atomic():
        write(0)
        for number in range(1, WRITERS):
            threads.append(in_thread(lambda number=number: write(number)))
            eventually(
                lambda number=number: len(waiting()) == number + 1, f"writer {number} to wait"
            )
    for thread in threads:
        thread.join()
    served = Action.objects.filter(code="turn").order_by("pk").values_list("scope", flat=True)
    assert list(served) == [str(number) for number in range(WRITERS)]
    assert not waiting()


def test_readers_do_not_wait():
    rows: list[int] = []
    with transaction.atomic():
        write(0)
        in_thread(lambda: rows.append(Action.objects.count())).join()
    assert rows == [0]


def test_a_writer_that_fails_or_disconnects_leaves_the_queue():
    def fail() -> None:
        with suppress(ZeroDivisionError), transaction.atomic():
            write(0)
            raise ZeroDivisionError

    def disconnect() -> None:
        connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
        connection.close()

    for act in (fail, disconnect):
        in_thread(act).join()
        assert not waiting()


def test_a_turn_that_was_lost_does_not_stop_the_writers(monkeypatch):
    monkeypatch.setattr(write_queue, "PATIENCE", 0.01)
    write_queue.write_queue(str(connection.settings_dict["NAME"])).wait()
    assert len(waiting()) == 1
    write(0)
    write(1)
    assert not waiting()


def test_each_database_has_its_own_queue():
    write_queue.write_queue("other.sqlite3").wait()
    write(0)
    assert not waiting()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Nothing is forked there.")
def test_a_child_process_does_not_wait_for_threads_of_its_parent():
    write_queue.write_queue("forked.sqlite3").wait()
    child = os.fork()
    if not child:
        os._exit(len(write_queue._QUEUES))
    assert os.waitpid(child, 0)[1] == 0
