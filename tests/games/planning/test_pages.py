"""The pages on which a club lays down who plays, and what others see of them."""

import re

import pytest

from config.journal.models import Action
from games.models import Game
from games.planning.board import PlanBoard
from games.planning.models import DeclaredStart, GameCard, Instructions, LineUp
from games.planning.presenters import lineup
from games.planning.services import rotations
from games.services.playing import play_series
from games.services.scoring import Seats, record_game
from rosters.rules.tendencies import tendencies_of
from tests.builders import browser, director_of, league, person
from tests.games.planning.builders import Club, an_event, series_of
from tests.markup import even
from tests.rosters.builders import a_deep_drive_set
from tournaments.services.plans import Format

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return an_event()


@pytest.fixture
def sides_unready(event):
    """Visitors and home side of a first game, its series, and the page before it."""
    clubs = {club.team.pk: club for club in (Club(event, 1), Club(event, 2))}
    series = series_of(event, *clubs)
    away, home = (clubs[team] for team in series.sides(1))
    return away, home, series, f"/series/{series.pk}/games/1/before/"


@pytest.fixture
def club(event) -> Club:
    return Club(event, 1)


@pytest.mark.long
def test_plans_are_for_the_club_and_directors_and_nobody_else_may_open_them(event, club):
    other = Club(event, 2)
    pages = ("line-ups/left/", "rotation/", "instructions/")
    for page in pages:
        assert club.browser.get(club.page + page).status_code == 200
        assert browser(director_of(event)).get(club.page + page).status_code == 200
        assert other.browser.get(club.page + page).status_code == 404
        assert other.browser.post(club.page + page, club.nine()).status_code == 404
        assert browser(None).get(club.page + page).status_code == 302
    assert not LineUp.objects.exists()
    assert browser(None).get(club.page).status_code == 200
    assert club.browser.get(club.page + "line-ups/both/").status_code == 404


@pytest.mark.long
def test_a_line_up_is_saved_shown_and_taken_back(club):
    page = club.page + "line-ups/left/"
    saved = club.browser.post(page, {**club.nine(), "act": "save"})
    assert saved.status_code == 302
    assert LineUp.objects.get().spots[0] == [0, "p"]
    shown = club.browser.get(club.page).content.decode()
    assert "Nothing is laid down" in shown
    assert shown.index("Against left-handed") < shown.index("The pitcher")
    assert club.browser.post(page, {**club.nine(), "act": "clear"}).status_code == 302
    assert not LineUp.objects.exists()


def test_a_line_up_of_one_game_is_saved_for_that_game(event, club):
    series = next(each.series for each in club.board.schedule)
    page = f"{club.page}line-ups/right/?series={series.pk}&game=2"
    assert club.browser.post(page, {**club.nine("R"), "act": "save"}).status_code == 302
    line_up = LineUp.objects.get()
    assert (line_up.series, line_up.number, line_up.against) == (series, 2, "R")
    for wrong in ("?series=999999", f"?series={series.pk}&game=3", "?series=x&game=1"):
        answer = club.browser.get(f"{club.page}line-ups/right/{wrong}")
        assert answer.status_code == 404


def test_what_cannot_stand_is_refused_with_the_reason_and_nothing_is_stored(club):
    nine = club.nine()
    nine["man-2"] = nine["man-3"]
    answer = club.browser.post(club.page + "line-ups/left/", {**nine, "act": "save"})
    assert answer.status_code == 422
    assert "is in the order twice" in answer.content.decode()
    assert not LineUp.objects.exists()
    del nine["man-9"]
    answer = club.browser.post(club.page + "line-ups/left/", {**nine, "act": "save"})
    assert answer.status_code == 422
    assert "Nobody bats in place 9." in answer.content.decode()


