"""Deadlines: derived, never run."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosters.rules.draft import events
from rosters.rules.draft.clock import counted, counts, due
from rosters.rules.draft.settings import Clock, DraftSettings
from tests.rosters.rules.draft.boards import a_board, after, pick

DAY = Clock("per-pick", 20 * 60, opens=8 * 60, closes=20 * 60, zone="America/Los_Angeles")


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def test_a_clock_with_hours_stands_still_at_night():
    assert due(DAY, (), at("2026-03-01T19:50-08:00"), 1200) == at("2026-03-02T08:10-08:00")
    assert due(DAY, (), at("2026-03-01T23:00-08:00"), 1200) == at("2026-03-02T08:20-08:00")
    assert not counts(DAY, (), at("2026-03-01T20:00-08:00"))
    assert counts(DAY, (), at("2026-03-01T08:00-08:00"))


def test_hours_are_the_zones_own_when_the_clocks_go_forward():
    # 8 March 2026: the day begins at 8:00 all the same, an hour earlier for everybody else.
    assert due(DAY, (), at("2026-03-07T19:50-08:00"), 1200) == at("2026-03-08T08:10-07:00")


def test_hours_may_run_over_midnight():
    night = Clock("per-pick", 60, opens=22 * 60, closes=2 * 60)
    assert counts(night, (), at("2026-03-01T01:59+00:00"))
    assert due(night, (), at("2026-03-01T02:00+00:00"), 60) == at("2026-03-01T22:01+00:00")


def test_a_clock_of_which_no_hours_were_said_runs_day_and_night():
    always = Clock("per-pick", 120)
    assert due(always, (), at("2026-03-01T23:59+00:00"), 120) == at("2026-03-02T00:01+00:00")


moments = st.integers(0, 4 * 24 * 3600).map(after)
clocks = st.builds(
    Clock,
    st.just("per-pick"),
    st.integers(5, 9000),
    opens=st.integers(0, 1439),
    closes=st.integers(0, 1439),
    zone=st.sampled_from(["UTC", "Europe/Berlin", "America/New_York"]),
)
pauses = st.lists(st.tuples(moments, st.integers(1, 40_000)), max_size=3).map(
    lambda found: [(start, start + timedelta(seconds=length)) for start, length in found]
)


@given(clocks, pauses, moments, st.integers(1, 90_000))
def test_what_is_due_has_counted_to_the_second(clock, halts, start, seconds):
    end = due(clock, halts, start, seconds)
    assert end is not None
    assert counted(clock, halts, start, end) == pytest.approx(seconds, abs=0.001)
    assert end - start >= timedelta(seconds=seconds)


def test_a_turn_runs_out_two_seconds_after_its_deadline_and_never_before():
    board = a_board(2, DraftSettings(clock=Clock("per-pick", 60)))
    assert board.deadline == after(60)
    assert board.lapsed_at(after(62)) is None
    assert board.lapsed_at(after(63)) == after(60)
    pick(board, 1, after(30))
    assert board.deadline == after(90)


def test_a_pause_stops_the_clock_and_nothing_is_lost():
    board = a_board(2, DraftSettings(clock=Clock("per-pick", 60)))
    board.apply(events.Paused(after(20)))
    assert board.deadline is None
    board.apply(events.Resumed(after(1000)))
    assert board.deadline == after(1040)


def test_a_planned_pause_holds_though_nobody_was_there_to_begin_it():
    board = a_board(2, DraftSettings(clock=Clock("per-pick", 60)))
    board.apply(events.PausePlanned(after(5), after(40)))
    assert board.deadline is None
    board.apply(events.PausePlanned(after(6), after(61)))
    assert board.deadline == after(60)


def test_staggered_picks_fall_due_every_so_often_whoever_was_quick():
    board = a_board(3, DraftSettings(clock=Clock("staggered", 600)))
    assert board.deadline == after(600)
    pick(board, 1, after(5))
    assert board.deadline == after(1200)


def test_a_bank_is_spent_only_beyond_the_seconds_of_a_pick():
    board = a_board(2, DraftSettings(clock=Clock("per-pick", 60, bank=100)))
    assert board.deadline == after(160)
    pick(board, 1, after(90))
    assert board.bank == {1: 70.0, 2: 100.0}
    pick(board, 2, after(120))
    assert board.bank[2] == 100.0
