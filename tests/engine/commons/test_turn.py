"""A turn in its order: gods before the pitch, the pitch, what the side at bat may do, the swing."""

import pytest

from games.engine.folds.moments import current_situation
from games.engine.folds.play_by_play import play_by_play
from games.systems.commons.play.state import SideState
from tests.engine.commons.stage import (
    ARM,
    UP,
    asked,
    bases,
    club,
    hand,
    plays,
    stage,
    supers_of,
    told,
)

OPEN, SPENT = 2, 3
LEFT = (club("Able", bats="L"), club("Baker"))


@pytest.mark.rule("CB-018")
@pytest.mark.rule("CB-019")
@pytest.mark.rule("CB-051")
@pytest.mark.rule("CB-033")
@pytest.mark.rule("CB-027")
@pytest.mark.rule("CB-025")
def test_every_step_is_asked_in_the_order_of_the_book() -> None:
    able = club("Able", pinch=True)
    ready = stage("1", clubs=(able, club("Baker")))
    assert asked(ready.play()) == ["out-god", "walk", "pitch"]
    assert asked(ready.play("3")) == ["steal", "pinch-hit", "hit-god", "swing", "swing"]
    assert asked(ready.play("3 5-5")) == ["advance-third", "out-god", "walk", "pitch"]
    after_the_pitch = [each for each in ready.play("3").open if each.decision is not None]
    assert {each.side for each in after_the_pitch} == {0}, "the batting team's"
    assert ready.refused("steal=first").code == "decision-not-offered", "before the pitch"
    two = stage().play("walk=yes walk=yes")
    assert [each.batter for each in plays(two)] == [UP, UP + 1], "a turn for each batter"


@pytest.mark.rule("CB-020")
@pytest.mark.rule("CB-039")
@pytest.mark.rule("CB-041")
@pytest.mark.rule("CB-022")
@pytest.mark.rule("CB-080")
@pytest.mark.rule("CB-076")
def test_an_out_god_that_is_accepted_ends_the_turn() -> None:
    ready = stage("2", 1)
    record = ready.play("out-god=out challenge=no")
    assert (told(record), bases(record), current_situation(record).outs) == (["out"], "-2-", 2)
    assert hand(record, 1).outs == 2
    assert "defensive gods come before the pitch" in ready.why_not("3 out-god=out")
    (first, *_) = ready.play().open
    assert [choice.key for choice in first.choices] == ["none", "out", "two-outs"]
    assert record.transcript == ("out-god=out", "challenge=no"), "no pitch is thrown"
    assert current_situation(stage("2").play("out-god=two-outs")).outs == 2


@pytest.mark.rule("CB-021")
@pytest.mark.rule("CB-040")
@pytest.mark.rule("CB-082")
@pytest.mark.rule("CB-084")
def test_a_challenged_out_god_is_gone_and_the_pitch_has_to_be_thrown() -> None:
    ready = stage()
    record = ready.play("out-god=out challenge=yes")
    assert asked(record) == ["pitch"], "no other god and no walk on purpose"
    assert told(record) == []
    assert "CB-084" in ready.why_not("out-god=out challenge=yes walk=yes")
    assert "CB-084" in ready.why_not("out-god=out challenge=yes out-god=two-outs")
    after = ready.play("out-god=out challenge=yes 6")
    assert (hand(after, 0).challenges, hand(after, 1).outs) == (1, 2)
    may_walk = stage(challenged_out="may_walk")
    assert told(may_walk.play("out-god=out challenge=yes walk=yes")) == ["intentional walk"]
    assert asked(may_walk.play("out-god=out challenge=yes")) == ["walk", "pitch"]


