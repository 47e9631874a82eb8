"""Poker Dice Baseball, the outcome table and base running row by row (PD-028 to PD-060)."""

from collections.abc import Sequence
from itertools import permutations

import pytest

from games.engine.folds.box_score import box_score
from games.engine.folds.line_score import line_score
from games.engine.folds.moments import current_situation
from games.engine.situation import AWAY, START
from games.systems.poker_dice.play.tables import PLATE
from tests.engine.diamond import (
    EMPTY,
    EVERY,
    FULL,
    R1,
    R2,
    R3,
    R12,
    R13,
    R23,
    WITH_ADVANCED,
    played,
    plays,
    start,
)
from tests.engine.poker import HOMER, OUT, RANKS, of_a_kind, others, throw, two_pairs

SINGLES = (
    "0 4.-.- +0",
    "0 4.3.- +0",
    "0 4.-.2 +0",
    "0 4.-.- +1",
    "0 4.3.2 +0",
    "0 4.3.- +1",
    "0 4.-.2 +1",
    "0 4.3.2 +1",
)
SINGLES_PLUS = (
    "0 4.-.- +0",
    "0 4.-.3 +0",
    "0 4.-.- +1",
    "0 4.-.- +1",
    "0 4.-.3 +1",
    "0 4.-.3 +1",
    "0 4.-.- +2",
    "0 4.-.3 +2",
)
DOUBLES = (
    "0 -.4.- +0",
    "0 -.4.3 +0",
    "0 -.4.- +1",
    "0 -.4.- +1",
    "0 -.4.3 +1",
    "0 -.4.3 +1",
    "0 -.4.- +2",
    "0 -.4.3 +2",
)
WALKS = (
    "0 4.-.- +0",
    "0 4.3.- +0",
    "0 4.2.- +0",
    "0 4.-.1 +0",
    "0 4.3.2 +0",
    "0 4.3.1 +0",
    "0 4.2.1 +0",
    "0 4.3.2 +1",
)
ON_BASE = (0, 1, 1, 1, 2, 2, 2, 3)
TRIPLES = tuple(f"0 -.-.4 +{runners}" for runners in ON_BASE)
HOME_RUNS = tuple(f"0 -.-.- +{runners + 1}" for runners in ON_BASE)
OUTS = tuple(f"1 {runners} +0" for runners in EVERY)


def lines(dice: str) -> tuple[str, ...]:
    """What a throw comes to with nobody out and each of the eight sets of runners on base."""
    return tuple(throw(runners, dice) for runners in EVERY)


# The outcome table.


@pytest.mark.rule("PD-028", "PD-029")
@pytest.mark.parametrize(
    ("dice", "first", "also"),
    [
        # Each throw matches a later line as well; the first from the top is the one applied.
        ("9-9-9-9-9", HOME_RUNS, "three of a kind, a walk"),
        ("A-A-A-A-A", TRIPLES, "three of a kind, a Single+"),
        ("J-J-J-J-A", HOME_RUNS, "three of a kind, a walk"),
        ("9-9-9-K-K", DOUBLES, "three of a kind, a walk"),
        ("A-A-A-K-K", DOUBLES, "three of a kind, a Single+"),
        ("A-A-9-9-9", DOUBLES, "a pair of aces, an out"),
        ("9-10-J-Q-K", DOUBLES, "no pair, an out"),
        ("10-J-Q-K-A", HOME_RUNS, "no pair, an out"),
    ],
)
def test_pd_028_the_first_line_from_the_top_is_applied(
    dice: str, first: tuple[str, ...], also: str
) -> None:
    assert lines(dice) == first, also


@pytest.mark.rule("PD-030", "PD-031")
def test_pd_030_runners_outs_and_runs_are_as_the_line_says() -> None:
    record = played("poker-dice", START, "J-J-9-9-A", "9-9-9-10-10", OUT, "A-A-A-A-9")
    # A single, a double (first to third), an out, a triple: two runners home.
    assert str(current_situation(record)) == "T1 1 -.-.4 2-0 5/1"
    assert line_score(record).runs == (2, 0)
    # Every runner who crosses home scores, and nobody else does.
    assert throw(FULL, HOMER) == "0 -.-.- +4"
    assert throw(FULL, OUT) == "1 3.2.1 +0"


