"""Pages that were opened before something happened, and what nobody means who presses a button."""

import pytest

from games.models import Game
from games.planning.models import DeclaredStart, GameCard, Instructions, LineUp
from games.planning.services.before_games import before_game
from games.services.playing import play_series
from games.services.scoring import Seats, record_game
from rosters.models import RosterSpot
from tests.games.planning.builders import Club, an_event, series_of
from tests.markup import even

pytestmark = pytest.mark.django_db

MANAGED = Seats(away_managed=True, home_managed=True)


@pytest.fixture
def event():
    return an_event()


@pytest.fixture
def club(event) -> Club:
    return Club(event, 1)


def told(answer) -> list[tuple[str, str]]:
    """The codes and places that a page refuses with, as it shows them."""
    assert answer.status_code in (409, 422)
    found = [(each.code, each.place) for each in answer.context["refusals"]]
    html = answer.content.decode()
    assert found
    assert all(f'data-code="{code}"' in html for code, _ in found)
    return found


def seen_by(answer, prefix: str = "seen-") -> dict[str, str]:
    """What the planner's page sends along as seen."""
    turns = answer.context["planner"].turns
    return {f"{prefix}{turn.game.column}": str(turn.seen) for turn in turns}


def declared() -> dict[int, int]:
    return dict(DeclaredStart.objects.values_list("column", "card"))


def leave(club: Club, card: int) -> None:
    """The player leaves the squad."""
    RosterSpot.objects.filter(squad=club.squad, card=card).delete()


def test_a_rotation_from_an_older_page_says_nothing_about_games_it_left_alone(club):
    page = club.page + "rotation/"
    old = seen_by(club.browser.get(page))
    first, second, third = (player.key for player in club.board.starters[:3])
    untouched = {f"start-{column}": "0" for column in range(1, 7)}
    club.browser.post(page, {**old, **untouched, "start-1": first})
    club.browser.post(page, {**old, **untouched, "start-2": second})
    assert declared() == {1: first, 2: second}
    refused = club.browser.post(page, {**old, **untouched, "start-1": third, "start-6": second})
    assert told(refused) == [("declared-since", "game 1")]
    assert declared() == {1: first, 2: second}
    # What was chosen is still there, and goes through now that its reader knows.
    kept = {turn.game.column: turn.declared for turn in refused.context["planner"].turns}
    assert (kept[1], kept[2], kept[6]) == (third, second, second)
    again = {f"start-{column}": str(card) for column, card in kept.items()}
    assert club.browser.post(page, {**seen_by(refused), **again}).status_code == 302
    assert declared() == {1: third, 2: second, 6: second}


def test_a_game_that_has_begun_since_is_named_and_the_rest_of_the_rotation_stays(event, club):
    page = club.page + "rotation/"
    first, second = (player.key for player in club.board.starters[:2])
    old = seen_by(club.browser.get(page))
    series = club.board.schedule[0].series
    record_game(series_id=series.pk, number=1, transcript=(), acting_user=None, seats=MANAGED)
    refused = club.browser.post(page, {**old, "start-1": first, "start-5": second})
    assert told(refused) == [("game-begun", "game 1")]
    assert not declared()
    assert {5: second}.items() <= {
        turn.game.column: turn.declared for turn in refused.context["planner"].turns
    }.items()


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        ({}, [("no-games", "start")]),
        ({"start-": "1"}, [("not-a-number", "start-")]),
        ({"start-٣": "1"}, [("not-a-number", "start-٣")]),
        ({"start-1": "٣"}, [("not-a-number", "start-1")]),
        ({"start-1": "9" * 30}, [("not-a-number", "start-1")]),
        (
            {"start-1": "-1", "start-2": "x"},
            [("not-a-number", "start-1"), ("not-a-number", "start-2")],
        ),
        ({"start-1": ["5", "6"]}, [("game-twice", "game 1")]),
        ({"start-1": "5", "start-01": "6"}, [("game-twice", "game 1")]),
        ({"start-999": "5"}, [("no-such-game", "game 999")]),
        ({"start-1": str(2**63 - 1)}, [("no-such-pitcher", "game 1")]),
    ],
)
def test_what_no_planner_sends_is_refused_with_its_place(club, sent, found):
    chosen = {"start-3": str(club.board.starters[0].key)} if sent else {}
    refused = club.browser.post(club.page + "rotation/", {**sent, **chosen})
    assert told(refused) == found
    assert not declared()
    kept = {turn.game.column: turn.declared for turn in refused.context["planner"].turns}
    assert kept[3] == int(chosen.get("start-3", 0))