@pytest.mark.rule("CB-006")
@pytest.mark.rule("CB-077")
def test_gods_are_counted_and_gone_once_they_are_played() -> None:
    fresh = hand(stage().play(), 0)
    assert (fresh.hits, fresh.outs, fresh.advances, fresh.challenges) == (3, 3, 3, 2)
    empty = SideState(hits=0, outs=0, advances=0, challenges=0)
    poor = stage("1", batting=empty, pitching=empty, supers=(SPENT, SPENT))
    assert asked(poor.play()) == ["walk", "pitch"]
    assert "hit-god" not in asked(poor.play("3"))
    assert "no out god is left" in poor.why_not("out-god=out")
    assert "no hit god is left" in poor.why_not("3 hit-god=hit")
    assert "no advance is left" in poor.why_not("3 5-5 advance-third=yes")
    unanswered = stage(batting=empty)
    assert told(unanswered.play("out-god=out")) == ["out"], "nobody is asked to challenge it"
    assert "no challenge is left" in unanswered.why_not("out-god=out challenge=yes")


@pytest.mark.rule("CB-042")
@pytest.mark.rule("CB-095")
@pytest.mark.rule("CB-096")
@pytest.mark.rule("CB-094")
@pytest.mark.parametrize(
    ("outs", "many", "after"),
    [
        (0, 2, 2),
        (1, 2, 3),
        pytest.param(2, 1, 3, marks=[pytest.mark.rule("CB-043"), pytest.mark.rule("CB-100")]),
    ],
)
def test_the_super_god_puts_out_the_batter_and_the_next(outs: int, many: int, after: int) -> None:
    ready = stage("3", outs)
    record = ready.play("out-god=two-outs")
    assert told(record) == ["out"] * many
    assert plays(record)[-1].after.outs == after
    assert [moment.batter for moment in plays(record)] == [UP, UP + 1][:many]
    assert len(hand(record, 0).used) == UP - 1 + many, "their cards are used up"
    assert "super gods" in ready.why_not("out-god=two-outs challenge=yes")


@pytest.mark.rule("CB-097")
@pytest.mark.rule("CB-098")
@pytest.mark.rule("CB-099")
def test_whoever_takes_one_super_god_gives_the_other_away() -> None:
    ready = stage()
    assert supers_of(ready.play()) == (OPEN, OPEN)
    assert supers_of(ready.play("out-god=two-outs")) == (0, SPENT)
    assert supers_of(ready.play("3 hit-god=double")) == (SPENT, 1)
    ours = stage(supers=(SPENT, 0))
    assert "belongs to the other side" in ours.why_not("out-god=two-outs")
    assert supers_of(stage(supers=(SPENT, 1)).play("out-god=two-outs")) == (SPENT, SPENT)
    assert "was used" in stage(supers=(0, SPENT)).why_not("out-god=two-outs")
    assert "belongs to the other side" in stage(supers=(1, SPENT)).why_not("3 hit-god=double")


@pytest.mark.rule("CB-023")
@pytest.mark.rule("CB-086")
def test_a_walk_on_purpose_comes_instead_of_the_pitch_and_pushes_only_whom_it_must() -> None:
    assert bases(stage("2").play("walk=yes")) == "b2-"
    assert bases(stage("12").play("walk=yes")) == "b12"
    assert plays(stage("123").play("walk=yes"))[0].runs == 1
    assert "CB-023" in stage().why_not("3 walk=yes")


@pytest.mark.rule("CB-044")
@pytest.mark.rule("CB-045")
@pytest.mark.rule("CB-047")
@pytest.mark.rule("CB-048")
@pytest.mark.parametrize(
    ("dice", "kind"),
    [("6", "out"), ("5-4", "out"), ("5-3-3", "out"), ("1-1", "walk"), ("1-2-4-3", "walk")],
)
def test_what_a_pitch_settles_by_itself(dice: str, kind: str) -> None:
    assert told(stage().play(dice)) == [kind]


@pytest.mark.rule("CB-048")
@pytest.mark.parametrize("dice", ["2", "1-3", "1-2-4-4", "5-1", "5-3-2", "5-3-2-6"])
def test_any_other_pitch_is_delivered(dice: str) -> None:
    record = stage().play(dice)
    assert told(record) == []
    assert asked(record)[0] == "hit-god"


