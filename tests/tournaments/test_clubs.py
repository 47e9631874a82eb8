"""Clubs that come and go before the schedule is drawn: by service, desk and API."""

import pytest
from rest_framework.test import APIClient

from config.journal.models import Action
from config.refusals import Refused
from rosters.models import Team, TeamMember
from rosters.rules.teams import TeamPlan
from tests.builders import browser, director_of, entrant, league, person
from tournaments.models import Entrant, Fixture, Invite, Tournament
from tournaments.rules.schedule import MOST_ENTRANTS
from tournaments.services.clubs import enter_clubs, withdraw_club
from tournaments.services.events import start_tournament
from tournaments.services.invites import accept, invite
from tournaments.services.plans import club_problems

pytestmark = pytest.mark.django_db

LOONS = TeamPlan("Late Loons", "LLO")


@pytest.fixture
def setup() -> Tournament:
    return league(4, started=False)


def names(tournament: Tournament) -> list[tuple[int, str]]:
    return list(tournament.entrants.order_by("number").values_list("number", "team__name"))


def codes(act, **named) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as refused:
        act(**named)
    return [(found.code, found.place) for found in refused.value.refusals]


def test_clubs_enter_behind_those_there_are_and_play(setup):
    director = director_of(setup)
    before = names(setup)
    entered = enter_clubs(tournament=setup, plans=[LOONS], acting_user=director)
    assert [club.number for club in entered] == [5]
    assert names(setup) == [*before, (5, "Late Loons")]
    line = Action.objects.get(code="clubs-entered")
    assert (line.actor, line.new) == (director, {"clubs": ["Late Loons"]})
    start_tournament(tournament=setup, acting_user=director)
    assert Fixture.objects.filter(home=entered[0]).exists()


def test_a_club_goes_with_its_people_and_invites_and_the_others_move_up(setup):
    director = director_of(setup)
    before = names(setup)
    leaving = entrant(setup, 2)
    made = invite(tournament=setup, role="manager", entrant=leaving, acting_user=director)
    accept(made=made, acting_user=person("Manager"))
    invite(tournament=setup, role="manager", entrant=leaving, acting_user=director)
    withdraw_club(tournament=setup, number=2, acting_user=director)
    assert names(setup) == [(1, before[0][1]), (2, before[2][1]), (3, before[3][1])]
    assert not Team.objects.filter(pk=leaving.team_id).exists()
    assert not TeamMember.objects.exists()
    assert not Invite.objects.exists()
    assert Action.objects.get(code="club-withdrawn").old == {"club": before[1][1]}
    start_tournament(tournament=setup, acting_user=director)


def test_what_cannot_enter_is_refused_by_its_place_and_nothing_is_stored(setup):
    first = entrant(setup, 1).team
    found = codes(
        enter_clubs,
        tournament=setup,
        plans=[LOONS, TeamPlan(first.name.upper(), "QQQ"), TeamPlan("", "X")],
        acting_user=director_of(setup),
    )
    assert ("duplicate-name", "club 2") in found
    assert ("team-name-length", "club 3") in found
    assert ("abbreviation-length", "club 3") in found
    assert setup.entrants.count() == 4
    assert codes(enter_clubs, tournament=setup, plans=[], acting_user=director_of(setup)) == [
        ("no-clubs", "clubs")
    ]
    many = [TeamPlan(f"Club {at}", f"C{at}") for at in range(27)]
    assert codes(enter_clubs, tournament=setup, plans=many, acting_user=director_of(setup)) == [
        ("number-of-clubs", "clubs")
    ]


def test_three_clubs_stay_and_an_unknown_one_cannot_go(setup):
    director = director_of(setup)
    assert codes(withdraw_club, tournament=setup, number=9, acting_user=director) == [
        ("no-such-club", "club")
    ]
    withdraw_club(tournament=setup, number=4, acting_user=director)
    assert codes(withdraw_club, tournament=setup, number=1, acting_user=director) == [
        ("number-of-clubs", "club")
    ]
    assert Entrant.objects.count() == 3


def test_once_the_schedule_is_drawn_nobody_comes_or_goes():
    running = league(4)
    director = director_of(running)
    for act, named in ((enter_clubs, {"plans": [LOONS]}), (withdraw_club, {"number": 1})):
        found = codes(act, tournament=running, acting_user=director, **named)
        assert found == [("already-started", "clubs")]


