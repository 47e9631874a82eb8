import pytest

from rosters.rules.eligibility import (
    NO_POSITION,
    EligibilityLaw,
    HitterFacts,
    PitcherFacts,
    Rating,
    card_that_counts,
    hitter_problem,
    hitting_card,
    may_relieve,
    may_start,
    pitcher_problems,
    relief_problem,
    start_problem,
    starters_problem,
)

LAW = EligibilityLaw()
CATCHER = (Rating("c", 3, 5),)


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
    assert hitter_problem(HitterFacts("A", 220, 30, (Rating("lf", 3, 5),)), LAW) is not None


@pytest.mark.rule("T10.11c")
def test_t10_11_a_hitter_without_a_position_is_a_first_baseman_5e30():
    assert HitterFacts("A", 400, 40).plays == (NO_POSITION,)
    assert (NO_POSITION.position, NO_POSITION.range, NO_POSITION.error) == ("1b", 5, 30)
    assert HitterFacts("A", 400, 40, CATCHER).plays == CATCHER


@pytest.mark.rule("T10.2b", "T27.53")
def test_t10_2_a_start_takes_125_innings_and_a_starter_rating():
    assert may_start(PitcherFacts("P", 375, starter=True, relief=False), LAW)
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
    assert may_relieve(PitcherFacts("P", 120, starter=False, relief=True), LAW)
    short = relief_problem(PitcherFacts("P", 119, starter=False, relief=True), LAW)
    assert "39.2" in short.message
    assert not may_relieve(PitcherFacts("P", 600, starter=True, relief=False), LAW)


def test_a_pitcher_who_may_do_one_of_both_may_be_drafted():
    both = PitcherFacts("P", 374, starter=True, relief=True)
    assert pitcher_problems(both, LAW) == ()
    neither = PitcherFacts("P", 119, starter=True, relief=True)
    assert [refusal.code for refusal in pitcher_problems(neither, LAW)] == ["too-few-innings"] * 2


@pytest.mark.rule("T10.2c")
def test_t10_2_a_roster_has_four_who_may_start():
    starter = PitcherFacts("S", 375, starter=True, relief=False)
    reliever = PitcherFacts("R", 375, starter=False, relief=True)
    assert starters_problem([starter] * 4 + [reliever], LAW) is None
    refusal = starters_problem([starter] * 3 + [reliever] * 9, LAW)
    assert (refusal.code, refusal.facts["needed"]) == ("too-few-starters", 4)


@pytest.mark.rule("T31.9a", "T31.9b")
def test_t31_9_only_the_card_with_most_work_counts_even_when_it_is_not_eligible():
    # A starter of 110 innings in one league with 45 of relief in the other: the first card
    # counts, cannot start, and the second may not be used in its stead.
    cards = [
        PitcherFacts("P (AL)", 330, starter=True, relief=False),
        PitcherFacts("P (NL)", 135, starter=False, relief=True),
    ]
    counts = cards[card_that_counts([card.outs for card in cards])]
    assert counts.name == "P (AL)"
    assert pitcher_problems(counts, LAW)
    assert pitcher_problems(cards[1], LAW) == ()


@pytest.mark.rule("T31.9c")
def test_t31_9_a_pitchers_own_hitters_card_is_used_only_when_it_qualifies():
    regular = HitterFacts("P", 310, 20)
    assert hitting_card(regular, LAW) is regular
    assert hitting_card(HitterFacts("P", 80, 4), LAW) is None
    assert hitting_card(None, LAW) is None
