"""Times for a series: proposed by one side, accepted by the other, each by his own clock."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from config.notices.models import Notice
from config.notices.services import look
from config.people.closing import close_account
from config.refusals import Refused
from games.scheduling.models import CalendarLink, MeetingTime
from games.scheduling.selectors import agreed_times
from games.scheduling.services import (
    accept_time,
    make_calendar_link,
    propose_times,
    revoke_calendar_link,
    withdraw_time,
)
from games.services.playing import play_series
from tests.at_once import at_once
from tests.builders import browser, person
from tests.games.seriesday.builders import a_day
from tests.tournaments.drops import drop
from tournaments.day.models import Day
from tournaments.selectors.league import load_league
from tournaments.selectors.round_board import round_board
from tournaments.services.drops import undo_drop
from tournaments.services.play_out import play_round

pytestmark = pytest.mark.django_db

NOW = timezone.now().replace(second=0, microsecond=0)


def at(hours: float) -> datetime:
    return NOW + timedelta(hours=hours)


def propose(day, user, *hours: float) -> list[MeetingTime]:
    return propose_times(
        series_id=day.series.pk, times=[at(each) for each in hours], acting_user=user
    )


def refused(act) -> str:
    with pytest.raises(Refused) as found:
        act()
    return found.value.code


def agreed(day) -> datetime | None:
    return agreed_times([day.series.pk]).get(day.series.pk)


def test_the_other_side_accepts_one_time_and_the_rest_are_gone():
    day = a_day()
    first, second = propose(day, day.home, 30, 50)
    assert refused(lambda: accept_time(time_id=first.pk, acting_user=day.home)) == (
        "not-the-opponent"
    )
    accept_time(time_id=second.pk, acting_user=day.away)
    assert agreed(day) == at(50)
    assert refused(lambda: accept_time(time_id=first.pk, acting_user=day.away)) == "time-moved-on"


def test_a_counter_proposal_replaces_what_was_proposed_and_not_what_is_agreed():
    day = a_day()
    (first,) = propose(day, day.home, 30)
    accept_time(time_id=first.pk, acting_user=day.away)
    propose(day, day.away, 60)
    (later,) = propose(day, day.home, 70)
    assert agreed(day) == at(30)
    accept_time(time_id=later.pk, acting_user=day.away)
    assert agreed(day) == at(70)


def test_a_director_says_when_and_so_does_who_has_nobody_to_ask():
    day = a_day()
    propose(day, day.director, 40)
    assert agreed(day) == at(40)
    assert refused(lambda: propose(day, day.director, 40, 50)) == "too-many-times"


def test_what_is_no_time_is_refused():
    day = a_day()
    assert refused(lambda: propose(day, day.home)) == "times-missing"
    assert refused(lambda: propose(day, day.home, -1)) == "time-impossible"
    assert refused(lambda: propose(day, day.home, 24 * 400)) == "time-impossible"
    assert refused(lambda: propose(day, day.home, 1, 2, 3, 4)) == "too-many-times"
    assert refused(lambda: propose(day, person("Stranger"), 10)) == "not-your-series"
    play_series(series_ids=[day.series.pk], acting_user=day.director)
    assert refused(lambda: propose(day, day.home, 10)) == "series-over"


def test_a_time_that_has_gone_by_is_not_accepted_any_more(time_machine):
    day = a_day()
    first, second = propose(day, day.home, 1, 30)
    time_machine.move_to(at(1))
    assert refused(lambda: accept_time(time_id=first.pk, acting_user=day.away)) == (
        "time-impossible"
    )
    assert agreed(day) is None
    accept_time(time_id=second.pk, acting_user=day.away)
    assert agreed(day) == at(30)


def test_either_side_calls_an_agreed_time_off_and_only_its_own_proposal():
    day = a_day()
    (time,) = propose(day, day.home, 30)
    assert refused(lambda: withdraw_time(time_id=time.pk, acting_user=day.away)) == (
        "not-your-series"
    )
    accept_time(time_id=time.pk, acting_user=day.away)
    withdraw_time(time_id=time.pk, acting_user=day.away)
    assert agreed(day) is None
    assert refused(lambda: withdraw_time(time_id=time.pk, acting_user=day.home)) == "time-moved-on"


@pytest.mark.django_db(transaction=True)
def test_of_two_who_accept_at_once_one_is_right():
    day = a_day()
    first, second = propose(day, day.home, 30, 50)
    both = ((first.pk, day.away), (second.pk, day.director))
    answers = at_once(
        2, lambda number: accept_time(time_id=both[number][0], acting_user=both[number][1])
    )
    assert sum(isinstance(answer, Refused) for answer in answers) == 1
    assert MeetingTime.objects.filter(state="agreed").count() == 1


def test_each_reads_and_types_times_by_his_own_clock():
    day = a_day()
    day.home.time_zone, day.away.time_zone = "America/New_York", "Asia/Tokyo"
    day.home.save()
    day.away.save()
    # Winter here and there: 14 hours apart.
    begins = (NOW + timedelta(days=30)).replace(
        month=1, day=15, year=NOW.year + 1, hour=20, minute=0
    )
    where = f"/series/{day.series.pk}/times/"
    page = browser(day.home)
    page.post(where, {"act": "propose", "time_1": f"{begins:%Y-%m-%d}T20:00"})
    row = MeetingTime.objects.get()
    assert row.begins == datetime(begins.year, 1, 16, 1, 0, tzinfo=UTC)
    assert "20:00" in page.get(where).content.decode()
    assert "16 January" in (theirs := browser(day.away).get(where).content.decode())
    assert "10:00" in theirs


def test_the_other_side_is_told_and_both_a_day_before():
    day = a_day()
    (time,) = propose(day, day.home, 30)
    look(now=NOW)
    assert Notice.objects.get(kind="time-to-answer", over_at=None).user == day.away
    accept_time(time_id=time.pk, acting_user=day.away)
    look(now=NOW)
    assert not Notice.objects.filter(kind__in=["time-to-answer", "series-soon"], over_at=None)
    look(now=at(7))
    soon = Notice.objects.filter(kind="series-soon", over_at=None)
    assert {each.user for each in soon} == {day.home, day.away}
    assert all(each.due == at(30) for each in soon)


def test_the_calendar_is_read_by_its_secret_address_until_it_is_revoked(client):
    day = a_day()
    (time,) = propose(day, day.director, 30)
    link = make_calendar_link(user=day.home)
    where = f"/calendar/{link.key}.ics"
    answer = client.get(where)
    assert answer["Content-Type"].startswith("text/calendar")
    assert f"DTSTART:{time.begins:%Y%m%dT%H%M%SZ}" in answer.content.decode()
    make_calendar_link(user=day.home)
    assert client.get(where).status_code == 404
    newer = f"/calendar/{CalendarLink.objects.get().key}.ics"
    assert client.get(newer).status_code == 200
    revoke_calendar_link(user=day.home)
    assert client.get(newer).status_code == 404
    assert refused(lambda: revoke_calendar_link(user=day.home)) == "no-link"


def test_with_the_password_the_secret_address_of_a_calendar_ends(client):
    user = person("Reader")
    key = make_calendar_link(user=user).key
    asking = browser(user)
    words = "ten-innings-of-sunshine"
    sent = {"new_password1": words, "new_password2": words}
    assert asking.post("/account/security/password/", sent).status_code == 422
    assert client.get(f"/calendar/{key}.ics").status_code == 200
    user.set_password("nine-innings-of-rain")
    user.save()
    asking = browser(user)
    asking.post("/account/security/password/", {"old_password": "nine-innings-of-rain", **sent})
    assert client.get(f"/calendar/{key}.ics").status_code == 404


def test_a_public_event_has_a_calendar_and_a_private_one_for_its_people(client):
    public = a_day()
    propose(public, public.director, 30)
    found = client.get(f"/t/{public.tournament.slug}/calendar.ics").content.decode()
    assert f"SUMMARY:{public.series.away} at {public.series.home}" in found
    public.tournament.visibility = "private"
    public.tournament.save()
    assert client.get(f"/t/{public.tournament.slug}/calendar.ics").status_code == 404


def test_the_board_says_when_a_series_is_played_and_who_is_behind():
    day = a_day()
    propose(day, day.director, 30)
    play_round(tournament=day.tournament, number=2, acting_user=day.director)
    board = round_board(load_league(day.tournament), 1)
    line = next(each for each in board.lines if each.meeting.series_id == day.series.pk)
    assert line.meets_at == at(30)
    assert {each.club: each.series for each in board.behind} == {
        entrant.team.name: 1 for entrant in day.tournament.entrants.all()
    }


def feeds_of(day) -> list[str]:
    """The calendar of the home club's manager and that of the event, as other programs read
    them."""
    key = make_calendar_link(user=day.home).key
    addresses = (f"/calendar/{key}.ics", f"/t/{day.tournament.slug}/calendar.ics")
    return [browser().get(address).content.decode() for address in addresses]


def called_off_by_a_drop(day) -> None:
    drop(day.tournament, day.tournament.entrants.get(team=day.series.away).number)


def called_off_with_its_round(day) -> None:
    address = f"/api/v1/tournaments/{day.tournament.slug}/drawings/"
    sent = {"round": 1, "reason": "Drawn too early", "played_too": True}
    answer = browser(day.director).post(address, sent, content_type="application/json")
    assert answer.status_code == 200, answer.content


def called_off_by_a_manager(day) -> None:
    withdraw_time(time_id=MeetingTime.objects.get().pk, acting_user=day.away)


@pytest.mark.parametrize("timetable", [False, True])
@pytest.mark.parametrize(
    "call_off", [called_off_by_a_drop, called_off_with_its_round, called_off_by_a_manager]
)
def test_calendars_say_that_an_appointment_is_cancelled(call_off, timetable):
    day = a_day()
    if timetable:
        if call_off is called_off_by_a_manager:
            return
        Day.objects.create(tournament=day.tournament, begins_at=at(24))
    else:
        propose(day, day.director, 30)
    uid = f"UID:series-{day.series.pk}@"
    for feed in feeds_of(day):
        (event,) = [each for each in feed.split("BEGIN:VEVENT") if uid in each]
        assert "STATUS" not in event
    call_off(day)
    for feed in feeds_of(day):
        (event,) = [each for each in feed.split("BEGIN:VEVENT") if uid in each]
        assert "STATUS:CANCELLED" in event
    assert not browser(day.home).get("/calendar/").context["appointments"] or timetable


def test_calendars_say_that_a_series_was_simulated_before_its_time():
    day = a_day()
    propose(day, day.director, 30)
    assert any(each.url.endswith(f"/series/{day.series.pk}/") for each in shown_to(day.home))
    play_series(series_ids=[day.series.pk], acting_user=day.director, kept_too=True)
    for feed in feeds_of(day):
        uid = f"UID:series-{day.series.pk}@"
        (event,) = [each for each in feed.split("BEGIN:VEVENT") if uid in each]
        assert "STATUS:CANCELLED" in event
    assert not any(each.url.endswith(f"/series/{day.series.pk}/") for each in shown_to(day.home))
    times = browser(day.home).get(f"/series/{day.series.pk}/").content.decode()
    assert "Agreed" not in times


def shown_to(user):
    return browser(user).get("/calendar/").context["appointments"]


def test_what_goes_on_again_is_in_the_calendars_as_before():
    day = a_day()
    propose(day, day.director, 30)
    before = feeds_of(day)
    made = drop(day.tournament, day.tournament.entrants.get(team=day.series.away).number)
    undo_drop(drop=made, acting_user=day.director)
    assert feeds_of(day) == before


def test_a_time_of_somebody_who_acts_for_the_club_no_more_is_not_accepted():
    """A proposal ends with the right to make it: an account is closed, a manager is dismissed."""
    day = a_day()
    (time,) = propose(day, day.home, 30)
    close_account(user=day.home, keeps_name=True, acting_user=day.home)
    page = browser(day.away).get(f"/series/{day.series.pk}/times/").content.decode()
    assert f'value="{time.pk}"' not in page
    assert refused(lambda: accept_time(time_id=time.pk, acting_user=day.away)) == "time-moved-on"
