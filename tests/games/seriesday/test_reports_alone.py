"""A report against a club without a manager: the director confirms it, or the event's rules say
that it counts."""

import pytest
from django.utils import timezone

from config.notices.models import Notice
from config.notices.services import look
from games.models import Game
from games.seriesday.models import GameReport
from games.seriesday.services.reporting import make_lapsed_official
from games.services.scoring import record_game
from rosters.models import TeamMember
from tests.builders import browser
from tests.games.seriesday.builders import a_day, also_manages, claim

pytestmark = pytest.mark.django_db

BODY = {
    "away": {"runs": 4},
    "home": {"runs": 2},
    "ending": "regulation",
    "inning": 9,
    "half": "bottom",
    "key": "",
}


def alone(**changes):
    """A day on which nobody acts for the home club."""
    day = a_day(**changes)
    TeamMember.objects.filter(team=day.series.home_id).delete()
    return day


def tell(day, user):
    path = f"/api/v1/series/{day.series.pk}/games/1/reports/"
    return browser(user).post(path, BODY, content_type="application/json")


def confirm(day, user):
    path = f"/api/v1/series/{day.series.pk}/games/1/reports/confirm/"
    return browser(user).post(path, {"version": 1}, content_type="application/json")


@pytest.mark.rule("T0.06d")
def test_t0_06d_a_report_that_nobody_could_dispute_waits_for_the_director():
    day = alone()
    assert tell(day, day.away).status_code == 201
    assert day.game().status == Game.Status.REPORTED
    page = f"/series/{day.series.pk}/games/1/report/"
    assert b"The director confirms it" in browser(day.away).get(page).content
    assert confirm(day, day.away).status_code == 403
    # No later series makes official what nobody but one side has said.
    others = day.tournament.series.exclude(pk=day.series.pk)
    for series in others:
        record_game(series_id=series.pk, number=1, transcript=["6"], acting_user=None)
    assert make_lapsed_official() == 0
    assert not day.game().is_final
    told = browser(day.director).get(page)
    assert b"Is this right?" in told.content
    answer = browser(day.director).post(page, {"act": "confirm", "version": "1"})
    assert answer.status_code == 302
    assert day.game().is_final
    assert GameReport.objects.get().answered_by == day.director


def test_the_director_is_told_of_it():
    day = alone()
    tell(day, day.away)
    look(now=timezone.now())
    told = Notice.objects.filter(kind="result-to-confirm").select_related("user")
    assert [each.user for each in told] == [day.director]
    assert told[0].title.endswith("reported game 1: 4-2")


def test_a_director_does_not_confirm_for_a_manager_who_is_there():
    day = a_day()
    tell(day, day.away)
    assert confirm(day, day.director).status_code == 403
    assert confirm(day, day.home).status_code == 200
    assert day.game().is_final


@pytest.mark.parametrize("counts", [False, True])
def test_an_event_may_say_that_it_counts(counts):
    day = alone(cards=True, edition_fields={"series": {"reports_alone": counts}})
    day.report(day.away, day.pitched(claim()))
    assert day.game().is_final is counts


def test_a_directors_own_word_counts_at_once():
    day = alone()
    assert tell(day, day.director).status_code == 201
    assert day.game().is_final


def test_who_acts_for_both_clubs_does_not_confirm_himself():
    day = alone()
    also_manages(day.away, day.series.home, day.tournament.scope)
    assert tell(day, day.away).status_code == 201
    assert not day.game().is_final
    assert confirm(day, day.away).status_code == 403
    assert make_lapsed_official() == 0
    assert confirm(day, day.director).status_code == 200
    assert day.game().is_final


def test_another_of_that_club_answers_what_one_who_acts_for_both_has_told():
    day = a_day()
    also_manages(day.home, day.series.away, day.tournament.scope)
    tell(day, day.home)
    assert confirm(day, day.home).status_code == 403
    assert confirm(day, day.director).status_code == 403
    assert confirm(day, day.away).status_code == 200
