"""Clubs are split into divisions of like size, there and back, and friends are kept apart."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.refusals import Refused
from tournaments.rules.dividing import divided, snake
from tournaments.rules.formats import FORMATS, preset_problems, problems


def test_a_snake_goes_there_and_back():
    assert snake(9, 3) == [0, 1, 2, 2, 1, 0, 0, 1, 2]
    assert divided([4, 2, 1, 3, 6, 5], 2) == {4: 1, 2: 2, 1: 2, 3: 1, 6: 1, 5: 2}


def test_friends_are_kept_apart_or_it_is_refused():
    found = divided([1, 2, 3, 4, 5, 6], 2, [[1, 4], [2, 3]])
    assert found[1] != found[4]
    assert found[2] != found[3]
    for count, apart in ((2, [[1, 2, 3]]), (2, [[1, 2], [2, 3], [1, 3]])):
        with pytest.raises(Refused) as refused:
            divided([1, 2, 3, 4, 5, 6], count, apart)
        assert refused.value.code == "not-apart"
    for order, count in (([1, 2, 3, 4, 5], 2), (list(range(30)), 5), ([1, 2, 3], 0)):
        with pytest.raises(Refused) as refused:
            divided(order, count)
        assert refused.value.code == "number-of-divisions"


@given(st.integers(1, 4), st.data())
def test_sizes_differ_by_one_at_most_and_everybody_has_a_place(count, data):
    clubs = data.draw(st.integers(3 * count, 30))
    order = data.draw(st.permutations(range(1, clubs + 1)))
    pair = data.draw(st.lists(st.sampled_from(order), min_size=2, max_size=2, unique=True))
    found = divided(order, count, [pair] if count > 1 else [])
    sizes = Counter(found.values())
    assert set(found) == set(order)
    assert sorted(sizes) == list(range(1, count + 1))
    assert max(sizes.values()) - min(sizes.values()) <= 1
    assert count == 1 or found[pair[0]] != found[pair[1]]


@pytest.mark.parametrize("key", sorted(FORMATS))
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_every_format_is_played_in_two_to_four_divisions_by_as_many_as_before(key, count):
    preset = FORMATS[key]
    found = preset.in_divisions(count)
    assert found.divisions == count
    assert problems(found.stages) == []
    for before, after in zip(preset.stages, found.stages, strict=True):
        assert (before.entry is None) == (after.entry is None)
        if before.entry is not None and after.entry is not None:
            on = before.entry.per_division * preset.divisions + before.entry.others
            assert after.entry.per_division * count + after.entry.others == on
            assert after.entry.per_division >= 1
    assert preset.in_divisions(preset.divisions) == preset


def test_a_division_has_three_clubs_or_more():
    assert preset_problems("purestrat-weekend", 8, 2) == []
    (refused,) = preset_problems("purestrat-weekend", 8, 3)
    assert refused.code == "number-of-divisions"
