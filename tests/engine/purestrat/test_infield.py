"""Ground balls, where the infield plays, holding runners, and fielding chances."""

from itertools import permutations

import pytest

from config.refusals import Refused
from games.engine.events import (
    BATTER_OUT,
    FORCE_OUT,
    OUT,
    PASSED_BALL,
    REACHED_ON_ERROR,
    SCORED,
    SINGLE,
    destinations,
    error_of,
)
from games.systems.purestrat.play import grounders
from tests.engine.purestrat.stage import Stage

FIRST = "T1 0 1.-.- 0-0 2/1"
THIRD = "T1 0 -.-.1 0-0 2/1"
FIRST_THIRD = "T1 0 1.-.3 0-0 4/1"

# The printed charts, once more by hand: what A, B and C (G1, G2, G3) bring by runners.
CARD = {
    (1, "back"): "DP43 Force Runadv", (1, "in"): "DP43 Force Runadv",
    (2, "back"): "RightC RightC Runadv", (2, "in"): "RightC RightC Runadv",
    (4, "back"): "Deep Deep Runadv", (4, "in"): "Batter Leadr Batter",
    (3, "back"): "DP43 Force Runadv", (3, "in"): "DP43 Force Runadv",
    (5, "back"): "DP43 Force Runadv", (5, "in"): "Batter Leadr Batter",
    (6, "back"): "Deep Deep Runadv", (6, "in"): "Batter Leadr Batter",
    (7, "back"): "DP43 Force Runadv", (7, "in"): "DP23 Leadr Leadr",
}  # fmt: skip
CHART = {
    (1, "back"): "DP43 Force Runadv", (1, "in"): "DP43 Force Runadv",
    (2, "back"): "RightX RightX RightX", (2, "in"): "RightX RightX Runadv",
    (4, "back"): "Runadv Runadv Runadv", (4, "in"): "Batter Leadr Decide",
    (3, "back"): "DP54 Force Runadv", (3, "in"): "DP43 Leadr Runadv",
    (5, "back"): "DP43 Force Runadv", (5, "in"): "Batter Batter Leadr",
    (6, "back"): "Runadv Runadv Runadv", (6, "in"): "Batter Leadr Decide",
    (7, "back"): "DP43 Force Runadv", (7, "in"): "DP23 Leadr Leadr",
}  # fmt: skip


@pytest.mark.rule(
    "T15.0a",
    "T15.0b",
    "T15.0c",
    "T15.0d",
    "T15.0e",
    "T15.0f",
    "T15.0g",
    "T15.0h",
    "T15.0i",
    "T15.0j",
    "T15.0k",
    "T15.0l",
    "T15.0m",
    "T15.0n",
    "T15.0o",
    "S20.4",
)
def test_the_two_charts_line_by_line() -> None:
    for chart, printed in ((False, CARD), (True, CHART)):
        for (bases, depth), codes in printed.items():
            for grade, code in enumerate(codes.split(), start=1):
                assert grounders.code_of(chart, depth == "in", grade, bases) == code


def event(chart: bool, depth: str, grade: int, position: int, bases: int, outs: int = 0) -> int:
    return grounders.result(chart, depth == "in", grade, position, bases, outs)


@pytest.mark.rule("T15.0s")
def test_batter_out_and_runners_only_if_forced() -> None:
    assert destinations(event(False, "in", 1, 5, 5)) == (OUT, 2, 5, 3)
    assert destinations(event(False, "in", 1, 5, 6)) == (OUT, 5, 2, 3)


@pytest.mark.rule("T15.0w", "T15.0x", "T15.0y", "T15.0z", "T15.0aa")
def test_deep_and_the_double_plays() -> None:
    for position in (4, 6):
        assert destinations(event(False, "back", 1, position, 4)) == (OUT, 5, 5, SCORED)
    for position in (1, 2, 3, 5):
        assert destinations(event(False, "back", 1, position, 4)) == (OUT, 5, 5, 3)
    assert destinations(event(False, "in", 1, 6, 7)) == (OUT, 2, 3, OUT)
    assert destinations(event(False, "back", 1, 6, 7)) == (OUT, OUT, 3, SCORED)
    for position in (2, 5):
        assert destinations(event(True, "back", 1, position, 3)) == (1, OUT, OUT, 5)
    assert destinations(event(True, "back", 1, 6, 3)) == (OUT, OUT, 3, 5)


