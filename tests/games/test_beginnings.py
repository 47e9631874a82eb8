"""Games that begin in the middle: stored with their beginning, played on like any other."""

import json
import re

import pytest
from rest_framework.test import APIClient

from config.journal.models import Action
from config.refusals import place_in_words
from games.engine.folds.game_states import state_at
from games.engine.record import simulate
from games.engine.state_files import state_as_json
from games.engine.system import CARDS
from games.models import Game
from games.records import record_of
from games.services.rewinding import void_game
from games.services.scoring import add_entries, record_game
from games.systems.registry import SYSTEMS
from games.verifying import verify
from rosters.models import RosterSpot
from tests.builders import browser, director_of, league, manager
from tests.games.test_sheets import a_league, on_sheets, series_of
from tests.markup import even
from tournaments.models import Tournament


def a_series(key: str):
    if SYSTEMS[key].need.kind == CARDS:
        return series_of(a_league())[0]
    tournament = league(4, system_key=key)
    return series_of(tournament)[0]


def cut(game: Game, entries: int):
    """The state of a stored game after so many entries, and what follows it."""
    record = record_of(game)
    state, used = state_at(record, entries)
    return state_as_json(record.system, state), list(record.transcript[used:])


@pytest.mark.django_db
@pytest.mark.parametrize("key", list(SYSTEMS))
def test_a_game_begun_from_a_point_of_another_is_the_rest_of_it(key):
    series = a_series(key)
    whole = record_game(series_id=series.pk, number=1, transcript=(), acting_user=None)
    record = simulate(series.system, series.settings, "whole", clubs=record_of(whole).clubs)
    director = director_of_series(series)
    whole = add_entries(game_id=whole.pk, after=0, entries=record.transcript, acting_user=director)
    result = (whole.away_runs, whole.home_runs, whole.inning, whole.reason)
    beginning, rest = cut(whole, len(record.transcript) // 2)
    drawn_up = whole.clubs
    void_game(game_id=whole.pk, reason="again", acting_user=director)

    begun = record_game(
        series_id=series.pk, number=1, transcript=(), acting_user=director, beginning=beginning
    )
    assert begun.clubs == drawn_up
    assert begun.status == Game.Status.IN_PROGRESS
    half, tail = rest[: len(rest) // 2], rest[len(rest) // 2 :]
    add_entries(game_id=begun.pk, after=0, entries=half, acting_user=director)
    again = Game.objects.get(pk=begun.pk)
    assert again.beginning == {k: v for k, v in begun_json(beginning).items() if k != "version"}
    finished = add_entries(
        game_id=again.pk, after=len(again.entries), entries=tail, acting_user=director
    )
    finished = Game.objects.get(pk=finished.pk)
    assert finished.is_final
    assert (finished.away_runs, finished.home_runs, finished.inning, finished.reason) == result
    assert all(check.holds for check in verify(finished)), verify(finished)


def begun_json(beginning):
    """As JSON gives it back."""
    return json.loads(json.dumps(beginning))


def director_of_series(series):
    return director_of(Tournament.objects.get(pk=int(series.scope.partition(":")[2])))


def api(user):
    client = APIClient()
    client.force_authenticate(user)
    return client


LATE = {
    "system": "two-dice",
    "inning": 8,
    "half": "bottom",
    "outs": 1,
    "bases": {"third": 4},
    "runs": {"away": 4, "home": 5},
    "up": {"away": 3, "home": 7},
}


@pytest.mark.django_db
def test_a_director_sets_a_game_up_over_the_api_and_it_goes_on_on_its_page():
    series = a_series("two-dice")
    dana = director_of_series(series)
    told = {"series": series.pk, "number": 1, "beginning": LATE}
    answer = api(dana).post("/api/v1/games/", told, format="json")
    assert answer.status_code == 201, answer.content
    game = answer.json()
    assert game["beginning"]["bases"] == {"first": 0, "second": 0, "third": 4}
    assert (game["away_runs"], game["home_runs"], game["inning"]) == (4, 5, 8)
    started = Action.objects.get(code="game-started")
    assert started.new["from"] == "B8 1 -.-.4 4-5 3/7"
    score = f"/series/{series.pk}/games/1/score/"
    page = browser(dana).get(score)
    assert page.status_code == 200
    assert "Bottom of the 8th" in page.content.decode()
    added = browser(dana).post(score, {"act": "enter", "after": "0", "entries": "6-6"}, follow=True)
    assert added.status_code == 200
    there = Game.objects.get(pk=game["id"])
    assert there.entries == ["6-6"]
    state = api(dana).get(f"/api/v1/games/{there.pk}/state/", {"entries": "0"}).json()
    assert state["entries"] == 0
    assert {key: state["state"][key] for key in LATE if key != "bases"} == {
        key: value for key, value in LATE.items() if key != "bases"
    }


@pytest.mark.django_db
def test_only_a_director_has_a_game_begin_in_the_middle_and_what_cannot_be_is_refused():
    series = a_series("two-dice")
    tournament = Tournament.objects.get(pk=int(series.scope.partition(":")[2]))
    number = tournament.entrants.get(team=series.home).number
    morgan = manager(tournament, number)
    told = {"series": series.pk, "number": 1, "beginning": LATE}
    assert api(morgan).post("/api/v1/games/", told, format="json").status_code == 403
    told["beginning"] = {**LATE, "outs": 4, "runs": {"away": -1}}
    refused = api(director_of(tournament)).post("/api/v1/games/", told, format="json")
    assert refused.status_code in (400, 409, 422)
    assert {each["place"] for each in refused.json()["error"]["refusals"]} == {"outs", "runs.away"}
    told["beginning"] = {**LATE, "system": "one-die"}
    refused = api(director_of(tournament)).post("/api/v1/games/", told, format="json")
    assert refused.json()["error"]["refusals"][0]["code"] == "state-of-another-system"
    assert not Game.objects.exists()
    assert (
        api(morgan)
        .post("/api/v1/games/", {"series": series.pk, "number": 1}, format="json")
        .status_code
        == 201
    )


@pytest.mark.django_db
def test_the_sheet_has_what_the_pitcher_on_the_mound_had_got_before():
    series = a_series("purestrat")
    dana = director_of_series(series)
    whole = record_game(series_id=series.pk, number=1, transcript=(), acting_user=dana)
    record = simulate(series.system, series.settings, "sheet", clubs=record_of(whole).clubs)
    add_entries(game_id=whole.pk, after=0, entries=record.transcript, acting_user=dana)
    whole = Game.objects.get(pk=whole.pk)
    # In the third inning nobody has left: the sheets of both games say the same.
    at = next(
        number
        for number in range(len(record.transcript))
        if state_at(record_of(whole), number)[0].situation.inning == 3
    )
    beginning, rest = cut(whole, at)
    played = on_sheets(whole)
    void_game(game_id=whole.pk, reason="once more", acting_user=dana)
    begun = record_game(
        series_id=series.pk, number=1, transcript=rest, acting_user=dana, beginning=beginning
    )
    assert begun.is_final
    assert on_sheets(begun) == played
    for outs, started in (line for side in played.values() for line in side.values()):
        assert not started or outs > 0
    page = browser(dana).get(begun.get_absolute_url())
    assert page.status_code == 200


SITUATION = {
    "act": "start",
    "beginning": "situation",
    "dice": "table",
    "inning": "8",
    "half": "1",
    "outs": "1",
    "first": "0",
    "second": "0",
    "third": "4",
    "away_runs": "4",
    "home_runs": "5",
    "away_up": "3",
    "home_up": "7",
}


def page_of(series):
    return f"/series/{series.pk}/games/1/score/"


def codes_of(answer):
    return re.findall(r'data-code="([^"]+)"', answer.content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["two-dice", "one-die", "poker-dice"])
def test_a_director_sets_a_game_up_on_the_page_where_it_is_begun(key):
    series = a_series(key)
    dana = browser(director_of_series(series))
    usual = dana.get(page_of(series)).content.decode()
    assert "?beginning=situation" in usual
    assert 'name="inning"' not in usual
    form = dana.get(page_of(series), {"beginning": "situation"}).content.decode()
    assert f"Runs of the {series.home}" in form
    # A game without runners on base is asked for none.
    assert ('name="third"' in form) == series.system.batters
    answer = dana.post(page_of(series), SITUATION)
    assert answer.status_code == 302
    game = Game.objects.get()
    bases = "-.-.4" if series.system.batters else "-.-.-"
    assert game.situation.startswith(f"B8 {'1' if series.system.batters else '0'} {bases} 4-5")
    assert game.beginning["inning"] == 8
    assert "Bottom of the 8th" in dana.get(page_of(series)).content.decode()


@pytest.mark.django_db
def test_what_was_entered_stays_and_every_refusal_says_where():
    series = a_series("two-dice")
    dana = browser(director_of_series(series))
    unreadable = {**SITUATION, "outs": "4", "away_runs": "", "dice": "server"}
    answer = dana.post(page_of(series), unreadable)
    html = even(answer.content.decode())
    assert answer.status_code == 422
    assert codes_of(answer) == ["invalid_choice", "required"]
    assert re.findall(r'class="hh-place">([^<]+)<', html) == ["Outs", f"Runs of the {series.away}"]
    assert re.search(r'value="server" checked', html)
    assert re.search(r'name="home_runs" value="5"', html)
    # What can be read and cannot be so is the engine's to say, by its field.
    answer = dana.post(page_of(series), {**SITUATION, "first": "4"})
    assert answer.status_code == 422
    assert codes_of(answer) == ["one-man-twice"]
    assert re.findall(r'class="hh-place">([^<]+)<', even(answer.content.decode())) == [
        place_in_words("bases.first")
    ]
    over = {**SITUATION, "inning": "9", "third": "0"}
    answer = dana.post(page_of(series), over)
    assert answer.status_code == 422
    assert not Game.objects.exists()


@pytest.mark.django_db
def test_only_a_director_sets_a_game_up_on_the_page():
    series = a_series("two-dice")
    tournament = Tournament.objects.get(pk=int(series.scope.partition(":")[2]))
    morgan = browser(manager(tournament, tournament.entrants.get(team=series.home).number))
    for query in ({}, {"beginning": "situation"}):
        html = morgan.get(page_of(series), query).content.decode()
        assert "situation" not in html
    answer = morgan.post(page_of(series), SITUATION)
    assert answer.status_code == 422
    assert codes_of(answer) == ["director-only"]
    assert not Game.objects.exists()


@pytest.mark.django_db
def test_a_game_of_cards_is_set_up_with_who_is_on_the_mound_and_how_tired_he_is():
    series = a_series("purestrat")
    dana = browser(director_of_series(series))
    form = dana.get(page_of(series), {"beginning": "situation"}).content.decode()
    away, home = (
        re.findall(r'<option value="(\d+)"', form.partition(f'name="{side}_pitcher"')[2])
        for side in ("away", "home")
    )
    starter, reliever = home[0], away[1]
    told = {
        **SITUATION,
        "away_pitcher": reliever,
        "away_pitcher_outs": "2",
        "away_tired": "on",
        "home_pitcher": starter,
        "home_pitcher_outs": "21",
    }
    # A player who is in no squad is on no mound.
    answer = dana.post(page_of(series), {**told, "home_pitcher": "99"})
    assert answer.status_code == 422
    assert codes_of(answer) == ["invalid_choice"]
    assert dana.post(page_of(series), told).status_code == 302
    game = Game.objects.get()
    state = record_of(game).state
    visitors, hosts = state.own.mounds
    assert state.lineups[0].at(1) == int(reliever)
    assert (visitors.started, visitors.outs, visitors.tired) == (False, 2, True)
    assert (hosts.started, hosts.outs, hosts.tired) == (True, 21, False)
    assert all(check.holds for check in verify(game)), verify(game)


@pytest.mark.django_db
def test_clubs_without_cards_are_set_up_for_nothing_and_are_told_why():
    series = a_series("purestrat")
    RosterSpot.objects.filter(squad__team=series.home).delete()
    dana = browser(director_of_series(series))
    answer = dana.get(page_of(series), {"beginning": "situation"})
    assert answer.status_code == 200
    assert codes_of(answer) == ["squad-missing"]
    assert 'name="inning"' not in answer.content.decode()
    assert "squad-missing" in codes_of(dana.post(page_of(series), SITUATION))
    assert not Game.objects.exists()
