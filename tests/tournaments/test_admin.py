"""The back office of the tournament floor."""

import pytest
from django.contrib import admin
from unfold.admin import ModelAdmin

from config.jobs.models import Job
from tests.builders import browser, league, manager, person, result
from tournaments.models import Tournament
from tournaments.services import invites

pytestmark = pytest.mark.django_db

LISTS = ("tournament", "stage", "entrant", "round", "fixture", "tournamentrole", "invite")


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
        {"action": action, "_selected_action": [tournament.pk for tournament in tournaments]},
        follow=True,
    ).content.decode()


def test_every_list_and_page_opens_and_none_can_be_written(office, tournament):
    for name in LISTS:
        url = f"/admin/tournaments/{name}/"
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
    assert "already-started" in run(office, "start", running)
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
