"""Ballparks stored, looked at, described, chosen and taken out; pages and API."""

import csv
import io

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from config.journal.models import Action
from config.refusals import Refused
from rosters.drafts.projecting import squads_in
from rosters.drafts.room import look
from rosters.drafts.services import preparing
from rosters.models import Ballpark, Source, Squad, Team
from rosters.rules.parks import ParkNumbers
from rosters.rules.teams import TeamPlan
from rosters.services.importing import source, store_house_parks
from rosters.services.parks import (
    Design,
    choose_park,
    deal_parks,
    delete_park,
    design_park,
    store_parks,
)
from rosters.services.teams import edit_team
from rosters.sources.facts import ParkFacts
from rosters.sources.known import FICTIONAL_YEAR, HOUSE
from tests.builders import browser, director_of, entrant, league, manager, person
from tests.rosters.builders import a_park
from tests.rosters.drafts import a_league, prepared
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

FACTS = ("list", "A list", Source.Kind.IMPORTED, "Somebody asks to be named.")


def listed(*names: str, year: int = 1986) -> list[Ballpark]:
    found = source(FACTS)
    store_parks(
        found, year, [ParkFacts(name.lower(), name, "Town", ParkNumbers()) for name in names]
    )
    return list(Ballpark.objects.filter(source=found, year=year).order_by("name"))


@pytest.fixture
def director():
    return person("Dana")


@pytest.fixture
def division(director):
    """Four clubs of a Purestrat division that is being set up."""
    tournament = league(4, director=director, started=False)
    tournament.system_key = "purestrat"
    tournament.save(update_fields=["system_key"])
    return tournament


def club(tournament, number):
    return entrant(tournament, number).team


def test_the_houses_parks_are_there_from_the_first_migration_on():
    before = list(Ballpark.objects.order_by("key").values_list("pk", "key", "home_runs_left"))
    assert len(before) >= 30
    store_house_parks()
    assert before == list(
        Ballpark.objects.order_by("key").values_list("pk", "key", "home_runs_left")
    )


def test_a_source_keeps_the_parks_where_somebody_plays(director, division):
    gone, kept = listed("Gone", "Kept")
    choose_park(team=club(division, 1), park=kept, acting_user=director)
    (left, new) = listed("New")
    assert (left, new.name) == (kept, "New")
    assert not Ballpark.objects.filter(pk=gone.pk).exists()


def test_a_described_park_is_logged_and_has_a_card_that_fits(director, division):
    park = a_park("Backyard", 8, 14, acting_user=director)
    assert park.numbers == ParkNumbers(8, 8, 14, 14)
    assert park.faces == "HR HR HR HR HR HR HR HR HR F7d"
    logged = Action.objects.get(code="park-designed")
    assert (logged.actor, logged.new["singles_left"]) == (director, 8)


def test_everything_wrong_with_a_described_park_is_told_at_once(director, division):
    design = Design(" ", ParkNumbers(5, 6, 21, 21), city="x" * 81, card="HR 0-8")
    with pytest.raises(Refused) as refused:
        design_park(design=design, acting_user=director)
    assert [one.code for one in refused.value.refusals] == [
        "park-name",
        "park-city",
        "park-number",
        "park-number",
        "park-left-right",
        "park-gap",
    ]
    assert not Ballpark.objects.filter(source=None).exists()


@pytest.mark.servers("constraints")
def test_the_database_too_keeps_a_described_park_even(director):
    with pytest.raises(IntegrityError), transaction.atomic():
        Ballpark.objects.create(
            name="Odd",
            singles_left=9,
            singles_right=10,
            home_runs_left=10,
            home_runs_right=10,
            designed_by=director,
        )


