"""Who chooses first, and which slot he may choose."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosters.rules.draft.divisions import Division, division_problems
from rosters.rules.draft.settings import DraftSettings
from rosters.rules.draft.slots import (
    Choosing,
    Place,
    choice_problems,
    choosing_order,
    draw_imputed,
    earliest,
    roll_problems,
    to_roll,
)
from rosters.rules.editions.law import DivisionLaw


def codes(problems):
    return [problem.code for problem in problems]


@pytest.mark.rule("T0.02h", "T0.02i")
def test_t0_02h_equal_rolls_are_rolled_again_among_the_tied_only():
    rolls = {1: [[12]], 2: [[19]], 3: [[12]], 4: [[12]], 5: [[3]]}
    assert choosing_order(rolls) == [[2], [1, 3, 4], [5]]
    assert to_roll(rolls) == {1, 3, 4}
    assert codes(roll_problems(2, [7], rolls, DraftSettings())) == ["roll-not-due"]
    rolls = {1: [[12], [4]], 2: [[19]], 3: [[12], [20]], 4: [[12], [4]], 5: [[3]]}
    assert choosing_order(rolls) == [[2], [3], [1, 4], [5]]
    assert to_roll(rolls) == {1, 4}
    rolls[1], rolls[4] = [[12], [4], [1]], [[12], [4], [2]]
    assert choosing_order(rolls) == [[2], [3], [4], [1], [5]]
    assert not to_roll(rolls)


@pytest.mark.rule("T0.02h")
def test_t0_02h_a_d20_shows_1_to_20():
    for face, expected in (
        (0, ["roll-out-of-range"]),
        (1, []),
        (20, []),
        (21, ["roll-out-of-range"]),
    ):
        assert codes(roll_problems(1, [face], {1: [], 2: []}, DraftSettings())) == expected
    four = DraftSettings(dice=4)
    assert codes(roll_problems(1, [3, 3], {1: []}, four)) == ["roll-dice"]
    assert codes(roll_problems(1, [100], {1: []}, DraftSettings(die=100))) == []


def test_four_dice_are_added():
    assert choosing_order({1: [[20, 1, 1, 1]], 2: [[7, 7, 7, 7]]}) == [[2], [1]]


@given(st.lists(st.lists(st.integers(1, 3), min_size=1, max_size=4), min_size=1, max_size=8))
def test_nobody_is_lost_and_a_tie_is_rolled_off(shakes):
    rolls = {number: [[face] for face in faces] for number, faces in enumerate(shakes)}
    order = choosing_order(rolls)
    assert sorted(each for group in order for each in group) == sorted(rolls)
    assert bool(to_roll(rolls)) == any(len(group) > 1 for group in order)


SPLIT = (Division(7, 1), Division(7, 1))


@pytest.mark.rule("T0.02i", "T0.02j")
def test_t0_02i_the_highest_roller_chooses_first_what_nobody_has():
    choosing = Choosing(SPLIT, (4, 2, 1), frozenset({8}), {4: Place(1, 3)})
    assert choosing.next == 2
    assert not choice_problems(choosing, 2, Place(2, 3))
    assert codes(choice_problems(choosing, 1, Place(2, 3))) == ["slot-out-of-turn"]
    assert codes(choice_problems(choosing, 2, Place(1, 3))) == ["slot-taken"]
    assert codes(choice_problems(choosing, 2, Place(3, 1))) == ["no-such-slot"]
    assert codes(choice_problems(choosing, 8, Place(1, 1))) == ["imputed-slot"]


@pytest.mark.rule("T0.12a", "T0.02j")
def test_participants_leave_each_division_its_imputed_team_a_slot():
    chosen = {number: Place(1, number) for number in range(1, 8)}
    choosing = Choosing(SPLIT, tuple(range(1, 15)), frozenset({15, 16}), chosen)
    assert codes(choice_problems(choosing, 8, Place(1, 8))) == ["division-full"]
    assert earliest(choosing) == [Place(2, 1)]
    chosen |= {number: Place(2, number - 7) for number in range(8, 15)}
    drawn = draw_imputed(Choosing(SPLIT, (), frozenset({15, 16}), chosen), [1, 0])
    assert drawn == {15: Place(2, 8), 16: Place(1, 8)}


def test_who_cannot_be_reached_gets_the_earliest_slot():
    choosing = Choosing(SPLIT, (1, 2, 3), frozenset(), {1: Place(1, 1)})
    assert earliest(choosing) == [Place(2, 1)]
    choosing = Choosing(SPLIT, (1, 2, 3), frozenset(), {1: Place(1, 1), 2: Place(2, 1)})
    assert earliest(choosing) == [Place(1, 2), Place(2, 2)]


def split(*divisions):
    return codes(division_problems([Division(*each) for each in divisions], DivisionLaw()))


@pytest.mark.rule("T0.02c")
def test_t0_02c_a_division_has_8_to_14_teams():
    assert split((8, 0)) == split((14, 0)) == split((13, 1)) == []
    assert split((7, 0)) == ["division-size"]
    assert split((15, 0)) == split((14, 1)) == ["division-size"]


@pytest.mark.rule("T0.12a", "T0.12b", "T0.12c", "T0.12d")
def test_t0_12_imputed_teams_are_exceptions():
    assert split((7, 1), (8, 0)) == []
    assert split((12, 2)) == ["too-many-imputed"]
    assert split((7, 1), (6, 2)) == split((6, 2), (7, 1)) == []
    assert split((7, 2), (6, 2)) == ["too-many-imputed"]
    assert split((6, 2)) == []
    assert "imputed-missing" in split((6, 1))
    assert "too-few-participants" in split((5, 3))
    assert split((6, 2), (8, 0)) == ["too-many-imputed"]
