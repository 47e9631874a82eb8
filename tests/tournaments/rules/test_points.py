"""Season points by the clubs' published formula: every number of it in an example."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.refusals import Refused
from tournaments.rules.points import (
    Finish,
    Partner,
    bye_wins,
    credited,
    points_of,
    read_points_law,
    show_points,
)


def totals(*finishes: Finish) -> list[Fraction]:
    return [each.total for each in points_of(finishes)]


def test_a_win_counts_one_and_a_game_over_even_one_more():
    assert totals(Finish(1, 16, 12, 28), Finish(2, 12, 16, 28)) == [16 + 4, 12]


def test_more_than_28_games_are_scaled_to_28():
    assert totals(Finish(1, 24, 12, 36)) == [Fraction(28, 36) * (24 + 12)]
    assert totals(Finish(1, 12, 8, 20)) == [12 + 4]


def test_the_first_two_have_a_bonus_by_the_number_of_entrants():
    winner = Finish(1, 14, 14, 28, playoff_wins=7, is_winner=True)
    loser = Finish(2, 14, 14, 28, playoff_wins=4, is_runner_up=True)
    third = Finish(3, 14, 14, 28)
    assert totals(winner, loser, third) == [14 + 14 + 3, 14 + 8 + 1, 14]


def test_more_than_seven_wins_of_the_winner_scale_everybodys_playoff_wins():
    winner = Finish(1, 0, 28, 28, playoff_wins=8, is_winner=True)
    loser = Finish(2, 0, 28, 28, playoff_wins=5, is_runner_up=True)
    first, second = points_of([winner, loser])
    assert (first.playoffs, second.playoffs) == (14, 2 * 5 * Fraction(7, 8))


def test_a_formula_of_ones_own_counts_games_and_wins_as_it_says():
    law = read_points_law({"most_games": "36", "most_playoff_wins": "8", "win": " 1/3 "})
    assert (law.most_games, law.most_playoff_wins, law.win) == (36, 8, Fraction(1, 3))
    (found,) = points_of([Finish(1, 24, 12, 36)], law)
    assert found.total == 24 * Fraction(1, 3) + 12
    winner = Finish(1, 0, 28, 28, playoff_wins=8, is_winner=True)
    assert points_of([winner], law)[0].playoffs == 16
    with pytest.raises(Refused) as refused:
        read_points_law({"most_games": "0", "homers": "1", "win": "-1", "most_playoff_wins": "1.5"})
    assert [(each.code, each.place) for each in refused.value.refusals] == [
        ("points-number", "most_games"),
        ("points-unknown", "points"),
        ("points-number", "win"),
        ("points-number", "most_playoff_wins"),
    ]


def test_a_bye_is_worth_the_wins_that_take_its_series():
    assert [bye_wins(games) for games in (1, 3, 5, 7)] == [1, 2, 3, 4]


def test_points_are_printed_whole_or_with_two_decimals():
    assert [show_points(Fraction(each)) for each in ("31", "27.5", "8/3")] == [
        "31",
        "27.50",
        "2.67",
    ]


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=1, max_size=14))
def test_one_more_win_is_never_worth_less(records):
    for at, (won, lost) in enumerate(records):
        before = [Finish(number, *record, 80) for number, record in enumerate(records)]
        after = [*before]
        after[at] = Finish(at, won + 1, max(lost - 1, 0), 80)
        assert points_of(after)[at].total >= points_of(before)[at].total


@pytest.mark.parametrize(
    ("declared", "given_to"),
    # He whom they declared; somebody who is no partner of theirs declares nothing.
    [(1, 1), (2, 2), (3, 3), (9, 2), (None, 2)],
)
def test_partners_declare_who_is_given_the_points(declared, given_to):
    partners = [
        Partner(1, Fraction(10), 50),
        Partner(2, Fraction(12), 3),
        Partner(3, Fraction(0), 90),
    ]
    assert credited(partners, declared) == given_to


def test_undeclared_points_go_to_the_years_points_then_to_games_and_to_nobody_where_all_is_level():
    assert credited([Partner(1, Fraction(5), 2), Partner(2, Fraction(4), 90)]) == 1
    assert credited([Partner(1, Fraction(5), 2), Partner(2, Fraction(5), 3)]) == 2
    assert credited([Partner(1, Fraction(5), 3), Partner(2, Fraction(5), 3)]) is None
    assert credited([Partner(1, Fraction(5), 3), Partner(2, Fraction(5), 3)], 2) == 2
    assert credited([]) is None
    assert credited([], 1) is None