@pytest.mark.rule("T0.02e", "T0.02f", "T0.02g")
def test_t0_02_in_a_division_of_purestrat(director, division):
    own, other_own = a_park("Own", acting_user=director), a_park("Other", acting_user=director)
    one, two = listed("One", "Two")
    choose_park(team=club(division, 1), park=own, acting_user=director)
    for park, code in ((own, "park-taken"), (other_own, "park-privilege-lapsed")):
        with pytest.raises(Refused) as refused:
            choose_park(team=club(division, 2), park=park, acting_user=director)
        assert refused.value.refusals[0].code == code
    choose_park(team=club(division, 2), park=one, acting_user=director)
    choose_park(team=club(division, 3), park=two, acting_user=director)
    # The same park in another year's list is the same park.
    (again,) = listed("One", year=1990)
    with pytest.raises(Refused) as refused:
        choose_park(team=club(division, 4), park=again, acting_user=director)
    assert refused.value.refusals[0].code == "park-taken"
    # Another division may have it, and dice leagues do not ask.
    choose_park(team=club(league(4, name="Dice"), 1), park=one, acting_user=director)


@pytest.mark.rule("T0.02d", "T0.02g")
def test_clubs_that_have_no_park_are_dealt_one_of_the_houses_list_each(director, division):
    teams = [club(division, number) for number in range(1, 5)]
    house = list(Ballpark.objects.filter(source__key=HOUSE).order_by("key"))
    choose_park(team=teams[0], park=house[0], acting_user=director)
    given = {"teams": teams, "seed": "parks", "scope": division.scope, "acting_user": director}
    deal_parks(**given)
    dealt = [Team.objects.get(pk=team.pk).ballpark for team in teams]
    assert dealt[0] == house[0]
    assert len({park.pk for park in dealt}) == 4
    assert {park.pk for park in dealt} <= {park.pk for park in house}
    logged = Action.objects.get(code="parks-dealt")
    assert logged.new == {
        team.name: park.name for team, park in list(zip(teams, dealt, strict=True))[1:]
    }
    # Whoever has one keeps it.
    deal_parks(**{**given, "seed": "others"})
    assert [Team.objects.get(pk=team.pk).ballpark for team in teams] == dealt
    assert Action.objects.filter(code="parks-dealt").count() == 1


def test_a_club_that_plays_there_in_one_event_is_at_home_there(director, division):
    park = Ballpark.objects.filter(source__key=HOUSE).earliest("key")
    home = club(division, 1)
    Squad.objects.create(team=home, event_id=division.scope, ballpark=park)
    manages = manager(division, 1, "Casey")
    page = browser(manages).get(f"/parks/{park.pk}/").content.decode()
    assert home.name in page
    # In that event it stays, whatever park the club has elsewhere.
    assert ">Leave<" not in page
    told = api(None).get(f"/api/v1/ballparks/{park.pk}/").json()
    assert [one["name"] for one in told["clubs"]] == [home.name]
    Tournament.objects.update(visibility="private")
    assert home.name not in browser(None).get(f"/parks/{park.pk}/").content.decode()


def test_a_park_where_a_club_plays_stays(director, division):
    park = a_park(acting_user=director)
    choose_park(team=club(division, 1), park=park, acting_user=director)
    with pytest.raises(Refused) as refused:
        delete_park(park=park, acting_user=director)
    assert refused.value.refusals[0].code == "park-in-use"
    choose_park(team=club(division, 1), park=None, acting_user=director)
    delete_park(park=park, acting_user=director)
    with pytest.raises(Refused) as refused:
        delete_park(park=Ballpark.objects.first(), acting_user=director)
    assert refused.value.refusals[0].code == "park-of-a-list"


def test_the_list_is_searched_filtered_and_sorted(client):
    listed("Zephyr", "Yonder")
    text = client.get("/parks/?list=list-1986&sort=name").content.decode()
    assert text.index("Yonder") < text.index("Zephyr")
    assert "Harbor Light" not in text
    assert "Harbor Light Park" in client.get("/parks/?q=harbor+light").content.decode()
    assert "No park answers" in client.get("/parks/?q=nowhere").content.decode()
    # What makes no sense is not asked, and shows at its field.
    answer = client.get("/parks/?sort=colour&list=moon-1")
    assert answer.status_code == 200
    assert "is-invalid" in answer.content.decode()


