"""Steals, pick-offs, balks, wild pitches and passed balls, played from a situation."""

import pytest

from config.refusals import Refused
from games.engine.events import (
    BAD_JUMP,
    BALK,
    CAUGHT_STEALING,
    PASSED_BALL,
    PICKED_OFF,
    SCORED,
    STEAL,
    STEAL_ERROR,
    WILD_PITCH,
)
from games.systems.purestrat.play.cards import Fielding, Stealing
from tests.engine.purestrat.stage import THIEF, Stage, hitter, pitcher

FIRST = "T1 0 1.-.- 0-0 2/1"
SECOND = "T1 0 -.1.- 0-0 2/1"
THIRD = "T1 0 -.-.1 0-0 2/1"
FIRST_SECOND = "T1 0 1.2.- 0-0 3/1"
LATE = "T6 0 1.-.- 0-0 2/1"
"""After the innings in which line-ups are locked (T10.11f)."""
PLAYS_FIRST = hitter(fielding=(Fielding(3, 3, 0, 0), Fielding(4, 3, 0, 0)))
PLAIN = Stealing(False, 0b11100000000, 0b1100000000000, 19, 14)


def thief(line: Stealing = THIEF, **setting: object) -> Stage:
    return Stage("K", batter={"stealing": line}, **setting)  # type: ignore[arg-type]


@pytest.mark.rule("S23.11a", "S23.3c", "T23.01a")
def test_an_asterisk_has_his_lead_unless_he_is_held_as_he_usually_is() -> None:
    assert thief().play("hold=none steal=second", FIRST).asks == "throw"
    assert thief().play("hold=none steal=second 14", FIRST).last == STEAL
    assert thief().play("steal=second", FIRST).asks == "lead"  # held, as nobody says otherwise
    assert thief(PLAIN).play("hold=none steal=second", FIRST).asks == "lead"


@pytest.mark.rule("S23.3d", "S23.3e", "S23.2a", "S29.2a", "S29.2b")
def test_the_dice_give_the_lead_or_an_out_or_neither() -> None:
    stage = thief()
    assert stage.play("steal=second 20-4-4", FIRST).asks == "throw"  # 8: he must go at once
    out = stage.play("steal=second 20-5-6", FIRST)
    assert (out.last, out.outs) == (CAUGHT_STEALING, 1)
    none = stage.play("steal=second 20-3-4", FIRST)
    assert (none.last, none.bases) == (BAD_JUMP, (1, 0, 0))
    # The d20 that was thrown with the two dice is set aside from 3 on: the steal has its own.
    for aside in (3, 20):
        assert stage.play(f"steal=second {aside}-4-4", FIRST).asks == "throw"
        assert stage.play(f"steal=second {aside}-4-4 5", FIRST).last == STEAL
        assert stage.play(f"steal=second {aside}-4-4 20", FIRST).last == CAUGHT_STEALING
    with pytest.raises(Refused):
        stage.play("steal=second 4-4", FIRST)


@pytest.mark.rule("S23.3f", "S23.3g", "S23.3i")
def test_he_tries_once_for_his_lead_while_he_stands_there() -> None:
    failed = "steal=second 20-3-4"
    with pytest.raises(Refused):
        thief().play(f"{failed} steal=second", FIRST)
    assert thief().play(f"{failed} steal=second-now", FIRST).asks == "throw"
    again = thief(PLAIN).play(f"hold=1 {failed} hold=none steal=second", FIRST)
    assert again.asks == "lead"  # nobody holds him any longer
    with pytest.raises(Refused):
        thief(PLAIN).play(f"hold=none {failed} hold=none steal=second", FIRST)


@pytest.mark.rule("S23.0", "S23.13", "S23.3a", "S23.3b", "S23.3j", "S23.3k")
@pytest.mark.parametrize(
    ("words", "arm", "hold", "last_safe"),
    [
        ("hold=none steal=second", -1, -5, 14),
        ("hold=1 steal=second 20-4-4", -1, -5, 12),
        ("hold=1 steal=second 20-3-4 hold=1 steal=second-now", -1, -5, 5),
        ("hold=1 steal=second 20-4-4", 3, 6, 19),
    ],
)
def test_success_by_battery_and_hold(words: str, arm: int, hold: int, last_safe: int) -> None:
    stage = thief(fielders={2: (3, 0, arm)}, mound={"hold": hold})
    assert stage.play(f"{words} {last_safe}", FIRST).last == STEAL
    assert stage.play(f"{words} {last_safe + 1}", FIRST).last == CAUGHT_STEALING


