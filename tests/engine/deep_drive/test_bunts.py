"""Bunts and the hit and run (DD-123 to DD-180)."""

import pytest

from games.engine.events import (
    BALL,
    CAUGHT_STEALING,
    FIELDERS_CHOICE,
    FOUL_BALL,
    FOUL_BUNT,
    HIT_BY_PITCH,
    POP_UP,
    REACHED_ON_ERROR,
    SACRIFICE,
    SINGLE,
    STEAL,
    fielder_of,
)
from games.systems.deep_drive.play.cards import SPEEDS
from games.systems.deep_drive.play.readings import write_reading
from tests.engine.deep_drive.stage import played, staged

BUNT, RUN = "swing=bunt", "swing=hit-and-run"


@pytest.mark.rule("DD-123", "DD-124", "DD-125", "DD-126", "DD-127")
@pytest.mark.parametrize("modifier", range(10))
def test_who_takes_a_bunt(modifier: int) -> None:
    record = staged(1).play(BUNT, f"3-5-{modifier}", "9")
    wanted = 1 if modifier <= 1 else 2 if modifier <= 3 else 3 if modifier <= 6 else 5
    assert fielder_of(record.events[0]) == wanted


@pytest.mark.rule("DD-123")
def test_a_bunt_with_nobody_on_is_legal() -> None:
    assert played(staged(), BUNT, "3-5-4", "9").outs == 1
    assert played(staged(), BUNT, "3-5-4", "3").outs == 1, "no lead runner: the batter"
    assert played(staged(), BUNT, "1-0-4", "9").outs == 1
    assert played(staged(), BUNT, "1-0-4", "1").runners == "1b"


@pytest.mark.rule("DD-128")
@pytest.mark.parametrize(
    ("bases", "runners", "outs"),
    [((1,), "", 2), ((1, 2), "1r1", 2), ((1, 3), "1r1", 2), ((1, 2, 3), "1r1 2r2", 2),
     ((), "", 1)],
)  # fmt: skip
def test_a_deep_drive_off_the_batters_card_is_popped_into_two(bases, runners, outs) -> None:
    result = played(staged(*bases), BUNT, "0-2-5")
    assert (result.runners, result.outs) == (runners, outs)
    assert played(staged(*bases, outs=2), BUNT, "0-2-5").outs == 3


@pytest.mark.rule("DD-129", "DD-130")
@pytest.mark.parametrize(
    ("bases", "runners"),
    [((1,), "1b"), ((1, 2), "1b 2r1"), ((1, 3), "1b 3r3"), ((1, 2, 3), "1b 2r1 3r2"),
     ((2,), "2r2"), ((3,), "3r3"), ((2, 3), "2r2 3r3")],
)  # fmt: skip
def test_a_deep_drive_off_the_pitchers_card_is_handled_quickly(bases, runners) -> None:
    result = played(staged(*bases), BUNT, "5-1-5")
    assert (result.runners, result.outs) == (runners, 1)


@pytest.mark.rule("DD-131", "DD-132", "DD-133", "DD-134", "DD-135", "DD-136")
@pytest.mark.parametrize("die", range(10))
@pytest.mark.parametrize("speed", SPEEDS[:5])
def test_a_possible_single_by_the_batters_speed(speed: str, die: int) -> None:
    least = {0: 1, 1: 2, 2: 2, 3: 3, 4: 3, 5: 4, 6: 4}.get(die, 9)
    hit = SPEEDS.index(speed) >= least
    for reading in ("1-0-5", "0-5-5"):
        result = played(staged(1, 3, run=speed), BUNT, reading, str(die))
        assert result.kinds == (SINGLE if hit else SACRIFICE,)
        assert (result.runners, result.runs) == ("1b 2r1" if hit else "2r1", 1)
    two_out = played(staged(1, 3, outs=2, run=speed), BUNT, "1-0-5", str(die))
    assert two_out.outs == (2 if hit else 3)


