"""Two-Dice Baseball, row by row (D2). The vocabulary is that of ``diamond``."""

from itertools import product

import pytest

from games.engine.folds.line_score import line_score
from games.engine.record import simulate
from games.engine.situation import AWAY, HOME, START
from games.systems.registry import SYSTEMS
from tests.engine.diamond import (
    EMPTY,
    EVERY,
    FULL,
    R1,
    R2,
    R3,
    R12,
    R13,
    R23,
    awaits,
    comes_to,
    played,
    plays,
    refused,
)

THROWS = [(first, second) for first, second in product(range(1, 7), repeat=2)]


def throw(runners: str, *throws: str, outs: int = 0, **options: str) -> str:
    return comes_to("two-dice", runners, *throws, outs=outs, **options)


def of_sum(*totals: int) -> list[str]:
    """Every throw of these sums, double four apart."""
    return [
        f"{first}-{second}"
        for first, second in THROWS
        if first + second in totals and (first, second) != (4, 4)
    ]


@pytest.mark.rule("D2-001")
def test_d2_001_two_dice_are_written_by_their_faces_and_not_by_their_sum() -> None:
    for text in ("8", "12", "0", "1", "13"):
        assert refused("two-dice", EMPTY, text) == ("wrong-number-of-dice", "entry 1")
    for text in ("0-2", "6-7", "-1-3"):
        assert refused("two-dice", EMPTY, text)[0] in ("impossible-face", "wrong-number-of-dice")
    assert throw(R1, "4-4") != throw(R1, "2-6") == throw(R1, "6-2") == throw(R1, "3-5")


@pytest.mark.rule("D2-001")
def test_d2_001_the_rest_follows_the_one_die_game() -> None:
    # Turns of three outs, the visitors first, runs for runners who come home, nine innings.
    outs = ["3-3"] * 3
    record = played("two-dice", START, "6-6", *outs, "1-1", "6-6")
    assert record.awaiting is not None
    assert (record.awaiting.side, awaits(record)) == (HOME, "throw")
    assert line_score(record).runs == (1, 2)
    whole = played("two-dice", START, "6-6", *outs * 18)
    assert whole.ending is not None
    assert (whole.ending.winner, whole.ending.runs, whole.ending.inning) == (AWAY, (1, 0), 9)
    # Neither game has a decision to take.
    assert SYSTEMS["two-dice"].decisions == SYSTEMS["one-die"].decisions == ()
    ending = simulate(SYSTEMS["two-dice"], SYSTEMS["two-dice"].settings(), "any").ending
    assert ending is not None
    assert ending.inning >= 9


@pytest.mark.rule("D2-002")
def test_d2_002_twelve_and_two_are_home_runs() -> None:
    assert of_sum(2, 12) == ["1-1", "6-6"]
    for dice in ("1-1", "6-6"):
        for runners in EVERY:
            on_base = sum(runner != "-" for runner in runners.split("."))
            assert throw(runners, dice, outs=1) == f"1 -.-.- +{on_base + 1}"
            assert plays("two-dice", runners, dice) == ["home run"]


@pytest.mark.rule("D2-003")
def test_d2_003_four_and_ten_are_a_one() -> None:
    assert of_sum(4, 10) == ["1-3", "2-2", "3-1", "4-6", "5-5", "6-4"]
    for dice in of_sum(4, 10):
        assert throw(EMPTY, dice) == "0 4.-.- +0"
        assert plays("two-dice", EMPTY, dice) == ["single"]


@pytest.mark.rule("D2-004")
def test_d2_004_eleven_is_a_two() -> None:
    for dice in ("5-6", "6-5"):
        assert throw(EMPTY, dice) == "0 -.4.- +0"
        assert plays("two-dice", EMPTY, dice) == ["double"]


@pytest.mark.rule("D2-005")
def test_d2_005_three_is_a_three() -> None:
    for dice in ("1-2", "2-1"):
        assert throw(EMPTY, dice) == "0 -.-.4 +0"
        assert plays("two-dice", EMPTY, dice) == ["triple"]


@pytest.mark.rule("D2-006", "D2-007")
@pytest.mark.parametrize(
    ("runners", "one", "two", "three"),
    [
        (R1, "0 4.3.- +0", "0 -.4.3 +0", "0 -.-.4 +1"),
        (R2, "0 4.-.2 +0", "0 -.4.- +1", "0 -.-.4 +1"),
        (R3, "0 4.-.- +1", "0 -.4.- +1", "0 -.-.4 +1"),
        (R12, "0 4.3.2 +0", "0 -.4.3 +1", "0 -.-.4 +2"),
        (R13, "0 4.3.- +1", "0 -.4.3 +1", "0 -.-.4 +2"),
        (R23, "0 4.-.2 +1", "0 -.4.- +2", "0 -.-.4 +2"),
        (FULL, "0 4.3.2 +1", "0 -.4.3 +2", "0 -.-.4 +3"),
    ],
)
def test_d2_006_all_runners_move_as_many_bases_and_the_new_runner_stands_on_that_base(
    runners: str, one: str, two: str, three: str
) -> None:
    assert {throw(runners, dice) for dice in of_sum(4, 10)} == {one}
    assert {throw(runners, dice) for dice in of_sum(11)} == {two}
    assert {throw(runners, dice) for dice in of_sum(3)} == {three}