@pytest.mark.rule("S23.12a", "S23.12b")
def test_a_player_without_numbers_may_go_and_is_safe_on_a_one() -> None:
    stage = Stage("K")
    assert stage.play("steal=second-now 2", FIRST).last == CAUGHT_STEALING
    found = stage.play("steal=second-now 1 20", FIRST)
    assert found.last == STEAL
    with pytest.raises(Refused):
        stage.play("steal=second", FIRST)


@pytest.mark.rule("S23.31a", "S23.31c")
def test_a_safe_steal_on_one_to_three_may_be_thrown_away() -> None:
    stage = thief(catcher={"t": 9})
    wild = stage.play("hold=none steal=second 3 9", FIRST)
    assert (wild.last, wild.bases) == (STEAL_ERROR, (0, 0, 1))
    assert stage.play("hold=none steal=second 3 10", FIRST).bases == (0, 1, 0)
    assert stage.play("hold=none steal=second 4", FIRST).asks != "throw"


@pytest.mark.rule("S23.31b")
def test_the_catcher_may_hold_the_ball() -> None:
    found = thief().play("hold=none steal=second throw=no", FIRST)
    assert (found.last, found.bases) == (STEAL, (0, 1, 0))


@pytest.mark.rule("S23.4a", "S23.4b", "S23.4c", "S23.4d", "S23.11b")
def test_stealing_third_takes_a_lead_whatever_the_asterisk_says() -> None:
    assert thief().play("steal=third", SECOND).asks == "lead"
    assert thief().play("steal=third 20-5-6", SECOND).last == CAUGHT_STEALING
    failed = thief().play("steal=third 20-3-3", SECOND)
    assert failed.last == BAD_JUMP
    assert thief().play("steal=third 20-4-4 14", SECOND).last == STEAL
    assert thief().play("steal=third 20-4-4 15", SECOND).last == CAUGHT_STEALING
    assert thief().play("hold=2 steal=third 20-4-4 11", SECOND).last == CAUGHT_STEALING


@pytest.mark.rule("S23.5a", "S23.5b", "T0.01c", "T23.9")
def test_stealing_home_costs_nine_and_battery_does_not_matter() -> None:
    stage = thief(fielders={2: (3, 0, -5)}, mound={"hold": -6})
    assert stage.play("steal=home 20-4-4 5", THIRD).to[3] == SCORED
    assert stage.play("steal=home 20-4-4 6", THIRD).last == CAUGHT_STEALING
    assert stage.play("hold=3 steal=home 20-4-4 2", THIRD).last == CAUGHT_STEALING
    with pytest.raises(Refused):
        stage.play("steal=delayed", THIRD)


@pytest.mark.rule("S23.6a", "S23.6b")
def test_in_a_double_steal_the_throw_is_for_the_lead_runner() -> None:
    stage = thief()
    assert stage.play("steal=third-double 20-4-4 14", FIRST_SECOND).bases == (0, 1, 2)
    out = stage.play("steal=third-double 20-4-4 15", FIRST_SECOND)
    assert (out.bases, out.outs) == ((0, 1, 0), 1)


@pytest.mark.rule("T23.02")
def test_nobody_runs_for_a_player_who_failed_to_get_his_lead() -> None:
    catcher = hitter(stealing=THIEF, fielding=(Fielding(2, 3, 5),))
    stage = Stage("K", batter={"stealing": THIEF}, bench=[catcher])
    late = "T6 0 1.-.- 0-0 2/1"
    assert stage.play("run1=10 steal=second 20-3-4", late).last == BAD_JUMP
    with pytest.raises(Refused):
        stage.play("steal=second 20-3-4 run1=10", late)