def test_the_list_takes_as_many_queries_for_many_as_for_few(client):
    def queries(address):
        with CaptureQueriesContext(
            connection,
        ) as found:
            assert client.get(address).status_code == 200
        return len(found)

    assert queries("/parks/") == queries("/parks/?q=harbor+light")


def test_the_spreadsheet_has_every_park_asked_for(client):
    answer = client.get("/parks/parks.csv?q=harbor+light")
    (row,) = csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")))
    assert row == {
        "key": "harbor-light-park",
        "name": "Harbor Light Park",
        "place": "Alder Bay",
        "list": "fictional",
        "year": str(FICTIONAL_YEAR),
        "singles_left": "9",
        "singles_right": "10",
        "home_runs_left": "14",
        "home_runs_right": "15",
        "deep_drive": "HR 0-8, F7d 9",
        "run_factor": "",
    }


def test_a_park_says_what_its_numbers_mean_and_where_they_come_from(client):
    found = source(FACTS)
    facts = ParkFacts("hill", "Hill", "Town", ParkNumbers(14, 14, 15, 15), "runs-to-numbers/1", 106)
    store_parks(found, 1986, [facts])
    text = client.get(f"/parks/{Ballpark.objects.get(key='hill').pk}/").content.decode()
    assert "A hit on 1–15: 20 % more than in a neutral park." in text
    assert "from the run factor 106" in text
    assert "Somebody asks to be named." in text
    assert "Play here" not in text


def test_a_manager_moves_into_a_park_and_out_again(director, division):
    user = manager(division, 1)
    (park,) = listed("Field")
    team = club(division, 1)
    asking = browser(user)
    assert asking.post(f"/parks/{park.pk}/", {"team": team.pk}).status_code == 302
    team.refresh_from_db()
    assert team.ballpark == park
    page = asking.get(f"/parks/{park.pk}/").content.decode()
    assert f"/teams/{team.pk}/leave-park/" in page
    assert (
        f"/teams/{team.pk}/leave-park/"
        not in browser(manager(division, 2, "Other")).get(f"/parks/{park.pk}/").content.decode()
    )
    assert asking.post(f"/teams/{team.pk}/leave-park/").status_code == 302
    team.refresh_from_db()
    assert team.ballpark is None
    assert Action.objects.filter(code="park-chosen", actor=user).count() == 2


def test_the_pages_say_what_is_refused(director, division):
    asking = browser(director)
    (park,) = listed("Field")
    choose_park(team=club(division, 1), park=park, acting_user=director)
    answer = asking.post(f"/parks/{park.pk}/", {"team": club(division, 2).pk})
    assert answer.status_code == 422
    assert "Another club of the division plays at Field." in answer.content.decode()
    answer = asking.post("/parks/new/", {"name": "Moon", "singles": 25, "home_runs": 3})
    assert answer.status_code == 422
    text = answer.content.decode()
    assert text.count("25 is not 0 to 20") == 1
    assert not Ballpark.objects.filter(name="Moon").exists()


def api(user=None) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client


