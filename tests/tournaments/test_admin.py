"""The back office of the tournament floor."""

from datetime import timedelta

import pytest
from django.contrib import admin
from django.utils import timezone
from unfold.admin import ModelAdmin

from config.jobs.models import Job
from games.models import Game
from games.seriesday.models import SeriesClock
from tests.builders import browser, league, manager, person, result
from tests.games.seriesday.builders import a_day, claim
from tournaments.models import Tournament
from tournaments.services import invites

pytestmark = pytest.mark.django_db

LISTS = (
    *("tournaments/tournament", "tournaments/stage", "tournaments/entrant", "tournaments/round"),
    *("tournaments/fixture", "tournaments/invite", "events/eventrole"),
)


@pytest.fixture
def office():
    return browser(person("Staff", is_staff=True, is_superuser=True))


@pytest.fixture
def tournament():
    made = league(5, seed="only-the-house-knows")
    manager(made, 1)
    result(made, 1, 2, (3, 1))
    invites.invite(tournament=made, role="spectator", acting_user=made.roles.get().user)
    return made


def run(office, action, *tournaments):
    return office.post(
        "/admin/tournaments/tournament/",
        {
            "action": action,
            "_selected_action": [tournament.pk for tournament in tournaments],
            "confirmed": "yes",
        },
        follow=True,
    ).content.decode()


def test_every_list_and_page_opens_and_none_can_be_written(office, tournament):
    for name in LISTS:
        url = f"/admin/{name}/"
        assert office.get(url).status_code == 200, name
        assert office.get(f"{url}add/").status_code == 403, name
    page = office.get(f"/admin/tournaments/tournament/{tournament.pk}/change/")
    assert page.status_code == 200
    assert tournament.seed not in page.content.decode()
    assert office.get("/admin/rosters/team/").status_code == 200
    team = tournament.entrants.first().team
    assert office.get(f"/admin/rosters/team/{team.pk}/change/").status_code == 200


def test_lists_do_not_ask_once_per_row(office, django_assert_max_num_queries):
    league(12)
    for name in LISTS:
        with django_assert_max_num_queries(12):
            office.get(f"/admin/tournaments/{name}/")


def test_actions_call_the_services_and_show_what_they_refuse(office):
    running, setup = league(4, name="Running"), league(4, name="Setup", started=False)
    assert "Running: " in run(office, "start", running)
    run(office, "start", setup)
    setup.refresh_from_db()
    assert setup.state == Tournament.State.RUNNING
    page = run(office, "play_every_unplayed_series", running)
    assert Job.objects.get().scope == running.scope
    assert "queued to be played" in page


def test_the_floors_pages_wear_the_theme():
    for model, shown in admin.site._registry.items():
        if model._meta.app_label in ("tournaments", "rosters"):
            assert isinstance(shown, ModelAdmin), model


def test_a_seed_is_not_given_away_letter_by_letter(office, tournament):
    for address in (
        "tournament/?seed__startswith=only",
        "stage/?tournament__seed__startswith=only",
        "entrant/?tournament__seed__startswith=only",
        "fixture/?round__stage__tournament__seed__startswith=only",
        "invite/?tournament__seed__startswith=only",
    ):
        answer = office.get(f"/admin/tournaments/{address}")
        assert answer.status_code in (302, 400), address


def test_an_action_says_what_it_will_change_before_it_is_done(office):
    setup = league(4, name="Setup", started=False)
    asked = office.post(
        "/admin/tournaments/tournament/", {"action": "start", "_selected_action": [setup.pk]}
    ).content.decode()
    assert "its schedule is drawn" in asked
    setup.refresh_from_db()
    assert setup.state == Tournament.State.SETUP
    run(office, "start", setup)
    setup.refresh_from_db()
    assert setup.state == Tournament.State.RUNNING


def test_the_first_page_says_what_waits_and_leads_to_the_desks(office):
    day = a_day()
    day.report(day.home, claim())
    day.report(day.away, claim(5, 2))
    SeriesClock.objects.create(series=day.series, due_at=timezone.now() - timedelta(hours=1))
    Job.objects.create(kind="x", key="x", scope="x", label="Broken work", state=Job.State.FAILED)
    page = office.get("/admin/").content.decode()
    assert "Settle game 1" in page
    assert "Late series: 1" in page
    assert "Broken work" in page
    assert f"/t/{day.tournament.slug}/desk/" in page
    assert f"/t/{day.tournament.slug}/board/" in page


def test_lists_are_narrowed_down_by_event(office):
    one, other = league(4, name="One"), league(4, name="Other")
    result(one, 1, 2, (3, 1))
    result(other, 1, 2, (3, 1))
    shown = office.get("/admin/games/series/", {"event": one.scope}).context["cl"]
    assert {row.scope for row in shown.result_list} == {one.scope}
    assert (one.scope, "One") in shown.filter_specs[-1].lookup_choices


def test_directors_of_the_house_read_everything_but_tokens_sign_ins_and_groups(tournament):
    staff = browser(person("Director", is_staff=True))
    for address in ("tournaments/tournament/", "games/series/", "seriesday/ruling/", "jobs/job/"):
        assert staff.get(f"/admin/{address}").status_code == 200, address
    for address in ("people/apitoken/", "axes/accesslog/", "auth/group/", "people/user/"):
        assert staff.get(f"/admin/{address}").status_code == 403, address
        assert address not in staff.get("/admin/").content.decode()


def test_what_lies_in_series_is_narrowed_down_by_their_event(office):
    day = a_day()
    day.report(day.home, claim())
    for event, count in ((day.tournament.scope, 1), (league(4, name="Other").scope, 0)):
        shown = office.get("/admin/seriesday/gamereport/", {"event": event}).context["cl"]
        assert len(shown.result_list) == count


def test_the_games_of_one_event_are_paged_series_by_series(office, monkeypatch):
    monkeypatch.setattr("config.office.PAGE", 2)
    one, other = league(4, name="One"), league(4, name="Other")
    # Entered in no order, and between them those of another event.
    pairs = ((3, 4), (1, 2), (2, 3), (1, 4), (1, 3))
    mine = []
    for pair in pairs:
        mine.append(result(one, *pair, (3, 1)))
        result(other, *pair, (3, 1))
    seen, query = [], f"?event={one.scope}"
    while query:
        shown = office.get(f"/admin/games/game/{query}").context["cl"]
        seen += [game.pk for game in shown.result_list]
        query = shown.older
    games = Game.objects.filter(series__event__key=one.scope)
    assert seen == list(games.order_by("-series_id", "-number").values_list("pk", flat=True))
    assert len(seen) == len(mine)
