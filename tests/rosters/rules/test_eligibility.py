import pytest

from rosters.rules.editions.law import EligibilityLaw
from rosters.rules.eligibility import (
    HitterFacts,
    PitcherFacts,
    hitter_problem,
    relief_problem,
    start_problem,
)

LAW = EligibilityLaw()
CATCHER = ("1b", "c")


@pytest.mark.rule("T10.11a")
def test_t10_11_a_hitter_needs_300_at_bats_and_walks():
    assert hitter_problem(HitterFacts("A", 260, 40), LAW) is None
    refusal = hitter_problem(HitterFacts("A", 259, 40), LAW)
    assert refusal.code == "too-few-plate-appearances"
    assert "259 at-bats and 40 walks, 299 together" in refusal.message


@pytest.mark.rule("T10.11b")
def test_t10_11_a_catcher_rating_needs_250():
    assert hitter_problem(HitterFacts("A", 220, 30, CATCHER), LAW) is None
    assert hitter_problem(HitterFacts("A", 219, 30, CATCHER), LAW).facts["needed"] == 250
    assert hitter_problem(HitterFacts("A", 220, 30, ("lf", "rf")), LAW) is not None


@pytest.mark.rule("T10.2b", "T27.53")
def test_t10_2_a_start_takes_125_innings_and_a_starter_rating():
    assert start_problem(PitcherFacts("P", 375, starter=True, relief=False), LAW) is None
    short = start_problem(PitcherFacts("P", 374, starter=True, relief=False), LAW)
    assert (short.code, "124.2" in short.message, "125.0" in short.message) == (
        "too-few-innings",
        True,
        True,
    )
    unrated = start_problem(PitcherFacts("P", 600, starter=False, relief=True), LAW)
    assert unrated.code == "no-starter-rating"


@pytest.mark.rule("T10.2a", "T27.62")
def test_t10_2_relief_takes_40_innings_and_a_relief_rating():
    assert relief_problem(PitcherFacts("P", 120, starter=False, relief=True), LAW) is None
    short = relief_problem(PitcherFacts("P", 119, starter=False, relief=True), LAW)
    assert "39.2" in short.message
    unrated = relief_problem(PitcherFacts("P", 600, starter=True, relief=False), LAW)
    assert unrated.code == "no-relief-rating"
