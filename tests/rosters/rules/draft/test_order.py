"""The snake, and third-round reversal."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosters.rules.draft.order import ORDERS, REVERSAL, STRAIGHT, pick_of, round_of, slot_of, turns

teams = st.integers(1, 20)
orders = st.sampled_from(list(ORDERS))


@pytest.mark.rule("T0.02a", "T0.02b")
@given(teams, st.integers(1, 60), orders)
def test_t0_02_every_slot_picks_once_a_round(count, rounds, kind):
    order = turns(count, rounds, kind)
    assert Counter(order) == dict.fromkeys(range(1, count + 1), rounds)
    for pick, slot in enumerate(order, start=1):
        assert pick_of(slot, round_of(pick, count), count, kind) == pick


@pytest.mark.rule("T0.02b")
def test_t0_02b_even_rounds_run_back():
    assert turns(3, 4) == (1, 2, 3, 3, 2, 1, 1, 2, 3, 3, 2, 1)
    assert [pick_of(3, each, 10) for each in (1, 2, 4)] == [3, 18, 38]


def test_third_round_reversal_turns_the_third_round_and_all_after_it():
    assert turns(3, 5, REVERSAL) == (1, 2, 3, 3, 2, 1, 3, 2, 1, 1, 2, 3, 3, 2, 1)
    assert slot_of(7, 3, REVERSAL) == 3


def test_straight_rounds_all_run_one_way():
    assert turns(2, 3, STRAIGHT) == (1, 2, 1, 2, 1, 2)
