"""Proofs hold for what the engine plays, and fail for what it could not have played."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.engine.endings import TIED, WALK_OFF
from games.engine.events import (
    BAD_JUMP,
    HALF,
    MARK_SHIFT,
    NOBODY,
    OUT,
    SAFE_BACK,
    SCORED,
    TO_SHIFT,
    TURN_OVER,
    destinations,
    kind_of,
)
from games.engine.folds.moments import is_play
from games.engine.folds.proofs import problems
from games.engine.record import Record
from tests.engine.folds import scorebook
from tests.engine.folds.random_games import finished_games
from tests.engine.folds.scorebook import DOUBLE, HOMER, SINGLE, WALK, played, poker

THREE_OUTS = (scorebook.OUT,) * 3


def codes(record: Record) -> set[str]:
    return {problem.code for problem in problems(record)}


@pytest.mark.parametrize(
    "record",
    [
        played("one-die", ""),
        played("one-die", "1 2 6"),
        poker(WALK, "steal=1", "A-A", SINGLE, *THREE_OUTS),
        poker(DOUBLE, start="B9 0 -.8.7 3-3 1/9"),
        played("one-die", "4 4 concede=away"),
        played("two-dice", "2-3", "B9 2 -.-.3 4-4 1/1", third_out_sacrifice="run_counts"),
        played("three-dice", "1-1-1", "B9 0 -.-.- 4-4 1/1"),
        played("one-die", "1 5 6", one_die_five="single_out"),
    ],
)
def test_what_was_played_is_in_balance(record: Record) -> None:
    assert problems(record) == ()


def without(at: int) -> Callable[[Record], Record]:
    return lambda record: replace(record, events=(*record.events[:at], *record.events[at:][1:]))


def instead(at: int, change: Callable[[int], int]) -> Callable[[Record], Record]:
    return lambda record: replace(
        record,
        events=(*record.events[:at], change(record.events[at]), *record.events[at:][1:]),
    )


def moved(event: int, base: int, to: int) -> int:
    """The event with the runner of ``base`` (0 the batter) gone elsewhere."""
    at = TO_SHIFT + 3 * base
    return event & ~(7 << at) | to << at


GAME = poker(WALK, SINGLE, scorebook.OUT, HOMER, *THREE_OUTS[:2], *THREE_OUTS, innings=1)
"""Top: a runner on first, then on second and first, an out, three runs, two outs. Bottom: nothing.

