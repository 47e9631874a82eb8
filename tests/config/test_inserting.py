"""Rows inserted the quick way are the rows that Django would make."""

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy

from config.inserting import insert_objects, insert_rows
from config.journal.models import Action
from pitching.models import Outing
from tests.pitching.builders import two_clubs

pytestmark = pytest.mark.servers("bulk")

FIELDS = ("entry", "card", "place", "outs", "started", "accepted", "footnote")


@pytest.mark.django_db
def test_rows_of_plain_values_are_stored_as_they_are():
    home, _ = two_clubs()
    home.record(1, (1, 27))
    stored = Outing.objects.get()
    stored.delete()
    row = (stored.entry_id, None, 2, 5, False, True, "let stand, 100 %")
    insert_rows(Outing, FIELDS, [row])
    found = Outing.objects.get()
    assert Outing.objects.values_list(*FIELDS).get() == row
    assert str(found) == "A player from the stands: 5 outs"


@pytest.mark.django_db
def test_what_the_database_refuses_is_refused():
    home, _ = two_clubs()
    home.record(1, (1, 27))
    entry = Outing.objects.get().entry_id
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_rows(Outing, FIELDS, [(entry, None, 2, 100, False, False, "")])
    insert_rows(Outing, FIELDS, [])
    assert Outing.objects.count() == 1


@pytest.mark.django_db
def test_objects_inserted_are_stored_as_bulk_create_stores_them():
    when = datetime(2031, 5, 6, 7, 8, 9, tzinfo=UTC)

    def lines() -> list[Action]:
        return [
            Action(
                code=f"line {number} %s",
                scope="",
                at=when,
                subject_type="thing",
                subject_id=number,
                subject_label=gettext_lazy("Away"),
                old=None,
                new={"five": [5, "%s", None, True]} if number % 2 else "a word",
            )
            for number in range(300)
        ]

    bulk = Action.objects.bulk_create(lines())
    quick = insert_objects(lines())

    def rows(of: list[Action]) -> list[tuple[object, ...]]:
        found = Action.objects.filter(pk__in=[each.pk for each in of]).order_by("pk")
        return [row[1:] for row in found.values_list()]

    assert len({each.pk for each in (*bulk, *quick)}) == 600
    assert rows(quick) == rows(bulk)
    assert all(each.code == Action.objects.get(pk=each.pk).code for each in quick[::50])
    assert not any(each._state.adding for each in quick)
    quick[7].code = "changed"
    quick[7].save()
    assert Action.objects.get(pk=quick[7].pk).code == "changed"


@pytest.mark.django_db
def test_objects_that_the_database_refuses_are_refused():
    home, _ = two_clubs()
    home.record(1, (1, 27))
    entry = Outing.objects.get().entry_id
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_objects([Outing(entry_id=entry, place=2, outs=100)])
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_objects([Outing(place=2, outs=1)])
    assert insert_objects(iter([])) == []
    assert Outing.objects.count() == 1