@pytest.mark.rule("S24.0", "S29.2c")
def test_a_one_may_pick_him_off_by_his_printed_second_rating() -> None:
    stage = thief(fielders={2: (3, 0, -5)}, mound={"hold": -6})
    back = stage.play("steal=second 1-4-4 14", FIRST)
    assert (back.last, back.bases) == (BAD_JUMP, (1, 0, 0))
    off = stage.play("steal=second 1-4-4 15", FIRST)
    assert (off.last, off.outs, off.bases) == (PICKED_OFF, 1, (0, 0, 0))


@pytest.mark.rule("S29.2d")
def test_a_two_may_be_a_balk() -> None:
    stage = thief(mound={"balk": 6})
    assert stage.play("steal=second 2-4-4 6", FIRST).last == BALK
    assert stage.play("steal=second 2-4-4 7", FIRST).last == BAD_JUMP


@pytest.mark.rule("T29.1a", "T29.1b", "T29.1c", "T29.1d", "S29.0b", "T29.11a", "T0.01f")
def test_the_d20_before_the_batter_with_runners_on() -> None:
    stage = Stage("SI*", mound={"wild_pitch": 6, "balk": 4}, catcher={"pb": 9})
    assert Stage("SI*").throw_after("") == "plate"
    assert stage.throw_after("", FIRST) == "check"
    assert stage.throw_after("3", FIRST) == "plate"
    wild = stage.play("1 6", FIRST)
    assert (wild.last, wild.bases, wild.now.up[0]) == (WILD_PITCH, (0, 1, 0), 2)
    assert stage.throw_after("1 7", FIRST) == "plate"
    assert stage.play("2 3 4", FIRST).last == BALK
    assert stage.play("2 4 9", FIRST).last == PASSED_BALL
    assert stage.throw_after("2 4 10", FIRST) == "plate"


@pytest.mark.rule("T29.1e")
def test_after_one_the_check_comes_again_unless_the_bases_are_empty() -> None:
    stage = Stage("SI*", mound={"wild_pitch": 6})
    assert stage.throw_after("1 6", FIRST) == "check"
    assert stage.play("1 6 1 6", FIRST).bases == (0, 0, 1)
    assert stage.throw_after("1 6", THIRD) == "plate"


@pytest.mark.rule("T29.11c", "T29.11d")
def test_a_check_not_thrown_first_is_lost_for_that_batter() -> None:
    stage = Stage("SI*")
    assert stage.throw_after("check=forfeited", FIRST) == "plate"
    assert stage.throw_after("check=forfeited 1-1-1", FIRST) == "check"  # the next batter


@pytest.mark.rule("T29.11e")
def test_an_intentional_walk_takes_no_dice() -> None:
    found = Stage("K").play("walk=yes", SECOND)
    assert found.bases == (2, 1, 0)


@pytest.mark.rule("T29.11b", "T29.13a")
def test_once_the_d20_is_thrown_nobody_changes_anything() -> None:
    for said in ("infield=corners", "hold=1", "steal=second", "hit=10", "pitch=11"):
        stage = Stage("K", batter={"stealing": THIEF}, bench=[PLAYS_FIRST], bullpen=[pitcher()])
        with pytest.raises(Refused):
            stage.play(f"20 {said}", LATE)


@pytest.mark.rule("T0.15a")
def test_substitutions_are_made_whenever_the_ball_is_dead() -> None:
    stage = Stage("K", batter={"stealing": THIEF}, bench=[PLAYS_FIRST])
    for before in ("", "hold=none steal=second 14", "20 1-1-1"):
        assert stage.play(f"{before} hit=10", LATE).asks
        with pytest.raises(Refused):
            stage.play(f"{before} hit=10 hit=10", LATE)
    for during in ("20", "hold=none steal=second"):
        with pytest.raises(Refused):
            stage.play(f"{during} hit=10", LATE)


@pytest.mark.rule("T23.01d")
def test_a_steal_that_nobody_asked_about_is_played_as_not_held() -> None:
    for rolled, kind in ((14, STEAL), (15, CAUGHT_STEALING)):
        assert thief().play(f"steal=third 20-4-4 {rolled}", SECOND).last == kind
        assert thief().play(f"hold=none steal=third 20-4-4 {rolled}", SECOND).last == kind
    # A runner whom the defence has said to hold is out on what would have been enough.
    assert thief().play("hold=2 steal=third 20-4-4 14", SECOND).last == CAUGHT_STEALING
