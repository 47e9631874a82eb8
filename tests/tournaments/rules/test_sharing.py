"""Sharing out games within caps, against every way to share them out."""

from itertools import combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.sharing import knot

CLUBS = 5
PAIRS = list(combinations(range(CLUBS), 2))


def among(clubs, games):
    return sum(count for pair, count in games.items() if clubs.issuperset(pair))


@settings(max_examples=200)
@given(
    st.lists(st.integers(0, 2), min_size=len(PAIRS), max_size=len(PAIRS)),
    st.lists(st.integers(-1, 8), min_size=CLUBS, max_size=CLUBS),
)
def test_a_knot_is_found_exactly_where_no_way_keeps_everybody_within_its_cap(counts, given_caps):
    games, caps = dict(zip(PAIRS, counts, strict=True)), dict(enumerate(given_caps))

    def kept(ways):
        won = dict.fromkeys(caps, 0)
        for (one, other), mine in zip(PAIRS, ways, strict=True):
            won[one] += mine
            won[other] += games[one, other] - mine
        return all(won[each] <= caps[each] for each in caps)

    found = knot(games, caps)
    possible = any(kept(ways) for ways in product(*(range(count + 1) for count in counts)))
    assert bool(found) == (not possible)
    # What it names is a proof: more games among them than they may win together.
    if found:
        assert among(found, games) > sum(caps[each] for each in found)


def test_games_are_handed_on_over_clubs_that_are_full():
    # The first has won both against the second, which is full with its game against the third, who
    # has room: only by way of the second does the first come down to its cap.
    games = {(1, 2): 2, (2, 3): 2}
    assert not knot(games, {1: 1, 2: 1, 3: 2})
    assert knot(games, {1: 1, 2: 1, 3: 1}) == {1, 2, 3}


def test_two_who_cannot_share_their_games_are_a_knot_though_others_have_room():
    games = {(1, 2): 4, (3, 4): 4, (2, 3): 0}
    assert knot(games, {1: 1, 2: 1, 3: 3, 4: 3}) == {1, 2}
    # Over a club that passes games on, all on the way are bound together.
    games = {(1, 2): 2, (2, 3): 2, (4, 5): 4}
    assert knot(games, {1: 1, 2: 1, 3: 1, 4: 3, 5: 3}) == {1, 2, 3}
    assert not knot(games, {1: 1, 2: 1, 3: 2, 4: 3, 5: 3})
