"""The box score of games scored by hand."""

import pytest

from games.engine.folds.box_score import TEAM, BattingLine, PitchingLine, box_score
from games.engine.record import Record
from tests.engine.folds.scorebook import (
    DOUBLE,
    FLY,
    HOMER,
    OUT,
    SINGLE,
    SINGLE_PLUS,
    TRIPLE,
    TWO_OUTS,
    WALK,
    played,
    poker,
)


@pytest.fixture(scope="module")
def two_innings() -> Record:
    """Two innings with everything in them; the score is 2-2 after them."""
    return poker(
        # Top 1: 1 walks and steals second; 2 bunts him to third; 3 brings him in with a fly;
        # 4 homers; 5 singles and is picked off stealing for the third out. 2 runs.
        *(WALK, "steal=1", "10-10", "bunt=yes", "9-Q", FLY, HOMER, SINGLE, "steal=1", "9-9"),
        # Bottom 1: 1 singles; 2 hits into a double play; 3 doubles and is picked off second.
        *(SINGLE, TWO_OUTS, DOUBLE, "pickoff=2", "K-A"),
        # Top 2: 6, whose turn had not ended, triples and is left there by 7, 8 and 9.
        *(TRIPLE, OUT, OUT, OUT),
        # Bottom 2: 4 walks and takes second on a bad pickoff throw; 5 bunts and is safe on an
        # error, 4 to third; 6 singles, 4 scores and 5 goes to third; 7 singles, 5 scores and 6
        # goes to second; 8, 9 and 1 are out, and 6 and 7 are left. 2 runs.
        *(WALK, "pickoff=1", "9-10", "bunt=yes", "A-A", SINGLE_PLUS, SINGLE, OUT, OUT, OUT),
    )


@pytest.mark.rule("PD-114", "PD-139", "PD-140", "PD-141")
def test_what_statistics_are_kept(two_innings: Record) -> None:
    away = box_score(two_innings).away
    assert (away.batting[1].sacrifice_hits, away.batting[1].at_bats) == (1, 0), "a sacrifice bunt"
    assert (away.total.hits, away.total.at_bats) == (3, 6)
    assert (away.total.walks, away.total.home_runs, away.total.runs_batted_in) == (1, 1, 2)
    assert (away.total.stolen_bases, away.total.caught_stealing) == (1, 1)


@pytest.mark.rule("PD-034")
def test_batting_lines_of_the_visitors(two_innings: Record) -> None:
    assert box_score(two_innings).away.batting == (
        BattingLine(1, plate_appearances=1, runs=1, walks=1, stolen_bases=1),
        BattingLine(2, plate_appearances=1, sacrifice_hits=1),
        BattingLine(3, plate_appearances=1, sacrifice_flies=1, runs_batted_in=1),
        BattingLine(
            4, plate_appearances=1, at_bats=1, runs=1, hits=1, home_runs=1, runs_batted_in=1
        ),
        BattingLine(5, plate_appearances=1, at_bats=1, hits=1, caught_stealing=1),
        BattingLine(6, plate_appearances=1, at_bats=1, hits=1, triples=1),
        BattingLine(7, plate_appearances=1, at_bats=1),
        BattingLine(8, plate_appearances=1, at_bats=1),
        BattingLine(9, plate_appearances=1, at_bats=1),
    )


@pytest.mark.rule("PD-034")
def test_batting_lines_of_the_home_side(two_innings: Record) -> None:
    assert box_score(two_innings).home.batting == (
        # 1 singled, was forced out in the double play, and came up again in the 2nd.
        BattingLine(1, plate_appearances=2, at_bats=2, hits=1),
        BattingLine(2, plate_appearances=1, at_bats=1, double_plays=1),
        BattingLine(3, plate_appearances=1, at_bats=1, hits=1, doubles=1, picked_off=1),
        BattingLine(4, plate_appearances=1, runs=1, walks=1),
        # A sacrifice with an error: no at-bat, no hit.
        BattingLine(5, plate_appearances=1, runs=1, sacrifice_hits=1),
        BattingLine(6, plate_appearances=1, at_bats=1, hits=1, runs_batted_in=1),
        BattingLine(7, plate_appearances=1, at_bats=1, hits=1, runs_batted_in=1),
        BattingLine(8, plate_appearances=1, at_bats=1),
        BattingLine(9, plate_appearances=1, at_bats=1),
    )


def test_9_03_c_totals_errors_and_runners_left_prove_the_box(two_innings: Record) -> None:
    box = box_score(two_innings)
    assert box.away.total == BattingLine(
        TEAM,
        plate_appearances=9,
        at_bats=6,
        runs=2,
        hits=3,
        triples=1,
        home_runs=1,
        runs_batted_in=2,
        walks=1,
        sacrifice_hits=1,
        sacrifice_flies=1,
        stolen_bases=1,
        caught_stealing=1,
    )
    assert (box.away.errors, box.home.errors) == (2, 0)
    assert (box.away.left_on_base, box.home.left_on_base) == (1, 2)
    # Plate appearances = runs + left on base + outs: 9 = 2 + 1 + 6 and 10 = 2 + 2 + 6.
    assert box.home.total.plate_appearances == 10
    assert (box.away.turns, box.home.turns) == (2, 2)


