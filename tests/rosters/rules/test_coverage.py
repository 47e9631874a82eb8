import pytest

from rosters.rules.coverage import FIELD, Fielder, coverage_problem


def players(*positions: str, hale: str = "") -> list[Fielder]:
    """Players named after their positions; those in ``hale`` are never injured."""
    return [
        Fielder(each, frozenset(each.split("/")), injurable=each not in hale.split())
        for each in positions
    ]


EIGHT = ("c", "1b", "2b", "3b", "ss", "lf", "cf", "rf")
EVERYWHERE = "/".join(FIELD)


@pytest.mark.rule("T31.10d")
def test_t31_10_nine_players_of_whom_one_plays_everywhere_are_a_legal_roster():
    assert coverage_problem(players(*EIGHT, EVERYWHERE)) is None


@pytest.mark.rule("T31.10a")
def test_t31_10_every_player_plays_a_position_on_his_card():
    no_shortstop = players("c", "1b", "2b", "3b", "lf", "cf", "rf", "c/1b", "lf/rf")
    refusal = coverage_problem(no_shortstop)
    assert (refusal.code, "nobody plays ss" in refusal.message) == ("field-not-covered", True)
    # Somebody plays every position, but one player would have to play both short and third.
    crowded = players("c", "1b/2b", "1b/2b", "1b/2b", "3b/ss", "lf", "cf", "rf", "lf/cf/rf")
    refusal = coverage_problem(crowded)
    assert (refusal.code, "share" in refusal.message) == ("field-not-covered", True)
    # So it is with eight players; with seven there is one too few.
    assert "share" in coverage_problem(crowded[:8]).message
    few = players("c/1b", *EIGHT[2:])
    assert "8 position players are needed, 7 are there" in coverage_problem(few).message


@pytest.mark.rule("T31.10b")
def test_t31_10_an_injury_is_covered_by_one_player_with_the_others_shifted():
    # The bench player plays only first; the first baseman can move to short.
    shifted = players("c", "1b/ss/c/2b/3b/lf/cf/rf", "2b", "3b", "ss", "lf", "cf", "rf", "1b")
    assert coverage_problem(shifted) is None
    refusal = coverage_problem(players(*EIGHT, "1b/2b/3b/ss"))
    assert refusal.code == "injury-not-covered"
    assert refusal.facts["exposed"] == ["c", "lf", "cf", "rf"]


@pytest.mark.rule("T31.10c")
def test_t31_10_a_player_whose_card_shows_no_injuries_needs_no_back_up():
    bench = "c/1b/2b/3b/lf/cf/rf"
    assert coverage_problem(players(*EIGHT, bench, hale="ss")) is None
    assert coverage_problem(players(*EIGHT, bench)).facts["exposed"] == ["ss"]


def test_eight_players_have_no_bench():
    assert len(coverage_problem(players(*EIGHT)).facts["exposed"]) == 8
    assert coverage_problem(players(*EIGHT[:7])).code == "field-not-covered"
