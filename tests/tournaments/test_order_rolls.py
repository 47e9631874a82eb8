"""The d20s of suspended games that stand level (T33.0l): thrown anew among those that stay level,
put right where one was written down wrongly, and worth nothing once the game went on."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.journal.models import Action
from games.models import Game
from games.rules.suspensions import order_rolls
from games.seriesday.models import SuspendedRoll
from games.services.scoring import add_entries
from tests.builders import browser, director_of, entrant
from tests.games.seriesday.test_rulings import refused
from tests.tournaments.test_suspended import four, suspended
from tournaments.models import Tournament
from tournaments.selectors.league import load_league
from tournaments.selectors.suspended import Order, orders_of, suspended_games
from tournaments.services import round_board as acts
from tournaments.words import said

LEVEL = ["6", "suspend"]


def order(tournament: Tournament, number: int = 1) -> Order:
    league = load_league(tournament)
    orders = orders_of(league, suspended_games(league))
    (found,) = [each for each in orders if each.entrant.number == number]
    return found


def three_level(*d20s: int) -> tuple[Tournament, list[int]]:
    """Club 1 has three suspended games that stand level, for which these were thrown."""
    tournament = four()
    games = [suspended(tournament, 1, each, LEVEL).pk for each in (2, 3, 4)]
    director, team = director_of(tournament), entrant(tournament, 1).team_id
    for game, value in zip(games, d20s, strict=False):
        acts.roll_for_order(
            tournament=tournament, team_id=team, game_id=game, value=value, acting_user=director
        )
    return tournament, games


def places(tournament: Tournament) -> dict[int, str]:
    return {turn.game.game.pk: turn.place for turn in order(tournament).turns}


@pytest.mark.rule("T33.0l")
def test_t33_0l_of_three_games_the_two_that_roll_the_same_are_parted_by_another():
    assert order_rolls({1: [8], 2: [7, 3], 3: [7, 9]}) == {2: 0, 3: 1, 1: 2}
    # While one of the two has its second to come, they are level.
    assert order_rolls({1: [8], 2: [7], 3: [7, 9]}) == {2: 0, 3: 0, 1: 1}
    assert order_rolls({1: [8], 2: []}) == {1: 0, 2: 0}


@given(st.integers(2, 6), st.integers(0, 10_000))
@pytest.mark.rule("T33.0l")
def test_t33_0l_a_throw_for_each_that_is_level_and_again_parts_all(games, seed):
    chance = Random(seed)
    rolls: dict[int, list[int]] = {game: [] for game in range(games)}
    for _ in range(200):
        ranks = order_rolls(rolls)
        assert sorted(set(ranks.values())) == list(range(len(set(ranks.values()))))
        level = [game for game in rolls if list(ranks.values()).count(ranks[game]) > 1]
        if not level:
            break
        # Thrown as the board asks: one that has fewer than those it is level with.
        behind = [
            game
            for game in level
            if len(rolls[game])
            == min(len(rolls[other]) for other in level if ranks[other] == ranks[game])
        ]
        rolls[chance.choice(behind)].append(chance.randint(1, 3))
    else:
        raise AssertionError(rolls)
    ordered = sorted(rolls, key=ranks.__getitem__)
    assert all(rolls[low] < rolls[high] for low, high in pairwise(ordered))


@pytest.mark.django_db
@pytest.mark.rule("T33.0l")
def test_t33_0l_three_level_games_are_thrown_for_on_the_board_until_they_are_parted():
    tournament, games = three_level()
    board, where = browser(director_of(tournament)), f"/t/{tournament.slug}/board/"
    sent = {"act": "order", "team": entrant(tournament, 1).team_id, "round": "1"}
    for game, value in zip(games, (8, 7, 7), strict=True):
        assert board.post(where, {**sent, "game": game, "value": value}).status_code == 302
    assert places(tournament) == {games[0]: "1", games[1]: "2=", games[2]: "2="}
    # The one that is parted has no more to throw for.
    assert board.post(where, {**sent, "game": games[0], "value": 4}).status_code == 422
    for game, value in ((games[1], 3), (games[2], 9)):
        assert board.post(where, {**sent, "game": game, "value": value}).status_code == 302
    assert places(tournament) == {games[0]: "1", games[2]: "2", games[1]: "3"}
    assert "Write it down" not in board.get(where).content.decode()


@pytest.mark.django_db
@pytest.mark.rule("T33.0l")
def test_t33_0l_a_d20_is_put_right_on_the_board_and_what_it_was_is_told():
    tournament, games = three_level(8, 7, 7)
    director, team = director_of(tournament), entrant(tournament, 1).team_id
    board, where = browser(director), f"/t/{tournament.slug}/board/"
    sent = {"act": "order-right", "team": team, "game": games[2], "throw": "1", "round": "1"}
    before = Action.objects.count()
    for bad in (
        {"value": "17", "reason": " "},
        {"value": "21", "reason": "misread"},
        {"value": "7", "reason": "misread"},
        {"value": "17", "reason": "misread", "throw": "2"},
        {"value": "17", "reason": "misread", "throw": "0"},
        {"value": "17", "reason": "misread", "team": entrant(tournament, 2).team_id},
    ):
        answer = board.post(where, {**sent, **bad})
        assert answer.status_code == 422, bad
    assert Action.objects.count() == before
    kept = board.post(where, {**sent, "value": "21", "reason": "a 17 was read as 7"})
    assert "a 17 was read as 7" in kept.content.decode()
    done = board.post(where, {**sent, "value": "17", "reason": "a 17 was read as 7"})
    assert done.status_code == 302
    assert places(tournament) == {games[2]: "1", games[0]: "2", games[1]: "3"}
    line = Action.objects.get(code="suspended-game-roll-corrected")
    assert (line.old["value"], line.new["value"], line.actor) == (7, 17, director)
    told = said(line)
    assert told.what == "put the d20 of a suspended game right"
    assert "7 → 17" in told.facts
    assert "a 17 was read as 7" in told.facts
    assert "7 → 17" in board.get(f"/t/{tournament.slug}/desk/").content.decode()


@pytest.mark.django_db
@pytest.mark.rule("T33.0l")
def test_t33_0l_programs_put_a_d20_right_and_one_that_is_level_again_is_thrown_anew():
    tournament, games = three_level(8, 7, 5)
    director, team = director_of(tournament), entrant(tournament, 1).team_id
    api, where = browser(director), f"/api/v1/tournaments/{tournament.slug}/board/order-right/"
    sent = {"team": team, "game": games[1], "value": 8, "reason": "misread"}
    answer = api.post(where, sent, content_type="application/json")
    assert answer.status_code == 200
    (mine,) = [each for each in answer.json()["orders"] if each["team"] == team]
    assert mine["level"] == games[:2]
    assert {"game": games[0], "rolled": [8], "asked": True} in mine["rolls"]
    again = api.post(where, sent, content_type="application/json")
    assert (again.status_code, again.json()["error"]["refusals"][0]["code"]) == (
        409,
        "nothing-changes",
    )
    gone = api.post(where, {**sent, "throw": 2}, content_type="application/json")
    assert gone.json()["error"]["refusals"][0]["code"] == "no-such-throw"


@pytest.mark.django_db
@pytest.mark.rule("T33.0l")
def test_t33_0l_once_the_game_went_on_its_d20_counts_no_more():
    tournament, games = three_level(8, 7, 5)
    director, team = director_of(tournament), entrant(tournament, 1).team_id
    throw = {"tournament": tournament, "team_id": team, "acting_user": director}
    for game in games:
        now = Game.objects.get(pk=game)
        more = ["6", "suspend"]
        add_entries(game_id=game, after=len(now.entries), entries=more, acting_user=director)
        assert SuspendedRoll.objects.filter(game=game).exists()
    # All three stand level again, further on: that is another question.
    assert set(places(tournament).values()) == {"1="}
    assert all(turn.rolled == () for turn in order(tournament).turns)
    right = {"throw": 1, "value": 3, "reason": "misread"}
    assert refused(lambda: acts.correct_order_roll(game_id=games[0], **right, **throw)) == (
        "no-such-throw"
    )