@pytest.mark.rule("CB-046")
@pytest.mark.rule("CB-073")
@pytest.mark.rule("CB-128")
def test_the_batters_side_says_which_thresholds_are_read() -> None:
    assert told(stage(clubs=LEFT).play("6")) == ["single"]
    switch = (club("Able", bats="B"), club("Baker"))
    assert told(stage(clubs=switch).play("6")) == ["single"], "left against a right-hander"
    southpaw = (club("Able", bats="B"), club("Baker", throws="L"))
    assert told(stage(clubs=southpaw).play("6")) == ["out"], "right against a left-hander"


@pytest.mark.rule("CB-024")
@pytest.mark.parametrize("late", ["steal=first", "hit-god=hit", "advance-second=yes", "swing=bunt"])
@pytest.mark.parametrize("dice", ["6", "1-1"])
def test_an_automatic_result_ends_the_turn(dice: str, late: str) -> None:
    ready = stage("1", clubs=LEFT)
    after = ready.play(dice)
    assert len(plays(after)) == 1
    assert asked(after)[0] == "out-god"
    assert ready.why_not(f"{dice} {late}").startswith("CB-")


@pytest.mark.rule("CB-049")
@pytest.mark.rule("CB-050")
def test_a_steal_of_second_by_the_runners_card() -> None:
    ready = stage("13")
    assert told(ready.play("3 steal=first 4")) == ["stolen base"]
    assert bases(ready.play("3 steal=first 3-4-2-6")) == "-13"
    caught = ready.play("3 steal=first 3-4-2-5")
    assert (told(caught), current_situation(caught).outs) == (["caught stealing"], 1)
    assert "hit-god" in asked(caught), "the batter bats on"
    assert "CB-049" in ready.why_not("3 steal=first 3-3 steal=first")
    assert "second is filled" in stage("12").why_not("3 steal=first")
    assert "nobody is on first" in stage("2").why_not("3 steal=first")
    assert "only the runner on first" in ready.why_not("3 steal=third")
    nobody_runs = (club("Able", steal="-"), club("Baker"))
    assert "no steal threshold" in stage("1", clubs=nobody_runs).why_not("3 steal=first")


@pytest.mark.rule("CB-026")
def test_the_third_out_on_a_steal_leaves_the_batter_in_the_list() -> None:
    record = stage("1", 2).play("3 steal=first 2")
    now = current_situation(record)
    assert (now.half, now.up[0], told(record)) == (1, UP, ["caught stealing"])
    assert hand(record, 0).batter == UP
    assert UP not in hand(record, 0).used


@pytest.mark.rule("CB-028")
@pytest.mark.rule("CB-029")
@pytest.mark.rule("CB-110")
@pytest.mark.rule("CB-113")
def test_a_player_of_two_teams_may_be_pinch_hit_for() -> None:
    ready = stage(clubs=(club("Able", pinch=True), club("Baker")))
    record = ready.play("3 pinch-hit=30 3")
    assert told(record) == ["out"]
    assert hand(record, 0).used == (*range(1, UP + 1), 30), "both cards are used up"
    lines = [play.text for half in play_by_play(record).halves for play in half.plays]
    assert "B30 bats for B5." in lines
    assert "CB-029" in ready.why_not("3 pinch-hit=2"), "he has batted"
    assert "one team" in stage().why_not("3 pinch-hit=30")
    assert "CB-027" in ready.why_not("3 pinch-hit=30 pinch-hit=31")


@pytest.mark.rule("CB-030")
@pytest.mark.rule("CB-078")
@pytest.mark.rule("CB-079")
def test_a_hit_god_is_a_single_without_a_swing_after_the_pitch() -> None:
    ready = stage("1")
    record = ready.play("3 hit-god=hit replay=no advance-second=no")
    assert (told(record), bases(record)) == (["single"], "b1-")
    assert hand(record, 0).hits == 2
    assert "must be delivered" in ready.why_not("hit-god=hit")
    assert told(ready.play("3 hit-god=double")) == ["double"]
    assert "super gods" in ready.why_not("3 hit-god=double replay=yes")