@pytest.mark.rule("T15.0ab", "T15.0ac", "T15.0ad", "T15.0ae")
def test_force_lead_runner_right_and_advance() -> None:
    assert destinations(event(False, "back", 2, 6, 7)) == (1, OUT, 3, SCORED)
    assert destinations(event(False, "in", 2, 6, 7)) == (1, 2, 3, OUT)
    assert destinations(event(False, "back", 1, 3, 2)) == (OUT, 5, 3, 5)
    assert destinations(event(False, "back", 1, 5, 2)) == (OUT, 5, 2, 5)
    assert destinations(event(True, "back", 1, 4, 2)) == (OUT, 5, 3, 5)
    assert destinations(event(True, "back", 1, 5, 2)) == (OUT, 5, 2, 5)
    for position in (1, 2, 6):
        assert event(True, "back", 1, position, 2) == grounders.DECIDE
    assert destinations(event(False, "back", 3, 6, 7)) == (OUT, 2, 3, SCORED)


def test_with_two_out_one_player_ends_it_and_nobody_scores() -> None:
    for chart in (False, True):
        for depth in ("back", "in"):
            for grade in (1, 2, 3):
                for bases in (1, 2, 3, 4, 5, 6, 7):
                    for position in range(1, 7):
                        to = destinations(event(chart, depth, grade, position, bases, 2))
                        assert to.count(OUT) == 1
                        assert SCORED not in to


def test_a_double_play_with_one_out_scores_nobody() -> None:
    assert SCORED not in destinations(event(False, "back", 1, 6, 7, 1))


@pytest.mark.rule("T15.0t", "T15.0u")
def test_decide_asks_the_offence_and_then_the_defence() -> None:
    stage = Stage("K", "gb(ss)X")  # G1 off the chart, a runner on second: 12 - 4 + 3
    words = "20 4-1-1 20-1-2-2"
    second = "T1 0 -.1.- 0-0 2/1"
    assert stage.play(words, second).asks == "send"
    assert stage.play(f"{words} send=no", second).to == (OUT, 5, 2, 5)
    assert stage.play(f"{words} send=yes", second).asks == "field"
    assert stage.play(f"{words} send=yes field=first", second).to == (OUT, 5, 3, 5)
    assert stage.play(f"{words} send=yes field=lead 11", second).to == (1, 5, 3, 5)
    assert stage.play(f"{words} send=yes field=lead 12", second).to == (1, 5, OUT, 5)


@pytest.mark.rule("T15.0v")
def test_with_a_runner_on_third_a_ball_to_the_catcher_is_no_decision() -> None:
    stage = Stage("K", "catchX", fielders={2: (3, 0, 0)})
    words = "20 4-1-1 5-1-2-2"  # G3 off the catcher's chart: Decide with third only
    found = stage.play(words, THIRD)
    assert found.to == (OUT, 5, 5, 3)


@pytest.mark.rule("S20.2", "S20.0b", "S20.3")
def test_the_infield_comes_in_with_a_runner_on_third_and_fewer_than_two_outs() -> None:
    stage = Stage("K")
    asked = [each for each in stage.play("", THIRD).record.open if each.decision is not None]
    infield = next(each for each in asked if each.decision.name == "infield")
    assert [choice.key for choice in infield.choices] == ["back", "corners", "in"]
    for outs in (0, 1):
        assert stage.play("infield=in 20 1-1-1", f"T1 {outs} -.-.1 0-0 2/1").outs == outs + 1
    for where in (FIRST, "T1 0 1.2.- 0-0 3/1", "T1 2 -.-.1 0-0 2/1"):
        with pytest.raises(Refused):
            stage.play("infield=in 20 1-1-1", where)


@pytest.mark.rule("S20.7", "S20.0b")
def test_the_corners_come_in_with_anybody_on_base_and_fewer_than_two_outs() -> None:
    stage = Stage("K")
    for bases in ("1.-.-", "-.1.-", "-.-.1"):
        assert stage.play("infield=corners 20 1-1-1", f"T1 1 {bases} 0-0 2/1").outs == 2
        with pytest.raises(Refused):
            stage.play("infield=corners 20 1-1-1", f"T1 2 {bases} 0-0 2/1")
    with pytest.raises(Refused):
        stage.play("infield=corners 1-1-1")


@pytest.mark.rule("S18.7a", "S18.7b", "S20.75", "S23.81")
def test_runners_are_held_with_the_infield_back_or_the_corners_in() -> None:
    stage = Stage("K")
    for infield in ("back", "corners"):
        for held, where in (("1", FIRST), ("3", THIRD)):
            assert stage.play(f"infield={infield} hold={held} 20 1-1-1", where).outs == 1
    with pytest.raises(Refused):
        stage.play("infield=in hold=3 20 1-1-1", THIRD)


