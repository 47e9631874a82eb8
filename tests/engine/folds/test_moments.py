"""The walk puts runners on the bases, in batting order, and knows what each event came from."""

import pytest

from games.engine.events import BAD_JUMP, HALF, PLACED, kind_of
from games.engine.folds.moments import current_situation, following, moments_of, preceding
from games.engine.situation import START, Situation
from tests.engine.folds.scorebook import HOMER, OUT, SINGLE, WALK, played, poker


def test_the_order_goes_round_from_9_to_1() -> None:
    assert [following(slot) for slot in (1, 8, 9)] == [2, 9, 1]
    assert [preceding(slot) for slot in (2, 9, 1)] == [1, 8, 9]


@pytest.mark.rule("PD-033", "D1-010")
def test_players_carry_their_slots_around_the_bases() -> None:
    # One die: slot 1 to first; a two takes him to third and puts slot 2 on second.
    moments = list(moments_of(played("one-die", "1 2")))
    assert [str(moment.after) for moment in moments] == [
        "T1 0 1.-.- 0-0 2/1",
        "T1 0 -.2.1 0-0 3/1",
    ]
    assert [moment.batter for moment in moments] == [1, 2]


def test_runs_are_scored_by_the_runner_nearest_home_first() -> None:
    moments = list(moments_of(played("one-die", "1 2 4")))
    assert moments[-1].scored == (1, 2, 3)
    assert moments[-1].runs == 3
    assert str(moments[-1].after) == "T1 0 -.-.- 3-0 4/1"


@pytest.mark.rule("PD-097", "PD-135")
def test_5_04_a_3_a_batter_cut_short_by_the_third_out_leads_off_his_next_inning() -> None:
    caught = poker("steal=1", "9-10", start="T1 2 3.-.- 0-0 4/1")
    assert str(current_situation(caught)) == "B1 0 -.-.- 0-0 4/1"
    picked = poker("pickoff=1", "A-A", start="T1 2 3.-.- 0-0 4/1")
    assert str(current_situation(picked)) == "B1 0 -.-.- 0-0 4/1"
    put_out = poker("steal=none", OUT, start="T1 2 3.-.- 0-0 4/1")
    assert str(current_situation(put_out)) == "B1 0 -.-.- 0-0 5/1"


@pytest.mark.rule("PD-137", "PD-138")
def test_the_current_situation_of_an_unfinished_game() -> None:
    assert current_situation(played("one-die", "")) == START
    # Two outs and a runner on second in the top; three outs end it and empty the bases (PD-020).
    assert str(current_situation(played("one-die", "2 6 6"))) == "T1 2 -.1.- 0-0 4/1"
    assert str(current_situation(played("one-die", "2 6 6 6"))) == "B1 0 -.-.- 0-0 5/1"


def test_three_outs_at_the_start_mean_that_the_next_half_is_due() -> None:
    record = played("one-die", "1", "T3 3 -.-.- 2-1 4/5")
    moments = list(moments_of(record))
    assert moments[0].kind == HALF
    assert str(moments[0].after) == "B3 0 -.-.- 2-1 4/5"
    assert str(current_situation(record)) == "B3 0 5.-.- 2-1 4/6"


@pytest.mark.parametrize(("due_up", "runner"), [(4, 3), (1, 9)])
def test_the_placed_runner_is_the_slot_before_the_one_due_up(due_up: int, runner: int) -> None:
    record = played("one-die", "", f"B9 3 -.-.- 1-1 {due_up}/7", extra_runner_from=10)
    assert [kind_of(event) for event in record.events] == [HALF, PLACED]
    assert str(current_situation(record)) == f"T10 0 -.{runner}.- 1-1 {due_up}/7"


def test_a_player_nobody_named_is_followed_all_the_same() -> None:
    moments = list(moments_of(played("one-die", "3", "T1 0 ?.-.- 0-0 1/1")))
    assert moments[0].scored == (10,)
    assert str(moments[0].after) == "T1 0 -.-.1 1-0 2/1"


def test_a_moment_knows_its_entries_dice_and_decisions() -> None:
    record = poker(WALK, "suspend", "pickoff=none", "steal=1", "A-J", OUT)
    walk_, jump, out = moments_of(record)
    assert (walk_.entry, walk_.entries, walk_.throws) == (1, (WALK,), (WALK,))
    assert jump.kind == BAD_JUMP
    assert (jump.entry, jump.throws) == (2, ("A-J",))
    assert jump.entries == ("suspend", "pickoff=none", "steal=1", "A-J")
    assert (jump.decided("pickoff"), jump.decided("steal"), jump.decided("bunt")) == (
        "none",
        "1",
        "",
    )
    assert out.entry == 6


def test_events_without_entries_have_no_number() -> None:
    *_, third_out, half = moments_of(played("one-die", "6 6 6"))
    assert third_out.entry == 3
    assert (half.kind, half.entry, half.entries) == (HALF, 0, ())


def test_runners_left_on_base_are_those_standing_when_the_half_ends() -> None:
    moments = list(moments_of(poker(SINGLE, OUT, OUT, WALK, OUT)))
    # Slot 1 on second, slot 4 on first, slot 5 makes the third out.
    assert [moment.left for moment in moments if moment.left] == [(1, 4)]
    assert moments[-2].after.runners == (0, 0, 0)


def test_runners_left_on_base_by_a_walk_off_and_by_a_concession() -> None:
    # Tied in the 9th with the bases loaded: a walk forces the winning run in and leaves three.
    walk_off = list(moments_of(poker(WALK, start="B9 1 6.5.4 3-3 1/7")))
    assert walk_off[-1].left == (5, 6, 7)
    conceded = list(moments_of(poker(WALK, "concede=away")))
    assert conceded[-1].left == (1,)
    assert str(conceded[-1].after) == "T1 3 -.-.- 0-1 2/1"
    assert conceded[-2].awarded == (1, 1)


def test_the_walk_follows_destinations_not_the_name_of_the_play() -> None:
    # A triple with runners on first and second wins by one run as a double: the runner on first,
    # who would have made it two, stops at third (OBR 9.06(f)).
    (play, end) = moments_of(poker("A-A-A-A-9", start="B9 0 8.7.- 3-3 1/9"))
    assert play.scored == (7,)
    assert end.left == (8, 9)


def test_a_situation_read_back_is_the_one_shown() -> None:
    record = poker(HOMER, SINGLE, "steal=1", "10-10", OUT)
    now = current_situation(record)
    assert Situation.read(str(now)) == now
    assert str(now) == "T1 1 -.2.- 1-0 4/1"


def test_a_runner_agreed_on_from_the_first_inning_is_there_from_the_first_half() -> None:
    record = played("one-die", "6 6 6", extra_runner_from=1)
    assert [kind_of(event) for event in record.events if kind_of(event) == PLACED] == [PLACED] * 2
    # Slot 9 stands on second for slot 1 on both sides.
    assert str(current_situation(record)) == "B1 0 -.9.- 0-0 4/1"
    assert str(current_situation(played("one-die", "", extra_runner_from=1))) == (
        "T1 0 -.9.- 0-0 1/1"
    )
    # A game that goes on from there does not place him again.
    again = played("one-die", "", "T1 0 -.9.- 0-0 1/1", extra_runner_from=1)
    assert again.events == ()