@pytest.mark.rule("DD-137", "DD-143", "DD-144", "DD-145", "DD-153")
@pytest.mark.parametrize("reading", ["6-0-5", "5-5-5", "3-5-5", "8-5-5"])
def test_the_out_row(reading: str) -> None:
    popped = played(staged(1, 2), BUNT, reading, "0")
    assert (popped.runners, popped.outs, popped.kinds) == ("1r1 2r2", 1, (POP_UP,))
    lead = played(staged(1, 2), BUNT, reading, "1")
    assert (lead.runners, lead.outs) == ("1b 2r1", 1)
    for die in "56789":
        sacrifice = played(staged(1, 2), BUNT, reading, die)
        assert (sacrifice.runners, sacrifice.kinds) == ("2r1 3r2", (SACRIFICE,))
    for die in "234":
        asked = staged(1, 2).play(BUNT, reading, die).open[0]
        assert asked.decision is not None
        assert (asked.decision.name, asked.side) == ("bunt-play", 1)


@pytest.mark.rule("DD-138", "DD-139", "DD-140")
def test_balls_strikes_and_hit_batters_on_a_bunt() -> None:
    ball = played(staged(1), BUNT, "1-6-5")
    assert (ball.runners, ball.kinds) == ("1r1", (BALL,))
    assert played(staged(1), BUNT, "1-6-5", BUNT, "3-5-5", "9").runners == "2r1", "decided afresh"
    struck = played(staged(1), BUNT, "1-9-5")
    assert (struck.runners, struck.kinds) == ("1b 2r1", (HIT_BY_PITCH,))
    strikes = played(staged(1), BUNT, "2-2-5")
    assert (strikes.runners, strikes.outs, strikes.kinds) == ("1r1", 0, (FOUL_BUNT,))
    for swing in (BUNT, RUN):
        refused = staged(1).refused(BUNT, "2-2-5", swing)
        assert refused.code in ("decision-not-offered", "choice-not-legal")
        assert "DD-140" in refused.refusals[0].message
    assert played(staged(1), BUNT, "2-2-5", "2-2-5").outs == 1
    assert played(staged(1), BUNT, "2-2-5", "2-2-5", BUNT, "3-5-5", "9").outs == 2, (
        "the next batter"
    )


@pytest.mark.rule("DD-141", "DD-142")
@pytest.mark.parametrize("rating", range(6))
def test_defensive_checks_of_a_bunt(rating: int) -> None:
    for die in range(10):
        stage = staged(1, ratings={3: rating})
        blooper = played(stage, BUNT, "2-9-5", str(die))
        caught = die <= rating
        assert (blooper.runners, blooper.kinds) == (
            ("1r1", (POP_UP,)) if caught else ("2r1", (SACRIFICE,))
        )
        tough = played(stage, BUNT, "8-1-5", str(die))
        clean = die - 4 <= rating
        assert (tough.runners, tough.kinds) == (
            ("2r1", (SACRIFICE,)) if clean else ("1b 2r1", (REACHED_ON_ERROR,))
        )


@pytest.mark.rule("DD-146", "DD-147", "DD-148", "DD-149", "DD-150", "DD-151", "DD-152")
@pytest.mark.parametrize("rating", range(6))
@pytest.mark.parametrize("speed", SPEEDS[:5])
def test_a_play_on_the_lead_runner(speed: str, rating: int) -> None:
    last = 3 + rating - SPEEDS.index(speed)
    for die in range(10):
        stage = staged(1, 2, speeds={2: speed}, ratings={3: rating})
        result = played(stage, BUNT, "3-5-5", "3", "bunt-play=lead", str(die))
        out = die <= last
        assert result.outs == out
        assert result.runners == ("1b 2r1" if out else "1b 2r1 3r2")
        assert out or result.kinds == (FIELDERS_CHOICE,)
    batter = played(staged(1, 2), BUNT, "3-5-5", "3", "bunt-play=batter")
    assert (batter.runners, batter.outs) == ("2r1 3r2", 1)
    assert staged(1).refused(BUNT, "3-5-5", "3", "5-5-5").code == "decision-missing"


@pytest.mark.rule("DD-154")
def test_who_has_to_be_on_for_a_hit_and_run() -> None:
    assert staged().refused(RUN).code == "choice-not-legal"
    for bases in ((1,), (2,), (3,), (1, 3), (1, 2, 3)):
        assert played(staged(*bases), RUN, "1-9-3").kinds == (FOUL_BALL,)
    first_only = {"hit_and_run_with": "first_only"}
    for bases in ((2,), (1, 3), (3,)):
        assert staged(*bases, settings=first_only).refused(RUN).code == "choice-not-legal"
    assert played(staged(1, 2, settings=first_only), RUN, "1-9-3").kinds == (FOUL_BALL,)


