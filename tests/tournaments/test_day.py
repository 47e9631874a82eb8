"""The day of an event: its timetable, its tables, and the screen in the hall."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from config.journal.models import Action
from games.seriesday.services.clocks import begin_series
from tests.builders import browser, director_of, fixture_of, league, manager, result
from tests.markup import even
from tournaments.day.models import Day
from tournaments.models import Fixture, Tournament

pytestmark = pytest.mark.django_db

NINE = datetime(2027, 5, 8, 7, 0, tzinfo=UTC)
"""Nine o'clock in Berlin."""

SETTLED = {
    "act": "settle",
    "begins_at": "2027-05-08T09:00",
    "minutes_per_game": "30",
    "break_minutes": "10",
    "day_begins": "",
    "day_ends": "",
    "pauses": "10:00-10:30",
    "first_table": "5",
}


def at_berlin(count: int = 4, **changes) -> Tournament:
    made = league(count, **changes)
    Tournament.objects.filter(pk=made.pk).update(time_zone="Europe/Berlin")
    made.refresh_from_db()
    return made


def page_of(client, made: Tournament, page: str = "day") -> str:
    answer = client.get(f"/t/{made.slug}/{page}/")
    assert answer.status_code == 200
    return even(answer.content.decode())


def settle(made: Tournament, **changes: str):
    dana = browser(director_of(made))
    return dana.post(f"/t/{made.slug}/day/", {**SETTLED, **changes})


def test_a_timetable_is_shown_before_the_event_begins_and_kept_up_with_while_it_goes(time_machine):
    time_machine.move_to(NINE - timedelta(days=3), tick=False)
    made = at_berlin(started=False)
    stranger = browser()
    assert "Timetable" not in page_of(stranger, made, "standings")
    assert settle(made).status_code == 302
    planned = page_of(stranger, made)
    # Three rounds of two games: an hour each, the second after the pause.
    assert "Saturday 8 May, 12:40" in " ".join(planned.split())
    assert "Timetable" in page_of(stranger, made, "standings")
    log = Action.objects.get(code="day-settled")
    assert log.new["pauses"] == [["10:00", "10:30"]]

    time_machine.move_to(NINE, tick=False)
    browser(director_of(made)).post(f"/t/{made.slug}/desk/", {"act": "start"})
    first = Fixture.objects.filter(round__stage__tournament=made, round__number=1)
    ids = list(first.values_list("series", flat=True))
    begin_series(series_ids=ids, acting_user=director_of(made))
    time_machine.move_to(NINE + timedelta(minutes=120), tick=False)
    assert "at this pace 40 minutes late" in page_of(stranger, made)


def test_what_cannot_be_settled_is_refused_and_stays_as_typed():
    made = at_berlin()
    wrong = {
        "begins_at": "2027-05-08T09:00",
        "pauses": "from noon on",
        "first_table": "0",
        "minutes_per_game": "9999",
    }
    answer = settle(made, **wrong)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "is no break; write it as 12:30-13:30" in page
    assert 'value="from noon on"' in page
    assert 'value="2027-05-08T09:00"' in page
    assert not Day.objects.exists()
    for changes in (
        {"pauses": "12:00-13:00, 12:30-14:00"},
        {"day_begins": "10:00", "day_ends": "09:00"},
        {"begins_at": "1999-01-01T00:00"},
    ):
        refused = settle(made, **changes)
        assert 'data-code="day-not-possible"' in refused.content.decode()
    assert not Day.objects.exists()


def test_tables_are_numbered_once_and_shown_everywhere(time_machine):
    time_machine.move_to(NINE - timedelta(days=3), tick=False)
    made = at_berlin()
    settle(made)
    morgan = manager(made, 1)
    own = page_of(browser(morgan), made)
    assert own.count('class="dy-own"') == 1
    assert '<th scope="row" class="n">5</th>' in own
    dana = browser(director_of(made))
    assert "Table 6" in page_of(dana, made, "board")
    assert '<td class="n tp-table">6</td>' in page_of(dana, made, "paper")
    screen = page_of(browser(), made, "hall")
    assert '<td class="hall-no">5</td>' in screen
    calendar = browser().get(f"/t/{made.slug}/calendar.ics").content.decode()
    assert calendar.count("BEGIN:VEVENT") == 6
    assert "DTSTART:20270508T070000Z" in calendar
    assert "table 5" in calendar.lower()


