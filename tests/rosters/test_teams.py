"""Clubs: what may be changed, by whom, and what is refused."""

import pytest
from rest_framework.test import APIClient

from config.journal.models import Action
from config.people.models import User
from config.refusals import Refused
from rosters.models import TeamMember
from rosters.rules.teams import TeamPlan, abbreviate, dye
from rosters.rules.tendencies import tendencies_of
from rosters.services.people import appoint, dismiss
from rosters.services.teams import create_teams, edit_team
from tests.builders import browser, entrant, league, manager, person

pytestmark = pytest.mark.django_db

NINE = [f"Batter {n}" for n in range(1, 10)]


@pytest.fixture
def tournament():
    return league(4)


@pytest.fixture
def team(tournament):
    return entrant(tournament, 1).team


def refused(team, **changes):
    usual = {"name": "Ashford Aces", "abbreviation": "ASH"}
    with pytest.raises(Refused) as caught:
        edit_team(
            team=team,
            plan=TeamPlan(**{**usual, **changes}),
            acting_user=User.objects.get(event_roles__event__tournament__entrants__team=team),
        )
    return [(refusal.code, refusal.place) for refusal in caught.value.refusals]


def test_a_club_is_changed_and_the_log_has_what_changed(team):
    casey = person("Casey", is_staff=True)
    plan = TeamPlan("Ashford Axes", "axe", "#0B5563", "#f2b632", NINE)
    edit_team(team=team, plan=plan, acting_user=casey)
    team.refresh_from_db()
    assert (team.name, team.abbreviation, team.colour) == ("Ashford Axes", "AXE", "#0b5563")
    assert team.batting_order == NINE
    line = Action.objects.get(code="team-changed")
    assert (line.actor, line.old["name"], line.new["name"]) == (
        casey,
        "Ashford Aces",
        "Ashford Axes",
    )
    # Saving the same again is no change.
    edit_team(team=team, plan=plan, acting_user=casey)
    assert Action.objects.filter(code="team-changed").count() == 1


def test_everything_that_is_wrong_with_a_club_is_said_at_its_field(team):
    assert refused(
        team,
        name="",
        abbreviation="A-B",
        colour="green",
        accent="#12345",
        batting_order=NINE[:8],
    ) == [
        ("team-name-length", "name"),
        ("abbreviation-length", "abbreviation"),
        ("not-a-colour", "colour"),
        ("not-a-colour", "accent"),
        ("batting-order-length", "batting_order"),
    ]
    assert refused(team, batting_order=[*NINE[:8], "x" * 50]) == [
        ("batter-name-length", "batting_order")
    ]


def test_a_club_is_not_renamed_into_another_one_of_its_tournament(team):
    assert refused(team, name="brookline bears", abbreviation="BRO") == [
        ("duplicate-name", "name"),
        ("duplicate-abbreviation", "abbreviation"),
    ]
    league(4, name="Other")
    edit_team(
        team=team, plan=TeamPlan("Ashford Axes", "ASH"), acting_user=person("Casey", is_staff=True)
    )


def test_clubs_that_are_wrong_are_not_made():
    with pytest.raises(Refused) as caught:
        create_teams(plans=[TeamPlan("Aces", "ACE"), TeamPlan("", "")])
    assert {refusal.place for refusal in caught.value.refusals} == {"club 2"}


def test_its_manager_and_its_director_change_it_on_its_page(tournament, team):
    page = browser(manager(tournament, 1)).get(f"/teams/{team.pk}/edit/")
    assert 'value="Ashford Aces"' in page.content.decode()
    back = f"/t/{tournament.slug}/teams/1/"
    answer = browser(tournament.roles.get().user).post(
        f"/teams/{team.pk}/edit/",
        {
            "name": "Ashford Axes",
            "abbreviation": "axe",
            "colour": "#0b5563",
            "accent": "#f2b632",
            "batting_order": "\n".join(NINE),
            "next": back,
        },
    )
    assert answer.url == back
    team.refresh_from_db()
    assert team.name == "Ashford Axes"


def test_a_refused_change_is_shown_and_nothing_is_lost(tournament, team):
    fields = {"name": "Ashford Axes", "abbreviation": "TOOLONG", "colour": "red", "accent": ""}
    answer = browser(manager(tournament, 1)).post(
        f"/teams/{team.pk}/edit/",
        {**fields, "batting_order": "One\nTwo", "next": "https://elsewhere.example/"},
    )
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {
        "abbreviation",
        "colour",
        "accent",
        "batting_order",
    }
    text = answer.content.decode()
    assert 'value="Ashford Axes"' in text
    assert "elsewhere.example" not in text
    team.refresh_from_db()
    assert team.name == "Ashford Aces"


def test_a_substitute_does_not_change_the_club(tournament, team):
    robin = person("Robin")
    appoint(
        team=team,
        user=robin,
        role=TeamMember.Role.SUBSTITUTE,
        scope=tournament.scope,
        acting_user=None,
    )
    assert browser(robin).get(f"/teams/{team.pk}/edit/").status_code == 404
    member = appoint(
        team=team,
        user=robin,
        role=TeamMember.Role.MANAGER,
        scope=tournament.scope,
        acting_user=None,
    )
    assert browser(robin).get(f"/teams/{team.pk}/edit/").status_code == 200
    dismiss(member=member, scope=tournament.scope, acting_user=robin)
    assert browser(robin).get(f"/teams/{team.pk}/edit/").status_code == 404


@pytest.mark.parametrize(
    ("name", "letters"),
    [("Prairie Dog Nine", "PDN"), ("Lakeside Loons", "LAK"), ("Ox", "O2"), ("", "CL2")],
)
def test_an_abbreviation_is_made_up_from_the_name(name, letters):
    found = abbreviate(name)
    assert 2 <= len(found) <= 4
    if name not in ("Ox", ""):
        assert found == letters


def test_a_taken_abbreviation_gives_way():
    taken: set[str] = set()
    for _ in range(40):
        letters = abbreviate("Lakeside Loons", taken)
        assert letters not in taken
        assert 2 <= len(letters) <= 4
        taken.add(letters)


def test_dyes_are_told_apart():
    assert len({dye(place) for place in range(45)}) == 45


def test_a_manager_says_how_his_club_plays(tournament, team):
    known = [each.key for each in tendencies_of("")]
    asking = browser(manager(tournament, 1))
    address = f"/teams/{team.pk}/tendencies/"
    assert asking.get(address).content.decode().count('value="5"') == len(known)
    said = {**dict.fromkeys(known, 5), "stealing": 9, "bunting": 0}
    assert asking.post(address, said).status_code == 302
    team.refresh_from_db()
    # What is by the book is not stored.
    assert team.tendencies == {"stealing": 9, "bunting": 0}
    assert Action.objects.get(code="tendencies-set").new == team.tendencies
    refused = asking.post(address, {**said, "stealing": 11})
    assert refused.status_code == 422
    assert set(refused.context["form"].errors) == {"stealing"}


def test_tendencies_over_the_api(tournament, team):
    client = APIClient()
    client.force_authenticate(manager(tournament, 1))
    address = f"/api/v1/teams/{team.pk}/tendencies/"
    found = client.put(address, {"tendencies": {"running": 2}}, format="json")
    assert found.json()["tendencies"] == {"running": 2}
    for values, code in (({"courage": 9}, "unknown-tendency"), ({"running": -1}, "tendency-range")):
        refused = client.put(address, {"tendencies": values}, format="json")
        assert (refused.status_code, refused.json()["error"]["code"]) == (422, code)
    team.refresh_from_db()
    assert team.tendencies == {"running": 2}