@pytest.mark.rule("D2-008")
def test_d2_008_six_and_nine_are_outs_on_which_nobody_moves() -> None:
    assert len(of_sum(6, 9)) == 9
    for dice in of_sum(6, 9):
        for runners in EVERY:
            assert throw(runners, dice) == f"1 {runners} +0"
        assert throw(FULL, dice, outs=2) == "3 -.-.- +0"


@pytest.mark.rule("D2-009")
def test_d2_009_any_other_eight_is_an_out_on_which_nobody_moves() -> None:
    assert of_sum(8) == ["2-6", "3-5", "5-3", "6-2"]
    for dice in of_sum(8):
        for runners in EVERY:
            assert throw(runners, dice) == f"1 {runners} +0"
            assert plays("two-dice", runners, dice) == ["out"]


@pytest.mark.rule("D2-010", "D2-011", "D2-012")
def test_d2_010_double_four_is_a_walk_on_which_only_forced_runners_move() -> None:
    assert [throw(runners, "4-4") for runners in EVERY] == [
        "0 4.-.- +0",
        "0 4.3.- +0",
        "0 4.2.- +0",
        "0 4.-.1 +0",
        "0 4.3.2 +0",
        "0 4.3.1 +0",
        "0 4.2.1 +0",
        "0 4.3.2 +1",
    ]
    for runners in EVERY:
        assert plays("two-dice", runners, "4-4") == ["walk"]
        assert throw(runners, "4-4", outs=2).startswith("2 4.")


@pytest.mark.rule("D2-013")
def test_d2_013_five_is_an_out_on_which_all_runners_move_one_base() -> None:
    assert of_sum(5) == ["1-4", "2-3", "3-2", "4-1"]
    for dice in of_sum(5):
        assert [throw(runners, dice) for runners in EVERY] == [
            "1 -.-.- +0",
            "1 -.3.- +0",
            "1 -.-.2 +0",
            "1 -.-.- +1",
            "1 -.3.2 +0",
            "1 -.3.- +1",
            "1 -.-.2 +1",
            "1 -.3.2 +1",
        ]
        assert throw(FULL, dice, outs=1) == "2 -.3.2 +1"
    assert plays("two-dice", R1, "1-4") == ["sacrifice"]
    assert plays("two-dice", EMPTY, "1-4") == ["out"]


@pytest.mark.rule("D2-013")
def test_d2_013_nobody_scores_on_a_five_for_the_third_out_except_by_the_other_reading() -> None:
    assert throw(FULL, "1-4", outs=2) == "3 -.-.- +0"
    assert throw(R3, "2-3", outs=2) == "3 -.-.- +0"
    assert throw(FULL, "1-4", outs=2, third_out_sacrifice="run_counts") == "3 -.-.- +1"
    assert throw(R12, "1-4", outs=2, third_out_sacrifice="run_counts") == "3 -.-.- +0"


@pytest.mark.rule("D2-014", "D2-015", "D2-016")
def test_d2_014_seven_puts_out_the_batter_and_the_runner_nearest_home() -> None:
    assert len(of_sum(7)) == 6
    for dice in of_sum(7):
        assert [throw(runners, dice) for runners in EVERY] == [
            "1 -.-.- +0",
            "2 -.-.- +0",
            "2 -.-.- +0",
            "2 -.-.- +0",
            "2 3.-.- +0",
            "2 3.-.- +0",
            "2 -.2.- +0",
            "2 3.2.- +0",
        ]
        assert throw(FULL, dice, outs=1) == throw(FULL, dice, outs=2) == "3 -.-.- +0"
    assert plays("two-dice", R13, "3-4") == ["double play"]
    assert plays("two-dice", EMPTY, "3-4") == plays("two-dice", R13, "3-4", outs=2) == ["out"]


@pytest.mark.rule("D2-014")
def test_d2_014_by_the_other_reading_seven_is_one_out_in_all() -> None:
    assert [throw(runners, "3-4", seven="one_out") for runners in EVERY] == [
        "1 -.-.- +0",
        "1 -.-.- +0",
        "1 -.-.- +0",
        "1 -.-.- +0",
        "1 3.-.- +0",
        "1 3.-.- +0",
        "1 -.2.- +0",
        "1 3.2.- +0",
    ]
