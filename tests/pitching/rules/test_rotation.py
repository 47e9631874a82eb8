"""The planner against every rotation there is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitching.rules.eligibility import Role, eligibility
from pitching.rules.law import STANDARD
from pitching.rules.laws import change
from pitching.rules.rest_and_relief import RestAndRelief
from pitching.rules.rotation import NOBODY, best_rotation
from pitching.rules.sheet import Outing, Pitcher, Sheet
from tests.pitching.rules.rotations import rotation

LAW = RestAndRelief()
STAFF = [Pitcher(key, str(key), True, key > 4) for key in range(1, 6)]
WORTH = {1: 9.0, 2: 7.0, 3: 6.0, 4: 2.0, 5: 1.5}


def turns(*starters: int) -> Sheet:
    return Sheet(
        tuple(Outing(key, column, 18, started=True) for column, key in enumerate(starters, 1))
    )


def test_the_best_four_take_their_turns() -> None:
    found = best_rotation(turns(), STANDARD, STAFF, range(1, 9), WORTH)
    assert found.starters == (1, 2, 3, 4, 1, 2, 3, 4)
    assert (found.worth, found.open_games) == (48.0, ())


def test_a_player_is_passed_over_where_that_gives_a_better_one_his_turn() -> None:
    found = best_rotation(turns(4, 3, 2, 1), STANDARD, STAFF, range(5, 9), WORTH)
    assert found.starters == (4, 3, 2, 1)
    short = best_rotation(turns(2, 3, 1), STANDARD, STAFF, (4, 5), WORTH)
    assert short.starters == (4, 2)


def test_a_change_costs_what_the_best_rotation_around_it_is_worth_less() -> None:
    found = change(LAW, turns(), STAFF, range(1, 5), WORTH, 1, 5)
    assert found.with_him is not None
    assert found.with_him.starters[0] == 5
    assert found.cost == 0.5
    assert change(LAW, turns(1), STAFF, (2, 3), WORTH, 2, 1).cost is None


def test_a_game_that_nobody_may_start_is_left_open() -> None:
    found = best_rotation(turns(1, 2), STANDARD, STAFF[:2], (3, 4, 5), WORTH)
    assert found.starters == (NOBODY, NOBODY, 1)
    assert found.open_games == (3, 4)
    assert best_rotation(turns(), STANDARD, STAFF[:1], (), WORTH).starters == ()


outings = st.lists(
    st.tuples(st.integers(1, 5), st.integers(1, 6), st.integers(0, 12), st.booleans()), max_size=9
)


def test_the_best_player_is_kept_for_the_game_that_he_alone_may_start() -> None:
    found = best_rotation(turns(), STANDARD, STAFF, (7, 8, 9), WORTH, {8: 1})
    assert found.starters == (2, 1, 3)
    # Whoever is not kept leaves a game open, though he is worth more where he stands.
    poor = best_rotation(turns(), STANDARD, STAFF[:2], (7, 8), WORTH, {8: 2})
    assert (poor.starters, poor.open_games) == ((1, 2), ())


def every_rotation(sheet, columns, fixed):
    """Each way to name starters or nobody, one after the other, with the starts before written
    down."""
    if not columns:
        yield ()
        return
    column, *later = columns
    for pitcher in STAFF:
        if fixed.get(column, pitcher.key) != pitcher.key:
            continue
        if not eligibility(sheet, STANDARD, pitcher, column, Role.START).eligible:
            continue
        written = sheet.with_outings([Outing(pitcher.key, column, 15, started=True)])
        for rest in every_rotation(written, later, fixed):
            yield pitcher.key, *rest
    for rest in every_rotation(sheet, later, fixed):
        yield NOBODY, *rest


@pytest.mark.long
@settings(max_examples=250)
@given(
    outings,
    st.lists(st.integers(0, 40), min_size=5, max_size=5),
    st.integers(1, 6),
    st.sets(st.integers(7, 10), max_size=2),
    st.dictionaries(st.integers(7, 12), st.integers(1, 5), max_size=2),
)
def test_no_rotation_is_better(used, worths, games, struck, fixed) -> None:
    once = {(key, column): (outs, started) for key, column, outs, started in used}
    sheet = Sheet(
        tuple(Outing(key, column, *rest) for (key, column), rest in once.items()),
        struck=frozenset(struck),
    )
    worth = {pitcher.key: float(value) for pitcher, value in zip(STAFF, worths, strict=True)}
    columns = [column for column in range(7, 13) if column not in struck][:games]
    found = best_rotation(sheet, STANDARD, STAFF, columns, worth, fixed)
    ranked = [*sorted(worth, key=lambda key: (-worth[key], key)), NOBODY]

    def rank(starters: tuple[int, ...]) -> tuple[int, float, list[int]]:
        # Of those that are worth the same the one whose better players start sooner.
        total = sum(worth.get(key, 0.0) for key in starters)
        return starters.count(NOBODY), -total, [ranked.index(key) for key in starters]

    assert found.starters == min(every_rotation(sheet, columns, fixed), key=rank)
    assert found.worth == sum(worth.get(key, 0.0) for key in found.starters)
    assert found.open_games == tuple(
        column for column, key in zip(columns, found.starters, strict=True) if key == NOBODY
    )


def test_of_equals_the_better_players_start_sooner_whatever_the_digits_of_their_sums_say() -> None:
    # 0.1 + 0.2 + 0.3 is not 0.3 + 0.2 + 0.1.
    worth = {1: 0.3, 2: 0.2, 3: 0.1}
    found = best_rotation(turns(), STANDARD, STAFF[:3], range(1, 4), worth)
    assert found.starters == (1, 2, 3)


def test_what_is_planned_is_what_the_law_allows_one_after_the_other() -> None:
    found = best_rotation(turns(3, 1, 4), STANDARD, STAFF, range(4, 12), WORTH)
    starters = [STAFF[key - 1] for key in found.starters]
    assert all(each.eligible for each in rotation(turns(3, 1, 4), STANDARD, starters, 4))
