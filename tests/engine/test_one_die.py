"""One-Die Baseball, row by row (D1). The vocabulary is that of ``diamond``."""

import pytest

from config.refusals import Refused
from games.engine.events import BASES, TO_MASK, TO_SHIFT, destinations
from games.engine.folds.line_score import line_score
from games.engine.situation import AWAY, HOME, START, Situation
from games.systems.one_die.play.game import resolve
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
    start,
)


def throw(runners: str, *faces: str, outs: int = 0, five: str = "batter_and_runner") -> str:
    return comes_to("one-die", runners, *faces, outs=outs, one_die_five=five)


@pytest.mark.rule("D1-002")
def test_d1_002_one_die_of_six_sides_is_thrown() -> None:
    (die,) = SYSTEMS["one-die"].dice
    assert die.sides == (6,)
    for face in "123456":
        assert awaits(played("one-die", START, face)) == "throw"
    for face in ("0", "7", "x", ""):
        assert refused("one-die", EMPTY, "6", face) == ("impossible-face", "entry 2")
    assert refused("one-die", EMPTY, "6", "1-2") == ("wrong-number-of-dice", "entry 2")
    # What was refused is asked for again.
    assert awaits(played("one-die", START, "6")) == "throw"


@pytest.mark.rule("D1-004", "D1-029")
def test_d1_004_the_players_throw_a_half_inning_each_in_turn() -> None:
    throwers = []
    for count in range(13):
        awaiting = played("one-die", START, *["6"] * count).awaiting
        assert awaiting is not None
        throwers.append(awaiting.side)
    assert throwers == [AWAY] * 3 + [HOME] * 3 + [AWAY] * 3 + [HOME] * 3 + [AWAY]
    # Two halves complete the first inning: each has batted in it once.
    line = line_score(played("one-die", START, *"4666", *"44666", "6"))
    assert (line.runs, line.inning) == ((1, 2), 2)


@pytest.mark.rule("D1-005", "D1-028")
def test_d1_005_three_outs_end_the_half_inning() -> None:
    assert throw(EMPTY, "6", "6") == "2 -.-.- +0"
    assert throw(EMPTY, "6", "6", "6") == "3 -.-.- +0"
    assert throw(R12, "6", outs=2) == "3 -.-.- +0"
    # A throw after the third out is not the thrower's any more: it is the other player's...
    after = played("one-die", START, "6", "6", "6").awaiting
    assert after is not None
    assert after.side == HOME
    # ... and nobody's where the game is over.
    last = start(EMPTY, 2, at="B9", score="1-0")
    assert played("one-die", last, "6").ending is not None
    with pytest.raises(Refused) as refused_throw:
        played("one-die", last, "6", "1")
    assert refused_throw.value.code == "entries-after-the-end"


@pytest.mark.rule("D1-006")
def test_d1_006_on_empty_bases_1_2_or_3_puts_a_runner_on_that_base() -> None:
    assert throw(EMPTY, "1") == "0 4.-.- +0"
    assert throw(EMPTY, "2") == "0 -.4.- +0"
    assert throw(EMPTY, "3") == "0 -.-.4 +0"
    assert throw(EMPTY, "2", outs=2) == "2 -.4.- +0"


@pytest.mark.rule("D1-007")
def test_d1_007_no_base_ever_holds_two_runners() -> None:
    for bases in range(8):
        for outs in range(3):
            for face in range(1, 7):
                to = destinations(resolve(face, bases, outs))
                standing = [base for base in to if 1 <= base <= 3]
                assert len(standing) == len(set(standing)), (bases, outs, face)
                packed = resolve(face, bases, outs) >> TO_SHIFT & TO_MASK
                assert BASES[packed] == sum(1 << base - 1 for base in standing)
    assert throw(R12, "1") == "0 4.3.2 +0"
    assert throw(R12, "2") == "0 -.4.3 +1"
    # Nor can a situation say so: a base is one runner or nobody.
    for text in ("T1 0 35.-.- 0-0 4/4", "T1 0 3+5.-.- 0-0 4/4"):
        with pytest.raises(Refused) as unreadable:
            Situation.read(text)
        assert unreadable.value.code == "situation-unreadable"