def test_the_hall_sees_the_round_and_the_standings_and_what_the_director_says():
    made = league(4)
    screen = page_of(browser(), made, "hall")
    assert "Round 1" in screen
    assert "not begun" in screen
    fixture = fixture_of(made, 1, 2)
    result(made, 1, 2, (5, 3))
    dana = browser(director_of(made))
    where = f"/t/{made.slug}/day/"
    dana.post(where, {"act": "notice", "notice": "Table 5: <b>director</b> please"})
    part = browser().get(f"/t/{made.slug}/hall/", headers={"HX-Request": "true"}).content.decode()
    assert re.match(r'\s*<div\s+id="hall"', part)
    assert "Table 5: &lt;b&gt;director&lt;/b&gt; please" in part
    assert 'data-part="Standings"' in part
    assert fixture.home.team.name in part
    # One part alone, and nothing said any more.
    dana.post(where, {"act": "screen", "shows": ["standings"], "turn_seconds": "60"})
    dana.post(where, {"act": "notice", "notice": " "})
    part = page_of(browser(), made, "hall")
    assert 'data-turn="60"' in part
    assert part.count("data-part=") == 1
    assert "hall-notice" not in part
    for bad in (
        {"act": "rain"},
        {"act": "screen", "shows": ["moon"], "turn_seconds": "20"},
        {"act": "screen", "turn_seconds": "1"},
        {"act": "notice", "notice": "x" * 161},
    ):
        assert dana.post(where, bad).status_code == 422


def test_a_private_hall_has_a_secret_address_that_can_be_withdrawn():
    made = league(4, visibility=Tournament.Visibility.PRIVATE)
    dana = browser(director_of(made))
    where = f"/t/{made.slug}/day/"
    assert browser().get(f"/t/{made.slug}/hall/").status_code == 404
    dana.post(where, {"act": "address"})
    first = Day.objects.get().screen_key
    answer = browser().get(f"/hall/{first}/")
    assert answer.status_code == 200
    assert answer["X-Robots-Tag"] == "noindex"
    assert first not in browser().get("/robots.txt").content.decode()
    # Strangers are told of nothing by the stream of a private event.
    assert "data-live-topic" not in answer.content.decode()
    dana.post(where, {"act": "address"})
    second = Day.objects.get().screen_key
    assert second != first
    assert browser().get(f"/hall/{first}/").status_code == 404
    dana.post(where, {"act": "no-address"})
    assert browser().get(f"/hall/{second}/").status_code == 404
    assert browser().get("/hall/none/").status_code == 404


def test_the_screen_asks_as_much_however_many_series(django_assert_max_num_queries):
    made = league(8)
    settle(made)
    with django_assert_max_num_queries(26):
        browser().get(f"/t/{made.slug}/hall/")


def test_programs_settle_the_day_and_read_the_timetable(time_machine):
    time_machine.move_to(NINE - timedelta(days=3), tick=False)
    made = league(4)
    at = f"/api/v1/tournaments/{made.slug}/day/"
    assert browser().get(at).json()["rounds"] == []
    sent = {
        "begins_at": "2027-05-08T09:00:00+02:00",
        "minutes_per_game": 30,
        "pauses": [{"begins": "12:00", "ends": "12:30"}],
        "first_table": 3,
    }
    dana = browser(director_of(made))
    found = dana.post(f"{at}settle/", sent, content_type="application/json").json()
    assert [each["begins"] for each in found["rounds"]][:1] == ["2027-05-08T07:00:00Z"]
    assert [each["table"] for each in found["tables"]] == [3, 4, 3, 4, 3, 4]
    dana.post(f"{at}notice/", {"notice": "Lunch."}, content_type="application/json")
    assert browser().get(at).json()["notice"] == "Lunch."
    for bad in ({"begins_at": "soon"}, {**sent, "pauses": [{"begins": "13:00", "ends": "12:00"}]}):
        refused = dana.post(f"{at}settle/", bad, content_type="application/json")
        assert refused.status_code in (400, 409, 422)


def test_an_hour_that_clocks_skip_is_refused_and_of_two_alike_the_first_is_meant(time_machine):
    time_machine.move_to(datetime(2026, 10, 1, tzinfo=UTC), tick=False)
    made = at_berlin()
    dana = director_of(made)
    dana.time_zone = "Europe/Berlin"
    dana.save(update_fields=["time_zone"])
    refused = settle(made, begins_at="2027-03-28T02:30")
    assert refused.status_code == 422
    assert "There is no 02:30 on that day" in even(refused.content.decode())
    assert "Say 01:30 or 03:30." in even(refused.content.decode())
    at = f"/api/v1/tournaments/{made.slug}/day/settle/"
    sent = {"begins_at": "2027-03-28T02:30:00", "minutes_per_game": 30}
    answer = browser(dana).post(at, sent, content_type="application/json")
    assert answer.status_code == 400
    assert "Say 01:30 or 03:30." in answer.content.decode()
    assert not Day.objects.exists()
    sent["begins_at"] = "2027-03-28T02:30:00+01:00"
    assert browser(dana).post(at, sent, content_type="application/json").status_code == 200
    # Half past two comes twice in the night when clocks are put back.
    assert settle(made, begins_at="2026-10-25T02:30").status_code == 302
    assert Day.objects.get().begins_at == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