@pytest.mark.rule("CB-031")
@pytest.mark.rule("CB-081")
@pytest.mark.rule("CB-083")
def test_a_challenged_hit_god_is_gone_and_the_batter_has_to_bat() -> None:
    ready = stage("1")
    record = ready.play("3 hit-god=hit replay=yes")
    assert asked(record) == ["swing", "swing"]
    assert "CB-083" in ready.why_not("3 hit-god=hit replay=yes hit-god=double")
    after = ready.play("3 hit-god=hit replay=yes 5-5 advance-third=yes")
    assert (hand(after, 0).hits, hand(after, 1).challenges, plays(after)[-1].runs) == (2, 1, 1)
    assert "CB-081" in ready.why_not("3 5-5 advance-third=yes replay=yes")
    strict = stage("1", advance_after_challenge=False)
    assert asked(strict.play("3 hit-god=hit replay=yes 5-5"))[0] == "out-god"


@pytest.mark.rule("CB-052")
@pytest.mark.rule("CB-053")
@pytest.mark.rule("CB-054")
@pytest.mark.rule("CB-055")
@pytest.mark.rule("CB-056")
@pytest.mark.rule("CB-057")
@pytest.mark.rule("CB-064")
@pytest.mark.parametrize(
    ("dice", "kind"),
    [
        ("3", "out"),
        ("4-1", "out"),
        ("4-2", "single"),
        ("4-2-1-1", "single"),
        ("5-4-3-1", "single"),
        ("5-4-3-2", "double"),
        ("6-2-1-2", "double"),
        ("6-2-1-3", "triple"),
        ("6-2-2-4", "triple"),
        ("6-2-2-5", "home run"),
        ("6-3", "home run"),
    ],
)
def test_a_swing_is_compared_digit_by_digit(dice: str, kind: str) -> None:
    assert told(stage().play(f"3 {dice}")) == [kind]


@pytest.mark.rule("CB-063")
@pytest.mark.rule("CB-062")
@pytest.mark.rule("CB-060")
def test_the_die_is_thrown_no_further_than_needed() -> None:
    ready = stage()
    assert ready.refused("6-3").code == "dice-not-needed"
    assert ready.refused("3 6-3-1").code == "dice-not-needed"
    assert ready.refused("3 6-2-2-5-1").code == "dice-not-needed", "a fifth die never (CB-064)"
    assert ready.refused("7").code == "impossible-face"
    assert asked(ready.play("1")) == ["pitch"]
    assert asked(ready.play("1 2 4")) == ["pitch"]
    assert told(ready.play("1 2 4 3")) == ["walk"], "die by die it is the same"
    assert ready.play("1-2-4-3").transcript == ("1", "2", "4", "3")


@pytest.mark.rule("CB-032")
@pytest.mark.rule("CB-125")
@pytest.mark.rule("CB-126")
@pytest.mark.rule("CB-127")
@pytest.mark.parametrize(
    ("dice", "kind"),
    [("3", "out"), ("4", "out"), ("4-3", "out"), ("5-4-3-1", "out"), ("5-5", "home run"),
     ("6", "home run"), ("6-2-1-3", "home run")],
)  # fmt: skip
def test_swinging_for_the_fences(dice: str, kind: str) -> None:
    ready = stage()
    assert told(ready.play(f"3 swing=fences {dice}")) == [kind]
    assert "before the swing" in ready.why_not(f"3 {dice} swing=fences")


