"""What the law answers: the reasons, the outings counted, and when a player is free again."""

from dataclasses import replace

import pytest

from pitching.rules.eligibility import Role, eligibility
from pitching.rules.law import STANDARD, SUM
from pitching.rules.laws import outlook
from pitching.rules.rest_and_relief import RestAndRelief
from pitching.rules.sheet import Outing, Pitcher, Sheet, fresh_columns
from pitching.rules.wording import sentence, told

BOTH = Pitcher(1, "Both", starts=True, relieves=True)
STARTER = Pitcher(2, "Starter", starts=True, relieves=False)
RELIEVER = Pitcher(3, "Reliever", starts=False, relieves=True)


def relief(column, outs, pitcher=BOTH):
    return Outing(pitcher.key, column, outs)


def start(column, outs=18, pitcher=BOTH, **more):
    return Outing(pitcher.key, column, outs, started=True, **more)


def ask(outings, column, role=Role.RELIEF, law=STANDARD, pitcher=BOTH, **sheet):
    return eligibility(Sheet(tuple(outings), **sheet), law, pitcher, column, role)


@pytest.mark.rule("T10.2a", "T10.2b")
def test_t10_2_who_lacks_the_rating_never_may():
    found = ask([], 5, Role.START, pitcher=RELIEVER)
    assert (found.eligible, found.free_again, found.rules) == (False, None, ("T10.2b",))
    assert ask([], 5, pitcher=STARTER).free_again is None
    assert ask([], 5, Role.START, pitcher=STARTER).outs == 30


@pytest.mark.rule("T10.2f", "T0.01e", "T27.51")
def test_t10_2f_a_start_costs_three_games_in_either_role():
    for role in Role:
        for column in (8, 9, 10):
            found = ask([start(7)], column, role)
            assert not found.eligible
            assert found.free_again == 11
            assert found.reasons[0].rule == "T10.2f"
            assert found.reasons[0].outings == (start(7),)
        assert ask([start(7)], 11, role).eligible


@pytest.mark.rule("T10.2i", "T10.2k")
def test_t10_2k_what_is_counted_is_said():
    used = [relief(4, 6), relief(5, 4), relief(7, 1), relief(8, 1)]
    found = ask(used, 8 + 1)
    assert (found.outs, found.free_again) == (10, 9)
    assert found.reasons[0].outings == (relief(7, 1), relief(8, 1))
    full = ask([relief(6, 7), relief(8, 5)], 9)
    assert (full.outs, full.free_again, full.rules) == (0, 10, ("T10.2k",))
    assert told(full) == (
        "May not relieve. He relieved 4.0 innings in games 6 and 8; 4.0 are allowed."
    )


@pytest.mark.rule("T10.2j", "T27.64")
def test_t10_2j_three_in_a_row_are_enough_though_outs_are_left():
    found = ask([relief(6, 1), relief(7, 1), relief(8, 1)], 9)
    assert (found.eligible, found.free_again) == (False, 10)
    assert "T10.2j" in found.rules
    four = replace(STANDARD, games_in_a_row=4)
    assert ask([relief(6, 1), relief(7, 1), relief(8, 1)], 9, law=four).outs == 9


@pytest.mark.rule("T10.2g", "T10.2h", "T27.52")
def test_t10_2gh_two_games_of_rest_and_eligibility_for_relief_are_two_questions():
    assert not ask([relief(7, 1)], 9, Role.START).eligible
    assert ask([relief(7, 1)], 10, Role.START).eligible
    spent = ask([relief(7, 12)], 10, Role.START)
    assert (spent.rules, spent.free_again) == (("T10.2h",), 11)
    # Every fault is told, not only the first.
    assert ask([relief(7, 12)], 9, Role.START).rules == ("T10.2g", "T10.2h")


def test_since_2016_three_games_lie_between_relief_and_a_start():
    law = replace(STANDARD, rest_before_start=3)
    assert not ask([relief(7, 1)], 10, Role.START, law).eligible
    assert ask([relief(7, 1)], 11, Role.START, law).eligible


def test_since_2015_a_start_let_stand_leaves_a_player_his_turn():
    law = replace(STANDARD, accepted_start_keeps_turn=True)
    turns = [start(6), start(7, accepted=True)]
    assert ask(turns, 10, Role.START).free_again == 11
    assert ask(turns, 10, Role.START, law).eligible
    assert not ask([start(6), start(7)], 10, Role.START, law).eligible


@pytest.mark.rule("T10.2t")
def test_t10_2t_the_bullpen_starts_fresh_before_series_of_four_only():
    fresh = fresh_columns([(1, 4), (5, 4), (9, 3), (12, 4)], STANDARD.reset_series_games)
    assert fresh == {1, 5, 12}
    assert fresh_columns([(1, 4)], 0) == frozenset()
    worked = [relief(7, 4), relief(8, 6), relief(9, 1), relief(10, 1), relief(11, 1)]
    assert ask(worked[:2], 9, fresh=fresh).outs == 2
    assert not ask(worked, 12).eligible
    assert ask(worked, 12, fresh=fresh).outs == 12


def test_whether_a_fresh_start_ends_rest_is_a_setting():
    fresh = frozenset({5})
    assert not ask([start(4)], 5, fresh=fresh).eligible
    law = replace(STANDARD, reset_clears_rest=True)
    assert ask([start(4)], 5, law=law, fresh=fresh).eligible
    assert ask([relief(4, 1)], 5, Role.START, law, fresh=fresh).eligible