def test_parks_over_the_api(director, division):
    found = api().get("/api/v1/ballparks/", {"list": f"fictional-{FICTIONAL_YEAR}"}).json()
    assert found["count"] >= 30
    made = api(director).post(
        "/api/v1/ballparks/", {"name": "Yard", "singles": 8, "home_runs": 12}, format="json"
    )
    assert made.status_code == 201
    team = club(division, 1)
    number = made.json()["id"]
    chosen = api(director).put(
        f"/api/v1/teams/{team.pk}/ballpark/", {"ballpark": number}, format="json"
    )
    assert chosen.json()["ballpark"] == number
    park = api().get(f"/api/v1/ballparks/{number}/").json()
    assert park["clubs"] == [{"id": team.pk, "name": team.name}]
    assert park["card"].startswith("HR 0-")
    refused = api(director).delete(f"/api/v1/ballparks/{number}/")
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "park-in-use")
    gone = api(director).put(
        f"/api/v1/teams/{team.pk}/ballpark/", {"ballpark": None}, format="json"
    )
    assert gone.json()["ballpark"] is None
    assert api(director).delete(f"/api/v1/ballparks/{number}/").status_code == 204


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"list": "moon"}, "unknown-list"),
        ({"sort": "colour"}, "unknown-sort"),
    ],
)
def test_the_api_refuses_what_it_does_not_know(asked, code):
    answer = api().get("/api/v1/ballparks/", asked)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)


def test_the_api_refuses_a_number_that_is_none(director, division):
    body = {"name": "Yard", "singles": 8, "home_runs": 21}
    answer = api(director).post("/api/v1/ballparks/", body, format="json")
    assert answer.status_code == 422
    assert {one["code"] for one in answer.json()["error"]["refusals"]} == {"park-number"}


def test_the_clubs_of_a_private_event_show_at_no_park_but_to_its_people(director):
    hidden = league(4, name="Hidden", director=director, visibility="private", started=False)
    shown = league(4, name="Shown", director=director, started=False)
    park = design_park(
        design=Design(name="Own Field", numbers=ParkNumbers(10, 10, 10, 10)), acting_user=director
    )
    secret, known = club(hidden, 1), club(shown, 2)
    edit_team(team=secret, plan=TeamPlan("Secret Club", "SEC"), acting_user=director)
    Team.objects.filter(pk__in=(secret.pk, known.pk)).update(ballpark=park)
    outsider = person("Outsider")
    own, opponent = manager(hidden, 1, "Own"), manager(hidden, 2, "Opponent")
    staff = person("Staff", is_staff=True)
    for user, told in (
        (None, False),
        (outsider, False),
        (manager(shown, 2, "Elsewhere"), False),
        (own, True),
        (opponent, True),
        (director, True),
        (staff, True),
    ):
        page = browser(user).get(f"/parks/{park.pk}/").content.decode()
        answer = api(user).get(f"/api/v1/ballparks/{park.pk}/").json()
        names = {one["name"] for one in answer["clubs"]}
        assert ("Secret Club" in page, "Secret Club" in names) == (told, told), user
        assert known.name in page
        assert known.name in names


def test_a_park_in_use_keeps_its_numbers_when_its_source_has_others(director, division):
    """A corrected edition between two rounds would change a park that is played in."""
    (park,) = listed("Used")
    choose_park(team=club(division, 1), park=park, acting_user=director)
    numbers = ParkNumbers(20, 20, 20, 20)
    facts = ParkFacts(park.key, "Used", "", numbers, 140, "estimator")
    assert store_parks(park.source, park.year, [facts]) == ["Used"]
    assert Ballpark.objects.get(pk=park.pk).numbers == park.numbers != numbers


def test_a_drafted_park_is_not_deleted_and_the_draft_ends_with_it():
    tournament = a_league(4)
    draft = prepared(tournament)
    director = director_of(tournament)
    client = browser(director)
    preparing.open_draft(draft=draft, acting_user=director, now=timezone.now())
    park = a_park("Backyard", 8, 14, acting_user=director)
    picked = client.post(
        f"/api/v1/drafts/{draft.pk}/picks/",
        {"park": park.pick.key, "slot": 1},
        content_type="application/json",
    )
    assert picked.status_code == 201, picked.content
    gone = client.delete(f"/api/v1/ballparks/{park.pk}/")
    assert (gone.status_code, gone.json()["error"]["code"]) == (422, "park-in-use")
    assert [squad.park for squad in squads_in(look(draft))].count(park) == 1