def test_who_has_left_the_squad_is_told_of_wherever_he_was_laid_down(club):
    ace = club.board.starters[0].key
    club.browser.post(club.page + "rotation/", {"start-1": ace})
    nine = club.nine()
    club.browser.post(club.page + "line-ups/left/", {**nine, "act": "save"})
    hitter = int(nine["man-4"])
    leave(club, ace)
    leave(club, hitter)
    shown = club.browser.get(club.page)
    assert (
        shown.context["ahead"].turns[0].words.startswith("The declared player is not in the squad")
    )
    assert ("Not in the squad any more", nine["position-4"]) in shown.context["ahead"].nines[
        0
    ].players
    planner = club.browser.get(club.page + "rotation/")
    assert "He is no starter of the squad any more" in even(planner.content.decode())
    assert f'<option value="{ace}" selected>' in even(planner.content.decode())
    editor = even(club.browser.get(club.page + "line-ups/left/").content.decode())
    assert (
        f'<option value="{hitter}" data-can="" selected>Not in the squad any more</option>'
        in editor
    )
    assert "is no position player of the squad" in editor
    refused = club.browser.post(club.page + "line-ups/left/", {**nine, "act": "save"})
    assert ("no-such-man", "lineup:4") in told(refused)
    # The others can still be declared while he stands there.
    other = club.board.starters[0].key
    answer = club.browser.post(
        club.page + "rotation/", {**seen_by(planner), "start-1": ace, "start-5": other}
    )
    assert answer.status_code == 302
    assert declared() == {1: ace, 5: other}


def test_a_line_up_that_another_has_saved_since_is_not_overwritten_unseen(club):
    page = club.page + "line-ups/left/"
    old = club.browser.get(page).context["seen"]
    assert old == ""
    mine, theirs = club.nine(), club.nine(turned=False)
    assert club.browser.post(page, {**theirs, "seen": old, "act": "save"}).status_code == 302
    refused = club.browser.post(page, {**mine, "seen": old, "act": "save"})
    assert told(refused) == [("line-up-saved-since", "lineup")]
    assert str(refused.context["editor"].places[0].player) == mine["man-1"]
    assert str(LineUp.objects.get().spots[0][0]) == theirs["man-1"]
    # A change of the form does not make it newer than it is.
    tried = club.browser.post(page, {**mine, "seen": old})
    assert tried.context["seen"] == old
    seen = refused.context["seen"]
    assert club.browser.post(page, {**mine, "seen": seen, "act": "save"}).status_code == 302
    assert str(LineUp.objects.get().spots[0][0]) == mine["man-1"]


def test_a_line_up_for_games_that_have_begun_is_refused(club):
    series = club.board.schedule[0].series
    page = f"{club.page}line-ups/left/?series={series.pk}"
    record_game(series_id=series.pk, number=1, transcript=(), acting_user=None, seats=MANAGED)
    sent = {**club.nine(), "act": "save"}
    assert told(club.browser.post(f"{page}&game=1", sent)) == [("game-begun", "number")]
    assert club.browser.post(page, sent).status_code == 302, "game 2 is still to come"
    record_game(series_id=series.pk, number=2, transcript=(), acting_user=None, seats=MANAGED)
    assert told(club.browser.post(page, sent)) == [("game-begun", "series")]


