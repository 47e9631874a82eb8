import json

import pytest
from rest_framework.test import APIClient

from config.journal.models import Action
from config.people.tokens import issue_api_token
from games.models import Game, Series
from rosters.models import Team
from tests.builders import clubs, director_of, league, person, results
from tournaments.models import Tournament
from tournaments.services.plans import Format
from tournaments.services.play_out import play_out, play_round

pytestmark = pytest.mark.django_db


def client(user=None):
    found = APIClient()
    if user is not None:
        token = issue_api_token(user=user, acting_user=user)
        found.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return found


def plan(count=4, **changes):
    wanted = [{"name": club.name, "abbreviation": club.abbreviation} for club in clubs(count)]
    return {"name": "Spring League", "system": "two-dice", "clubs": wanted} | changes


def test_a_league_is_set_up_started_and_played_out(django_capture_on_commit_callbacks):
    api = client(person("Dana"))
    made = api.post("/api/v1/tournaments/", plan(), format="json")
    assert made.status_code == 201, made.data
    address = f"/api/v1/tournaments/{made.data['slug']}/"
    assert [entrant["number"] for entrant in made.data["entrants"]] == [1, 2, 3, 4]
    assert api.post(f"{address}start/").data["state"] == "running"
    with django_capture_on_commit_callbacks(execute=True):
        job = api.post(f"{address}play-out/")
    assert job.status_code == 202
    assert api.get(f"/api/v1/jobs/{job.data['id']}/").data["state"] == "done"
    assert api.get(address).data["state"] == "complete"
    games = api.get(f"{address}games/?status=final").data["results"]
    assert len(games) == Game.objects.count() == 6 * 2 * 3
    assert [(game["series"], game["number"]) for game in games] == sorted(
        (game["series"], game["number"]) for game in games
    )
    standings = api.get(f"{address}standings/").data
    assert sum(int(line["metrics"]["won"]) for line in standings) == len(games)
    assert api.get(f"{address}log/").data["results"][0]["code"] == "tournament-completed"


@pytest.mark.parametrize(
    ("changes", "code", "place"),
    [
        ({"system": "chess"}, "unknown-system", "system"),
        ({"clubs": plan(2)["clubs"]}, "number-of-clubs", "clubs"),
        ({"clubs": plan(3)["clubs"] + plan(1)["clubs"]}, "duplicate-name", "club 4"),
        ({"settings": {"innings": 99}}, "option-out-of-range", "options.innings"),
        ({"settings": {"luck": True}}, "unknown-option", "options.luck"),
        ({"settings": {"seven": "three_outs"}}, "option-not-offered", "options.seven"),
        ({"legs": 9}, "legs-out-of-range", "legs"),
        ({"home_pattern": "HXH"}, "home-pattern-unreadable", "home_pattern"),
    ],
)
def test_an_impossible_league_is_refused_and_nothing_is_stored(changes, code, place):
    answer = client(person("Dana")).post("/api/v1/tournaments/", plan(**changes), format="json")
    assert answer.status_code == 422
    refusals = answer.data["error"]["refusals"]
    assert (code, place) in [(refusal["code"], refusal["place"]) for refusal in refusals]
    assert not Tournament.objects.exists()
    assert not Team.objects.exists()


def test_everything_that_is_wrong_is_said_at_once():
    answer = client(person("Dana")).post(
        "/api/v1/tournaments/", plan(2, system="chess", name=" - ", legs=0), format="json"
    )
    codes = {refusal["code"] for refusal in answer.data["error"]["refusals"]}
    assert {"unknown-system", "number-of-clubs", "legs-out-of-range"} <= codes


def test_the_tables_of_a_league_with_known_results(django_assert_max_num_queries):
    tournament = league(4)
    results(tournament, [(1, 2, 5, 3), (1, 3, 4, 0), (2, 3, 2, 1)])
    api = client()
    address = f"/api/v1/tournaments/{tournament.slug}/"
    with django_assert_max_num_queries(8):
        standings = api.get(f"{address}standings/").data
    assert next((line["entrant"], line["rank"]) for line in standings) == (1, "1")
    assert standings[0]["metrics"]["pct"] == "1.000"
    grid = api.get(f"{address}grid/").data
    assert grid[0]["against"][0] is None
    schedule = api.get(f"{address}schedule/").data
    assert [len(round_["meetings"]) for round_ in schedule] == [2, 2, 2]
    race = api.get(f"{address}race/").data
    assert {course["entrant"] for course in race} == {1, 2, 3, 4}
    assert api.get(f"{address}games/?team=x").status_code == 400