def test_buttons_move_a_player_and_put_one_in_without_saving(club):
    page = club.page + "line-ups/left/"
    nine = club.nine(turned=False)
    moved = club.browser.post(page, {**nine, "move": "2-up"})
    places = moved.context["editor"].places
    assert str(places[0].player) == nine["man-2"]
    assert str(places[1].player) == nine["man-1"]
    change = moved.context["editor"].changes[0]
    put_in = club.browser.post(page, {**nine, "swap": f"{change.player}-{change.for_player}"})
    players = [place.player for place in put_in.context["editor"].places]
    assert change.player in players
    assert change.for_player not in players
    assert not LineUp.objects.exists()


@pytest.mark.long
@pytest.mark.rule("T0.14b", "T0.14c")
def test_a_line_up_is_played_out_and_the_same_dice_give_the_same_runs(club, monkeypatch):
    monkeypatch.setattr(lineup, "TRIAL_GAMES", 80)
    page = f"{club.page}line-ups/left/"
    told = []
    for nine in (club.nine(turned=False), club.nine(turned=False), club.nine()):
        answer = club.browser.post(page, {**nine, "act": "play"})
        assert answer.status_code == 200
        found = re.search(
            r"in 80 games against our own staff, .*? starting: <strong>([\d.]+)</strong> runs a "
            r"game \(standard error ([\d.]+)\); the house's own ([\d.]+)",
            even(answer.content.decode()),
        )
        assert found
        told.append(tuple(map(float, found.groups())))
    assert told[0] == told[1]
    runs, error, house = told[0]
    assert runs == house, "the house's own, played with the same dice"
    assert 2 < runs < 9
    assert 0.2 < error < 0.6, "three runs or so of spread over the root of 80"
    assert told[2][0] != runs
    assert not LineUp.objects.exists()
    wrong = club.browser.post(page, {**club.nine(), "position-1": "c", "act": "play"})
    assert "Played out" not in even(wrong.content.decode())


def test_t0_14b_nothing_is_suggested_while_a_series_goes_on(event, club):
    page = club.page + "line-ups/left/"
    assert "What it is worth" in club.browser.get(page).content.decode()
    series = next(each.series for each in club.board.schedule)
    both = Seats(away_managed=True, home_managed=True)
    record_game(series_id=series.pk, number=1, transcript=(), acting_user=club.user, seats=both)
    shown = club.browser.get(page).content.decode()
    assert "What it is worth" not in shown
    assert "Suggest one" not in shown
    answer = club.browser.post(page, {**club.nine(), "act": "suggest"})
    assert answer.status_code == 422


def test_the_planner_proposes_a_legal_rotation_and_declares_it(event, club):
    page = club.page + "rotation/"
    proposed = club.browser.post(page, {"act": "propose"})
    turns = proposed.context["planner"].turns
    starts = {f"start-{turn.game.column}": str(turn.declared) for turn in turns}
    assert all(turn.declared for turn in turns)
    assert not DeclaredStart.objects.exists()
    assert club.browser.post(page, {**starts, "act": "declare"}).status_code == 302
    assert DeclaredStart.objects.count() == len(turns) == 6
    first = starts["start-1"]
    answer = club.browser.post(page, {**starts, "start-2": first, "act": "declare"})
    assert answer.status_code == 422
    assert "rests 3 games" in answer.content.decode()
    # The costs: nobody is better than the best, and somebody costs something.
    words = [choice.words for turn in turns for choice in turn.choices if choice.able]
    assert any("(best)" in each for each in words)
    assert any("(-" in each for each in words)


def test_without_sheets_a_name_says_how_much_better_or_worse_he_is_than_whose_turn_it_is():
    cards = a_deep_drive_set()
    made = league(
        4,
        system_key="deep-drive",
        card_set=cards.slug,
        settings={"pitching_law": "none"},
        format=Format(legs=1, series_length=2),
    )
    club = Club(made, 1)
    page = club.browser.get(club.page + "rotation/")
    assert "No sheet is kept" in page.content.decode()
    first, second, *_ = page.context["planner"].turns
    of_ace = next(choice.words for choice in first.choices if choice.words == first.best)
    assert f"{of_ace} (+" in " ".join(choice.words for choice in second.choices)
    assert any("(-" in choice.words for choice in first.choices)