@pytest.mark.rule("S19.6")
@pytest.mark.parametrize("infield", ["back", "corners"])
def test_runners_are_held_on_a_hit_and_run(infield: str) -> None:
    words = f"infield={infield} hold=1 swing=hit-and-run 20"
    assert Stage("K").play(words, FIRST).asks == "hit and run"


@pytest.mark.rule("S17.12a", "S20.6")
@pytest.mark.parametrize("reads", ["gb(ss)A+", "gb(2b)B+", "gb(1b)C+", "gb(p)A+"])
def test_a_plus_is_a_single_with_the_infield_in(reads: str) -> None:
    stage = Stage(reads)
    assert stage.play("infield=in 20 1-1-1", FIRST_THIRD).to == (1, 3, 5, SCORED)
    assert stage.play("20 1-1-1", FIRST_THIRD).last != SINGLE


@pytest.mark.rule("S17.12b", "S20.71")
@pytest.mark.parametrize("reads", ["gb(ss)A+", "gb(1b)B+", "gb(3b)A+"])
def test_a_plus_is_ignored_with_the_corners_in(reads: str) -> None:
    assert Stage(reads).play("infield=corners 20 1-1-1", FIRST_THIRD).last != SINGLE


@pytest.mark.rule("S17.13", "S23.84a")
@pytest.mark.parametrize("reads", ["gb(ss)A+", "gb(1b)B+"])
def test_a_plus_is_ignored_with_a_runner_held(reads: str) -> None:
    assert Stage(reads).play("hold=1 20 1-1-1", FIRST).last != SINGLE


SHARP = "20 4-1-1 9-1-2-2"
"""A grounder off an infielder of range 3 rated e0: 9 on the d20 is G2#."""


@pytest.mark.rule("S20.61", "S20.73", "S20.8")
def test_a_sharp_result_is_a_single_for_two_bases_past_a_drawn_in_infielder() -> None:
    stage = Stage("K", "gb(ss)X")
    assert stage.play(SHARP, FIRST_THIRD).last == FORCE_OUT
    assert stage.play(f"infield=in {SHARP}", FIRST_THIRD).to == (1, 3, 5, SCORED)
    assert stage.play(f"infield=corners {SHARP}", FIRST_THIRD).last == FORCE_OUT


@pytest.mark.rule("S20.72")
@pytest.mark.parametrize("fielder", ["1b", "3b"])
def test_with_the_corners_in_that_holds_at_the_corners(fielder: str) -> None:
    stage = Stage("K", f"gb({fielder})X")
    assert stage.play(f"hold=none {SHARP}", FIRST_THIRD).last != SINGLE
    found = stage.play(f"infield=corners hold=none {SHARP}", FIRST_THIRD)
    assert found.to == (1, 3, 5, SCORED)


@pytest.mark.rule("S23.83b", "S23.84b")
def test_a_sharp_result_is_a_single_for_two_bases_past_an_infielder_who_holds_a_runner() -> None:
    first = Stage("K", "gb(1b)X")
    assert first.play(f"hold=1 {SHARP}", FIRST).to == (1, 3, 5, 5)
    assert first.play(f"hold=none {SHARP}", FIRST).last != SINGLE
    third = Stage("K", "gb(3b)X")
    assert third.play(f"hold=3 {SHARP}", THIRD).to == (1, 5, 5, SCORED)
    assert third.play(f"hold=none {SHARP}", THIRD).last != SINGLE


@pytest.mark.rule("S23.82a", "S23.82b", "S23.82c", "S23.82d", "S23.83a")
@pytest.mark.parametrize(
    ("fielder", "bats", "held", "helps"),
    [
        ("1b", "L", "1", True),
        ("ss", "L", "1", True),
        ("2b", "L", "1", False),
        ("1b", "R", "1", True),
        ("2b", "R", "1", True),
        ("ss", "R", "1", False),
        ("ss", "L", "2", True),
        ("1b", "L", "2", False),
        ("2b", "R", "2", True),
        ("3b", "R", "3", True),
        ("3b", "R", "1", False),
    ],
)
def test_whoever_holds_a_runner_loses_a_step_of_range(
    fielder: str, bats: str, held: str, helps: bool
) -> None:
    # A fielder of range 2 whose d20 of 4 is G3# alone, and of 5 a single once he is a 3.
    number = {"1b": 3, "2b": 4, "3b": 5, "ss": 6}[fielder]
    stage = Stage("K", f"gb({fielder})X", batter={"bats": bats}, fielders={number: (2, 0, 0)})
    where = {"1": FIRST, "2": "T1 0 -.1.- 0-0 2/1", "3": THIRD}[held]
    found = stage.play(f"hold={held} 20 4-1-1 5-1-2-2", where)
    single_as_three = found.last == SINGLE
    assert single_as_three == helps


