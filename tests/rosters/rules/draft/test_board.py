"""The board is its events, and whatever is done it stays in order."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rosters.rules.draft import events
from rosters.rules.draft.board import AGAIN, EXCHANGE, MISSED, REGULAR, Board
from rosters.rules.draft.order import REVERSAL
from rosters.rules.draft.settings import Clock, DraftSettings
from tests.rosters.rules.draft.boards import NOW, a_board, after, pick


def test_a_turn_that_is_passed_over_comes_back_and_may_be_used_before():
    board = a_board(3, picks=1)
    board.apply(events.Skipped(NOW, 2))
    assert (board.turn.seat, board.turn.picks) == (3, (3,))
    assert (board.open_pick(2), board.open_pick(1)) == (2, None)
    board.apply(events.Picked(NOW, 2, 2, "manager", card=7))
    assert (board.open_pick(2), board.turn.picks) == (None, (3,))


def test_missed_turns_come_last():
    board = a_board(2)
    board.apply(events.Skipped(NOW, 1))
    for number in range(2, 53):
        pick(board, number)
    assert (board.turn.picks, board.turn.why, board.is_full) == ((1,), MISSED, False)
    pick(board, 999)
    assert (board.turn, board.is_full) == (None, True)


def test_undoing_a_pick_takes_back_what_was_made_since_and_nothing_else():
    board = a_board(4, picks=2)
    board.apply(events.Skipped(NOW, 3))
    for number in range(3):
        pick(board, number)
    board.apply(events.Picked(NOW, 3, 3, "manager", card=7))
    assert [each.pick for each in board.since(5)] == [6, 3]
    board.apply(events.Undone(NOW, 5))
    assert sorted(board.selections) == [1, 2, 4]
    assert (board.turn.picks, sorted(board.cards)) == ((3,), [0, 90_000, 90_001])


def due(board: Board) -> list[tuple[int, tuple[int, ...], str]]:
    """Who has to exchange or to pick again before the next turn."""
    return [(turn.seat, turn.picks, turn.why) for turn in board.agenda]


@pytest.mark.rule("T0.18b")
def test_what_a_double_up_pulled_back_leaves_to_do_shrinks_as_picks_are_undone():
    """Seat 2 doubled up with its first pick and pulls back; seat 3 has picked twice since."""
    board = a_board(3, picks=5)
    board.apply(events.Rescinded(NOW, 2, 2))
    again = (2, (2,), AGAIN)
    assert due(board) == [(3, (3, 4), EXCHANGE), again]
    assert board.turn.picks == (3, 4)
    board.apply(events.Undone(NOW, 4))
    assert due(board) == [(3, (3,), EXCHANGE), again]
    board.apply(events.Undone(NOW, 3))
    assert due(board) == [again]
    assert (board.turn.seat, board.turn.picks, sorted(board.selections)) == (2, (2,), [1])
    pick(board, 555)
    assert due(board) == []
    assert board.turn.picks == (3,)


def test_a_pause_that_was_planned_is_over_with_the_pause():
    board = a_board(2, picks=1)
    board.apply(events.PausePlanned(NOW, after(60)))
    assert board.pause_at == after(60)
    board.apply(events.Paused(after(60)))
    assert board.is_paused
    board.apply(events.Resumed(after(120)))
    assert (board.is_paused, board.pause_at) == (False, None)
    assert board.pauses == [(after(60), after(120))]
    board.apply(events.PausePlanned(NOW, after(300)))
    board.apply(events.PausePlanned(NOW, None))
    assert board.pause_at is None


def test_swapped_picks_change_owners():
    board = a_board(4)
    board.apply(events.Swapped(NOW, 2, 8))
    pick(board, 1)
    assert board.turn.seat == 1
    assert [board.owners.count(seat) for seat in range(1, 5)] == [26] * 4


def test_replacing_a_pick_frees_who_stood_there():
    board = a_board(2, picks=3, card=1)
    board.apply(events.Replaced(NOW, 2, card=55))
    assert (board.cards, board.turn.picks) == ({1: 1, 3: 3, 55: 2}, (4,))
    assert board.selections[2].seat == 2


def acts(board: Board, choices: list[int]) -> list[events.Event]:
    """Whatever may follow, chosen by numbers: legal play and a director's interference."""
    done: list[events.Event] = []

    def do(event: events.Event) -> None:
        board.apply(event)
        done.append(event)

    for step, choice in enumerate(choices):
        at, card = after(step), 50_000 + step
        turn = board.turn
        if turn is None:
            break
        kind = choice % 9
        made = sorted(board.selections)
        if turn.why == EXCHANGE:
            if kind % 2:
                do(events.Exchanged(at, turn.picks[0], turn.seat, "manager", card))
            else:
                do(events.Kept(at, turn.seat))
        elif kind == 0 and made:
            number = made[choice // 9 % len(made)]
            do(events.Rescinded(at, number, board.selections[number].seat))
        elif kind == 1 and made:
            do(events.Undone(at, made[-1 - choice // 9 % min(5, len(made))]))
        elif kind == 2 and turn.why == REGULAR:
            do(events.Skipped(at, turn.picks[0]))
        elif kind == 3 and made:
            do(events.Replaced(at, made[choice // 9 % len(made)], card))
        elif kind == 4 and not board.agenda:
            ahead = [each.picks[0] for each in board.coming()]
            do(events.Swapped(at, ahead[0], ahead[choice % len(ahead)]))
        elif kind == 5:
            do(events.Resumed(at) if board.is_paused else events.Paused(at))
        else:
            do(events.Picked(at, turn.picks[0], turn.seat, "manager", card))
    return done


CLOCKED = DraftSettings(order=REVERSAL, clock=Clock("per-pick", 60, bank=100, at_zero="skip"))


@settings(max_examples=60)
@given(st.integers(2, 5), st.lists(st.integers(0, 10_000), max_size=120))
def test_the_board_rebuilt_from_its_log_is_the_board_and_stays_in_order(seats, choices):
    board = a_board(seats, CLOCKED)
    opened = events.Opened(NOW, dict(board.drafters))
    done = [opened, *acts(board, choices)]
    written = [(event.kind, event.at, events.write(event)) for event in done]
    read = [events.read(*each) for each in written]
    assert read == done
    assert Board.of(read, CLOCKED, seats, board.rounds) == board
    # Nobody is twice on the board, and the tables say what the selections say.
    assert board.cards == {each.card: each.pick for each in board.selections.values()}
    assert all(board.owners.count(seat) == board.rounds for seat in range(1, seats + 1))
    assert not set(board.missed) & set(board.selections)
    for turn in board.agenda:
        wanted = turn.why == EXCHANGE
        assert all((each in board.selections) == wanted for each in turn.picks)
    turn = board.turn
    if turn is not None and turn.why in (REGULAR, AGAIN, MISSED):
        assert turn.picks[0] not in board.selections