def test_a_rotation_is_hidden_from_others_until_the_event_publishes_it(event, club):
    ace = club.board.starters[0]
    rotations.declare_starts(squad=club.squad, starts={1: ace.key}, acting_user=club.user)

    def rotation_seen(user) -> str:
        shown = browser(user).get(club.page).context["ahead"].turns[0]
        return shown.starter or shown.words

    assert rotation_seen(club.user) == ace.name
    assert rotation_seen(None) == "Declared"
    director = browser(director_of(event))
    rules = f"/pitching-rules/tournament/{event.pk}/"
    assert director.post(rules, {"declared": "season", "published": "on"}).status_code == 302
    assert rotation_seen(None) == ace.name
    assert club.browser.get(rules).status_code == 404
    assert director.post(rules, {"declared": "never"}).status_code == 422


def test_instructions_are_saved_as_versions(event, club):
    page = club.page + "instructions/"
    arms = [
        player.key for player in club.board.staff.values() if player.relieves and not player.starts
    ]
    sent = {
        "closer": arms[0],
        "setup": [arms[1]],
        "hook_innings": 7,
        "hook_runs": 0,
        "tendency_stealing": 8,
    }
    assert club.browser.post(page, sent).status_code == 302
    opponent = club.board.schedule[0].opponent
    against = f"{page}?opponent={opponent.pk}"
    assert club.browser.post(against, {**sent, "closer": arms[2]}).status_code == 302
    rows = list(Instructions.objects.order_by("version"))
    assert [(row.version, row.opponent) for row in rows] == [(1, None), (2, opponent)]
    assert rows[0].data["tendencies"] == {"stealing": 8}
    assert rows[1].data["closer"] == arms[2]
    answer = club.browser.post(page, {**sent, "setup": [arms[0]]})
    assert answer.status_code == 422
    assert "A pitcher has one part" in answer.content.decode()
    assert Instructions.objects.count() == 2
    logged = Action.objects.filter(code="instructions-saved").order_by("pk")
    assert [each.new["against"] for each in logged] == ["", str(opponent)]


def test_instructions_that_are_opened_and_saved_again_are_the_same(club):
    """The form shows all that stands; against an opponent what holds of everybody, until told."""
    page = club.page + "instructions/"
    keys = [tendency.key for tendency in tendencies_of(club.board.system_key)]
    arms = [
        player.key for player in club.board.staff.values() if player.relieves and not player.starts
    ]
    bats = sorted(club.board.fielders)
    sent = {
        "closer": arms[0],
        "setup": [arms[1]],
        "long": [arms[2]],
        "hook_innings": 7,
        "hook_runs": 5,
        "pinch_hitters": [bats[0]],
        "do_not_use": [bats[1]],
        **{f"tendency_{name}": at for at, name in enumerate(keys)},
    }
    assert club.browser.post(page, sent).status_code == 302
    opponent = club.board.schedule[0].opponent
    for shown in (page, f"{page}?opponent={opponent.pk}"):
        fields = club.browser.get(shown).context["form"]
        again = {bound.html_name: bound.value() for bound in fields}
        given = {name: value for name, value in again.items() if value not in (None, [])}
        given["seen"] = club.browser.get(shown).context["seen"]
        assert club.browser.post(shown, given).status_code == 302
    first, *others = [row.data for row in Instructions.objects.order_by("version")]
    assert others == [first, first]
    assert first["hook_runs"] == 5
    assert first["tendencies"] == {name: at for at, name in enumerate(keys)}


