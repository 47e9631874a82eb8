"""Rows inserted without an object for each are the rows that objects would make."""

import pytest
from django.db import IntegrityError, transaction

from config.inserting import insert_rows
from pitching.models import Outing
from tests.pitching.builders import two_clubs

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
    assert str(found) == "A man from the stands: 5 outs"


@pytest.mark.django_db
def test_what_the_database_refuses_is_refused():
    home, _ = two_clubs()
    home.record(1, (1, 27))
    entry = Outing.objects.get().entry_id
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_rows(Outing, FIELDS, [(entry, None, 2, 100, False, False, "")])
    insert_rows(Outing, FIELDS, [])
    assert Outing.objects.count() == 1
