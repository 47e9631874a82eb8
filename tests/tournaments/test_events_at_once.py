"""Two who change an event at once, on the database that lets them."""

from threading import Event as Signal
from threading import Thread

import pytest
from django.db import connection, connections, transaction

from config.events.models import Event
from tests.builders import league
from tests.games.builders import a_series
from tournaments.models import Tournament

pytestmark = [pytest.mark.served, pytest.mark.django_db(transaction=True)]

PATIENCE = 60


def somebody_waits() -> bool:
    """Whether another connection waits for a lock of this one."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks "
            "WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"
        )
        return bool(cursor.fetchone()[0])


def test_whoever_comes_second_sees_what_the_first_has_written_of_the_event():
    """Also in the row that a tournament shares with every event."""
    made = league(4)
    seen: list[str] = []

    def second() -> None:
        with transaction.atomic():
            seen.append(Tournament.objects.locked().get(pk=made.pk).time_zone)
        connections.close_all()

    with transaction.atomic():
        first = Tournament.objects.locked().get(pk=made.pk)
        thread = Thread(target=second)
        thread.start()
        while not somebody_waits():
            assert thread.is_alive()
        first.time_zone = "Europe/Vienna"
        first.save(update_fields=["time_zone"])
    thread.join(PATIENCE)
    assert seen == ["Europe/Vienna"]


def test_who_adds_to_an_event_is_not_held_up_by_who_changes_it():
    """Nor can the two wait for each other."""
    made = league(4)
    added = Signal()

    def add() -> None:
        a_series(scope=made.key)
        added.set()
        connections.close_all()

    with transaction.atomic():
        held = Tournament.objects.locked().get(pk=made.pk)
        held.save()
        thread = Thread(target=add)
        thread.start()
        assert added.wait(PATIENCE)
    thread.join(PATIENCE)
    assert Event.objects.get(key=made.key).series.filter(home__name="Home Hens").exists()