def test_9_16_pitching_lines(two_innings: Record) -> None:
    box = box_score(two_innings)
    assert box.home.pitching == PitchingLine(
        outs=6, batters_faced=9, hits=3, runs=2, earned_runs=2, walks=1, home_runs=1, balks=0
    )
    # Without the errors, 5 is out at first (one would-be out) and never scores; 4 is bunted to
    # second, held at third by the first single and brought in by the second: one earned run.
    assert box.away.pitching == PitchingLine(
        outs=6, batters_faced=10, hits=4, runs=2, earned_runs=1, walks=1, home_runs=0, balks=0
    )


def test_innings_pitched_are_outs() -> None:
    pitching = box_score(played("one-die", "6 6")).home.pitching
    assert pitching is not None
    assert pitching.innings == "0.2"


@pytest.mark.rule("PD-139")
def test_averages_and_total_bases() -> None:
    line = BattingLine(1, at_bats=3, hits=2, doubles=1, home_runs=0)
    assert (line.average, line.total_bases, line.singles) == (".667", 3, 1)
    assert BattingLine(1, at_bats=4, hits=4, triples=1, home_runs=1).average == "1.000"
    assert BattingLine(1, at_bats=4, hits=4, triples=1, home_runs=1).total_bases == 9
    assert BattingLine(1, at_bats=3, hits=1).average == ".333"
    assert BattingLine(1, at_bats=3).average == ".000"
    assert BattingLine(1).average == "-"


@pytest.mark.rule("PD-034")
def test_9_08_nobody_sacrifices_with_two_out() -> None:
    # Poker Dice: a bunt for the third out is an at-bat.
    bunt = box_score(poker("bunt=yes", "9-Q", start="T1 2 3.-.- 0-0 4/1")).away.batting[3]
    assert (bunt.at_bats, bunt.sacrifice_hits) == (1, 0)
    # Two-Dice, the reading in which runners move up on a third out: the run counts and is batted
    # in.
    five = box_score(
        played("two-dice", "2-3", "T1 2 -.-.3 0-0 4/1", third_out_sacrifice="run_counts")
    ).away.batting[3]
    assert (five.at_bats, five.sacrifice_hits, five.runs_batted_in) == (1, 0, 1)
    # With fewer than two out a five is a sacrifice, and a run on it is batted in too.
    five = box_score(played("two-dice", "2-3", "T1 1 -.-.3 0-0 4/1")).away.batting[3]
    assert (five.at_bats, five.sacrifice_hits, five.runs_batted_in) == (0, 1, 1)


def test_9_04_b_no_run_is_batted_in_by_a_balk_or_an_error() -> None:
    balk = box_score(poker("pickoff=3", "9-9", start="T1 0 -.-.3 0-0 4/1"))
    assert (balk.away.total.runs, balk.away.total.runs_batted_in) == (1, 0)
    assert balk.home.pitching is not None
    assert (balk.home.pitching.balks, balk.home.pitching.earned_runs) == (1, 1)


def test_9_07_who_steals_with_a_bad_throw_behind_him_stole_one_base() -> None:
    # 2 on second runs, takes third and comes home on the throw.
    line = box_score(poker("steal=2", "A-A", start="T1 0 -.2.- 0-0 3/1")).away
    assert line.batting[1] == BattingLine(2, runs=1, stolen_bases=1)
    # 3 on first runs with 1 on third: 1 is pushed home and stole nothing.
    line = box_score(poker("steal=1", "A-A", start="T1 0 3.-.1 0-0 4/1")).away
    assert line.batting[2] == BattingLine(3, stolen_bases=1)
    assert line.batting[0] == BattingLine(1, runs=1)


def test_players_nobody_named_have_a_line_of_their_own() -> None:
    box = box_score(played("one-die", "3", "T1 0 ?.?.- 0-0 1/1"))
    assert box.away.batting[-1] == BattingLine(10, runs=2)
    assert box.away.total.runs == 2
    assert len(box.home.batting) == 9


@pytest.mark.rule("D1-020")
def test_a_double_play_counts_where_two_are_out_and_not_in_the_rival_reading() -> None:
    two = box_score(played("one-die", "1 5")).away
    assert two.total.double_plays == 1
    rival = box_score(played("one-die", "1 5 6 6", one_die_five="single_out")).away
    assert rival.total.double_plays == 0
    # The runner taken off the bases was neither out nor left on base.
    assert (rival.total.plate_appearances, rival.total.runs, rival.left_on_base) == (4, 0, 0)


def test_the_three_dice_game_has_runs_and_turns_only() -> None:
    box = box_score(played("three-dice", "1-1-4 2-2-2  5-5-5  1-6-6"))
    assert (box.away.batting, box.away.pitching) == ((), None)
    assert (box.away.total.runs, box.away.turns) == (3, 1)
    assert (box.home.total.runs, box.home.turns) == (0, 1)