def test_invites_are_made_listed_accepted_and_withdrawn():
    tournament = league(4, visibility="private")
    api = client(director_of(tournament))
    made = api.post(
        "/api/v1/invites/",
        {"tournament": tournament.slug, "role": "manager", "entrant": 2},
        format="json",
    )
    assert made.status_code == 201, made.data
    assert made.data["link"].startswith("http://testserver/join/")
    newcomer = client(person("Newcomer"))
    assert newcomer.get(f"/api/v1/tournaments/{tournament.slug}/").status_code == 404
    token = made.data["link"].rstrip("/").rsplit("/", 1)[1]
    assert newcomer.post("/api/v1/invites/accept/", {"token": token}).status_code == 200
    assert newcomer.get(f"/api/v1/tournaments/{tournament.slug}/").status_code == 200
    again = newcomer.post("/api/v1/invites/accept/", {"token": token})
    assert (again.status_code, again.data["error"]["code"]) == (409, "invite-used")
    wrong = newcomer.post("/api/v1/invites/accept/", {"token": "x"})
    assert (wrong.status_code, wrong.data["error"]["code"]) == (422, "invite-unknown")
    listed = api.get(f"/api/v1/invites/?tournament={tournament.slug}").data
    assert listed["count"] == 1
    gone = api.delete(f"/api/v1/invites/{made.data['id']}/")
    assert (gone.status_code, gone.data["error"]["code"]) == (409, "invite-used")


def test_lists_are_paged():
    tournament = league(12)
    address = f"/api/v1/tournaments/{tournament.slug}/series/"
    first = client().get(address).data
    assert (first["previous"], len(first["results"])) == (None, 50)
    second = client().get(first["next"]).data
    assert (second["next"], len(second["results"])) == (None, 16)
    assert client().get(second["previous"]).data["results"] == first["results"]
    small = client().get(f"{address}?page_size=20&complete=false").data
    assert small["next"] is None or "complete=false" in small["next"]


@pytest.mark.parametrize(
    ("place", "code"),
    [
        ("page=2", "no-page-numbers"),
        ("after=x", "unknown-place"),
        ("before=%00", "illegal-character"),
    ],
)
def test_a_list_without_page_numbers_says_so(place, code):
    tournament = league(4)
    for name in ("", f"{tournament.slug}/series/", f"{tournament.slug}/games/"):
        answer = client().get(f"/api/v1/tournaments/{name}?{place}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)


def test_a_list_is_followed_by_its_links_to_the_end():
    tournament = league(6, format=Format(legs=1, series_length=2))
    director = director_of(tournament)
    play_out(tournament_id=tournament.pk, acting_user=director, advance=lambda left: None)
    for name, total in (("series", 15), ("games", 30), ("log", None)):
        url = f"/api/v1/tournaments/{tournament.slug}/{name}/?page_size=7"
        api, seen = client(director), []
        while url:
            data = api.get(url).data
            seen += [json.dumps(row, default=str) for row in data["results"]]
            url = data["next"]
        whole = api.get(f"/api/v1/tournaments/{tournament.slug}/{name}/?page_size=200").data
        assert seen == [json.dumps(row, default=str) for row in whole["results"]]
        assert len(seen) == (total or Action.objects.filter(scope=tournament.scope).count())


def test_games_and_series_of_a_round_are_of_this_tournament():
    one, other = league(4, name="One"), league(4, name="Other", director=person("Dora"))
    for tournament in (one, other):
        for number in (1, 2):
            play_round(tournament=tournament, number=number, acting_user=None)
    of_round = Series.objects.filter(event__key=one.scope, fixture__round__number=2)
    address = f"/api/v1/tournaments/{one.slug}"
    found = client().get(f"{address}/series/?round=2").data["results"]
    assert {series["id"] for series in found} == {series.pk for series in of_round}
    found = client().get(f"{address}/games/?round=2").data["results"]
    assert {game["series"] for game in found} == {series.pk for series in of_round}


def test_too_many_requests_are_answered_in_the_envelope(settings, monkeypatch):
    from rest_framework.throttling import AnonRateThrottle

    monkeypatch.setattr(AnonRateThrottle, "rate", "1/min", raising=False)
    api = client()
    assert api.get("/api/v1/systems/").status_code == 200
    answer = api.get("/api/v1/systems/")
    assert (answer.status_code, answer.data["error"]["code"]) == (429, "throttled")


def test_a_revoked_token_opens_nothing():
    api = client(person("Dana"))
    assert api.get("/api/v1/me/").data["name"] == "Dana"
    (token,) = api.get("/api/v1/me/tokens/").data
    assert api.delete(f"/api/v1/me/tokens/{token['id']}/").status_code == 204
    answer = api.get("/api/v1/me/")
    assert (answer.status_code, answer.data["error"]["code"]) == (401, "no-such-token")
