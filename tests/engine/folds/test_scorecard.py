"""The scorecard against box and line score of the same games, and square by square."""

import pytest

from games.engine.folds.box_score import box_score
from games.engine.folds.line_score import line_score
from games.engine.folds.scorecard import scorecard
from games.engine.record import replay, simulate
from games.exhibition import exhibition_clubs
from games.systems.registry import SYSTEMS, system

POKER = system("poker-dice")


def a_game(key, seed):
    return simulate(
        SYSTEMS[key], SYSTEMS[key].settings(), seed, clubs=exhibition_clubs(SYSTEMS[key])
    )


@pytest.mark.parametrize("key", SYSTEMS)
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_every_turn_has_a_square_and_every_run_and_out_stands_in_one(key, seed):
    record = a_game(key, seed)
    box, lines = box_score(record), line_score(record)
    for side, card in enumerate(scorecard(record)):
        squares = [square for row in card.rows for square in row.squares]
        assert [inning.runs for inning in card.innings if inning.played] == [
            runs or 0 for runs in lines.sides[side].innings if runs is not None
        ]
        if not record.system.batters:
            assert sum(square.reached for square in squares) == box.sides[side].total.runs
            continue
        turns = [square for square in squares if square.symbol]
        assert len(turns) == box.sides[side].total.plate_appearances
        assert sum(square.scored for square in squares) == box.sides[side].total.runs
        assert sum(square.batted_in for square in turns) == box.sides[side].total.runs_batted_in
        assert sum(inning.left for inning in card.innings) == box.sides[side].left_on_base
        for inning in card.innings:
            outs = [square.out for square in squares if square.inning == inning.number]
            told = sorted(filter(None, outs))
            assert told == list(range(1, len(told) + 1)), (side, inning.number)
            columns = {square.column for square in squares if square.inning == inning.number}
            assert columns <= set(range(inning.columns))


def test_a_square_says_what_he_did_how_far_he_came_and_who_brought_him_there():
    record = replay(
        POKER,
        POKER.settings({"stealing": True}),
        ("J-J-J-9-Q", "steal=1", "9-A", "K-K-K-K-9", "9-9-10-10-A"),
    )
    visitors, home = scorecard(record)
    walked, homered, out = (visitors.rows[slot].squares[0] for slot in range(3))
    assert (walked.symbol, walked.at_first, walked.reached) == ("BB", 1, 4)
    assert walked.legs == [(2, "SB"), (4, "2")]
    assert (homered.symbol, homered.batted_in, homered.scored) == ("HR", 2, True)
    assert (out.symbol, out.out, out.reached) == ("out", 1, 0)
    assert visitors.rows[0].totals == (0, 1, 0, 0)
    assert not any(inning.played for inning in home.innings)
    assert len(home.innings) == 9


def test_a_side_that_bats_around_takes_a_second_column_and_a_new_pitcher_a_line():
    record = a_game("one-die", "a")
    wide = [inning for card in scorecard(record) for inning in card.innings if inning.columns > 1]
    assert wide
    with_relief = scorecard(a_game("purestrat", "a"))
    for side, card in enumerate(with_relief):
        staff = box_score(a_game("purestrat", "a")).sides[1 - side].pitchers
        lines = sum(square.relieved for row in card.rows for square in row.squares)
        assert 0 < lines <= len(staff) - 1
        pinch = [one for row in card.rows for one in row.batters if one.since]
        assert all(1 <= one.since <= 9 for one in pinch)