@pytest.mark.rule("CB-034")
@pytest.mark.parametrize(
    ("on", "outs", "kind", "after", "runs"),
    [
        ("1", 0, "sacrifice", "-1-", 0),
        ("12", 1, "sacrifice", "-12", 0),
        ("3", 1, "sacrifice", "---", 1),
        ("123", 0, "sacrifice", "-12", 1),
        ("", 0, "out", "---", 0),
        ("3", 2, "out", "---", 0),
    ],
)
def test_a_bunt(on: str, outs: int, kind: str, after: str, runs: int) -> None:
    record = stage(on, outs).play("3 swing=bunt")
    assert (told(record), plays(record)[0].runs) == ([kind], runs)
    assert plays(record)[0].after.outs == outs + 1
    assert outs == 2 or bases(record) == after


@pytest.mark.rule("CB-086")
@pytest.mark.rule("CB-087")
@pytest.mark.parametrize(
    ("on", "dice", "after", "runs"),
    [
        ("1", "4-3", "b1-", 0), ("2", "4-3", "b2-", 0), ("13", "4-3", "b13", 0),
        ("12", "4-3", "b12", 0), ("123", "4-3", "b12", 1), ("1", "5-5", "-b1", 0),
        ("2", "5-5", "-b2", 0), ("3", "5-5", "-b3", 0), ("13", "5-5", "-b1", 1),
        ("12", "5-5", "-b1", 1), ("1", "6-2-1-3", "--b", 1), ("3", "6-2-1-3", "--b", 1),
        ("123", "6-6", "---", 4),
    ],
)  # fmt: skip
def test_runners_move_as_far_as_they_are_pushed(on: str, dice: str, after: str, runs: int) -> None:
    record = stage(on).play(f"3 {dice}")
    # The hit itself; what may be advanced is a question behind it.
    assert (bases(record), plays(record)[0].runs) == (after, runs)


@pytest.mark.rule("CB-035")
@pytest.mark.rule("CB-085")
@pytest.mark.rule("CB-088")
@pytest.mark.rule("CB-092")
@pytest.mark.rule("CB-093")
@pytest.mark.rule("CB-038")
def test_advances_one_for_each_player_lead_runner_first() -> None:
    assert asked(stage("1").play("3 5-5"))[0] == "advance-third", "from first he is on third"
    assert plays(stage("1").play("3 5-5 advance-third=yes"))[-1].runs == 1
    both = stage("12").play("3 4-3 advance-third=yes advance-second=yes")
    assert (bases(both), sum(each.runs for each in plays(both))) == ("b-1", 1)
    assert hand(both, 0).advances == 1
    assert [each.batted_in for each in plays(both)] == [0, 1, 0], "batted in by the hit"
    assert plays(both)[1].batter == UP


@pytest.mark.rule("CB-036")
@pytest.mark.rule("CB-037")
@pytest.mark.rule("CB-090")
@pytest.mark.rule("CB-091")
@pytest.mark.rule("CB-089")
def test_no_second_advance_for_a_player_none_for_the_batter_none_onto_a_filled_base() -> None:
    one = stage("1")
    assert "CB-037" in one.why_not("3 4-3 advance-second=yes advance-third=yes")
    assert "CB-036" in stage().why_not("3 5-5 advance-second=yes")
    assert "CB-036" in stage().why_not("3 6-2-1-3 advance-third=yes")
    filled = stage("12")
    assert "open base" in filled.why_not("3 4-3 advance-third=no advance-second=yes")
    for words in ("walk=yes", "3 swing=bunt", "3 steal=first 4", "3 3"):
        assert "CB-085" in one.why_not(f"{words} advance-second=yes")
    assert "advances never" in one.why_not("3 4-3 advance-second=yes challenge=yes")


@pytest.mark.rule("CB-012")
def test_a_walk_off_counts_no_more_than_it_needs() -> None:
    ready = stage("123", begins="B9", score=(4, 4))
    record = ready.play("3 5-5")
    assert record.ending is not None
    assert (record.ending.reason, record.ending.runs) == ("walk-off", (4, 5))
    late = stage("1", begins="B9", score=(4, 4)).play("3 5-5 advance-third=yes")
    assert late.ending is not None
    assert late.ending.runs == (4, 5)
    assert ARM.walk is not None
