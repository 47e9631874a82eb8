"""Who may do what with games, beyond the table of all addresses."""

import pytest

from games.models import Game
from games.services.scoring import add_entries
from tests.builders import browser, entrant, league, manager, person
from tests.games.builders import league_series, started

pytestmark = pytest.mark.django_db

SIGN_IN = 302

# Anonymous, outsider, own manager, the opponent's manager, a third club's manager, director of
# another event, director, staff. 302: sent on afterwards, or to sign in.
SIMULATE = (SIGN_IN, 404, 404, 404, 404, 404, 302, 302)
ENTER = (SIGN_IN, 404, 302, 302, 404, 404, 302, 302)


def visitors(tournament):
    elsewhere = person("Elsewhere")
    league(4, name="Elsewhere", director=elsewhere)
    return [
        browser(),
        browser(person("Outsider")),
        browser(manager(tournament, 1, "Own")),
        browser(manager(tournament, 2, "Opponent")),
        browser(manager(tournament, 3, "Third")),
        browser(elsewhere),
        browser(tournament.roles.get().user),
        browser(person("Staff", is_staff=True)),
    ]


@pytest.mark.parametrize("place", range(8))
def test_who_may_have_a_series_simulated(place):
    tournament, series = league_series()
    answer = visitors(tournament)[place].post(f"/series/{series.pk}/simulate/")
    assert answer.status_code == SIMULATE[place]
    assert Game.objects.exists() == (place >= 6)


@pytest.mark.parametrize("place", range(8))
def test_who_may_enter_what_was_thrown(place):
    tournament, series = league_series()
    game = started(series)
    answer = visitors(tournament)[place].post(
        f"/series/{series.pk}/games/1/score/", {"act": "enter", "after": "0", "entry": "4"}
    )
    game.refresh_from_db()
    assert answer.status_code == ENTER[place]
    assert game.entries == (["4"] if ENTER[place] == 302 and place else [])


@pytest.mark.parametrize(("place", "may"), [(2, False), (3, False), (6, True), (7, True)])
def test_only_directors_take_a_result_back_or_off_the_books(place, may):
    tournament, series = league_series()
    visitor = visitors(tournament)[place]
    game = started(series, "concede=away")
    url = f"/series/{series.pk}/games/1/score/"
    back = {"act": "rewind", "entry": "1", "after": "1", "reason": "Protest upheld"}
    assert visitor.post(url, back).status_code == (302 if may else 422)
    game.refresh_from_db()
    assert game.is_final != may
    if may:
        add_entries(game_id=game.pk, after=0, entries=["concede=away"], acting_user=None)
    off = {"act": "void", "reason": "Protest upheld"}
    assert visitor.post(url, off).status_code == (302 if may else 422)
    game.refresh_from_db()
    assert (game.status == Game.Status.VOID) == may


def test_a_game_started_by_mistake_is_taken_off_by_who_scores_it():
    tournament, series = league_series()
    own = visitors(tournament)[2]
    url = f"/series/{series.pk}/games/1/score/"
    started(series)
    assert own.post(url, {"act": "void", "reason": "Wrong game"}).status_code == 302
    started(series, "1")
    assert own.post(url, {"act": "void", "reason": "Losing"}).status_code == 422


def test_managers_concede_for_their_own_club_only():
    tournament, series = league_series()
    people = visitors(tournament)
    own = people[2]
    game = started(series)
    url = f"/series/{series.pk}/games/1/score/"
    mine = "home" if game.home.members.filter(user__email="own@example.org").exists() else "away"
    other = "away" if mine == "home" else "home"
    act = {"act": "enter", "after": "0"}
    assert own.post(url, {**act, "entry": f"concede={other}"}).status_code == 422
    assert own.post(url, {**act, "entry": f"concede={mine}"}).status_code == 302


def test_what_does_not_exist_is_not_found():
    tournament, series = league_series()
    director = browser(tournament.roles.get().user)
    for url in (
        "/series/999999/",
        "/games/999999/",
        "/games/999999/transcript.txt",
        "/games/999999/verify/",
        f"/series/{series.pk}/games/0/score/",
        f"/series/{series.pk}/games/3/score/",
        "/systems/cricket/",
        "/systems/cricket/sample/",
        "/systems/cricket/what-if/",
    ):
        assert director.get(url).status_code == 404, url


def test_nor_can_a_manager_begin_a_game_with_the_opponents_concession():
    tournament, series = league_series()
    own = visitors(tournament)[2]
    mine = ("away", "home")[series.sides(2).index(entrant(tournament, 1).team_id)]
    other = {"away": "home", "home": "away"}[mine]
    act = {"series": series.pk, "number": 2, "dice": "table", "transcript": [f"concede={other}"]}
    answer = own.post("/api/v1/games/", act, content_type="application/json")
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "not-your-side"
    assert not series.games.exists()
