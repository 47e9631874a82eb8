"""Who is still needed, held against trying everything."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rosters.rules.coverage import FIELD, Fielder, coverage_problem, covers, mask
from rosters.rules.draft.completion import deficit, hole

positions = st.sets(st.sampled_from(FIELD), min_size=1, max_size=4).map(frozenset)
versatile = st.sets(st.sampled_from(FIELD), min_size=3, max_size=8).map(frozenset)
players = st.tuples(positions | versatile, st.booleans())


def fielders(group):
    return [Fielder(str(number), each, injurable) for number, (each, injurable) in enumerate(group)]


def masks(group):
    return [(mask(each), injurable) for each, injurable in group]


def legal_by_trying(group):
    """T31.10 as it is written: a line-up, and for each injury one player of the bench."""
    able = [mask(each) for each, _ in group]
    for lineup in combinations(range(len(group)), len(FIELD)):
        if not covers(able[player] for player in lineup):
            continue
        bench = [player for player in range(len(group)) if player not in lineup]
        if all(
            any(covers(able[m] for m in (*(set(lineup) - {hurt}), other)) for other in bench)
            for hurt in lineup
            if group[hurt][1]
        ):
            return True
    return False


@pytest.mark.rule("T31.10a", "T31.10b", "T31.10c")
@settings(max_examples=150)
@given(st.lists(versatile.flatmap(lambda one: st.tuples(st.just(one), st.booleans())), max_size=10))
def test_t31_10_the_test_is_what_trying_every_line_up_finds(group):
    assert (coverage_problem(fielders(group)) is None) == legal_by_trying(group)


@pytest.mark.rule("T31.10b")
@settings(max_examples=150)
@given(
    st.lists(st.tuples(versatile, st.booleans()), min_size=5, max_size=9),
    st.lists(st.tuples(positions, st.booleans()), max_size=7),
    st.integers(0, 4),
)
def test_a_hole_is_named_exactly_when_no_choice_of_players_would_fill_it(squad, pool, most):
    possible = any(
        coverage_problem(fielders([*squad, *chosen])) is None
        for count in range(min(most, len(pool)) + 1)
        for chosen in combinations(pool, count)
    )
    found = hole(masks(squad), masks(pool), most)
    assert (found is None) == possible


def test_a_hole_names_the_positions_and_why():
    squad = [(frozenset({each}), True) for each in FIELD for _ in range(2) if each != "ss"]
    shortstops = [(frozenset({"ss"}), True)]
    found = hole(masks(squad), masks(shortstops), 5)
    assert (found.positions, found.wanted, found.players) == (("ss",), 2, 1)
    found = hole(masks(squad), masks(shortstops * 9), 1)
    assert (found.positions, found.wanted, found.picks) == (("ss",), 2, 1)
    assert hole(masks(squad), masks(shortstops * 9), 2) is None


def test_a_squad_without_anybody_needs_nine_at_least():
    assert deficit([]) == 9
    assert deficit(masks([(frozenset(FIELD), True)] * 9)) == 0
