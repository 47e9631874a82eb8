"""The line score, and the summary stored with a game."""

import json

import pytest

from games.engine.folds.line_score import line_score
from games.engine.folds.summary import summarise
from tests.engine.folds.scorebook import HOMER, OUT, SINGLE, WALK, played, poker


@pytest.mark.rule("PD-136", "PD-031")
def test_runs_by_inning_hits_errors_and_runners_left() -> None:
    # Top 1: 2 (slot 1 on second), 1 (he is on third, slot 2 on first), 4 (all three score), 6 6 6.
    # Bottom 1: 3, 6 6 6: a runner left on third. Top 2: 6 6 6. Bottom 2: 4 4, then 6 6 6.
    line = line_score(played("one-die", "2 1 4 6 6 6  3 6 6 6  6 6 6  4 4 6 6 6", innings=2))
    assert line.away.innings == (3, 0)
    assert line.home.innings == (0, 2)
    assert (line.away.runs, line.away.hits, line.away.errors, line.away.left_on_base) == (
        3,
        3,
        0,
        0,
    )
    assert (line.home.runs, line.home.hits, line.home.errors, line.home.left_on_base) == (
        2,
        3,
        0,
        1,
    )
    assert line.final
    assert line.runs == (3, 2)


@pytest.mark.rule("PD-023", "D3-005")
def test_a_turn_that_is_not_needed_shows_an_x() -> None:
    line = line_score(played("one-die", "6 6 6  4 6 6 6  6 6 6", innings=2))
    assert line.home.innings == (1, None)
    assert line.cells(0) == ("0", "0")
    assert line.cells(1) == ("1", "x")


def test_a_turn_not_played_yet_shows_nothing() -> None:
    line = line_score(played("one-die", "6 6 6  4 6 6 6  6 6"))
    assert line.cells(0) == ("0", "0")
    assert line.cells(1) == ("1", "")
    assert (line.inning, line.half, line.outs, line.final) == (2, 0, 2, False)


def test_a_walk_off_counts_its_inning_and_the_players_it_leaves() -> None:
    # Bases loaded, one out, tied in the 9th: a walk forces in one run and leaves three runners.
    line = line_score(poker(WALK, start="B9 1 6.5.4 3-3 1/7"))
    assert line.home.innings == (*[None] * 8, 1)
    assert line.cells(1)[-1] == "1"
    assert (line.home.before, line.home.runs, line.home.left_on_base) == (3, 4, 3)
    assert (line.away.before, line.away.runs) == (3, 3)


def test_awarded_runs_stand_apart_from_the_innings() -> None:
    # The visitors lead 2-0 and give up: the home side is awarded the 3 runs that make it win by 1.
    line = line_score(played("one-die", "4 4 6 concede=away"))
    assert line.away.innings == (2,)
    assert line.home.innings == (None,)
    assert (line.home.awarded, line.home.runs) == (3, 3)
    assert line.cells(1) == ("x",)


def test_a_record_that_begins_in_the_middle_says_what_was_before() -> None:
    line = line_score(played("one-die", "6 6", "B3 1 -.7.- 5-4 2/8"))
    assert line.away.innings == (None, None, None, 0)
    assert line.home.innings == (None, None, 0, None)
    assert line.runs == (5, 4)
    assert line.home.left_on_base == 1


def test_errors_are_charged_to_the_side_in_the_field() -> None:
    # A steal with a bad throw (K-A) by the visitors: the home side's error.
    line = line_score(poker(WALK, "steal=1", "K-A", OUT))
    assert (line.away.errors, line.home.errors) == (0, 1)


def test_throws_of_the_three_dice_game_are_runs_by_inning() -> None:
    line = line_score(played("three-dice", "1-1-4 1-2-3 2-2-2  5-5-5  6-6-6"))
    assert line.away.innings == (3, 0)
    assert line.home.innings == (0, 0)
    assert line.runs == (3, 0)


def test_the_summary_is_plain_data() -> None:
    stored = summarise(poker(SINGLE, HOMER, OUT, OUT, OUT, WALK, innings=7)).as_json()
    assert json.loads(json.dumps(stored)) == stored
    assert stored == {
        "runs": [2, 0],
        "hits": [2, 0],
        "errors": [0, 0],
        "left_on_base": [0, 0],
        "innings": [[2], [0]],
        "before": [0, 0],
        "awarded": [0, 0],
        "inning": 1,
        "half": 1,
        "outs": 0,
        "final": False,
        "regulation": 7,
    }
