"""A remedy is called by its name wherever somebody reads it; programs get its key as well."""

from html import unescape

import pytest

from config.journal.models import Action
from games.rules.remedies import CASES, remedy_label
from games.seriesday.services.rulings import choose_remedy
from tests.builders import browser
from tests.games.seriesday.builders import a_day
from tests.games.seriesday.test_rulings import begun, reported
from tests.markup import even

pytestmark = pytest.mark.django_db

LABEL = "Accept the result"


def test_every_remedy_has_a_label_that_is_not_its_key():
    for case in CASES.values():
        for each in case.remedies:
            assert remedy_label(case.key, each.key) == each.label != each.key
    # What a later version no longer knows is shown as it was stored.
    assert remedy_label("other", "gone") == "gone"
    assert remedy_label("gone", "accept") == "accept"
    assert remedy_label("other", "") == ""


def test_pages_the_office_and_the_log_name_the_remedy_and_the_api_gives_both():
    day = a_day()
    begun(day)
    ruling = reported(day)
    choose_remedy(ruling_id=ruling.pk, remedy="accept", words="Agreed", acting_user=day.away)
    for user, path in (
        (day.home, f"/rulings/{ruling.pk}/"),
        (day.home, f"/series/{day.series.pk}/rulings/"),
        (day.director, "/office/seriesday/ruling/"),
        (day.director, f"/office/seriesday/ruling/{ruling.pk}/change/"),
    ):
        shown = unescape(even(browser(user).get(path).content.decode()))
        assert LABEL in shown, path
        assert ">accept<" not in shown, path
    api = browser(day.home).get(f"/api/v1/rulings/{ruling.pk}/").json()
    assert (api["ruling"]["remedy"], api["ruling"]["remedy_label"]) == ("accept", LABEL)
    assert [(each["remedy"], each["remedy_label"]) for each in api["steps"]] == [
        ("", ""),
        ("accept", LABEL),
    ]
    assert Action.objects.get(code="ruling-decided").new["reason"] == f"{LABEL}: Agreed"
