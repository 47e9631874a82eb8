"""The games without parameters against figures that were computed elsewhere.

The figures were found by exact solution of the base-out chain with another program and checked
there by simulation; here they follow from the plays that the rules themselves make.
"""

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import pairwise

import pytest

from games.engine.chain import expected_throws, run_distribution, run_expectancy, scoreless
from games.engine.decisions import Manager
from games.engine.events import BASES, OUTS, RUNS, TO_MASK, TO_SHIFT
from games.engine.record import simulate
from games.engine.systems import one_die, poker_dice, system, two_dice
from games.engine.systems.poker_dice_tables import (
    BUNT_TABLE,
    PICKOFF_TABLE,
    STEAL_TABLE,
    bunt_result,
    pickoff_result,
    steal_play,
    steal_result,
)
from games.engine.systems.three_dice import ONES

EMPTY = (0, 0)

STEPS = {
    "one-die": one_die.step,
    "one-die, single out": partial(one_die.step, five="single_out"),
    "two-dice": two_dice.step,
    "two-dice, run counts": partial(two_dice.step, third_out_sacrifice="run_counts"),
    "two-dice, one out": partial(two_dice.step, seven="one_out"),
    "poker": poker_dice.step,
    "poker, out line only": partial(poker_dice.step, gdp_scope="out_line_only"),
}


@pytest.mark.parametrize(
    ("game", "runs"),
    [
        ("one-die", Fraction(4491581, 1119744)),
        ("one-die, single out", Fraction(47651909, 10077696)),
        ("two-dice", Fraction(269109828625, 367845981696)),
        ("two-dice, run counts", Fraction(280014504461, 367845981696)),
        ("two-dice, one out", Fraction(4901413703, 6258249216)),
        ("poker", Fraction(57855460090046051484883243, 105604397236404174026833920)),
        ("poker, out line only", Fraction(103950737577501521359, 157491309904737730560)),
    ],
)
def test_expected_runs_of_a_half_inning(game, runs):
    assert run_expectancy(STEPS[game], Fraction)[EMPTY] == runs


@pytest.mark.parametrize(
    ("game", "throws"),
    [
        ("one-die", 7.639467593),
        ("one-die, single out", 9.0),
        ("two-dice", 4.399673982),
        ("two-dice, one out", 4.695652174),
        ("poker", 4.511883633),
        ("poker, out line only", 4.720454004),
    ],
)
def test_expected_throws_of_a_half_inning(game, throws):
    assert float(expected_throws(STEPS[game], Fraction)[EMPTY]) == pytest.approx(throws, abs=1e-9)


@pytest.mark.parametrize(
    ("game", "chance"),
    [
        ("one-die", 0.176654664),
        ("one-die, single out", 0.128561528),
        ("two-dice", 0.633158371),
        ("two-dice, run counts", 0.620166876),
        ("two-dice, one out", 0.614053847),
        ("poker", 0.719026214),
        ("poker, out line only", 0.683151046),
    ],
)
def test_chance_of_a_scoreless_half_inning(game, chance):
    assert float(scoreless(STEPS[game], Fraction)[EMPTY]) == pytest.approx(chance, abs=1e-9)


@pytest.mark.parametrize(
    ("game", "chances"),
    [
        ("one-die", [0.17665, 0.13348, 0.12572, 0.11189, 0.09553, 0.07913, 0.06404, 0.05087]),
        ("two-dice", [0.63316, 0.17628, 0.09684, 0.04946, 0.02400, 0.01121, 0.00509, 0.00225]),
        ("poker", [0.71903, 0.13601, 0.07672, 0.03752, 0.01736, 0.00770, 0.00331, 0.00139]),
        (
            "poker, out line only",
            [0.68315, 0.14370, 0.08428, 0.04532, 0.02295, 0.01112, 0.00521, 0.00238],
        ),
    ],
)
def test_distribution_of_runs(game, chances):
    found = run_distribution(STEPS[game], Fraction, 7)
    assert [round(float(chance), 5) for chance in found] == chances


