"""Players, card sets and cards over the API: found, made, brought, deleted, and what is refused."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from config.jobs.models import Job
from games.systems.commons.maker import CommonsMaker
from rosters.makers.files import write_csv
from rosters.models import CardSet, Source
from rosters.rules.teams import TeamPlan
from rosters.selectors.pool import PoolView, pool
from rosters.services.card_sets import make_card_set
from rosters.services.teams import create_teams
from rosters.tasks import make_cards
from tests.builders import league, person
from tests.rosters.builders import (
    a_card_set,
    a_source,
    a_squad,
    batted,
    hitter_row,
    person_facts,
    pitched,
    pitcher_row,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def director():
    user = person("Dana")
    league(4, director=user, started=False)
    return user


@pytest.fixture
def seasons() -> Source:
    return a_source(
        (person_facts("slugger"), batted(400, hits=124)),
        (person_facts("sub"), batted(20, hits=4)),
        (person_facts("ace", throws="L"), pitched(600, earned_runs=60)),
    )


@pytest.fixture
def made(seasons) -> CardSet:
    return make_card_set(
        name="Made", system_key="commons", source=seasons, years=[1986], acting_user=None
    )


def api(user=None) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client


def found(address: str, **asked) -> list[dict]:
    answer = api().get(f"/api/v1/{address}/", asked)
    assert answer.status_code == 200, answer.data
    return answer.data["results"]


def faults(answer) -> list[tuple[str, str]]:
    return [(one["code"], one["place"]) for one in answer.data["error"]["refusals"]]


def test_players_are_found_by_name_source_and_year(seasons):
    a_source((person_facts("ace"), pitched(600)), key="other")
    assert [one["key"] for one in found("players")] == ["ace", "ace", "slugger", "sub"]
    assert [one["source"] for one in found("players", q="al ACE")] == ["league", "other"]
    (one,) = found("players", q="ace", source="other", year=1986)
    assert (one["first_year"], one["last_year"], one["throws"]) == (1986, 1986, "R")
    assert found("players", year=1991) == []
    for asked, fault in (
        ({"year": "then"}, ("parameter-value", "year")),
        ({"source": "no key"}, ("invalid", "source")),
    ):
        answer = api().get("/api/v1/players/", asked)
        assert answer.status_code == 400
        (refusal,) = answer.json()["error"]["refusals"]
        assert (refusal["code"], refusal["place"]) == fault


def test_a_players_seasons_keep_what_is_not_known_apart_from_nothing(made):
    slugger = made.source.players.get(key="slugger")
    answer = api().get(f"/api/v1/players/{slugger.pk}/")
    (season,) = answer.data["seasons"]
    assert (season["year"], season["batting"]["hits"]) == (1986, 124)
    assert season["pitching"] is None
    assert [card["card_set"] for card in answer.data["cards"]] == ["made"]
    assert api().get("/api/v1/players/999999/").status_code == 404


def test_a_page_of_players_takes_as_many_queries_as_a_player(seasons):
    def queries(**asked) -> int:
        with CaptureQueriesContext(connection) as counted:
            found("players", **asked)
        return len(counted)

    assert queries() == queries(q="ace")


def test_sets_are_listed_with_how_many_cards_they_have(made):
    a_card_set("Typed in")
    assert [(one["slug"], one["source"], one["cards"]) for one in found("card-sets")] == [
        ("typed-in", None, 2),
        ("made", "league", 3),
    ]
    assert api().get("/api/v1/card-sets/made/").data["years"] == [1986]
    assert api().get("/api/v1/card-sets/other/").status_code == 404


def test_the_cards_of_a_set_are_those_of_its_pool(made):
    for asked in ({}, {"kind": "pitcher"}, {"eligible": "no"}, {"q": "slug"}, {"sort": "name"}):
        expected = [card.key for card in pool(made, PoolView(**asked))]
        assert [card["key"] for card in found("card-sets/made/cards", **asked)] == expected
    answer = api().get("/api/v1/card-sets/made/cards/", {"kind": "umpire", "sort": "luck"})
    assert answer.status_code == 422
    assert faults(answer) == [("unknown-filter", "kind"), ("unknown-sort", "sort")]


def test_a_card_says_what_it_may_be_drafted_as(made):
    def told(key: str) -> dict:
        return api().get(f"/api/v1/cards/{made.cards.get(name__iendswith=key).pk}/").data

    assert told("slugger")["eligibility"] == {"able": ["Hitter"], "problems": []}
    sub = told("sub")
    assert sub["eligibility"]["able"] == []
    assert sub["eligibility"]["problems"]
    assert sub["player"] == made.source.players.get(key="sub").pk
    entered = a_card_set().cards.get(key="ace")
    answer = api().get(f"/api/v1/cards/{entered.pk}/").data
    assert (answer["player"], answer["eligibility"]) == (None, None)
    assert answer["cells"]["walk"] == "1432"


def test_a_director_has_a_set_made(director, seasons):
    answer = api(director).post(
        "/api/v1/card-sets/",
        {"name": "New", "system": "commons", "source": "league", "years": [1986]},
        format="json",
    )
    assert answer.status_code == 202
    assert answer.data["id"] == str(Job.objects.get(kind="rosters.make-card-set").pk)
    make_cards(answer.data["id"])
    assert CardSet.objects.get().slug == "new"


def test_a_set_that_cannot_be_made_is_refused_at_its_fields(director, made):
    plan = {"name": "Made", "system": "commons", "source": "league", "years": [1987]}
    answer = api(director).post("/api/v1/card-sets/", plan, format="json")
    assert answer.status_code == 409
    assert faults(answer) == [("card-set-name-taken", "name"), ("no-seasons", "years")]
    answer = api(director).post("/api/v1/card-sets/", plan | {"years": ["?"]}, format="json")
    assert answer.status_code == 400
    assert faults(answer) == [("invalid", "years.0")]
    assert not Job.objects.filter(kind="rosters.make-card-set").exists()


def test_a_file_of_cards_is_brought(director, django_capture_on_commit_callbacks):
    rows = [hitter_row("a"), pitcher_row("b")]
    job = brought(rows, director, django_capture_on_commit_callbacks)
    assert (job["state"], job["result"]) == (
        "done",
        {"card_set": "brought", "cards": 2, "read_as": ""},
    )
    assert [card["key"] for card in found("card-sets/brought/cards", sort="name")] == ["a", "b"]


def test_a_wrong_file_is_refused_by_line_and_column(director, django_capture_on_commit_callbacks):
    rows = [hitter_row("a", cells={"single": "7777"}), pitcher_row("b", bats="Q")]
    job = brought(rows, director, django_capture_on_commit_callbacks)
    assert job["state"] == "failed"
    assert "line 2, single" in job["error"]
    assert "line 3, bats" in job["error"]
    assert not CardSet.objects.exists()


def brought(rows, director, capture) -> dict:
    """The job that read these rows, as the API tells of it."""
    sent = {
        "name": "Brought",
        "system": "commons",
        "file": SimpleUploadedFile("x.csv", write_csv(rows, CommonsMaker()).encode()),
    }
    with capture(execute=True):
        answer = api(director).post("/api/v1/card-sets/upload/", sent, format="multipart")
    assert answer.status_code == 202
    return api(director).get(f"/api/v1/jobs/{answer.data['id']}/").data


def test_a_set_in_use_stays(director):
    card_set = a_card_set(acting_user=director)
    (squad,) = create_teams(plans=[TeamPlan("Reds", "RED")])
    (spot,) = a_squad(squad, card_set.cards.first())
    answer = api(director).delete("/api/v1/card-sets/house-cards/")
    assert (answer.status_code, faults(answer)) == (409, [("card-set-in-use", "card_set")])
    spot.delete()
    assert api(director).delete("/api/v1/card-sets/house-cards/").status_code == 204
    assert not CardSet.objects.exists()
