"""Until when a series has to be played, and what becomes of it then."""

from datetime import UTC, datetime, timedelta

import pytest

from games.rules.deadlines import (
    LEAVE,
    LONGEST,
    PLAY,
    WAIT,
    Due,
    at_deadline,
    deadline_problems,
    put_off,
)

NOON = datetime(2026, 5, 3, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("series", "done"),
    [
        (Due(NOON, complete=False, house_plays=True), PLAY),
        (Due(NOON - HOUR, complete=False, house_plays=True), PLAY),
        (Due(NOON + HOUR, complete=False, house_plays=True), LEAVE),
        (Due(None, complete=False, house_plays=True), LEAVE),
        (Due(NOON, complete=True, house_plays=True), LEAVE),
        (Due(NOON, complete=False, house_plays=False), WAIT),
        (Due(NOON, complete=False, house_plays=True, open_games=1), WAIT),
    ],
)
def test_what_is_done_at_a_deadline(series, done):
    assert at_deadline(NOON, series) == done


def test_a_deadline_lies_ahead_but_not_for_ever():
    assert [each.code for each in deadline_problems(NOON, NOON)] == ["deadline-past"]
    assert deadline_problems(NOON, NOON + HOUR) == []
    assert deadline_problems(NOON, NOON + LONGEST) == []
    far = deadline_problems(NOON, NOON + LONGEST + HOUR)
    assert [each.code for each in far] == ["deadline-far"]


def test_who_is_late_has_the_whole_of_what_he_is_given():
    assert put_off(NOON, NOON + HOUR, HOUR) == NOON + 2 * HOUR
    assert put_off(NOON, NOON - 5 * HOUR, HOUR) == NOON + HOUR