@pytest.mark.rule("T20.5a", "T20.5b", "T15.0p", "T15.0q", "T15.0r", "S20.74")
def test_pitcher_and_catcher_are_in_whenever_third_is_occupied() -> None:
    for position in (1, 2):
        for bases in (4, 6, 7):
            assert grounders.plays_in(position, grounders.BACK, bases)
        assert not grounders.plays_in(position, grounders.CORNERS, 5)
        assert grounders.plays_in(position, grounders.IN, 5)
        for bases in (1, 2, 3):
            assert not grounders.plays_in(position, grounders.BACK, bases)


@pytest.mark.rule("S16.4b", "S16.4c", "S16.42a", "S16.42b")
def test_a_chance_takes_a_d20_for_range_and_three_dice_added_for_the_error() -> None:
    stage = Stage("K", "gb(ss)X", fielders={6: (3, 20, 0)})
    assert stage.play("4-1-1").asks == "chance"
    clean = stage.play("4-1-1 20-3-3-4")
    assert clean.last == BATTER_OUT
    erred = [
        found
        for total, dice in ((3, "1-1-1"), (17, "6-6-5"), (4, "1-1-2"), (16, "6-6-4"))
        if (found := stage.play(f"4-1-1 20-{dice}")).last == REACHED_ON_ERROR and total
    ]
    assert erred
    assert error_of(erred[0].events[-1]) == 6
    # The three dice are added, whichever of them is the white one.
    for dice in {(1, 1, 2), (2, 5, 6), (6, 6, 4)}:
        told = {
            stage.play(f"4-1-1 20-{'-'.join(map(str, order))}").events[-1]
            for order in permutations(dice)
        }
        assert len(told) == 1, dice
    with pytest.raises(Refused):
        stage.play("4-1-1 21-1-1-1")


@pytest.mark.rule("S16.42c")
def test_a_single_and_an_error_of_one_base_leave_the_batter_on_second() -> None:
    # A first baseman 1b-4e15: the d20 of 5 reads SI1, and the sum of 14 E1.
    stage = Stage("K", "gb(1b)X", fielders={3: (4, 15, 0)})
    assert stage.play("4-1-1 5-3-3-4").to[0] == 1
    found = stage.play("4-1-1 5-4-5-5")
    assert (found.last, found.to[0], error_of(found.events[-1])) == (SINGLE, 2, 3)
    # The runner from first takes a base on the single and one on the error.
    assert stage.play("hold=none 20 4-1-1 5-4-5-5", FIRST).to == (2, 3, 5, 5)


@pytest.mark.rule("S16.7a", "S16.7b")
def test_from_second_on_a_fly_off_the_chart_there_is_no_holding_back() -> None:
    # A center fielder of range 1 rated e0: 13 to 17 on the d20 read F2. 12 running, no more.
    stage = Stage("K", "fly(cf)X", fielders={8: (1, 0, 0)})
    second = "T1 0 -.1.- 0-0 2/1"
    words = "20 4-1-1 15-1-2-2"
    assert stage.play(words, second).asks == "send"
    assert stage.play(f"{words} send=yes 12", second).to[2] == 3
    assert stage.play(f"{words} send=yes 13", second).to[2] == OUT
    assert stage.play(f"{words} send=no", second).to[2] == 2


@pytest.mark.rule("S29.3a", "S29.3b", "S16.6")
def test_a_pop_to_the_catcher_may_be_a_passed_ball_by_the_pitchers_wildness() -> None:
    # A catcher of range 3: 18 on the d20 reads P/P.
    stage = Stage("K", "catchX", mound={"wild_pitch": 7})
    passed = stage.play("20 4-1-1 18-1-2-2 7", FIRST)
    assert passed.last == PASSED_BALL
    assert passed.bases == (0, 1, 0)
    assert passed.now.up[0] == 2
    caught = stage.play("20 4-1-1 18-1-2-2 8", FIRST)
    assert caught.last == BATTER_OUT
    assert stage.play("4-1-1 18-1-2-2").last == BATTER_OUT