@pytest.mark.rule("T0.08m", "T0.08n")
def test_struck_columns_are_no_games():
    assert ask([start(6)], 10, Role.START, struck=frozenset({7, 8, 9})).free_again == 13
    assert ask([relief(6, 12)], 10, struck=frozenset({7, 8, 9})).outs == 0
    # What was pitched in them counts for nothing.
    assert ask([relief(9, 12)], 10, struck=frozenset({7, 8, 9})).outs == 12


@pytest.mark.rule("T33.0h", "T10.2l")
def test_t33_a_resumed_game_looks_both_ways():
    waits = frozenset({10})
    found = ask([relief(8, 3), relief(9, 3), relief(11, 6)], 10, suspended=waits)
    assert (found.eligible, found.rules) == (False, ("T10.2j", "T33.0h"))
    assert {each.column for each in found.reasons[1].outings} == {8, 9, 11}
    ahead = ask([start(12)], 10, suspended=waits)
    assert (ahead.eligible, ahead.rules) == (False, ("T10.2g",))
    assert ask([start(13)], 10, suspended=waits).outs == 11


@pytest.mark.rule("T33.0h")
@pytest.mark.parametrize("resumed_game", ["windows", SUM])
def test_t33_0h_it_looks_three_games_back_and_three_ahead_and_no_further(resumed_game):
    law = replace(STANDARD, resumed_game=resumed_game)
    left = {
        column: ask([relief(column, 5)], 10, suspended=frozenset({10}), law=law).outs
        for column in (6, 7, 8, 12, 13, 14)
    }
    assert left == {6: 12, 7: 7, 8: 7, 12: 7, 13: 7, 14: 12}
    # Before and behind together by the letter; else no four games in a row hold both.
    both = ask([relief(7, 5), relief(13, 5)], 10, suspended=frozenset({10}), law=law)
    assert both.outs == (2 if resumed_game == SUM else 7)


@pytest.mark.rule("T33.0h")
def test_t33_who_started_the_suspended_game_may_go_on_but_not_come_back():
    waits = frozenset({10})
    begun = [start(10, 14)]
    assert ask(begun, 10, Role.START, suspended=waits).outs == 16
    assert not ask(begun, 10, suspended=waits).eligible
    assert not ask([start(10, 14), relief(12, 3)], 10, Role.START, suspended=waits).eligible


@pytest.mark.rule("T10.2t")
def test_a_fresh_start_of_the_bullpen_parts_the_games_on_both_sides_of_it():
    """What was pitched in the last game before it counts for that game's neighbours alone."""
    used = [relief(8, 12)]
    assert ask(used, 9).outs == 0
    assert ask(used, 9, fresh=frozenset({9})).outs == 12
    # Of a suspended game the last column before the fresh start still counts.
    later = [relief(9, 12)]
    assert ask(later, 8, suspended=frozenset({8}), fresh=frozenset({10})).outs == 0
    assert ask([relief(10, 12)], 8, suspended=frozenset({8}), fresh=frozenset({10})).outs == 12


def test_a_start_may_not_come_before_relief_that_was_pitched_already():
    """Series played out of the schedule's order look ahead as well."""
    assert ask([relief(9, 1)], 7, Role.START).rules == ("T10.2f",)
    assert ask([relief(10, 1)], 6, Role.START).eligible


def test_an_outlook_asks_everybody_for_every_game():
    sheet = Sheet((start(4, pitcher=STARTER), relief(3, 12, RELIEVER), relief(4, 2, RELIEVER)))
    found = outlook(RestAndRelief(), sheet, [STARTER, RELIEVER], (5, 6, 7))
    assert [answer.free_again for answer in found[0].start] == [8, 8, 8]
    assert [answer.outs for answer in found[1].relief] == [0, 0, 10]
    tonight = sheet.with_outings([relief(5, 5, RELIEVER)])
    after = outlook(RestAndRelief(), tonight, [RELIEVER], (7,))
    assert after[0].relief[0].outs == 5


def test_every_reason_has_a_sentence():
    """Whatever the law can answer, somebody can read."""
    waits = frozenset({10})
    asked = [
        ask([], 5, pitcher=STARTER),
        ask([], 5, Role.START, pitcher=RELIEVER),
        ask([start(9)], 10),
        ask([start(12)], 10),
        ask([start(13), relief(11, 4)], 10, suspended=waits),
        ask([relief(9, 1)], 10, Role.START),
        ask([relief(7, 12)], 10, Role.START),
        ask([relief(11, 1)], 10, Role.START),
        ask([relief(7, 1), relief(8, 1), relief(9, 1)], 10),
        ask([start(10, 30)], 10, Role.START, suspended=waits),
        ask([start(10, 30)], 10, suspended=waits),
        ask([relief(10, 3)], 10, Role.START, suspended=waits),
        ask([relief(10, 12)], 10, suspended=waits),
    ]
    codes = {reason.code for answer in asked for reason in answer.reasons}
    assert len(codes) == 13
    for answer in asked:
        for reason in answer.reasons:
            assert sentence(reason).endswith(".")


@pytest.mark.rule("T10.2h", "T10.2i")
def test_a_later_start_is_named_only_where_it_is_what_holds_him():
    """A-S3: with twelve outs he could not have started in game 11; relief before may hold him as
    far back."""
    ahead = [relief(9, 2), start(11)]
    held = ask(ahead, 8, suspended=frozenset({8}))
    assert held.outs == 9
    assert "held-by-start" in [each.code for each in held.reasons]
    as_far = ask([relief(7, 1), *ahead], 8, suspended=frozenset({8}))
    assert as_far.outs == 9
    assert "held-by-start" not in [each.code for each in as_far.reasons]