# Run expectancy by occupied bases (first 1, second 2, third 4) for 0, 1 and 2 outs.
EXPECTANCY = {
    "one-die": {
        0: (4.0113, 2.6890, 1.4120),
        1: (4.5905, 3.2043, 1.9583),
        2: (4.5324, 3.1851, 2.0231),
        3: (5.4565, 3.9358, 2.5694),
        4: (4.5555, 3.2314, 2.0787),
        5: (5.4979, 3.9821, 2.6250),
        6: (5.9032, 4.4112, 2.6898),
        7: (6.3747, 4.7135, 3.2361),
    },
    "two-dice": {
        0: (0.7316, 0.4426, 0.1905),
        1: (1.0891, 0.7229, 0.3667),
        2: (1.1823, 0.8077, 0.4209),
        3: (1.6392, 1.1305, 0.6036),
        4: (1.3532, 0.9953, 0.5333),
        5: (1.7945, 1.3081, 0.7101),
        6: (1.8968, 1.3928, 0.7643),
        7: (2.3685, 1.7331, 0.9647),
    },
    "poker": {
        0: (0.5479, 0.3178, 0.1331),
        1: (0.8325, 0.5289, 0.2667),
        2: (1.1378, 0.7664, 0.3914),
        3: (1.3764, 0.9444, 0.5363),
        4: (1.2898, 0.9000, 0.4478),
        5: (1.4966, 1.0485, 0.5851),
        6: (1.8877, 1.3553, 0.7099),
        7: (2.0946, 1.5231, 0.9036),
    },
}


@pytest.mark.parametrize("game", EXPECTANCY)
def test_run_expectancy_of_every_state(game):
    found = run_expectancy(STEPS[game], Fraction)
    for bases, row in EXPECTANCY[game].items():
        assert [round(float(found[bases, outs]), 4) for outs in range(3)] == list(row)


@pytest.mark.rule("D3-003", "D3-004")
def test_three_dice_give_108_125ths_of_a_run():
    throws = Counter(ONES)
    assert throws == {0: 125, 1: 75, 2: 15, 3: 1}
    none = Fraction(throws[0], 216)
    a_throw = sum(Fraction(ones * count, 216) for ones, count in throws.items())
    assert a_throw / none == Fraction(108, 125)
    # One run exactly: one throw with a single one, then none.
    assert Fraction(throws[1], 216) * none / 1 == Fraction(75 * 125, 216 * 216)


@pytest.mark.rule("PD-028", "PD-046", "PD-048", "PD-049")
def test_how_many_of_the_7776_throws_read_as_each_line():
    lines = Counter(poker_dice.LINES)
    low = {line - poker_dice.LOW_KICKER: count for line, count in lines.items() if line >= 9}
    assert low == {
        poker_dice.SINGLE_PLUS_LINE: 300,
        poker_dice.SINGLE_LINE: 210,
        poker_dice.TWO_PAIR_OUT_LINE: 90,
    }
    assert {line: lines[line] + low.get(line, 0) for line in range(9)} == {
        poker_dice.TRIPLE_LINE: 2 + 25,
        poker_dice.HOME_RUN_LINE: 4 + 125 + 120,
        poker_dice.DOUBLE_LINE: 120 + 300,
        poker_dice.WALK_LINE: 600,
        poker_dice.SINGLE_PLUS_LINE: 600 + 360,
        poker_dice.SINGLE_LINE: 600,
        poker_dice.TWO_PAIR_OUT_LINE: 840,
        poker_dice.ACES_LINE: 600,
        poker_dice.OUT_LINE: 3000 + 480,
    }


@pytest.mark.rule("D2-002", "D2-003", "D2-004", "D2-005", "D2-008", "D2-010", "D2-013", "D2-014")
def test_the_36_throws_of_two_dice():
    with_a_man_on_first = two_dice.step(1, 0)
    assert sorted(with_a_man_on_first.values()) == [1, 2, 2, 2, 4, 6, 6, 13]


