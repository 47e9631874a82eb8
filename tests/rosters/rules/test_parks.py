"""Ballparks: numbers, who may take which, and the shoot-out's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.systems.purestrat.play.park import Park, shootout_park
from rosters.rules.editions.law import ParkLaw
from rosters.rules.park_factors import (
    home_factor,
    home_run_factor,
    park_of_factors,
    park_of_runs,
    singles_factor,
)
from rosters.rules.parks import (
    NEUTRAL,
    NUMBERS,
    ParkNumbers,
    Pick,
    design_problems,
    number_problems,
    pick_problems,
)
from rosters.sources.fictional.parks import house_parks


def codes(refusals):
    return [(one.code, one.place) for one in refusals]


@pytest.mark.rule("T0.02e")
def test_t0_02_a_park_of_ones_own_is_the_same_to_both_hands():
    assert design_problems(ParkNumbers(7, 7, 13, 13)) == []
    assert codes(design_problems(ParkNumbers(7, 8, 13, 13))) == [
        ("park-left-right", "singles_right")
    ]
    assert codes(design_problems(ParkNumbers(7, 7, 13, 12))) == [
        ("park-left-right", "home_runs_right")
    ]


def test_a_parks_numbers_are_those_of_a_d20():
    assert number_problems(ParkNumbers(0, 20, 0, 20)) == []
    assert codes(number_problems(ParkNumbers(-1, 20, 0, 21))) == [
        ("park-number", "singles_left"),
        ("park-number", "home_runs_right"),
    ]


LAW = ParkLaw()
OWN = Pick("own:1", "Backyard", designed=True)
HARBOR, MILL = Pick("1:harbor", "Harbor"), Pick("1:mill", "Mill")


@pytest.mark.rule("T0.02e", "T0.02f")
def test_t0_02_only_the_first_to_take_a_park_may_describe_one():
    assert pick_problems(OWN, [], LAW) == []
    (refusal,) = pick_problems(OWN, [HARBOR], LAW)
    assert refusal.code == "park-privilege-lapsed"
    assert pick_problems(MILL, [HARBOR], LAW) == []
    # The first taker's own park does not keep others from the list (A-D7).
    assert pick_problems(MILL, [OWN], LAW) == []


@pytest.mark.rule("T0.02g")
def test_t0_02_a_park_belongs_to_one_club_of_a_division():
    (refusal,) = pick_problems(HARBOR, [MILL, HARBOR], LAW)
    assert refusal.code == "park-taken"
    assert "Harbor" in refusal.message
    # Another division asks with its own clubs' parks only.
    assert pick_problems(HARBOR, [MILL], LAW) == []
    assert pick_problems(HARBOR, [HARBOR], ParkLaw(one_team_a_park=False)) == []


def test_an_edition_without_parks_of_ones_own_takes_parks_from_a_list_only():
    listed = ParkLaw(own_park=False)
    (refusal,) = pick_problems(OWN, [], listed)
    assert refusal.code == "park-not-listed"
    assert pick_problems(HARBOR, [], listed) == []


@pytest.mark.rule("T32.0b")
@pytest.mark.parametrize(
    ("one", "other", "average"), [(9, 10, 10), (10, 11, 10), (7, 8, 8), (14, 15, 14), (3, 8, 6)]
)
def test_t32_a_shootouts_park_is_the_average_rounded_towards_ten(one, other, average):
    found = shootout_park(Park(one, one, one, one), Park(other, other, other, other))
    assert found == Park(average, average, average, average)


def test_numbers_follow_from_a_run_factor():
    assert home_factor(105) == pytest.approx(1.1)
    assert park_of_runs(1.0) == ParkNumbers()
    # A published 106: 12 % more runs, 19.2 % more home runs, 3.6 % more singles.
    assert park_of_runs(home_factor(106)) == ParkNumbers(14, 14, 15, 15)
    assert park_of_runs(3.0) == ParkNumbers(20, 20, 20, 20)
    assert park_of_runs(0.3) == ParkNumbers(0, 0, 0, 0)


@given(st.integers(0, 20), st.integers(0, 20))
def test_numbers_give_back_the_factors_they_were_made_of(singles, home_runs):
    park = park_of_factors(0.9 + singles / 100, 0.6 + home_runs / 25)
    assert park == ParkNumbers(singles, singles, home_runs, home_runs)


def test_the_houses_parks_are_forty_and_neutral_on_the_whole():
    parks = house_parks()
    assert len(parks) == len({park.key for park in parks}) == len({park.name for park in parks})
    assert len(parks) >= 30
    assert all(number_problems(park.numbers) == [] for park in parks)
    for number in NUMBERS:
        mean = sum(getattr(park.numbers, number) for park in parks) / len(parks)
        assert mean == pytest.approx(NEUTRAL, abs=0.2)


@pytest.mark.parametrize("times", [0.65, 0.9, 1.0, 1.2, 1.4])
def test_park_numbers_give_the_factors_again_that_they_were_made_of(times):
    singles = 1 + (times - 1) / 4
    park = park_of_factors(singles, times)
    assert park.singles_left == park.singles_right
    assert park.home_runs_left == park.home_runs_right
    # A number is whole, of twenty.
    assert singles_factor(park.singles_left) == pytest.approx(singles, abs=0.006)
    assert home_run_factor(park.home_runs_left) == pytest.approx(times, abs=0.021)


def test_a_published_factor_is_half_of_what_the_park_does():
    assert [home_factor(published) for published in (90, 100, 105)] == pytest.approx(
        [0.8, 1.0, 1.1]
    )
    neutral, hitters = park_of_runs(1.0), park_of_runs(1.2)
    assert neutral == park_of_factors(1.0, 1.0)
    assert hitters.home_runs_left - neutral.home_runs_left > (
        hitters.singles_left - neutral.singles_left
    )
    assert park_of_runs(0.0) == park_of_runs(-3.0)
