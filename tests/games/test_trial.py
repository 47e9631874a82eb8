"""A game against the house in one press, by whoever passes by."""

import re
from dataclasses import replace

import pytest

from config.people.models import User
from games import trial
from games.card_games.registry import card_game
from games.engine.folds.moments import moments_of
from games.models import Game, Series
from games.records import record_of
from games.rules.standing_orders import Level
from games.scorer import LONG as LONG_FROM
from games.scorer import scorer
from games.services.going_on import Until
from games.systems.registry import SYSTEMS
from games.views import trial as views
from tests.builders import browser

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}

LONG = 88
"""Turns at bat of a game that is long."""


def press(client, key, html):
    """The big button of the page."""
    after = re.search(r'name="after" value="(\d+)"', html)
    assert after is not None, html[:2000]
    form = " ".join(html[html.index('aria-label="Play on"') :].split())
    half = "Play the half-inning</button>" in form.partition('name="until"')[0] or (
        'btn-primary gm-throw-button" type="submit" name="until" value="half"' in form
    )
    sent = {"act": "on", "after": after[1], **({"until": "half"} if half else {})}
    answer = client.post(f"/systems/{key}/play/", sent, headers=HTMX)
    assert answer.status_code == 200, answer.content.decode()[:1500]
    return answer.content.decode()


@pytest.mark.long
@pytest.mark.parametrize("key", SYSTEMS)
def test_a_stranger_plays_a_whole_game_of_every_system_and_nothing_is_stored(key, monkeypatch):
    # How many presses a game takes hangs on its dice: extra innings take more.
    monkeypatch.setattr(trial, "fresh_seed", lambda: "trial-3")
    client = browser()
    assert "Play one now" in client.get(f"/systems/{key}/").content.decode()
    answer = client.post(f"/systems/{key}/play/", {"act": "start"}, follow=True)
    html = answer.content.decode()
    assert "Play ball." in html
    presses, swung = 0, False
    while "How it went" not in html and "gm-ending" not in html:
        html = press(client, key, html)
        presses += 1
        swung = swung or "gm-swung" in html
        assert presses <= 120
    assert presses <= 90
    system = SYSTEMS[key]
    assert swung == (system.runs_to_come(system.settings()) is not None)
    assert "Another game" in html
    assert not Game.objects.exists()
    assert not Series.objects.exists()
    assert not User.objects.exists()


@pytest.mark.long
def test_a_long_game_takes_few_presses_too_and_each_shows_something():
    found = 0
    for number in range(40):
        begun = trial.Trial("purestrat", f"press-{number}", level=Level.NOTHING)
        game = trial.game_of(begun, views._clubs())
        presses, halves = 0, 0
        while not game.is_final:
            entries, shown = list(game.entries), scorer(game, trial.VISITORS)
            halves += shown.long
            trial.gone_on(game, [], Until.HALF if shown.long else Until.TURN)
            presses += 1
            assert game.entries != entries
        # A steal is a press of its own.
        turns = sum(moment.ends_turn for moment in moments_of(record_of(game)))
        assert presses <= turns * 5 / 4
        if turns > LONG:
            assert halves
            assert halves < turns - LONG_FROM
            found += 1
        if found == 2:
            break
    assert found == 2


def test_a_stranger_is_first_asked_how_much_to_be_asked_and_the_next_game_remembers():
    client = browser()
    url = "/systems/purestrat/play/"
    html = client.post(url, {"act": "start"}, follow=True).content.decode()
    assert "How much do you want to be asked?" in html
    said = {"act": "orders", "side": "0", "level": "everything"}
    assert client.post(url, said, headers=HTMX).status_code == 200
    assert client.session["trial"]["level"] == "everything"
    client.post("/systems/commons/play/", {"act": "start"})
    assert client.session["trial"]["level"] == "everything"
    refused = client.post("/systems/commons/play/", said | {"level": "x"}, headers=HTMX)
    assert (refused.status_code, b"unknown-level" in refused.content) == (422, True)
    assert (
        "How much"
        not in client.post("/systems/one-die/play/", {"act": "start"}, follow=True).content.decode()
    )


def test_the_seed_is_nowhere_on_the_page_and_a_second_press_changes_nothing():
    client = browser()
    client.post("/systems/poker-dice/play/", {"act": "start"})
    seed = client.session["trial"]["seed"]
    html = press(client, "poker-dice", client.get("/systems/poker-dice/play/").content.decode())
    kept = client.session["trial"]["entries"]
    assert kept
    assert seed not in html
    again = {"act": "on", "after": 0}
    assert client.post("/systems/poker-dice/play/", again, headers=HTMX).status_code == 200
    assert client.session["trial"]["entries"] == kept


def test_what_is_not_his_to_say_is_refused():
    client = browser()
    client.post("/systems/poker-dice/play/", {"act": "start"})
    for entry in ("9-9-9-9-9", "steal=1 steal=1", "nonsense=1"):
        sent = {"act": "on", "after": 0, "entry": entry}
        answer = client.post("/systems/poker-dice/play/", sent, headers=HTMX)
        assert answer.status_code == 422
    unknown = client.post("/systems/poker-dice/play/", {"act": "x", "after": 0}, headers=HTMX)
    assert unknown.status_code == 422
    assert "An action here plays on" in unknown.content.decode()
    sent = {"act": "on", "after": 0, "until": "doomsday"}
    assert client.post("/systems/poker-dice/play/", sent, headers=HTMX).status_code == 422
    assert client.session["trial"]["entries"] == ""
    assert client.post("/systems/no-such/play/", {"act": "start"}).status_code == 404


def test_who_begins_too_many_games_is_told_so(monkeypatch):
    monkeypatch.setattr(views, "GAMES", replace(views.GAMES, most=2))
    client = browser()
    for _ in range(2):
        client.post("/systems/one-die/play/", {"act": "start"})
    seed = client.session["trial"]["seed"]
    answer = client.post("/systems/one-die/play/", {"act": "start"})
    assert (answer.status_code, b"within the hour" in answer.content) == (422, True)
    assert client.session["trial"]["seed"] == seed


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_page_of_every_system_shows_a_game_in_progress(key):
    html = browser().get(f"/systems/{key}/").content.decode()
    assert 'aria-label="Where the game stands"' in html
    assert ('aria-label="On the table"' in html) == ("gm-face" in html)
    game = card_game(SYSTEMS[key])
    benches = game is not None and game.has_line_ups
    assert ('aria-label="Who may come in"' in html) == benches
