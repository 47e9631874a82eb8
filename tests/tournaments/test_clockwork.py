"""What the house does by itself for everybody: one thing that cannot be done stops no other."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from config.jobs.models import Trouble
from config.jobs.one_by_one import TOLD_AFTER, one_by_one
from config.journal.models import Action
from config.notices.models import Notice
from config.notices.services import look
from config.refusals import Refusal, Refused
from games.models import Game, Series
from games.seriesday.models import GameReport
from games.seriesday.services.players_lines import count_players_lines
from games.seriesday.tasks import make_reports_official
from games.services.calling_off import verify_goes_on
from games.services.scoring import record_game
from tests.builders import browser, person
from tests.games.seriesday.builders import a_day, claim
from tests.tournaments.drops import drop
from tournaments.models import Drop
from tournaments.services.drops import undo_drop

pytestmark = pytest.mark.django_db


def later_series(day) -> None:
    """Something of a later series of the clubs has begun, so that a report is official (T0.06d)."""
    club = day.series.home
    later = Series.objects.filter(event__key=day.tournament.scope).exclude(pk=day.series.pk)
    found = later.filter(home=club).first() or later.filter(away=club).first()
    record_game(series_id=found.pk, number=1, transcript=["6"], acting_user=None)


def test_a_club_that_drops_out_takes_its_open_report_with_it_and_stops_nobody_elses():
    theirs, other = a_day(), a_day(name="Other League", called="Too")
    for day in (theirs, other):
        day.report(day.home, claim())
        later_series(day)
    number = theirs.tournament.entrants.get(team=theirs.series.away).number
    page = browser(theirs.director)
    answer = page.post(
        f"/t/{theirs.tournament.slug}/drops/",
        {"act": "drop", "club": number, "reason": "He is ill", "nobody_found": "on"},
    )
    assert answer.status_code in (200, 302)
    report = GameReport.objects.get(game__series=theirs.series)
    assert report.state == GameReport.State.LAPSED
    line = Action.objects.get(code="report-closed")
    assert (line.scope, line.actor) == (theirs.tournament.scope, theirs.director)
    assert make_reports_official() == 1
    assert other.game().status == Game.Status.FINAL
    assert not Trouble.objects.exists()
    # It waits for nobody any more, and waits again when the drop is taken back.
    look(now=timezone.now())
    assert not Notice.objects.filter(key=f"report:{report.pk}", over_at=None).exists()
    undo_drop(drop=Drop.objects.get(), acting_user=theirs.director)
    report.refresh_from_db()
    assert report.state == GameReport.State.OPEN
    assert Action.objects.filter(code="report-reopened").count() == 1


def test_both_tellings_of_a_disputed_game_come_back_with_the_club():
    day = a_day()
    day.report(day.home, claim(4, 2))
    day.report(day.away, claim(5, 2))
    made = drop(day.tournament, day.tournament.entrants.get(team=day.series.home).number)
    assert set(GameReport.objects.values_list("state", flat=True)) == {"lapsed"}
    undo_drop(drop=made, acting_user=day.director)
    assert set(GameReport.objects.values_list("state", flat=True)) == {"disputed"}


def test_a_report_that_cannot_become_official_is_passed_over_and_told_after_three_times():
    stuck, other = a_day(), a_day(name="Other League", called="Too")
    staff = person("Boss", is_staff=True)
    for day in (stuck, other):
        day.report(day.home, claim())
        later_series(day)
    # As a release before this one left it behind.
    Series.objects.filter(pk=stuck.series.pk).update(
        called_off_at=timezone.now(), completed_at=timezone.now()
    )
    with pytest.raises(Refused):
        verify_goes_on(Series.objects.get(pk=stuck.series.pk))
    assert make_reports_official() == 1
    assert other.game().status == Game.Status.FINAL
    trouble = Trouble.objects.get()
    assert (trouble.thing, trouble.failures) == (f"series {stuck.series.pk}", 1)
    told = Notice.objects.filter(kind="clockwork-fails", user=staff, over_at=None)
    for _ in range(TOLD_AFTER - 1):
        look(now=timezone.now())
        assert not told.exists()
        assert make_reports_official() == 0
    look(now=timezone.now())
    assert told.count() == Notice.objects.filter(kind="clockwork-fails").count() == 1
    page = browser(staff).get(told.get().url, follow=True)
    assert f"series {stuck.series.pk}" in page.content.decode()
    # What succeeds in the end is no trouble any more.
    Series.objects.filter(pk=stuck.series.pk).update(called_off_at=None, completed_at=None)
    assert make_reports_official() == 1
    assert not Trouble.objects.exists()
    look(now=timezone.now())
    assert not told.exists()


def test_each_thing_has_a_transaction_of_its_own():
    people = [person(name) for name in ("Ann", "Ben", "Cal")]

    def rename(user) -> str:
        user.name = "Changed"
        user.save(update_fields=["name"])
        if user == people[1]:
            raise Refused(Refusal("too-wet", "The field is too wet."))
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return user.email

    done = one_by_one("names", people, rename)
    assert done == ["ann@example.org", "cal@example.org"]
    for user in people:
        user.refresh_from_db()
    assert [user.name for user in people] == ["Changed", "Ben", "Changed"]
    trouble = Trouble.objects.get()
    assert trouble.thing == f"people.user {people[1].pk}"
    assert "The field is too wet." in trouble.error
    # Gone from the loop, it is no trouble either.
    one_by_one("names", people[:1], lambda user: None)
    assert not Trouble.objects.exists()


def test_a_game_whose_players_cannot_be_counted_keeps_nobody_else_waiting(monkeypatch):
    day = a_day(cards=True)
    for number in (1, 2):
        day.report(day.director, day.boxed(number, seed=str(number)), number)
    broken = day.game(1)
    told = GameReport.objects.get(game=broken, state="confirmed").told

    def lines_of_report(claim):
        assert claim != told, "a report that breaks the count"
        return [], []

    monkeypatch.setattr("games.seriesday.services.players_lines.lines_of_report", lines_of_report)
    Game.objects.filter(pk=broken.pk).update(finished_at=timezone.now() + timedelta(days=1))
    assert len(count_players_lines(most=1)) == 0
    # It was the newest, and the next one is counted all the same.
    assert len(count_players_lines(most=1)) == 1
    assert Trouble.objects.get().failures == 2
