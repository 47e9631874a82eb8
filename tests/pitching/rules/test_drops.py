"""A club drops out: what becomes of the others' sheets (T0.08)."""

import pytest

from pitching.rules.drops import Span, bind_final_series
from pitching.rules.eligibility import Role, eligibility
from pitching.rules.law import STANDARD
from pitching.rules.sheet import Outing, Pitcher, Sheet, next_phase
from tests.pitching.rules.rotations import rotation

ACES = {name: Pitcher(key, name, True, False) for key, name in enumerate("ABCD", start=1)}
SWING = Pitcher(9, "Swing", True, True)


def turns(names, first=1):
    return tuple(
        Outing(ACES[name].key, column, 18, started=True)
        for column, name in enumerate(names, start=first)
    )


def legal(sheet, names, first):
    found = rotation(sheet, STANDARD, [ACES[name] for name in names], first)
    return [answer.eligible for answer in found]


@pytest.mark.rule("T0.08m")
def test_t0_08m_games_that_become_byes_are_no_rest():
    sheet = Sheet(turns("ABC"), struck=frozenset({4, 5, 6}))
    assert legal(sheet, "DA", 4) == [True, True]
    assert legal(sheet, "A", 7) == [False]


@pytest.mark.rule("T0.08n")
def test_t0_08n_the_last_series_is_gone_with_the_game_that_waits_in_it():
    erased = Sheet(turns("ABCDAB"), struck=frozenset({4, 5, 6}))
    assert legal(erased, "DABC", 7) == [True] * 4
    assert legal(erased, "C", 7) == [False]


@pytest.mark.rule("T0.08o", "T0.08p")
def test_t0_08o_the_last_series_repeats_what_was_legal_then():
    sheet = Sheet((*turns("ABCDABCDABCD"), Outing(9, 11, 6), Outing(9, 4, 12)))
    bound = bind_final_series(sheet, Span(4, 6), Span(13, 15))
    assert legal(bound, "DAB", 13) == [True] * 3
    assert legal(bound, "DAC", 13) == [True, True, False]
    assert legal(sheet, "DAB", 13) == [False, True, True]
    # Relief is counted from the real games before it.
    assert eligibility(bound, STANDARD, SWING, 13, Role.RELIEF).outs == 6
    assert not eligibility(bound, STANDARD, SWING, 13, Role.START).eligible


@pytest.mark.rule("T0.08r")
def test_t0_08r_the_next_round_follows_from_the_last_series_but_one():
    sheet = Sheet(turns("ABCDABCDABCD" + "DAB"))
    bound = bind_final_series(sheet, Span(4, 6), Span(13, 15))
    opened = next_phase(bound, 15)
    free = [name for name in ACES if legal(opened, name, 1) == [True]]
    assert free == ["A"]
    assert legal(opened, "ABCD", 1) == [True] * 4
    # Of a club that nothing binds the next round follows from its last series.
    assert [name for name in ACES if legal(next_phase(sheet, 15), name, 1) == [True]] == ["C"]


def test_what_does_not_carry_over_is_left_behind():
    sheet = Sheet((*turns("ABCD"), Outing(9, 4, 12)))
    assert legal(next_phase(sheet, 4, starts=False), "D", 1) == [True]
    carried = next_phase(sheet, 4, starts=False)
    assert eligibility(carried, STANDARD, SWING, 1, Role.RELIEF).outs == 0
    alone = next_phase(sheet, 4, relief=False)
    assert eligibility(alone, STANDARD, SWING, 1, Role.RELIEF).outs == 12
    assert legal(alone, "D", 1) == [False]
