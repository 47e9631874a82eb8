"""Real clubs in their years: pages and API."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rosters.models import Card, Player
from rosters.services.card_sets import make_card_set
from tests.builders import browser, entrant, league, manager
from tests.rosters.builders import (
    a_club_of_its_time,
    a_source,
    a_squad,
    batted,
    person_facts,
    pitched,
)

pytestmark = pytest.mark.django_db


def with_teams(season, *teams, league="AL"):
    fields = {name: getattr(season, name) for name in season.__dataclass_fields__}
    return type(season)(**fields | {"teams": teams, "league": league})


@pytest.fixture
def boston():
    """Boston with two hitters level in home runs, a pitcher, one who came from New York, and one
    of a club whose key begins with Boston's."""
    made = a_source(
        (person_facts("slugger"), batted(500, 40, hits=150, home_runs=30, runs_batted_in=100)),
        (person_facts("bench"), batted(60, 4, hits=30, home_runs=30, positions=("lf",))),
        (person_facts("ace"), with_teams(pitched(600, wins=17, earned_runs=50), "BOS")),
        (person_facts("mover"), with_teams(batted(300, hits=80), "NYA", "BOS")),
        (person_facts("other"), with_teams(batted(400, hits=199), "BOS2")),
    )
    a_club_of_its_time(made, "NYA", name="New York")
    return a_club_of_its_time(made, totals={"G": 100, "W": 60, "L": 40, "R": 500, "RA": None})


def address(club):
    return f"/seasons/{club.source.key}/{club.year}/{club.key}/"


def test_a_club_of_a_year_shows_its_players_their_lines_and_who_led_it(client, boston):
    page = client.get(address(boston))
    tables = {table.title: table for table in page.context["tables"]}
    at_bat = [(row.name, list(row.notes)) for row in tables["At bat"].rows]
    also = [("New York", "/seasons/league/1986/NYA/")]
    assert at_bat == [("Al Slugger", []), ("Al Mover", also), ("Al Bench", [])]
    assert [row.name for row in tables["On the mound"].rows] == ["Al Ace"]
    assert [(row.lead, row.name) for row in tables["In the field"].rows][:2] == [
        ("P", "Al Ace"),
        ("SS", "Al Mover"),
    ]
    led = {
        each.key: [(name, words) for _, name, words, _ in each.players]
        for each in page.context["leaders"]
    }
    # Sixty-four turns are too few for an average of a hundred games (OBR 9.22), not for a count.
    assert led["average"] == [("Al Slugger", ".300")]
    assert led["home_runs"] == [("Al Bench", "30"), ("Al Slugger", "30")]
    assert led["earned_run_average"] == [("Al Ace", "2.25")]
    assert "stolen_bases" not in led
    shown = page.content.decode()
    assert "60–40, .600" in shown
    assert f'href="/players/{Player.objects.get(key="slugger").pk}/"' in shown


def test_what_there_is_not_is_not_found(client, boston):
    for url in (
        "/seasons/league/1986/XYZ/",
        "/seasons/league/1985/BOS/",
        "/seasons/none/1986/BOS/",
    ):
        assert client.get(url).status_code == 404, url
    assert client.get("/seasons/league/1985/").status_code == 404
    assert client.get("/seasons/").status_code == 200
    assert client.get("/api/v1/club-seasons/999999/").status_code == 404
    refused = client.get("/api/v1/club-seasons/?year=then")
    assert refused.json()["error"]["code"] == "parameter-value"


def test_a_club_without_players_totals_or_league_has_a_page(client, boston):
    empty = a_club_of_its_time(boston.source, "XXX", name="Nowhere", league="", totals={})
    page = client.get(address(empty))
    assert "No players are known" in page.content.decode()
    assert page.context["facts"]["share"] is None
    assert "Nowhere" in client.get("/seasons/league/1986/").content.decode()


def test_a_player_and_his_card_lead_to_the_club_of_the_year(client, boston):
    cards = make_card_set(
        name="Made", system_key="commons", source=boston.source, years=[1986], acting_user=None
    )
    player = Player.objects.get(key="slugger")
    for url in (f"/players/{player.pk}/", "/cards/made/slugger-1986/"):
        assert f'href="{address(boston)}"' in client.get(url).content.decode(), url
    assert f'href="/cards/{cards.slug}/"' in client.get(address(boston)).content.decode()


def test_who_has_its_players_here_is_told_to_those_who_may_see_the_event(client, boston):
    make_card_set(
        name="Made", system_key="commons", source=boston.source, years=[1986], acting_user=None
    )
    card = Card.objects.get(key="slugger-1986")
    seen = {}
    for visibility in ("public", "private"):
        tournament = league(4, name=visibility.title(), visibility=visibility)
        a_squad(entrant(tournament, 1).team, card, scope=tournament.scope)
        seen[visibility] = tournament
    own = manager(seen["private"], 1, "Own")
    url, api = address(boston), f"/api/v1/club-seasons/{boston.pk}/"
    assert [each.name for each in client.get(url).context["here"]] == ["Public"]
    assert [each["name"] for each in client.get(api).json()["here"]] == ["Public"]
    shown = browser(own).get(url)
    assert [each.name for each in shown.context["here"]] == ["Private", "Public"]
    assert f"/t/{seen['private'].slug}/men/{card.pk}/" in shown.content.decode()


def test_the_api_tells_the_same(client, boston):
    (found,) = client.get("/api/v1/club-seasons/?year=1986&league=AL&q=bos").json()["results"]
    assert (found["key"], found["totals"]["W"]) == ("BOS", 60)
    whole = client.get(f"/api/v1/club-seasons/{found['id']}/").json()
    assert {player["name"] for player in whole["men"]} == {
        "Al Ace",
        "Al Bench",
        "Al Mover",
        "Al Slugger",
    }
    led = {each["key"]: each["men"] for each in whole["leaders"]}
    assert led["average"][0]["value"] == 0.3
    assert client.get("/api/v1/club-seasons/?q=nobody").json()["results"] == []


def test_a_page_takes_the_same_queries_however_many_players_a_club_has(client, boston):
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address(boston)).status_code == 200
        return len(asked)

    few = queries()
    a_source(
        *((person_facts(f"man{number}"), batted(100 + number, hits=20)) for number in range(6)),
        (person_facts("slugger"), batted(500, 40, hits=150)),
    )
    # Reading a year again makes its clubs anew.
    a_club_of_its_time(boston.source, totals=boston.totals)
    assert len(client.get(address(boston)).context["men"]) == 7
    assert queries() <= few