def test_instructions_are_for_whom_the_address_names_or_for_nobody(event, club):
    page = club.page + "instructions/"
    sent = {"hook_innings": 7, "hook_runs": 0}
    for nobody in ("0", "x", "999999", str(club.team.pk), "٣", ""):
        assert club.browser.get(f"{page}?opponent={nobody}").status_code == 404
        assert club.browser.post(f"{page}?opponent={nobody}", sent).status_code == 404
    assert not Instructions.objects.exists()
    assert club.browser.post(page, {**sent, "seen": "0"}).status_code == 302
    refused = club.browser.post(page, {**sent, "hook_innings": 6, "seen": "0"})
    assert told(refused) == [("instructions-saved-since", "")]
    assert 'value="6"' in refused.content.decode()
    assert Instructions.objects.count() == 1
    seen = refused.context["seen"]
    assert club.browser.post(page, {**sent, "hook_innings": 6, "seen": seen}).status_code == 302
    assert Instructions.objects.get(version=2).data["hook_innings"] == 6


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        ({}, ("required", "Starter comes out after innings")),
        ({"hook_runs": "99"}, ("max_value", "Starter comes out after runs")),
        ({"hook_runs": "9" * 400}, ("max_value", "Starter comes out after runs")),
        ({"closer": "999999"}, ("invalid_choice", "Closer")),
        ({"setup": ["1", "x"]}, ("invalid_choice", "Set-up relievers")),
        ({"tendency_stealing": "11"}, ("max_value", "Stealing")),
    ],
)
def test_instructions_that_cannot_be_are_refused_with_field_and_code(club, sent, found):
    whole = {"hook_innings": "7", "hook_runs": "0", **sent} if sent else {}
    refused = club.browser.post(club.page + "instructions/", whole)
    assert found in told(refused)
    assert not Instructions.objects.exists()


@pytest.fixture
def sides(event):
    """Visitors and home side of a first game, its series, and its page."""
    clubs = {club.team.pk: club for club in (Club(event, 1), Club(event, 2))}
    series = series_of(event, *clubs)
    away, home = (clubs[team] for team in series.sides(1))
    return away, home, series, f"/series/{series.pk}/games/1/before/"


def name(page: str, side: int, club: Club, card: int):
    return club.browser.post(page, {"act": "name", "side": side, "starter": card})


def confirm(page: str, side: int, club: Club, hand: str = "R"):
    return club.browser.post(page, {**club.nine(hand), "act": "confirm", "side": side})


@pytest.mark.long
@pytest.mark.rule("T0.13")
def test_t0_13_nobody_names_another_once_the_opponent_has_answered(sides):
    away, home, _, page = sides
    aces, others = ([player.key for player in club.board.starters[:2]] for club in (away, home))
    for card in aces:
        assert name(page, 0, away, card).status_code == 302
    for card in others:
        assert name(page, 1, home, card).status_code == 302
    assert told(name(page, 0, away, aces[0])) == [("already-answered", "starter")]
    assert confirm(page, 0, away).status_code == 302
    assert told(name(page, 1, home, others[0])) == [("already-answered", "starter")]
    assert told(confirm(page, 0, away)) == [("already-confirmed", "spots")]
    assert confirm(page, 1, home).status_code == 302
    assert told(name(page, 1, home, others[0]))[0][1] == "starter"
    assert GameCard.objects.get(team=home.team).starter_id == others[1]