def test_the_desk_enters_clubs_line_by_line_and_keeps_what_was_typed(setup):
    desk = browser(director_of(setup))
    url = f"/t/{setup.slug}/desk/"
    page = desk.get(url).content.decode()
    assert 'name="clubs"' in page
    answer = desk.post(url, {"act": "enter-clubs", "clubs": "Late Loons, LLO\n\nLate Loons, LLP"})
    assert answer.status_code == 422
    said = answer.content.decode()
    assert "Line 3:" in said
    assert "Late Loons, LLO" in said
    answer = desk.post(url, {"act": "enter-clubs", "clubs": "Late Loons, LLO"}, follow=True)
    assert "Entered: Late Loons." in answer.content.decode()
    answer = desk.post(url, {"act": "withdraw-club", "club": "5"}, follow=True)
    assert "Late Loons" not in [name for _, name in names(setup)]
    running = league(4, name="Running")
    page = browser(director_of(running)).get(f"/t/{running.slug}/desk/").content.decode()
    assert 'name="clubs"' not in page
    assert "withdraw-club" not in page


def test_the_api_enters_clubs_and_takes_them_out(setup):
    api = APIClient()
    api.force_authenticate(director_of(setup))
    url = f"/api/v1/tournaments/{setup.slug}/clubs/"
    answer = api.post(url, {"clubs": [{"name": "Late Loons", "abbreviation": "LLO"}]}, "json")
    assert answer.status_code == 201
    assert answer.json()[0]["number"] == 5
    answer = api.post(url, {"clubs": [{"name": "Late Loons", "abbreviation": "LLX"}]}, "json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "duplicate-name")
    assert api.delete(f"{url}5/").status_code == 204
    answer = api.delete(f"{url}5/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "no-such-club")


def test_twenty_thousand_clubs_alike_are_refused_at_once_and_not_compared():
    """What is looked at grows with the list that may be, not with the square of what is sent."""

    class Counted(str):
        compared = 0

        def strip(self, *characters):
            Counted.compared += 1
            return super().strip(*characters)

    alike = [TeamPlan(Counted("Aces"), Counted("AA"))] * 20_000
    refusals = club_problems(alike)
    assert refusals[0].code == "number-of-clubs"
    assert len(refusals) <= 1 + 2 * MOST_ENTRANTS
    assert Counted.compared < 20 * MOST_ENTRANTS


def test_each_club_alike_is_told_with_the_first():
    plans = [TeamPlan("Aces", "ACE"), TeamPlan("Bears", "BEA"), TeamPlan(" ACES ", "AC2")]
    plans += [TeamPlan("aces", "AC3"), TeamPlan("Crows", "bea")]
    told = [(one.code, one.place, one.message) for one in club_problems(plans)]
    assert told == [
        ("duplicate-name", "club 3", "Clubs 1 and 3 are both called 'ACES'."),
        ("duplicate-name", "club 4", "Clubs 1 and 4 are both called 'aces'."),
        ("duplicate-abbreviation", "club 5", "Bears and Crows are both abbreviated 'BEA'."),
    ]


def test_an_endless_list_of_clubs_is_refused_on_every_way_in():
    tournament = league(3, started=False)
    director = director_of(tournament)
    desk = browser(director)
    typed = "\n".join("A" * 15 for _ in range(3000))
    new = {"name": "Endless", "system": "one-die", "legs": 1, "series_length": 1, "clubs": typed}
    page = desk.post("/new/", new)
    assert page.status_code == 422
    assert "at most 20000 characters" in page.content.decode()
    page = desk.post(f"/t/{tournament.slug}/desk/", {"act": "enter-clubs", "clubs": typed})
    assert page.status_code == 422
    assert "not 3003" in page.content.decode()
    api = APIClient()
    api.force_authenticate(director)
    club = {"name": "A", "abbreviation": "AA"}
    many = api.post(
        "/api/v1/tournaments/",
        {"name": "Endless", "system": "one-die", "clubs": [club] * 3000},
        format="json",
    )
    assert (many.status_code, many.json()["error"]["refusals"][0]["place"]) == (400, "clubs")
    assert Tournament.objects.count() == 1


def test_capitals_that_are_longer_than_what_was_typed_still_fit():
    """ß becomes SS: four of them are eight letters, two are four."""
    tournament = league(3, started=False)
    director = director_of(tournament)
    long = TeamPlan("ß" * 60, "ßßßß")
    with pytest.raises(Refused) as refused:
        enter_clubs(tournament=tournament, plans=[long], acting_user=director)
    assert refused.value.code == "abbreviation-length"
    fits = TeamPlan("ß" * 60, "ßß")
    (entrant,) = enter_clubs(tournament=tournament, plans=[fits], acting_user=director)
    entrant.team.refresh_from_db()
    assert (entrant.team.name, entrant.team.abbreviation) == ("ß" * 60, "SSSS")
    with pytest.raises(Refused) as refused:
        enter_clubs(tournament=tournament, plans=[TeamPlan("s" * 120, "SS1")], acting_user=director)
    assert refused.value.code == "team-name-length"