@pytest.mark.rule("D1-008", "D1-009")
@pytest.mark.parametrize(
    ("runners", "ones", "twos", "threes"),
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
def test_d1_008_every_runner_moves_as_many_bases_and_the_new_runner_stands_on_that_base(
    runners: str, ones: str, twos: str, threes: str
) -> None:
    assert [throw(runners, face) for face in "123"] == [ones, twos, threes]


@pytest.mark.rule("D1-010")
def test_d1_010_runner_on_first_and_a_two() -> None:
    assert throw(R1, "2") == "0 -.4.3 +0"


@pytest.mark.rule("D1-011")
def test_d1_011_a_runner_who_reaches_home_scores_a_run() -> None:
    assert throw(R3, "1") == "0 4.-.- +1"
    assert throw(R2, "1") == "0 4.-.2 +0"
    # One runner brought around in three throws: on first, to third, home.
    assert throw(EMPTY, "1", "2", "1") == "0 6.-.5 +1"


@pytest.mark.rule("D1-012", "D1-013")
def test_d1_012_one_throw_brings_home_as_many_runners_as_get_there() -> None:
    assert [throw(FULL, face)[-2:] for face in "1234"] == ["+1", "+2", "+3", "+4"]
    assert throw(R12, "3") == "0 -.-.4 +2"


@pytest.mark.rule("D1-014", "D1-015")
def test_d1_014_runners_on_second_and_third_and_a_two() -> None:
    _, runners, runs = throw(R23, "2").split()
    assert runs == "+2"
    assert runners == "-.4.-", "the batter, on second"


@pytest.mark.rule("D1-016", "D1-017")
def test_d1_016_a_four_is_a_home_run_for_everybody() -> None:
    for runners in EVERY:
        on_base = sum(runner != "-" for runner in runners.split("."))
        for outs in range(3):
            assert throw(runners, "4", outs=outs) == f"{outs} -.-.- +{on_base + 1}"
        assert plays("one-die", runners, "4") == ["home run"]


@pytest.mark.rule("D1-018")
def test_d1_018_five_and_six_are_outs_and_the_others_are_not() -> None:
    for face, out in zip("123456", (False,) * 4 + (True,) * 2, strict=True):
        assert throw(EMPTY, face).startswith("1 -.-.-" if out else "0 ")


@pytest.mark.rule("D1-019")
def test_d1_019_a_five_is_the_batter_s_out_and_perhaps_a_runner_s() -> None:
    assert throw(EMPTY, "5") == "1 -.-.- +0"
    assert plays("one-die", EMPTY, "5") == ["out"]
    assert throw(R1, "5") == "2 -.-.- +0"
    assert plays("one-die", R1, "5") == ["double play"]
    # With two out the batter's is the third: nobody else is out, and nobody scores.
    for runners in EVERY:
        assert throw(runners, "5", outs=2) == "3 -.-.- +0"
        assert plays("one-die", runners, "5", outs=2) == ["out"]


@pytest.mark.rule("D1-019")
def test_d1_019_by_the_other_reading_a_five_is_one_out_in_all() -> None:
    lines = [throw(runners, "5", five="single_out") for runners in EVERY]
    assert lines == [
        "1 -.-.- +0",
        "1 -.-.- +0",
        "1 -.-.- +0",
        "1 -.-.- +0",
        "1 3.-.- +0",
        "1 -.-.1 +0",
        "1 -.2.1 +0",
        "1 -.2.1 +0",
    ]


@pytest.mark.rule("D1-020")
def test_d1_020_a_lone_runner_is_out_on_a_five() -> None:
    assert [throw(runners, "5") for runners in (R1, R2, R3)] == ["2 -.-.- +0"] * 3
    assert [throw(runners, "5", outs=1) for runners in (R1, R2, R3)] == ["3 -.-.- +0"] * 3


@pytest.mark.rule("D1-021")
def test_d1_021_with_the_bases_full_the_runner_on_first_is_out_on_a_five() -> None:
    assert throw(FULL, "5") == "2 -.2.1 +0"


@pytest.mark.rule("D1-022")
def test_d1_022_of_runners_on_first_and_second_the_one_on_second_is_out_on_a_five() -> None:
    assert throw(R12, "5") == "2 3.-.- +0"


@pytest.mark.rule("D1-023")
def test_d1_023_of_runners_on_first_and_third_the_one_on_first_is_out_on_a_five() -> None:
    assert throw(R13, "5") == "2 -.-.1 +0"


@pytest.mark.rule("D1-024", "D1-025")
def test_d1_024_runners_on_second_and_third_are_safe_on_a_five() -> None:
    assert throw(R23, "5") == "1 -.2.1 +0"
    assert throw(R23, "5", outs=1) == "2 -.2.1 +0"


@pytest.mark.rule("D1-026", "D1-027")
def test_d1_026_on_a_six_the_batter_is_out_and_the_runners_stay() -> None:
    for runners in EVERY:
        assert throw(runners, "6") == f"1 {runners} +0"
        assert throw(runners, "6", outs=1) == f"2 {runners} +0"
        assert plays("one-die", runners, "6") == ["out"]
