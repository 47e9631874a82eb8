"""T0.18: who may pull a pick back, and who chooses again first."""

import pytest

from rosters.rules.draft import events
from rosters.rules.draft.double_up import double_up_problems, exchange_problems
from rosters.rules.draft.legality import turn_problems
from rosters.rules.draft.settings import DraftSettings
from rosters.rules.imputed import Prospect
from tests.rosters.rules.draft.boards import NOW, a_board, a_pool, pick

FIRST_BASEMEN = {
    key: Prospect(key, frozenset({"1b"}), 0.0) for key in (*range(1, 99), *range(70_000, 70_099))
}


def codes(problems):
    return [problem.code for problem in problems]


def problems(board, seat, number, players=FIRST_BASEMEN):
    return codes(double_up_problems(board, players, seat, number))


@pytest.mark.rule("T0.18b")
def test_t0_18b_two_non_pitchers_who_play_one_position_and_it_is_the_same():
    board = a_board(10, picks=20, card=1)
    assert problems(board, 1, 20) == []

    def with_player(*positions):
        return FIRST_BASEMEN | {20: Prospect(20, frozenset(positions), 0.0)}

    assert problems(board, 1, 20, with_player("1b", "lf")) == ["no-double-up"]
    assert problems(board, 1, 20, with_player("lf")) == ["no-double-up"]
    assert problems(board, 1, 20, with_player()) == ["no-double-up"]
    assert problems(board, 2, 20) == ["not-your-pick"]
    # The very first of a kind is none.
    assert problems(a_board(10, picks=1, card=1), 1, 1) == ["no-double-up"]
    without = a_board(10, DraftSettings(double_up_round=0), picks=20, card=1)
    assert problems(without, 1, 20) == ["no-double-ups"]


@pytest.mark.rule("T0.18b")
def test_t0_18b_the_first_selection_of_round_7_is_the_last_that_can_be_one():
    assert problems(a_board(8, picks=49, card=1), 1, 49) == []
    assert problems(a_board(8, picks=50, card=1), 2, 50) == ["double-up-too-late"]


@pytest.mark.rule("T0.18c")
def test_t0_18c_the_window_closes_with_the_second_other_drafter():
    assert problems(a_board(10, picks=25, card=1), 4, 24) == []
    assert problems(a_board(10, picks=26, card=1), 4, 24) == ["double-up-window"]


@pytest.mark.rule("T0.18c", "T0.18d")
def test_t0_18c_a_player_who_picks_twice_at_the_end_is_one_drafter():
    board = a_board(10, picks=31, card=1)
    assert problems(board, 9, 29) == []
    # Of his own two, either may go back (A-D11); once another turn of his has come, none of these.
    assert problems(board, 10, 30) == problems(board, 10, 31) == []
    pick(board, 32)
    assert problems(board, 9, 29) == ["double-up-not-latest"]
    assert problems(board, 10, 30) == []


@pytest.mark.rule("T0.18d", "T0.18e")
def test_t0_18e_who_selected_since_decides_first_and_may_take_the_player_who_is_free_again():
    board, pool = a_board(10, picks=31, card=1), a_pool()
    board.apply(events.Rescinded(NOW, 29, 9))
    assert 29 not in board.cards
    assert codes(turn_problems(board, pool, 9)) == ["exchange-due"]
    assert codes(exchange_problems(board, 10, 28)) == ["nothing-to-exchange"]
    assert codes(exchange_problems(board, 9, 30)) == ["nothing-to-exchange"]
    assert not exchange_problems(board, 10, 31)
    board.apply(events.Exchanged(NOW, 31, 10, "manager", card=29))
    assert board.cards[29] == 31
    assert board.turn.picks == (30,)
    board.apply(events.Kept(NOW, 10))
    assert (board.turn.seat, board.turn.picks, board.on_deck.picks) == (9, (29,), (32,))
    assert not turn_problems(board, pool, 9)
    # The player whom the other gave up is free, and may go to the double-up's maker (A-D13).
    pick(board, 31)
    assert (board.cards[31], board.turn.picks) == (29, (32,))


@pytest.mark.rule("T0.18d")
def test_t0_18d_an_exchange_may_be_a_double_up_of_its_own():
    board = a_board(10, picks=25, card=1)
    board.apply(events.Rescinded(NOW, 24, 4))
    board.apply(events.Exchanged(NOW, 25, 5, "manager", card=24))
    assert problems(board, 5, 25) == []
    board.apply(events.Rescinded(NOW, 25, 5))
    # The seat of pick 25 has to select again before the one whose double-up came first.
    assert [turn.picks for turn in board.agenda] == [(25,), (24,)]
    pick(board, 70_000)
    assert (board.turn.seat, board.turn.picks) == (4, (24,))
    # Nobody else has selected since the exchange's exchange; two who do close its window.
    pick(board, 70_001)
    assert problems(board, 5, 25) == []
    pick(board, 70_002)
    assert problems(board, 5, 25) == ["double-up-window"]


def test_nobody_who_selected_before_the_double_up_exchanges():
    board = a_board(10, picks=24, card=1)
    board.apply(events.Rescinded(NOW, 24, 4))
    assert codes(exchange_problems(board, 3, 23)) == ["nothing-to-exchange"]
    assert (board.turn.seat, board.turn.picks, board.turn.why) == (4, (24,), "again")
