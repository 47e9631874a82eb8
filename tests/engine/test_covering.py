"""Who covers the field, against every way to place the players (T31.10)."""

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.covering import cover

POSITIONS = (4, 5, 6, 8)
MEN = tuple(range(1, 7))


@settings(max_examples=300)
@given(
    cards=st.lists(st.sets(st.sampled_from(POSITIONS)), min_size=len(MEN), max_size=len(MEN)),
    able=st.sets(st.sampled_from(MEN), min_size=4),
    keep=st.sets(st.sampled_from(MEN), max_size=3),
)
def test_the_field_is_covered_with_the_men_who_have_to_be_there_where_it_can_be(cards, able, keep):
    keep &= able
    plays = [0] * 10
    for man, positions in zip(MEN, cards, strict=True):
        for position in positions:
            plays[position] |= 1 << man
    ways = [
        men
        for men in permutations(sorted(able), len(POSITIONS))
        if keep <= set(men)
        and all(plays[at] >> man & 1 for at, man in zip(POSITIONS, men, strict=True))
    ]
    found = cover(plays, mask(able), mask(POSITIONS), mask(keep))
    if not ways:
        assert found == []
        return
    assert tuple(found[at] for at in POSITIONS) in ways
    assert all(not man for at, man in enumerate(found) if at not in POSITIONS)


def mask(numbers) -> int:
    return sum(1 << number for number in numbers)
