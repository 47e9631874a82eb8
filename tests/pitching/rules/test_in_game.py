"""The pitcher on the mound, the innings on paper, and what was against the law."""

from dataclasses import replace

import pytest

from config.refusals import Refused
from pitching.rules.breaches import Appearance, breaches
from pitching.rules.in_game import starter_may_leave
from pitching.rules.innings import innings_of, outs_of
from pitching.rules.law import STANDARD
from pitching.rules.rest_and_relief import RestAndRelief
from pitching.rules.sheet import Outing, Pitcher, Sheet

STARTER = Pitcher(1, "Starter", True, False)
RELIEVER = Pitcher(2, "Reliever", False, True)
STAFF = {each.key: each for each in (STARTER, RELIEVER)}


def found(sheet, column, *appearances):
    return [
        (each.rule, each.code, each.pitcher, each.outs, each.allowed)
        for each in breaches(sheet, STANDARD, STAFF, column, appearances)
    ]


@pytest.mark.rule("T10.2e")
def test_a_weak_starter_may_leave_where_the_edition_says_so():
    assert not starter_may_leave(STANDARD, 12, 3, weak=True)
    law = replace(STANDARD, weak_starter_may_leave=True)
    assert starter_may_leave(law, 12, 3, weak=True)
    assert not starter_may_leave(law, 12, 3)


@pytest.mark.rule("T10.2e")
@pytest.mark.parametrize(
    ("outs", "runs", "by_the_book", "where_the_weak_may_leave"),
    [(14, 3, False, True), (15, 0, True, True), (0, 4, True, True), (0, 0, False, True)],
)
def test_of_a_report_an_early_exit_is_judged_by_the_most_that_may_have_been_so(
    outs: int, runs: int, by_the_book: bool, where_the_weak_may_leave: bool
):
    """No report tells whether he was weak: where the weak may leave, none is against the law."""
    assert RestAndRelief().may_have_left(outs, runs) == by_the_book
    lenient = RestAndRelief(replace(STANDARD, weak_starter_may_leave=True))
    assert lenient.may_have_left(outs, runs) == where_the_weak_may_leave


@pytest.mark.rule("T10.2e")
def test_t10_2e_a_starter_stays_until_so_many_runs_or_five_innings_whichever_is_first():
    assert not starter_may_leave(STANDARD, 14, 3)
    assert starter_may_leave(STANDARD, 15, 0)
    assert starter_may_leave(STANDARD, 0, 4)
    assert starter_may_leave(STANDARD, 0, 0, injured=True)


@pytest.mark.rule("T31.1", "T10.2i")
def test_t31_1_a_double_play_beyond_his_last_out_is_no_breach():
    sheet = Sheet((Outing(2, 4, 11),))
    two = Outing(2, 5, 2)
    assert found(sheet, 5, Appearance(two, on_last_play=2)) == []
    assert found(sheet, 5, Appearance(Outing(2, 5, 3), on_last_play=3)) == []
    assert found(sheet, 5, Appearance(two)) == [("T10.2i", "too-many-outs", 2, 2, 1)]


@pytest.mark.rule("T10.2n")
def test_t10_2n_nobody_stays_without_an_out_left():
    sheet = Sheet((Outing(2, 4, 11),))
    assert found(sheet, 5, Appearance(Outing(2, 5, 1))) == []
    stayed = Appearance(Outing(2, 5, 2), on_last_play=2, stayed_on=True)
    assert found(sheet, 5, stayed) == [("T10.2n", "too-many-outs", 2, 2, 1)]


@pytest.mark.rule("T10.2d", "T27.54")
def test_t10_2d_a_31st_out_is_a_breach():
    assert found(Sheet(), 5, Appearance(Outing(1, 5, 30, started=True))) == []
    assert found(Sheet(), 5, Appearance(Outing(1, 5, 31, started=True)))[0][0] == "T10.2d"


@pytest.mark.rule("T10.2f", "T25.3d")
def test_who_may_not_pitch_at_all_is_told_by_the_paragraph_and_others_are_held_to_nothing():
    sheet = Sheet((Outing(1, 4, 20, started=True),))
    assert found(sheet, 6, Appearance(Outing(1, 6, 0, started=True))) == [
        ("T10.2f", "not-eligible", 1, 0, 0)
    ]
    assert found(sheet, 6, Appearance(Outing(7, 6, 40))) == []
    # The column as it stood before it is written anew counts for nothing.
    again = Sheet((Outing(2, 6, 12),))
    assert found(again, 6, Appearance(Outing(2, 6, 12))) == []


@pytest.mark.rule("T10.2r")
def test_t10_2r_innings_are_thirds():
    assert [outs_of(text) for text in ("0", "0.1", "1.2", "6", "10.0", ".2")] == [
        0,
        1,
        5,
        18,
        30,
        2,
    ]
    assert [innings_of(outs) for outs in (0, 1, 5, 18, 30)] == ["0.0", "0.1", "1.2", "6.0", "10.0"]
    for text in ("2.5", "1.3", "-1", "", ".", "1.10", "1,2", "x", "١", "99999999"):
        with pytest.raises(Refused) as refused:
            outs_of(text)
        assert refused.value.code == "innings-not-thirds"