@pytest.mark.rule("DD-155", "DD-156", "DD-157")
def test_deep_drives_on_a_hit_and_run() -> None:
    slow = {1: "VS", 2: "VS"}
    double = played(staged(1, 2, speeds=slow), RUN, "0-2-3", "4-0-0")
    assert (double.runners, double.runs) == ("2b", 2)
    fly = played(staged(1, 2), RUN, "0-2-3", "8-3-0")
    assert (fly.runners, fly.outs) == ("1r1", 2)
    assert played(staged(1, outs=2), RUN, "0-2-3", "8-3-0").outs == 3
    assert played(staged(1), RUN, "0-2-3", "1-0-0").runs == 2
    assert played(staged(1), RUN, "0-2-3", "3-0-0").runners == "3b"
    off_the_pitcher = played(staged(1), RUN, "5-1-3", "4-0-0")
    assert off_the_pitcher.runs == 1


@pytest.mark.rule("DD-158")
@pytest.mark.parametrize("reading", ["1-0-3", "0-5-3", "6-0-3"])
def test_singles_on_a_hit_and_run_are_worth_two_bases(reading: str) -> None:
    result = played(staged(1, 2, 3, speeds={1: "VS", 2: "VS"}), RUN, reading)
    assert (result.runners, result.runs) == ("1b 3r1", 2)


@pytest.mark.rule("DD-159", "DD-160", "DD-161", "DD-162", "DD-163", "DD-164", "DD-165", "DD-166")
@pytest.mark.rule("DD-167", "DD-168", "DD-169", "DD-170", "DD-171", "DD-172", "DD-173")
@pytest.mark.parametrize("speed", SPEEDS[:5])
@pytest.mark.parametrize("reading", ["1-6", "2-2"])
def test_balls_and_strikes_of_a_hit_and_run(reading: str, speed: str) -> None:
    for modifier in range(10):
        stage = staged(1, 2, speeds={2: speed}, steal={2: (4, 10)})
        caught = modifier == 0 or (reading == "2-2" and modifier == 1)
        runs = modifier >= (6 if reading == "1-6" else 7)
        throw = f"{reading}-{modifier}"
        if caught:
            result = played(stage, RUN, throw)
            assert (result.runners, result.kinds) == ("1r1", (CAUGHT_STEALING,))
        elif not runs:
            result = played(stage, RUN, throw)
            assert (result.runners, result.kinds) == ("1r1 2r2", (FOUL_BALL,))
        elif speed in ("F", "VF"):
            for die in range(10):
                result = played(stage, RUN, throw, str(die))
                safe = die < 4
                assert result.kinds == ((STEAL,) if safe else (CAUGHT_STEALING,))
                assert result.runners == ("2r1 3r2" if safe else "2r1")
        else:
            result = played(stage, RUN, throw)
            assert (result.runners, result.kinds) == ("2r1", (CAUGHT_STEALING,))
    assert played(staged(1), RUN, "1-9-3").kinds == (FOUL_BALL,)
    third = played(staged(1, outs=2), RUN, "2-2-8")
    assert (third.outs, third.record.events[-1] & 63) == (3, 0)


@pytest.mark.rule("DD-174")
def test_a_defensive_check_on_a_hit_and_run() -> None:
    stage = staged(1, settings={"defense_chart": "asked"})
    assert stage.play(RUN, "2-9-4").open[0].decision.name == "defense"
    assert played(stage, RUN, "2-9-4", "defense=SI").runners == "1b 2r1"
    assert staged(1).play(RUN, "2-9-4").open[-1].dice.name == "fielder"


@pytest.mark.rule("DD-175", "DD-176", "DD-177", "DD-178", "DD-179", "DD-180")
@pytest.mark.parametrize(
    ("code", "runners", "outs"),
    [("L6", "1r1", 2), ("G6", "2r1 3r2", 1), ("G6h", "2r1 3r2", 1), ("F9d", "1r1 2r2", 1),
     ("F8s", "1r1", 2), ("F9", "1r1 3r2", 1), ("P4", "1r1 2r2", 1)],
)  # fmt: skip
def test_outs_on_a_hit_and_run(code: str, runners: str, outs: int) -> None:
    stage = staged(1, 2, code=code, speeds={2: "VF"})
    result = played(stage, RUN, "3-5-4")
    assert (result.runners, result.outs) == (runners, outs)
    assert write_reading(stage.game(RUN, "3-5-4").came_to) == code
    assert played(staged(1, 2, outs=2, code=code), RUN, "3-5-4").outs == 3