@pytest.mark.long
@pytest.mark.rule("T0.13")
def test_t0_13_the_home_sides_view_opens_after_the_visitors_have_named_their_starter(event):
    one, two = Club(event, 1), Club(event, 2)
    series = series_of(event, one.team.pk, two.team.pk)
    clubs = {one.team.pk: one, two.team.pk: two}
    away, home = (clubs[team] for team in series.sides(1))
    page = f"/series/{series.pk}/games/1/before/"
    score = f"/series/{series.pk}/games/1/score/"
    assert page in home.browser.get(score).content.decode()
    assert browser(person("Somebody")).get(page).status_code == 404

    def names(side: int, club: Club, card: int):
        return club.browser.post(page, {"act": "name", "side": side, "starter": card})

    ace, other = away.board.starters[0], home.board.starters[1]
    assert names(1, home, other.key).status_code == 422
    assert not home.browser.get(page).context["sides"][1].starters
    assert names(0, home, ace.key).status_code == 422
    assert names(0, away, ace.key).status_code == 302
    assert home.browser.get(page).context["sides"][0].named == ace.name
    assert names(1, home, other.key).status_code == 302
    assert away.browser.get(page).context["sides"][1].named == other.name
    refused = home.browser.post(score, {"act": "start", "dice": "table"})
    assert refused.status_code == 422
    assert not Game.objects.exists()
    for side, club in ((0, away), (1, home)):
        sent = {**club.nine("R"), "act": "confirm", "side": side}
        assert club.browser.post(page, sent).status_code == 302
    assert GameCard.objects.exclude(confirmed_at=None).count() == 2
    assert "Begin the game" in away.browser.get(page).content.decode()
    started = home.browser.post(score, {"act": "start", "dice": "table"})
    assert started.status_code == 302
    game = Game.objects.get()
    for stored, starter in zip(game.clubs, (ace, other), strict=True):
        assert stored["cards"][stored["order"][0] - 1] == starter.key
    assert away.browser.get(page).status_code == 302


def test_the_clubs_page_and_the_squads_lead_to_the_plan_and_the_sheet(event, club):
    play_series(series_ids=[club.board.schedule[0].series.pk], acting_user=None)
    team = browser(None).get(f"/t/{event.slug}/teams/1/").content.decode()
    assert club.page in team
    squad = browser(None).get(f"/t/{event.slug}/teams/1/squad/").content.decode()
    assert club.page in squad
    assert f"/sheets/{PlanBoard(club.squad).sheet_row.pk}/" in squad


def test_a_game_is_offered_once_who_plays_is_confirmed(sides_unready):
    away, home, series, before = sides_unready
    score = f"/series/{series.pk}/games/1/score/"
    page = away.browser.get(score).content.decode()
    assert 'value="start"' not in page
    assert "Name the starter" in page
    assert "Name the starter" not in home.browser.get(score).content.decode()
    assert away.browser.post(score, {"act": "start", "dice": "server"}).status_code == 422
    starters = [club.board.starters[0].key for club in (away, home)]
    for side, club in enumerate((away, home)):
        sent = {"act": "name", "side": side, "starter": starters[side]}
        assert club.browser.post(before, sent).status_code == 302
    for side, club in enumerate((away, home)):
        assert "Confirm the line-up" in club.browser.get(score).content.decode()
        sent = {**club.nine("R"), "act": "confirm", "side": side}
        assert club.browser.post(before, sent).status_code == 302
    page = home.browser.get(score).content.decode()
    assert 'value="start"' in page
    assert "required" not in page.partition('id="away_managed"')[2][:60]
    assert home.browser.post(score, {"act": "start", "dice": "server"}).status_code == 302


def test_a_side_that_confirmed_nothing_is_played_by_the_computer_it_allows(sides_unready):
    away, home, series, _ = sides_unready
    score = f"/series/{series.pk}/games/1/score/"
    # Its own people may have the computer manage it; the other side waits for them.
    assert 'value="start"' not in home.browser.get(score).content.decode()
    allow = {"act": "house", "side": 0, "allowed": "yes"}
    assert away.browser.post(score, allow).status_code == 302
    page = home.browser.get(score).content.decode()
    assert 'value="start"' in page
    assert "Start with the computer" in page
    sent = {"act": "start", "dice": "server", "away_managed": "on", "home_managed": "on"}
    assert home.browser.post(score, sent).status_code == 302