@pytest.mark.rule("PD-093", "PD-110", "PD-111", "PD-131")
def test_the_two_dice_tables_cover_all_36_throws():
    assert [len({throw for throw, _, _ in table}) for table in (STEAL_TABLE, BUNT_TABLE)] == [
        21
    ] * 2
    assert Counter(map(steal_result, range(36))) == {
        "picked-off": 1,
        "caught-stealing": 4,
        "safe": 20,
        "bad-jump": 8,
        "safe-error": 3,
    }
    assert Counter(steal_result(throw, "safe") for throw in range(36))["safe"] == 24
    assert Counter(map(bunt_result, range(36))) == {
        "pop-up": 1,
        "lead-out": 4,
        "sacrifice": 25,
        "bunt-single": 5,
        "bunt-error": 1,
    }
    assert Counter(map(pickoff_result, range(36))) == {
        "balk": 1,
        "bad-throw": 6,
        "safe-back": 26,
        "picked-off": 3,
    }
    for table in (STEAL_TABLE, BUNT_TABLE, PICKOFF_TABLE):
        for (_, before, _), (throw, result, origin) in pairwise(table):
            if origin != "printed":
                assert result == before, throw


def test_what_a_steal_is_worth():
    expectancy = run_expectancy(poker_dice.step, Fraction)

    def gain(bases, outs, runner):
        worth = Fraction(0)
        for throw in range(36):
            to = steal_play(steal_result(throw), bases, runner) >> TO_SHIFT & TO_MASK
            after = outs + OUTS[to]
            worth += RUNS[to] + (0 if after == 3 else expectancy[BASES[to], after])
        return round(float(worth / 36 - expectancy[bases, outs]), 3)

    assert [gain(1, outs, 1) for outs in range(3)] == [0.136, 0.108, 0.047]
    assert [gain(5, outs, 1) for outs in range(3)] == [0.201, 0.158, 0.060]
    assert [gain(2, outs, 2) for outs in range(3)] == [0.005, 0.032, 0.039]


@pytest.mark.parametrize(
    ("key", "settings", "runs", "deviation"),
    [
        ("one-die", {}, 4.011257, 3.8522),
        ("one-die", {"one_die_five": "single_out"}, 4.728453, 4.1140),
        ("two-dice", {}, 0.731583, 1.2503),
        ("two-dice", {"third_out_sacrifice": "run_counts"}, 0.761228, 1.2708),
        ("two-dice", {"seven": "one_out"}, 0.783192, 1.2935),
        ("three-dice", {}, 0.864, 1.3779),
        ("three-dice", {"three_dice_turn": "single_throw"}, 0.5, 0.6455),
        ("poker-dice", {"mercy_margin": 0}, 0.547851, 1.1004),
        ("poker-dice", {"mercy_margin": 0, "gdp_scope": "out_line_only"}, 0.660041, 1.2447),
    ],
)
def test_simulated_games_score_what_the_chain_says(key, settings, runs, deviation):
    found = system(key)
    settled = found.settings({"walk_off": False, "innings": 18, "max_innings": 18} | settings)
    halves = scored = 0
    for number in range(300):
        ending = simulate(found, settled, f"{key}/{number}").ending
        halves += 36
        scored += sum(ending.runs)
    assert scored / halves == pytest.approx(runs, abs=4 * deviation / halves**0.5)


def test_the_manager_of_poker_dice_beats_one_who_never_tries_anything():
    found = system("poker-dice")
    settings = found.settings({"stealing": True, "sacrifice_bunt": True, "pickoff": True})
    manager = found.manager(settings)
    games, won = 1200, 0
    for number in range(games):
        at_home = number % 2
        managers = (Manager(), manager) if at_home else (manager, Manager())
        won += simulate(found, settings, f"m{number}", managers=managers).ending.winner == at_home
    assert won / games > 0.5 + 3 * 0.5 / games**0.5