@pytest.mark.long
@pytest.mark.rule("T0.13", "T10.2f")
def test_a_starter_who_has_pitched_since_is_named_anew_and_line_ups_are_confirmed_again(sides):
    away, home, series, page = sides
    ace = away.board.starters[0]
    foe = home.board.starters[0]
    name(page, 0, away, ace.key)
    name(page, 1, home, foe.key)
    for side, club in ((0, away), (1, home)):
        assert confirm(page, side, club).status_code == 302
    assert before_game(series, 1).may_begin
    # The visitors' next series is played first, and the same player starts in it.
    later = next(each for each in away.board.schedule if each.series != series)
    away.browser.post(away.page + "rotation/", {f"start-{later.column}": ace.key})
    assert play_series(series_ids=[later.series.pk], acting_user=None)
    assert not before_game(series, 1).may_begin
    score = f"/series/{series.pk}/games/1/score/"
    refused = home.browser.post(score, {"act": "start", "dice": "table"})
    assert refused.status_code == 422
    assert ace.name in refused.content.decode()
    assert not Game.objects.filter(series=series).exists()
    side = away.browser.get(page).context["sides"][0]
    assert side.status.endswith("Another starter is to be named.")
    assert ace.key not in [player.key for player in side.starters]
    assert [code for code, _ in told(confirm(page, 0, away))] == [
        "starter-not-eligible",
        "starters-first",
    ]
    assert told(name(page, 0, away, ace.key)) == [("starter-not-eligible", "starter")]
    assert name(page, 0, away, side.starters[0].key).status_code == 302
    # The home side had chosen its nine for the other player.
    assert not before_game(series, 1).has_confirmed(1)
    for at, club in ((0, away), (1, home)):
        assert confirm(page, at, club).status_code == 302
    assert home.browser.post(score, {"act": "start", "dice": "table"}).status_code == 302
    assert Game.objects.filter(series=series).exists()


def test_who_has_left_the_squad_neither_starts_nor_bats(sides):
    away, home, series, page = sides
    name(page, 0, away, away.board.starters[0].key)
    name(page, 1, home, home.board.starters[0].key)
    confirm(page, 0, away)
    confirm(page, 1, home)
    spot = next(player for player, _ in GameCard.objects.get(team=away.team).spots if player)
    leave(away, spot)
    leave(home, home.board.starters[0].key)
    state = before_game(series, 1)
    assert {side: why.code for side, why in state.unable.items()} == {
        0: "no-such-man",
        1: "no-such-pitcher",
    }
    assert not state.may_begin
    assert away.browser.get(page).status_code == 200


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        ({}, ("not-your-side", "side")),
        ({"side": "7"}, ("not-your-side", "side")),
        ({"side": "٠"}, ("not-your-side", "side")),
        ({"side": "0", "act": "name"}, ("no-such-pitcher", "starter")),
        ({"side": "0", "act": "name", "starter": "9" * 40}, ("no-such-pitcher", "starter")),
        ({"side": "0", "act": "confirm"}, ("lineup-not-nine", "lineup:1")),
        ({"side": "1", "act": "name", "starter": "1"}, ("not-your-side", "side")),
    ],
)
def test_what_nobody_says_before_a_game_is_refused_with_its_place(sides, sent, found):
    away, _, _, page = sides
    answer = away.browser.post(page, sent)
    assert answer.status_code in (200, 422)
    assert [(each.code, each.place) for each in answer.context["refusals"]] == [found]
    assert not GameCard.objects.exists()


def test_what_is_said_after_the_game_has_begun_is_refused_and_leads_to_the_game(sides):
    away, _, series, page = sides
    record_game(series_id=series.pk, number=1, transcript=(), acting_user=None, seats=MANAGED)
    refused = name(page, 0, away, away.board.starters[0].key)
    assert told(refused) == [("game-exists", "number")]
    assert f'href="/series/{series.pk}/games/1/score/"' in refused.content.decode()
    assert away.browser.get(page).status_code == 302
    assert not GameCard.objects.exists()


def test_a_position_taken_twice_comes_back_as_it_was_sent_and_is_marked_unsent(sides):
    away, home, _, page = sides
    name(page, 0, away, away.board.starters[0].key)
    name(page, 1, home, home.board.starters[0].key)
    nine = away.nine("R")
    places = [at for at in range(1, 10) if nine[f"position-{at}"] not in ("p", "c")]
    nine[f"position-{places[0]}"] = nine[f"position-{places[1]}"]
    refused = away.browser.post(page, {**nine, "act": "confirm", "side": 0})
    assert ("position-twice", "lineup") in told(refused)
    assert "data-live-touched" in refused.content.decode()
    assert "data-live-touched" not in away.browser.get(page).content.decode()
    editor = refused.context["sides"][0].editor
    assert [place.position for place in editor.places] == [
        nine[f"position-{at}"] for at in range(1, 10)
    ]
