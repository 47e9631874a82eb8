"""Poker Dice Baseball, double play and sacrifice fly row by row (PD-061 to PD-075)."""

from itertools import permutations

import pytest

from tests.engine.diamond import (
    EVERY,
    FULL,
    R1,
    R2,
    R3,
    R12,
    R13,
    R23,
    plays,
)
from tests.engine.poker import OUT, RANKS, others, throw, two_pairs

# The double play.


@pytest.mark.rule("PD-061", "PD-145")
def test_pd_061_two_pairs_over_a_low_kicker_with_a_runner_on_first_and_fewer_than_two_outs() -> (
    None
):
    for pairs in permutations(RANKS, 2):
        for kicker in others(*pairs):
            dice = two_pairs(*pairs, kicker)
            low = RANKS.index(kicker) < min(map(RANKS.index, pairs))
            for players in EVERY:
                for outs in range(3):
                    double_play = low and players[0] == "3" and outs < 2
                    made = plays("poker-dice", players, dice, outs=outs) == ["double play"]
                    assert made == double_play, (dice, players, outs)


@pytest.mark.rule("PD-061")
def test_pd_061_where_the_trigger_fails_the_table_line_stands() -> None:
    # Nobody on first, two outs, a fifth die above a pair.
    assert throw(R2, "K-K-Q-Q-9") == "0 4.-.- +1"
    assert throw(R1, "K-K-Q-Q-9", outs=2) == "2 4.-.3 +0"
    assert throw(R1, "K-K-Q-Q-A") == "0 4.-.3 +0"
    assert throw(R1, "J-J-10-10-9", outs=2) == "2 4.3.- +0"
    assert throw(R1, "A-A-10-10-9", outs=2) == "3 -.-.- +0"


@pytest.mark.rule("PD-061")
def test_pd_061_by_the_other_reading_only_the_out_line_makes_double_plays() -> None:
    rival = {"gdp_scope": "out_line_only"}
    assert throw(R1, "K-K-Q-Q-9", **rival) == "0 4.-.3 +0"
    assert throw(R1, "J-J-10-10-9", **rival) == "0 4.3.- +0"
    assert throw(R1, "A-A-10-10-9", **rival) == "2 -.-.- +0"


@pytest.mark.rule("PD-062")
def test_pd_062_the_kicker_must_rank_below_the_lower_pair() -> None:
    assert plays("poker-dice", R1, "A-A-K-K-Q") == ["double play"]
    assert plays("poker-dice", R1, "A-A-Q-Q-K") == ["single"]
    assert plays("poker-dice", R1, "K-K-10-10-J") == ["out"]
    assert plays("poker-dice", R1, "A-A-9-9-10") == ["out"]


@pytest.mark.rule("PD-063")
def test_pd_063_kings_and_queens_over_a_nine_are_a_double_play() -> None:
    assert plays("poker-dice", R1, "K-K-Q-Q-9") == ["double play"]


@pytest.mark.rule("PD-064")
def test_pd_064_aces_and_tens_with_a_jack_are_none() -> None:
    assert plays("poker-dice", R1, "A-A-10-10-J") == ["out"]
    assert throw(R1, "A-A-10-10-J") == "1 3.-.- +0"


@pytest.mark.rule("PD-065")
def test_pd_065_jacks_and_tens_over_a_nine_are_a_double_play() -> None:
    assert plays("poker-dice", R1, "J-J-10-10-9") == ["double play"]


@pytest.mark.rule("PD-066", "PD-067", "PD-068", "PD-069")
def test_pd_066_batter_and_runner_on_first_are_out_and_the_others_stay() -> None:
    for players, left in ((R1, "-.-.-"), (R12, "-.2.-"), (R13, "-.-.1"), (FULL, "-.2.1")):
        assert throw(players, "K-K-Q-Q-9") == f"2 {left} +0"


@pytest.mark.rule("PD-070")
def test_pd_070_runner_on_first_one_out_kings_and_queens_over_a_nine() -> None:
    assert throw(R1, "K-K-Q-Q-9", outs=1) == "3 -.-.- +0"
    assert throw(FULL, "K-K-Q-Q-9", outs=1) == "3 -.-.- +0"


# The sacrifice fly.


@pytest.mark.rule("PD-071", "PD-146")
def test_pd_071_a_lone_pair_of_aces_a_runner_on_third_and_fewer_than_two_outs() -> None:
    for players in EVERY:
        for outs in range(3):
            fly = players.endswith("1") and outs < 2
            name = ["sacrifice fly"] if fly else ["out"]
            assert plays("poker-dice", players, "A-A-9-10-J", outs=outs) == name
    for dice in ("K-K-9-10-J", OUT, "A-A-10-10-J"):
        assert plays("poker-dice", R3, dice) == ["out"]


@pytest.mark.rule("PD-072", "PD-073", "PD-074")
def test_pd_072_the_batter_is_out_the_runner_on_third_scores_and_the_others_stay() -> None:
    for players, left in ((R3, "-.-.-"), (R13, "3.-.-"), (R23, "-.2.-"), (FULL, "3.2.-")):
        assert throw(players, "A-A-9-10-J", outs=1) == f"2 {left} +1"
    assert throw(FULL, "A-A-9-10-J", outs=2) == "3 -.-.- +0"


@pytest.mark.rule("PD-075")
def test_pd_075_runner_on_third_nobody_out_aces_king_queen_and_nine() -> None:
    assert throw(R3, "A-A-K-Q-9") == "1 -.-.- +1"