@pytest.mark.rule("PD-032")
def test_pd_032_r1_r2_and_r3_are_the_runners_on_first_second_and_third() -> None:
    picked_off = [
        throw(FULL, f"pickoff={number}", "A-A", **WITH_ADVANCED) for number in ("1", "2", "3")
    ]
    assert picked_off == ["1 -.2.1 +0", "1 3.-.1 +0", "1 3.2.- +0"]
    assert throw(R13, "steal=1", "9-Q", **WITH_ADVANCED) == "0 -.3.1 +0"
    assert throw(R12, "steal=2", "9-Q", **WITH_ADVANCED) == "0 3.-.2 +0"


@pytest.mark.rule("PD-033", "PD-034")
@pytest.mark.parametrize(
    ("runners", "entries", "at_bats", "hits"),
    [
        (EMPTY, ["J-J-9-9-A"], 1, 1),
        (EMPTY, ["Q-Q-Q-9-10"], 1, 1),
        (EMPTY, ["9-9-9-10-10"], 1, 1),
        (EMPTY, ["A-A-A-A-9"], 1, 1),
        (EMPTY, [HOMER], 1, 1),
        (EMPTY, [OUT], 1, 0),
        (EMPTY, ["9-9-9-J-K"], 0, 0),
        (R1, ["K-K-Q-Q-9"], 1, 0),
        (R3, ["A-A-9-10-J"], 0, 0),
        (R2, ["A-A-9-10-J"], 1, 0),
        (R1, ["steal=1", "9-Q", OUT], 1, 0),
        (R1, ["pickoff=1", "J-J", OUT], 1, 0),
        # Bunts: a pop-up, a fielder's choice and a single are at-bats, a sacrifice is none.
        (R1, ["bunt=yes", "9-9"], 1, 0),
        (R1, ["bunt=yes", "9-10"], 1, 0),
        (R1, ["bunt=yes", "K-A"], 1, 1),
        (R1, ["bunt=yes", "9-Q"], 0, 0),
        (R1, ["bunt=yes", "A-A"], 0, 0),
    ],
)
def test_pd_033_a_turn_is_one_plate_appearance_and_an_at_bat_unless_a_walk_or_a_sacrifice(
    runners: str, entries: Sequence[str], at_bats: int, hits: int
) -> None:
    batter = box_score(played("poker-dice", start(runners), *entries, **WITH_ADVANCED)).sides[AWAY]
    assert (batter.total.plate_appearances, batter.total.at_bats, batter.total.hits) == (
        1,
        at_bats,
        hits,
    )


@pytest.mark.rule("PD-033")
def test_pd_033_a_runner_out_on_the_bases_is_no_plate_appearance() -> None:
    for entries in (["steal=1", "9-9"], ["pickoff=1", "A-A"], ["steal=1", "9-Q"]):
        side = box_score(played("poker-dice", start(R1, 2), *entries, **WITH_ADVANCED)).sides[AWAY]
        assert side.total.plate_appearances == 0


@pytest.mark.rule("PD-035")
def test_pd_035_five_aces_or_kings_are_a_triple() -> None:
    assert lines(of_a_kind(5, "A")) == lines(of_a_kind(5, "K")) == TRIPLES


@pytest.mark.rule("PD-036")
def test_pd_036_five_of_anything_lower_are_a_home_run() -> None:
    for rank in others("A", "K"):
        assert lines(of_a_kind(5, rank)) == HOME_RUNS


@pytest.mark.rule("PD-037")
def test_pd_037_four_aces_are_a_triple() -> None:
    for rank in others("A"):
        assert lines(of_a_kind(4, "A", rank)) == TRIPLES


