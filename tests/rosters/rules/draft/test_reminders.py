"""When somebody is told that a draft waits for him."""

from rosters.rules.draft import events
from rosters.rules.draft.reminders import DEADLINE_NEAR, ON_THE_CLOCK, due
from rosters.rules.draft.settings import Clock, DraftSettings
from tests.rosters.rules.draft.boards import a_board, after, pick

HOUR = 3600


def timed(seconds: int, **more) -> DraftSettings:
    return DraftSettings(clock=Clock("per-pick", seconds, **more))


def test_without_a_clock_a_turn_is_told_of_once_it_stands():
    board = a_board(4)
    assert due(board, after(9 * 60)) is None
    assert due(board, after(10 * 60)) == ON_THE_CLOCK
    pick(board, at=after(11 * 60))
    assert due(board, after(20 * 60)) is None
    assert due(board, after(21 * 60)) == ON_THE_CLOCK


def test_a_draft_that_people_sit_at_mails_nobody():
    board = a_board(4, timed(90))
    assert [due(board, after(second)) for second in (0, 60, 89)] == [None] * 3


def test_a_slow_draft_tells_of_the_turn_and_of_its_last_quarter():
    board = a_board(4, timed(8 * HOUR))
    assert due(board, after(0)) == ON_THE_CLOCK
    assert due(board, after(6 * HOUR - 1)) == ON_THE_CLOCK
    assert due(board, after(6 * HOUR)) == DEADLINE_NEAR
    assert due(board, after(8 * HOUR + 3)) is None


def test_a_deadline_is_near_by_the_time_that_counts():
    # From 12:00 on, eight hours of which four lie behind the night.
    board = a_board(4, timed(8 * HOUR, opens=8 * 60, closes=16 * 60))
    assert due(board, after(4 * HOUR)) == ON_THE_CLOCK
    # At 10:01 of the next day not two hours are left; at night there was more.
    assert due(board, after(19 * HOUR)) == ON_THE_CLOCK
    assert due(board, after(22 * HOUR)) == DEADLINE_NEAR


def test_nobody_is_told_while_the_draft_stands_or_the_house_picks():
    board = a_board(4, timed(8 * HOUR))
    board.apply(events.Paused(after(60)))
    assert due(board, after(HOUR)) is None
    board.apply(events.Resumed(after(HOUR)))
    assert due(board, after(HOUR)) == ON_THE_CLOCK
    board.apply(events.DrafterChanged(after(HOUR), 1, "house"))
    assert due(board, after(HOUR)) is None
