from dataclasses import replace

import pytest

from config.refusals import Refused
from games.systems.commons.maker import batter_rank, make_batter, make_pitcher, pitcher_rank
from games.systems.commons.play.cards import (
    CommonsBatter,
    CommonsPitcher,
    chance_at_or_above,
    read_threshold,
    write_threshold,
)
from rosters.stats.lines import BattingLine, PitchingLine

# Published season lines of real players; the cards expected are those of the written formulas.
RIPKEN_1983 = BattingLine(
    at_bats=663, hits=211, doubles=47, triples=2, home_runs=27, stolen_bases=0, walks=58
)
HENDERSON_1982 = BattingLine(
    at_bats=536, hits=143, doubles=24, triples=4, home_runs=10, stolen_bases=130, walks=116
)
ORDONEZ_1999 = BattingLine(
    at_bats=520, hits=134, doubles=24, triples=2, home_runs=1, stolen_bases=8, walks=49
)
GOODEN_1985 = PitchingLine(games=35, outs=830, earned_runs=47, walks=69)
MOYER_2004 = PitchingLine(games=34, outs=606, earned_runs=117, walks=63)


def faces(*thresholds):
    return [write_threshold(threshold) for threshold in thresholds]


@pytest.mark.parametrize(
    ("line", "expected", "rank"),
    [
        (RIPKEN_1983, ["5143", "6262", "6534", "6542", "5516"], 10),
        (HENDERSON_1982, ["5333", "6435", "6613", "6631", "2211"], 9),
        (ORDONEZ_1999, ["5353", "6516", "6656", "6665", "3151"], 3),
    ],
)
@pytest.mark.rule("CB-059", "CB-108")
def test_batters(line, expected, rank):
    card = make_batter(line, teams=1)
    assert faces(card.single, card.double, card.triple, card.home_run, card.steal) == expected
    assert card.rank == rank
    assert chance_at_or_above(card.single) == pytest.approx(line.average, abs=1 / 2592)
    card.verify("card")


@pytest.mark.rule("CB-071", "CB-072", "CB-109")
def test_pitchers():
    gooden = make_pitcher(GOODEN_1985, "R")
    assert faces(gooden.walk, gooden.out_left, gooden.out_right) == ["1326", "4563", "4451"]
    assert (gooden.hit_left, gooden.hit_right, gooden.rank) == (None, None, 10)
    moyer = make_pitcher(MOYER_2004, "L")
    assert faces(moyer.walk, moyer.hit_left, moyer.hit_right) == ["1343", "6546", "6412"]
    assert (moyer.out_left, moyer.out_right, moyer.rank) == (None, None, 2)


@pytest.mark.rule("CB-108", "CB-109")
def test_ranks_rise_with_what_they_are_made_of_and_small_samples_stay_near_the_middle():
    def batter(at_bats, home_runs, stolen_bases=0):
        line = BattingLine(
            at_bats=at_bats, hits=home_runs, home_runs=home_runs, stolen_bases=stolen_bases
        )
        return batter_rank(line)

    assert [batter(600, home_runs) for home_runs in (0, 60, 100)] == [1, 6, 10]
    assert batter(600, 60, 100) > batter(600, 60)
    # The same rate in few times at bat says less, for the worse and for the better.
    assert batter(10, 0) > batter(100, 0) == 1
    assert batter(10, 1) < batter(100, 10)

    def arm(outs, earned_runs, walks=0):
        line = PitchingLine(games=30, outs=outs, earned_runs=earned_runs, walks=walks)
        return pitcher_rank(line)

    assert [arm(600, runs) for runs in (20, 90, 200)] == [10, 7, 1]
    assert arm(600, 90, 20) > arm(600, 90, 150)
    assert arm(30, 10) > arm(90, 30) == 1
    assert arm(3, 0) < arm(90, 0) == 10


@pytest.mark.rule("CB-070", "CB-072", "CB-075")
def test_four_is_neutral_and_a_pitcher_near_it_may_straddle():
    near = make_pitcher(PitchingLine(games=30, outs=541, earned_runs=80, walks=50), "R")
    assert near.hit_left is not None
    assert near.out_left is None
    assert near.out_right is not None
    assert near.hit_right is None
    # A left-hander whose average is 4.00 after the factor against right-handers.
    exact = make_pitcher(PitchingLine(games=30, outs=2808, earned_runs=400, walks=300), "L")
    assert (exact.out_right, exact.hit_right) == (None, None)
    # At 4.00 itself neither is printed (CB-072), whatever the hands.
    for throws in "LR":
        four = make_pitcher(PitchingLine(games=30, outs=540, earned_runs=80, walks=50), throws)
        assert (four.out_left, four.hit_left, four.out_right, four.hit_right) == (None,) * 4
        assert four.walk is not None


@pytest.mark.rule("CB-004")
def test_a_reliever_averages_three_innings_or_fewer():
    assert make_pitcher(PitchingLine(games=40, outs=360, earned_runs=40), "R").reliever
    assert not make_pitcher(PitchingLine(games=40, outs=361, earned_runs=40), "R").reliever


@pytest.mark.rule("CB-116", "CB-117")
def test_a_card_without_its_statistics_is_refused():
    with pytest.raises(Refused) as refused:
        make_pitcher(PitchingLine(games=1), "")
    assert [refusal.place for refusal in refused.value.refusals] == ["outs", "throws"]
    with pytest.raises(Refused) as refused:
        make_batter(BattingLine(walks=1), teams=1)
    assert refused.value.code == "card-without-statistics"


def test_two_teams_on_the_card_allow_a_pinch_hitter():
    assert make_batter(RIPKEN_1983, teams=2).pinch
    assert not make_batter(RIPKEN_1983, teams=1).pinch


def test_thresholds_are_written_in_faces():
    for threshold in (0, 1, 5, 6, 1295, None):
        assert read_threshold(write_threshold(threshold)) == threshold
    assert faces(0, 1295, None) == ["1111", "6666", "-"]
    for text in ("1117", "111", "0000", "abcd"):
        with pytest.raises(Refused):
            read_threshold(text)


@pytest.mark.rule("CB-101")
def test_an_impossible_card_is_refused_with_everything_that_is_wrong():
    with pytest.raises(Refused) as refused:
        CommonsBatter(600, 500, None, 700, None, rank=11).verify("Somebody")
    assert [found.code for found in refused.value.refusals] == [
        "thresholds-out-of-order",
        "rank-out-of-range",
    ]
    with pytest.raises(Refused) as refused:
        CommonsPitcher(1000, 900, 900, None, None, rank=0).verify("Somebody")
    assert [found.code for found in refused.value.refusals] == [
        "out-and-hit",
        "thresholds-overlap",
        "rank-out-of-range",
    ]


def test_batters_faced_are_used_where_they_are_known():
    estimated = make_pitcher(GOODEN_1985, "R")
    known = make_pitcher(replace(GOODEN_1985, batters_faced=1065), "R")
    assert faces(estimated.walk, known.walk) == ["1326", "1331"]