@pytest.mark.rule("PD-038")
def test_pd_038_four_of_anything_else_are_a_home_run_kings_too() -> None:
    for rank in others("A"):
        for rest in others(rank):
            assert lines(of_a_kind(4, rank, rest)) == HOME_RUNS


@pytest.mark.rule("PD-039", "PD-143")
def test_pd_039_the_straight_to_the_ace_in_any_order_is_a_home_run() -> None:
    for dice in permutations(RANKS[1:]):
        assert throw(R1, "-".join(dice)) == "0 -.-.- +2"
    assert lines("10-J-Q-K-A") == HOME_RUNS


@pytest.mark.rule("PD-040", "PD-144")
def test_pd_040_the_straight_to_the_king_in_any_order_is_a_double() -> None:
    for dice in permutations(RANKS[:5]):
        assert throw(R1, "-".join(dice)) == "0 -.4.3 +0"
    assert lines("9-10-J-Q-K") == DOUBLES


@pytest.mark.rule("PD-041")
def test_pd_041_a_full_house_is_a_double() -> None:
    for three, two in permutations(RANKS, 2):
        assert throw(R12, of_a_kind(3, three, two, two)) == "0 -.4.3 +1"
    assert lines("A-A-A-9-9") == lines("9-9-9-A-A") == DOUBLES


@pytest.mark.rule("PD-042")
def test_pd_042_three_nines_tens_or_jacks_are_a_walk() -> None:
    for rank in ("9", "10", "J"):
        for rest in permutations(others(rank), 2):
            assert throw(R13, of_a_kind(3, rank, *rest)) == "0 4.3.1 +0"
        assert lines(of_a_kind(3, rank, "Q", "A")) == WALKS


@pytest.mark.rule("PD-043")
def test_pd_043_three_queens_kings_or_aces_are_a_single_plus() -> None:
    for rank in ("Q", "K", "A"):
        for rest in permutations(others(rank), 2):
            assert throw(R1, of_a_kind(3, rank, *rest)) == "0 4.-.3 +0"
        assert lines(of_a_kind(3, rank, "9", "J")) == SINGLES_PLUS


@pytest.mark.rule("PD-044")
def test_pd_044_two_pairs_of_queens_kings_and_aces_are_a_single_plus() -> None:
    for pairs, kicker in ((("Q", "K"), "A"), (("Q", "A"), "K")):
        assert lines(two_pairs(*pairs, kicker)) == SINGLES_PLUS
    # With a low fifth die too, where no double play can be made.
    for pairs in (("Q", "K"), ("Q", "A"), ("K", "A")):
        for kicker in others(*pairs):
            for runners in (EMPTY, R2, R3, R23):
                assert (
                    throw(runners, two_pairs(*pairs, kicker)) == SINGLES_PLUS[EVERY.index(runners)]
                )
            assert throw(R1, two_pairs(*pairs, kicker), outs=2) == "2 4.-.3 +0"


@pytest.mark.rule("PD-045")
def test_pd_045_two_pairs_one_of_them_jacks_are_a_single() -> None:
    for other in others("J"):
        for kicker in others("J", other):
            if RANKS.index(kicker) > min(RANKS.index("J"), RANKS.index(other)):
                assert lines(two_pairs("J", other, kicker)) == SINGLES
            assert throw(R2, two_pairs("J", other, kicker)) == "0 4.-.2 +0"
            assert throw(R1, two_pairs("J", other, kicker), outs=2) == "2 4.3.- +0"


@pytest.mark.rule("PD-046")
def test_pd_046_any_other_two_pairs_are_one_out_unless_they_are_a_double_play() -> None:
    pairs_left = [
        ("9", "10"),
        *((low, high) for low in ("9", "10") for high in ("Q", "K", "A")),
    ]
    for pairs in pairs_left:
        for kicker in others(*pairs):
            for runners in (EMPTY, R2, R3, R23):
                assert throw(runners, two_pairs(*pairs, kicker)) == f"1 {runners} +0"
            low_kicker = kicker == "9"
            assert throw(R1, two_pairs(*pairs, kicker)) == (
                "2 -.-.- +0" if low_kicker else "1 3.-.- +0"
            )


