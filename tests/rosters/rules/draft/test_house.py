"""The house drafts legal squads, each to its own taste."""

from dataclasses import replace
from random import Random

import pytest

from rosters.rules.draft import events
from rosters.rules.draft.board import Board
from rosters.rules.draft.house import Ranking, choose, open_needs, taste_of
from rosters.rules.draft.settings import DraftSettings
from rosters.rules.draft.squad_law import rounds
from rosters.rules.imputed import Prospect
from tests.rosters.rules.draft.boards import LAW, NOW, POSITIONS, a_board, a_pool

SETTINGS = DraftSettings()
PLAN = LAW.plan(SETTINGS)


def drafted(seats: int, seed: str, **changes: int) -> Board:
    """Everybody drafts to a taste of his own, all with these ``changes``."""
    pool, board = a_pool(60), a_board(seats)
    ranking = Ranking(pool, seats, PLAN)
    tastes = {
        seat: replace(taste_of(f"{seed}/{seat}", PLAN, rounds(LAW, SETTINGS)), **changes)
        for seat in range(1, seats + 1)
    }
    chance = Random(seed)
    while (turn := board.turn) is not None:
        pick = turn.picks[0]
        choice = choose(
            board, pool, ranking, turn.seat, pick, taste=tastes[turn.seat], chance=chance
        )
        assert choice is not None
        board.apply(events.Picked(NOW, pick, turn.seat, "house", choice.card, choice.park))
    return board


@pytest.mark.rule("T0.02a", "T0.02d", "T10.2c", "T31.10a", "T31.10b")
@pytest.mark.parametrize("seats", [2, 8])
def test_every_squad_is_legal_and_whole(seats):
    board, pool = drafted(seats, "x"), a_pool(60)
    for seat in range(1, seats + 1):
        squad = board.squad(seat)
        players = [pool.players[each.card] for each in squad if each.card is not None]
        assert (len(squad), len(players)) == (26, 25)
        assert LAW.holes(players, 0, [], SETTINGS) == []
    assert len({each.park.key for each in board.selections.values() if each.park}) == seats


@pytest.mark.rule("T0.02e")
@pytest.mark.parametrize(("park_round", "taken_in"), [(1, 1), (9, 9), (99, 26)])
def test_a_park_is_taken_in_the_round_that_suits_and_at_the_latest_when_nothing_else_is_missing(
    park_round, taken_in
):
    board = drafted(2, "parks", park_round=park_round)
    taken = [pick for pick, each in board.selections.items() if each.park is not None]
    assert [board.round_of(pick) for pick in taken] == [taken_in, taken_in]


def test_the_same_seed_drafts_the_same_and_another_otherwise():
    one, again, other = (drafted(3, seed).cards for seed in ("a", "a", "b"))
    assert one == again
    assert one != other


def test_who_lets_his_turn_run_out_gets_the_first_of_his_queue_that_is_legal():
    pool, board = a_pool(), a_board(2)
    ranking = Ranking(pool, 2, PLAN)
    assert choose(board, pool, ranking, 1, 1, wanted=[777, 3005]).card == 3005
    best = choose(board, pool, ranking, 1, 1).card
    assert choose(board, pool, ranking, 1, 1, avoided=[best]).card != best


def test_players_are_counted_where_they_leave_most_room():
    pool = a_pool()
    players = [pool.players[5000], type(pool.players[5000])(1, frozenset({"ss", "3b"}), 1.0)]
    needs = open_needs(LAW, {"ss": 1, "3b": 1, "c": 1}, players)
    assert needs == {"ss": 0, "3b": 0, "c": 1}


def test_the_house_takes_first_where_the_best_player_is_better_by_most_than_what_will_be_left():
    """Every catcher is better than any shortstop; but nobody else plays short as this one does."""
    first = 1000 * (POSITIONS.index("ss") + 1)

    def value(player: Prospect) -> float:
        if "ss" in player.positions:
            return 20.0 if player.key == first else 0.0
        return 40 - player.key % 1000 / 100

    players = {
        key: replace(player, value=value(player)) for key, player in a_pool().players.items()
    }
    pool, board = replace(a_pool(), players=players), a_board(2)
    assert choose(board, pool, Ranking(pool, 2, PLAN), 1, 1).card == first
