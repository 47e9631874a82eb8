import json

import pytest
from rest_framework.test import APIClient

from games.models import Game
from tests.builders import director_of, fixture_of, league

pytestmark = pytest.mark.django_db


@pytest.fixture
def series():
    tournament = league(4, system_key="poker-dice", settings={"stealing": True, "innings": 1})
    return fixture_of(tournament, 1, 2).series


@pytest.fixture
def client(series):
    found = APIClient()
    tournament = league(3, name="Other")
    found.force_authenticate(director_of(tournament))
    return found


def record(client, series, *entries, **more):
    return client.post(
        "/api/v1/games/",
        {"series": series.pk, "number": 1, "transcript": entries, **more},
        format="json",
    )


OUT = "9-10-J-K-A"
HOMER = "10-J-Q-K-A"
WHOLE = [OUT, OUT, OUT, HOMER]
"""The visitors go down in order; the home side wins with its first batter."""


def test_a_whole_game_is_recorded_and_read_back(client, series):
    answer = record(client, series, *WHOLE)
    assert answer.status_code == 201, answer.data
    game = answer.data
    assert (game["status"], game["away_runs"], game["home_runs"]) == ("final", 0, 1)
    assert (game["reason"], game["transcript"], game["awaits"]) == ("walk-off", WHOLE, [])
    box = client.get(f"/api/v1/games/{game['id']}/box/").data
    assert box["home"]["batting"][0]["home_runs"] == 1
    assert box["away"]["pitching"]["earned_runs"] == 1
    plays = client.get(f"/api/v1/games/{game['id']}/plays/").data
    assert next(half["label"] for half in plays["halves"]).startswith("Top of the 1st")
    assert "walk-off" in plays["ending"]
    chances = [play["home_chance"] for half in plays["halves"] for play in half["plays"]]
    assert chances == sorted(chances)
    assert 0.5 < chances[0] < chances[-1] == 1


@pytest.mark.parametrize(
    ("entries", "code", "place"),
    [
        (["0-1-2-3-4"], "impossible-face", "entry 1"),
        ([OUT, "7-1-2-3-4"], "impossible-face", "entry 2"),
        ([OUT, "9-9-9-9"], "wrong-number-of-dice", "entry 2"),
        ([OUT, "1-2-3-4-A"], "mixed-faces", "entry 2"),
        ([OUT, "steal=1"], "decision-not-offered", "entry 2"),
        (["9-9-9-J-A", "steal=2"], "choice-not-legal", "entry 2"),
        ([*WHOLE, OUT], "entries-after-the-end", "entry 5"),
        (["concede=umpire"], "choice-not-legal", "entry 1"),
    ],
)
def test_an_impossible_transcript_is_refused_with_its_entry_and_nothing_is_stored(
    client, series, entries, code, place
):
    answer = record(client, series, *entries)
    assert answer.status_code == 422
    error = answer.data["error"]
    assert (error["code"], error["refusals"][0]["place"]) == (code, place)
    assert not Game.objects.exists()


def test_a_game_is_scored_entry_by_entry(client, series):
    game = record(client, series, "9-9-9-J-A").data
    address = f"/api/v1/games/{game['id']}/"
    assert game["status"] == "in-progress"
    steal, throw = game["awaits"]
    assert (steal["decision"], steal["entries"]) == ("steal", ["steal=none", "steal=1"])
    assert (throw["dice"], throw["side"]) == ("plate-appearance", "away")
    answer = client.post(f"{address}entries/", {"after": 1, "entries": ["steal=1", "9-9"]})
    assert answer.status_code == 200, answer.data
    late = client.post(f"{address}entries/", {"after": 1, "entries": [OUT]})
    assert (late.status_code, late.data["error"]["code"]) == (409, "transcript-moved-on")
    back = client.post(f"{address}rewind/", {"entry": 2, "reason": "wrong player"})
    assert back.data["transcript"] == ["9-9-9-J-A"]
    assert Game.objects.get().voided_tails.get().entries == "steal=1 9-9"


def test_the_servers_dice_keep_their_secret_until_the_end(client, series):
    game = record(client, series, dice="server").data
    secret = Game.objects.get().seed
    assert game["seed"] == ""
    assert len(game["commitment"]) == 64
    address = f"/api/v1/games/{game['id']}/"
    for _ in range(400):
        now = client.get(address)
        if now.data["status"] == "final":
            break
        assert secret not in now.content.decode()
        after = len(now.data["transcript"])
        question = next((asked for asked in now.data["awaits"] if asked["decision"]), None)
        if question:
            entries = question["entries"][:1]
            answer = client.post(f"{address}entries/", {"after": after, "entries": entries})
        else:
            answer = client.post(f"{address}throw/", {"after": after})
        assert answer.status_code == 200, answer.data
    assert client.get(address).data["seed"] == secret


def test_a_second_game_of_the_same_number_is_refused(client, series):
    assert record(client, series).status_code == 201
    again = record(client, series)
    assert (again.status_code, again.data["error"]["code"]) == (409, "game-exists")
    beyond = record(client, series, number=3)
    assert (beyond.status_code, beyond.data["error"]["code"]) == (422, "no-such-game")
    assert Game.objects.count() == 1


def test_a_body_that_cannot_be_read_names_its_fields(client, series):
    answer = client.post("/api/v1/games/", {"series": "x"}, format="json")
    assert answer.status_code == 400
    assert {refusal["place"] for refusal in answer.data["error"]["refusals"]} == {
        "series",
        "number",
    }


def test_systems_with_their_options_and_a_sample(client):
    systems = client.get("/api/v1/systems/").data
    assert [system["key"] for system in systems["results"]] == [
        "one-die",
        "two-dice",
        "three-dice",
        "poker-dice",
        "purestrat",
        "deep-drive",
        "commons",
    ]
    poker = client.get("/api/v1/systems/poker-dice/").data
    stealing = next(option for option in poker["options"] if option["key"] == "stealing")
    assert (stealing["kind"], stealing["default"]) == ("boolean", False)
    assert client.get("/api/v1/systems/chess/").status_code == 404
    one = client.get("/api/v1/systems/two-dice/sample/?seed=a").data
    assert one == client.get("/api/v1/systems/two-dice/sample/?seed=a").data
    assert one["away_runs"] == one["box"]["away"]["total"]["runs"]
    begun = {"system": "two-dice", "inning": 8, "half": "bottom", "runs": {"away": 4, "home": 5}}
    state = json.dumps({**begun, "bases": {"third": 4}, "up": {"home": 5}})
    late = client.get(f"/api/v1/systems/two-dice/sample/?seed=a&state={state}").data
    assert late["story"]["opening"].startswith("Play begins in the bottom of the 8th")
    wrong = json.dumps({**begun, "outs": 4})
    refused = client.get(f"/api/v1/systems/two-dice/sample/?seed=a&state={wrong}")
    assert (refused.status_code, refused.data["error"]["code"]) == (422, "outs-out-of-range")

    missing = client.get("/api/v1/systems/two-dice/sample/")
    assert (missing.status_code, missing.data["error"]["code"]) == (400, "required")
