"""The threads of a process write to SQLite in the order in which they ask."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable
from contextlib import suppress

import pytest
from django.db import OperationalError, connection, transaction

from config.journal.models import Action
from config.outage import is_passing
from config.sqlite3.base import TURNS
from config.sqlite3.turns import Turns
from tests.config.processes import eventually

pytestmark = [
    pytest.mark.embedded,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        "connection.vendor != 'sqlite'", reason="Other databases queue by themselves."
    ),
]
WRITERS = 20


def in_thread(act: Callable[[], object]) -> threading.Thread:
    def run() -> None:
        try:
            act()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def waits() -> int:
    return len(TURNS._waiting)


def test_twenty_writers_are_served_in_the_order_in_which_they_came():
    """Those with a transaction, and those who write without one."""

    def write(number: int) -> None:
        if number % 2:
            Action.objects.create(code="turn", scope=str(number))
            return
        with transaction.atomic():
            Action.objects.create(code="turn", scope=str(number))

    threads = []
    with transaction.atomic():
        Action.objects.create(code="turn", scope="first")
        for number in range(WRITERS):
            threads.append(in_thread(lambda n=number: write(n)))
            eventually(lambda n=number: waits() == n + 1, f"writer {number} to wait")
    for thread in threads:
        thread.join()
    served = Action.objects.filter(code="turn").order_by("pk").values_list("scope", flat=True)
    assert list(served) == ["first", *map(str, range(WRITERS))]


def test_readers_wait_for_nobody():
    seen: list[int] = []
    with transaction.atomic():
        Action.objects.create(code="turn", scope="first")
        in_thread(lambda: seen.append(Action.objects.count())).join()
    assert seen == [0]


def test_a_turn_is_given_back_whatever_becomes_of_the_writer():
    def fail() -> None:
        with suppress(ZeroDivisionError), transaction.atomic():
            Action.objects.create(code="turn", scope="failed")
            raise ZeroDivisionError

    def leave() -> None:
        with transaction.atomic():
            Action.objects.create(code="turn", scope="left")
            connection.close()

    def forget() -> None:
        connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
        connection.cursor().execute("SELECT 1")

    for act in (fail, leave):
        in_thread(act).join()
        assert not TURNS._is_taken
    forgetful = threading.Thread(target=forget)
    forgetful.start()
    forgetful.join()
    gc.collect()
    assert not TURNS._is_taken
    Action.objects.create(code="turn", scope="last")
    assert list(Action.objects.values_list("scope", flat=True)) == ["last"]


def test_a_writer_whose_turn_does_not_come_is_told_that_the_database_is_busy():
    told: list[Exception] = []

    def write() -> None:
        connection.settings_dict["OPTIONS"]["timeout"] = 0.05
        try:
            Action.objects.create(code="turn", scope="late")
        except OperationalError as error:
            told.append(error)

    with transaction.atomic():
        Action.objects.create(code="turn", scope="first")
        in_thread(write).join()
        assert waits() == 0
    assert [is_passing(error) for error in told] == [True]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Nothing is forked there.")
def test_a_child_does_not_wait_for_threads_of_its_parent():
    turns = Turns()
    assert turns.take(0)
    child = os.fork()
    if not child:
        os._exit(0 if turns.take(0) else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert not turns.take(0)