@pytest.mark.rule("PD-047")
def test_pd_047_a_lone_pair_of_aces_is_an_out_but_for_the_sacrifice_fly() -> None:
    for rest in permutations(others("A"), 3):
        assert throw(R12, of_a_kind(2, "A", *rest)) == "1 3.2.- +0"
        assert throw(R3, of_a_kind(2, "A", *rest)) == "1 -.-.- +1"


@pytest.mark.rule("PD-048")
def test_pd_048_any_other_single_pair_is_an_out() -> None:
    for rank in others("A"):
        for rest in permutations(others(rank), 3):
            assert throw(FULL, of_a_kind(2, rank, *rest)) == "1 3.2.1 +0"
    assert lines("K-K-9-10-A") == OUTS


@pytest.mark.rule("PD-049")
def test_pd_049_no_pair_and_no_straight_is_an_out() -> None:
    # Without one of the four middle ranks five different faces are no straight.
    for missing in ("10", "J", "Q", "K"):
        assert lines("-".join(others(missing))) == OUTS


@pytest.mark.rule("PD-050", "PD-142")
def test_pd_050_faces_rank_from_nine_to_ace() -> None:
    assert RANKS == ("9", "10", "J", "Q", "K", "A") == PLATE.faces
    # The order decides what a low kicker is: with each two pairs, the faces below both.
    below = {
        pairs: [
            kicker
            for kicker in others(*pairs)
            if plays("poker-dice", R1, two_pairs(*pairs, kicker)) == ["double play"]
        ]
        for pairs in permutations(RANKS, 2)
    }
    for first, second in permutations(RANKS, 2):
        lower = min(RANKS.index(first), RANKS.index(second))
        assert below[first, second] == list(RANKS[:lower])


# Base running.


@pytest.mark.rule("PD-051")
def test_pd_051_on_a_walk_a_runner_moves_only_when_all_bases_behind_him_are_filled() -> None:
    assert lines("9-9-9-J-K") == WALKS


@pytest.mark.rule("PD-052")
def test_pd_052_on_a_single_all_runners_move_one_base() -> None:
    assert lines("J-J-9-9-A") == SINGLES


@pytest.mark.rule("PD-053")
def test_pd_053_on_a_single_plus_all_runners_move_two_bases() -> None:
    assert lines("Q-Q-Q-9-10") == SINGLES_PLUS


@pytest.mark.rule("PD-054")
def test_pd_054_on_a_double_all_runners_move_two_bases_and_the_batter_is_on_second() -> None:
    assert lines("9-9-9-10-10") == DOUBLES


@pytest.mark.rule("PD-055")
def test_pd_055_on_a_triple_all_runners_score_and_the_batter_is_on_third() -> None:
    assert lines("A-A-A-A-9") == TRIPLES


@pytest.mark.rule("PD-056")
def test_pd_056_on_a_home_run_the_batter_and_all_runners_score() -> None:
    assert lines(HOMER) == HOME_RUNS


@pytest.mark.rule("PD-057")
def test_pd_057_on_an_out_nobody_moves_but_for_the_sacrifice_fly() -> None:
    for dice in (OUT, "K-K-9-10-J", "A-A-10-10-J"):
        assert lines(dice) == OUTS
    assert throw(R3, "A-A-9-10-J") == "1 -.-.- +1"


@pytest.mark.rule("PD-058")
def test_pd_058_runner_on_second_and_a_single() -> None:
    assert throw(R2, "J-J-A-A-K") == "0 4.-.2 +0"


@pytest.mark.rule("PD-059")
def test_pd_059_runners_on_first_and_third_and_a_walk() -> None:
    assert throw(R13, "10-10-10-9-A") == "0 4.3.1 +0"


@pytest.mark.rule("PD-060")
def test_pd_060_bases_loaded_and_a_double() -> None:
    assert throw(FULL, "K-K-K-9-9") == "0 -.4.3 +2"
