"""Who covers the field, against every way to place the players (T31.10)."""

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.covering import cover

POSITIONS = (4, 5, 6, 8)
PLAYERS = tuple(range(1, 7))


@settings(max_examples=300)
@given(
    cards=st.lists(
        st.sets(st.sampled_from(POSITIONS)), min_size=len(PLAYERS), max_size=len(PLAYERS)
    ),
    able=st.sets(st.sampled_from(PLAYERS), min_size=4),
    keep=st.sets(st.sampled_from(PLAYERS), max_size=3),
)
def test_the_field_is_covered_with_the_players_who_have_to_be_there_where_it_can_be(
    cards, able, keep
):
    keep &= able
    plays = [0] * 10
    for player, positions in zip(PLAYERS, cards, strict=True):
        for position in positions:
            plays[position] |= 1 << player
    ways = [
        players
        for players in permutations(sorted(able), len(POSITIONS))
        if keep <= set(players)
        and all(plays[at] >> player & 1 for at, player in zip(POSITIONS, players, strict=True))
    ]
    found = cover(plays, mask(able), mask(POSITIONS), mask(keep))
    if not ways:
        assert found == []
        return
    assert tuple(found[at] for at in POSITIONS) in ways
    assert all(not player for at, player in enumerate(found) if at not in POSITIONS)


def mask(numbers) -> int:
    return sum(1 << number for number in numbers)