Events: 0 walk, 1 single, 2 out, 3 homer, 4 and 5 outs, 6 half, 7, 8 and 9 outs, 10 end.
"""

FORGERIES = [
    pytest.param(without(0), {"man-nowhere"}),
    pytest.param(without(4), {"half-cut-short"}),
    pytest.param(without(6), {"play-after-third-out", "wrong-ending"}),
    pytest.param(without(10), {"end-missing"}),
    pytest.param(
        lambda record: replace(record, events=(*record.events, record.events[-1])),
        {"end-missing"},
    ),
    pytest.param(instead(1, lambda event: moved(event, 1, NOBODY)), {"man-nowhere"}),
    pytest.param(instead(1, lambda event: moved(event, 1, 1)), {"two-men-on-a-base"}),
    pytest.param(instead(2, lambda event: moved(event, 2, 1)), {"man-moved-back"}),
    pytest.param(instead(2, lambda event: moved(event, 1, 3)), {"man-passed"}),
    pytest.param(instead(1, lambda event: moved(event, 0, 2)), {"batter-misplaced"}),
    pytest.param(instead(4, lambda event: moved(event, 0, 1)), {"wrong-number-of-outs"}),
    pytest.param(instead(1, lambda event: moved(event, 3, SCORED)), {"wrong-runs-batted-in"}),
    pytest.param(instead(0, lambda event: event | 0x3F), {"event-unknown"}),
    pytest.param(instead(0, lambda event: event | 99 << MARK_SHIFT), {"mark-out-of-order"}),
    pytest.param(instead(6, lambda event: event + (2 << TO_SHIFT)), {"halves-out-of-order"}),
    pytest.param(
        lambda record: replace(record, ending=replace(record.ending, runs=(4, 0))),
        {"total-not-the-ending"},
    ),
    pytest.param(
        lambda record: replace(record, ending=replace(record.ending, winner=TIED)),
        {"wrong-ending"},
    ),
    pytest.param(lambda record: replace(record, ending=None), {"ended-twice"}),
    pytest.param(
        lambda record: replace(record, settings={**record.settings, "innings": 2}),
        {"wrong-ending"},
    ),
    pytest.param(
        lambda record: replace(record, settings={**record.settings, "extra_runner_from": 1}),
        {"runner-misplaced"},
    ),
]


@pytest.mark.parametrize(("forge", "expected"), FORGERIES)
def test_a_forgery_is_found_and_named(
    forge: Callable[[Record], Record], expected: set[str]
) -> None:
    assert problems(GAME) == ()
    assert expected <= codes(forge(GAME))


def test_the_runner_of_extra_innings_is_placed_where_they_begin_and_nowhere_else() -> None:
    """From the first inning on, if that is agreed: then the first event of a game places him, but
    not of what goes on from the middle."""
    sound = poker(*THREE_OUTS, HOMER, innings=1, extra_runner_from=1)
    assert sound.ending is not None
    assert problems(sound) == ()
    assert "runner-misplaced" in codes(without(0)(sound))
    later = replace(sound, settings={**sound.settings, "extra_runner_from": 2})
    assert "runner-misplaced" in codes(later)
    middle = poker(*THREE_OUTS, start="B1 0 -.-.- 0-0 1/1", innings=1, extra_runner_from=1)
    assert problems(middle) == ()
    begun = replace(sound, situation=middle.situation)
    assert ("runner-misplaced", "event 1") in [(each.code, each.place) for each in problems(begun)]


def test_everything_wrong_is_told_at_once() -> None:
    record = instead(4, lambda event: moved(event, 0, 1))(GAME)
    assert {"batter-misplaced", "wrong-number-of-outs", "half-cut-short"} <= codes(record)
    places = {problem.place for problem in problems(record)}
    assert {"event 5", "event 7"} <= places


@pytest.mark.rule("PD-023")
def test_no_bottom_half_is_played_for_a_home_side_that_has_won() -> None:
    # Played with every half to be played out; the walk-off law would have ended it after the top.
    record = played("one-die", "6 6 6 6", "B8 3 -.-.- 1-2 1/1", walk_off=False)
    assert problems(record) == ()
    strict = replace(record, settings={**record.settings, "walk_off": True})
    assert codes(strict) == {"played-on"}


def test_7_01_g_3_only_the_winning_run_counts() -> None:
    # Two runs on a double in the bottom of the 9th of a tied game, every half being played out.
    record = played("one-die", "2 6 6 6", "B9 0 -.2.3 1-1 1/4", walk_off=False)
    assert problems(record) == ()
    strict = replace(record, settings={**record.settings, "walk_off": True})
    assert {"played-on", "more-than-needed"} <= codes(strict)


def test_runs_are_awarded_to_the_agreed_margin_only() -> None:
    record = played("one-die", "4 4 concede=away", concession_margin=3)
    assert problems(record) == ()
    other = replace(record, settings={**record.settings, "concession_margin": 2})
    assert codes(other) == {"wrong-award"}
    forbidden = replace(record, settings={**record.settings, "concession": False})
    assert codes(forbidden) == {"wrong-ending"}


@pytest.mark.long
@settings(max_examples=150)
@given(finished_games(), st.data())
def test_no_event_can_be_dropped_or_told_twice(record: Record, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(record.events) - 1))
    event = record.events[at]
    # Nothing is lost with an event in which nothing happened, nor can outs be missed in a
    # half-inning that a walk-off leaves without its three.
    assume(kind_of(event) not in (BAD_JUMP, SAFE_BACK))
    halves = [at for at, event in enumerate(record.events) if kind_of(event) == HALF]
    assert record.ending is not None
    assume(record.ending.reason != WALK_OFF or at < halves[-1])
    twice = replace(record, events=(*record.events[: at + 1], *record.events[at:]))
    assert problems(without(at)(record))
    assert problems(twice)


@pytest.mark.long
@settings(max_examples=150)
@given(finished_games(), st.data())
def test_nobody_can_be_made_to_score_or_be_out_or_vanish(
    record: Record, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(record.events) - 1))
    event = record.events[at]
    assume(is_play(kind_of(event)))
    base = data.draw(st.integers(0, 3))
    to = data.draw(st.sampled_from([SCORED, OUT, NOBODY]))
    assume(destinations(event)[base] != to)
    assert problems(instead(at, lambda event: moved(event, base, to))(record))


@settings(max_examples=150)
@given(finished_games(), st.data())
def test_proofs_never_fail_themselves(record: Record, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(record.events) - 1))
    low = data.draw(st.integers(0, (1 << 21) - 1))
    forged = instead(at, lambda event: event & ~((1 << 21) - 1) | low)(record)
    assume(kind_of(forged.events[at]) != HALF)
    problems(forged)


def test_a_turn_of_the_three_dice_game_ends_once() -> None:
    record = played("three-dice", "2-2-2")
    assert kind_of(record.events[0]) == TURN_OVER
    twice = replace(record, events=(record.events[0], *record.events))
    assert codes(twice) == {"play-after-third-out"}
