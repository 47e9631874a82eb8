"""The games without parameters against figures that were computed elsewhere.

The figures below are facts: found by exact solution of the base-out chain with another program and
checked there by simulation. Here they follow from the plays that the rules themselves make.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import sqrt

import pytest

from games.engine.chain import (
    State,
    Step,
    expected_throws,
    run_distribution,
    run_expectancy,
    run_spreads,
    scoreless,
)
from games.engine.record import Record, replay
from games.engine.situation import AWAY, HOME
from games.systems.one_die.play import game as one_die
from games.systems.poker_dice.play import outcomes as poker_dice
from games.systems.registry import SYSTEMS
from games.systems.three_dice.play.game import ONES, THROW
from games.systems.two_dice.play import game as two_dice

BEGIN = (0, 0)


def poker_without_double_plays(bases: int, outs: int) -> dict[int, int]:
    """For reference only: low kickers count for nothing."""
    weights: dict[int, int] = {}
    for line in poker_dice.LINES:
        play = poker_dice.resolve(line % poker_dice.LOW_KICKER, bases, outs)
        weights[play] = weights.get(play, 0) + 1
    return weights


STEPS: dict[str, Step] = {
    "one-die": one_die.step,
    "one-die, single out": partial(one_die.step, five="single_out"),
    "two-dice": two_dice.step,
    "two-dice, run counts": partial(two_dice.step, third_out_sacrifice="run_counts"),
    "two-dice, one out": partial(two_dice.step, seven="one_out"),
    "poker": poker_dice.step,
    "poker, out line only": partial(poker_dice.step, gdp_scope="out_line_only"),
    "poker, no double plays": poker_without_double_plays,
}
SETTINGS: dict[str, tuple[str, dict[str, str]]] = {
    "one-die": ("one-die", {}),
    "one-die, single out": ("one-die", {"one_die_five": "single_out"}),
    "two-dice": ("two-dice", {}),
    "two-dice, run counts": ("two-dice", {"third_out_sacrifice": "run_counts"}),
    "two-dice, one out": ("two-dice", {"seven": "one_out"}),
    "three-dice": ("three-dice", {}),
    "three-dice, single throw": ("three-dice", {"three_dice_turn": "single_throw"}),
    "poker": ("poker-dice", {}),
    "poker, out line only": ("poker-dice", {"gdp_scope": "out_line_only"}),
}


@cache
def expectancy(game: str) -> dict[State, Fraction]:
    return run_expectancy(STEPS[game], Fraction)


@cache
def runs_of_a_half(game: str) -> Sequence[float]:
    """The chances of 0, 1, 2... runs in a half-inning, as the system tells them."""
    key, options = SETTINGS[game]
    found = SYSTEMS[key].runs_to_come(SYSTEMS[key].settings(options))
    assert found is not None
    return found[BEGIN]


# Expected runs, throws, standard deviation and scoreless half-innings.


@pytest.mark.parametrize(
    ("game", "runs", "shown"),
    [
        ("one-die", Fraction(4491581, 1119744), 4.011257037323),
        ("one-die, single out", Fraction(47651909, 10077696), 4.728452713795),
        ("two-dice", Fraction(269109828625, 367845981696), 0.731582896146),
        ("two-dice, run counts", Fraction(280014504461, 367845981696), 0.761227574568),
        ("two-dice, one out", Fraction(4901413703, 6258249216), 0.783192476654),
        (
            "poker",
            Fraction(57855460090046051484883243, 105604397236404174026833920),
            0.547850862313,
        ),
        (
            "poker, out line only",
            Fraction(103950737577501521359, 157491309904737730560),
            0.660041100937,
        ),
        (
            "poker, no double plays",
            Fraction(975796671456181, 1463891562915840),
            0.666577153784,
        ),
    ],
)
def test_expected_runs_of_a_half_inning(game: str, runs: Fraction, shown: float) -> None:
    assert expectancy(game)[BEGIN] == runs
    assert round(float(runs), 12) == shown


@pytest.mark.parametrize(
    ("game", "throws"),
    [
        ("one-die", 7.639467593),
        ("one-die, single out", 9.0),
        ("two-dice", 4.399673982),
        # A sacrifice for the third out ends the half-inning whether or not its run counts.
        ("two-dice, run counts", 4.399673982),
        ("two-dice, one out", 4.695652174),
        ("poker", 4.511883633),
        ("poker, out line only", 4.720454004),
        ("poker, no double plays", 4.741463415),
    ],
)
def test_expected_throws_of_a_half_inning(game: str, throws: float) -> None:
    assert round(float(expected_throws(STEPS[game], Fraction)[BEGIN]), 9) == throws


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
        ("poker, no double plays", 0.680978431),
    ],
)
def test_chance_of_a_scoreless_half_inning(game: str, chance: float) -> None:
    assert round(float(scoreless(STEPS[game], Fraction)[BEGIN]), 9) == chance


@pytest.mark.parametrize(
    ("game", "mean", "deviation"),
    [
        ("one-die", 4.011257037, 3.8522),
        ("one-die, single out", 4.728452714, 4.1140),
        ("two-dice", 0.731582896, 1.2503),
        ("two-dice, run counts", 0.761227575, 1.2708),
        ("two-dice, one out", 0.783192477, 1.2935),
        ("three-dice", 0.864, 1.3779),
        ("three-dice, single throw", 0.5, 0.6455),
        ("poker", 0.547850862, 1.1004),
        ("poker, out line only", 0.660041101, 1.2447),
    ],
)
def test_mean_and_deviation_of_the_runs_a_system_tells(
    game: str, mean: float, deviation: float
) -> None:
    chances = runs_of_a_half(game)
    assert sum(chances) == pytest.approx(1, abs=1e-12)
    first = sum(runs * chance for runs, chance in enumerate(chances))
    second = sum(runs * runs * chance for runs, chance in enumerate(chances))
    assert round(first, 9) == mean
    assert round(sqrt(second - first * first), 4) == deviation


# Runs of a half-inning and from every state.

DISTRIBUTIONS = {
    "one-die": (0.17665, 0.13348, 0.12572, 0.11189, 0.09553, 0.07913, 0.06404, 0.05087),
    "two-dice": (0.63316, 0.17628, 0.09684, 0.04946, 0.02400, 0.01121, 0.00509, 0.00225),
    "three-dice": (0.57870, 0.20094, 0.10996, 0.05481, 0.02760, 0.01390, 0.00700, 0.00352),
    "poker": (0.71903, 0.13601, 0.07672, 0.03752, 0.01736, 0.00770, 0.00331, 0.00139),
    "poker, out line only": (
        *(0.68315, 0.14370, 0.08428, 0.04532),
        *(0.02295, 0.01112, 0.00521, 0.00238),
    ),
}
EIGHT_OR_MORE = {
    "one-die": 0.16270,
    "two-dice": 0.00170,
    "poker": 0.00096,
    "poker, out line only": 0.00188,
}


@pytest.mark.parametrize("game", DISTRIBUTIONS)
def test_distribution_of_runs(game: str) -> None:
    chances = runs_of_a_half(game)
    assert tuple(round(chance, 5) for chance in chances[:8]) == DISTRIBUTIONS[game]
    if game in EIGHT_OR_MORE:
        exact = run_distribution(STEPS[game], Fraction, 7)
        assert [round(float(chance), 5) for chance in exact] == list(DISTRIBUTIONS[game])
        assert round(float(1 - sum(exact)), 5) == EIGHT_OR_MORE[game]


# By occupied bases (first 1, second 2, third 4): with 0, 1 and 2 outs.
EXPECTANCY = {
    "one-die": (
        (4.0113, 2.6890, 1.4120),
        (4.5905, 3.2043, 1.9583),
        (4.5324, 3.1851, 2.0231),
        (5.4565, 3.9358, 2.5694),
        (4.5555, 3.2314, 2.0787),
        (5.4979, 3.9821, 2.6250),
        (5.9032, 4.4112, 2.6898),
        (6.3747, 4.7135, 3.2361),
    ),
    "two-dice": (
        (0.7316, 0.4426, 0.1905),
        (1.0891, 0.7229, 0.3667),
        (1.1823, 0.8077, 0.4209),
        (1.6392, 1.1305, 0.6036),
        (1.3532, 0.9953, 0.5333),
        (1.7945, 1.3081, 0.7101),
        (1.8968, 1.3928, 0.7643),
        (2.3685, 1.7331, 0.9647),
    ),
    "poker": (
        (0.5479, 0.3178, 0.1331),
        (0.8325, 0.5289, 0.2667),
        (1.1378, 0.7664, 0.3914),
        (1.3764, 0.9444, 0.5363),
        (1.2898, 0.9000, 0.4478),
        (1.4966, 1.0485, 0.5851),
        (1.8877, 1.3553, 0.7099),
        (2.0946, 1.5231, 0.9036),
    ),
}


@pytest.mark.parametrize("game", EXPECTANCY)
def test_run_expectancy_of_every_state(game: str) -> None:
    for bases, row in enumerate(EXPECTANCY[game]):
        found = tuple(round(float(expectancy(game)[bases, outs]), 4) for outs in range(3))
        assert found == row, bases


@pytest.mark.parametrize("game", EXPECTANCY)
def test_quick_figures_are_the_exact_ones(game: str) -> None:
    quick = run_expectancy(STEPS[game], float)
    assert quick == pytest.approx({s: float(v) for s, v in expectancy(game).items()}, abs=1e-12)
    for state, chances in run_spreads(STEPS[game]).items():
        mean = sum(runs * chance for runs, chance in enumerate(chances))
        assert mean == pytest.approx(quick[state], abs=1e-8)


# Three dice have no bases and no outs: a turn is a row of throws.


@pytest.mark.rule("D3-003", "D3-004")
def test_three_dice_exactly() -> None:
    share = [Fraction(ONES.count(number), THROW.size) for number in range(4)]
    a_throw = sum(number * chance for number, chance in enumerate(share))
    assert a_throw == Fraction(1, 2), "one throw a half-inning"
    assert 1 / share[0] == Fraction(216, 125), "throws of a turn"
    assert a_throw / share[0] == Fraction(108, 125), "runs of a turn"
    one = share[1] * share[0]
    two = share[1] * one + share[2] * share[0]
    assert (share[0], one, two) == (
        Fraction(125, 216),
        Fraction(3125, 15552),
        Fraction(123125, 1119744),
    )
    assert runs_of_a_half("three-dice")[:3] == pytest.approx(
        [float(share[0]), float(one), float(two)], abs=1e-12
    )


# Whole games in which both sides bat nine full innings.


def added(first: Sequence[float], second: Sequence[float]) -> list[float]:
    found = [0.0] * (len(first) + len(second) - 1)
    for (runs, chance), (more, other) in product(enumerate(first), enumerate(second)):
        found[runs + more] += chance * other
    return found


@cache
def nine(game: str) -> Sequence[float]:
    """The chances of a side's runs in nine half-innings."""
    half = runs_of_a_half(game)[:90]
    two = added(half, half)
    four = added(two[:150], two[:150])[:250]
    return added(added(four, four)[:350], half)


def level(chances: Sequence[float]) -> float:
    return sum(chance * chance for chance in chances)


@pytest.mark.parametrize(
    ("game", "tied", "still_tied", "extra_innings"),
    [
        ("one-die", 0.02493, 0.10322, 1.1151),
        ("two-dice", 0.07930, 0.44452, 1.8003),
        ("three-dice", 0.07219, 0.39139, 1.6431),
        ("poker", 0.09234, 0.54317, 2.1890),
        ("poker, out line only", 0.08074, 0.49719, 1.9888),
    ],
)
def test_ties_and_extra_innings(
    game: str, tied: float, still_tied: float, extra_innings: float
) -> None:
    assert round(level(nine(game)), 5) == tied
    inning = level(runs_of_a_half(game))
    assert round(inning, 5) == still_tied
    assert round(1 / (1 - inning), 4) == extra_innings


@pytest.mark.parametrize(
    ("game", "chance"),
    [
        ("two-dice", 0.01635),
        ("three-dice", 0.00728),
        ("poker", 0.05137),
        ("poker, out line only", 0.03241),
    ],
)
def test_chance_that_a_side_is_shut_out_over_nine_innings(game: str, chance: float) -> None:
    assert round(runs_of_a_half(game)[0] ** 9, 5) == chance
    assert round(nine(game)[0], 5) == chance


# Neither side is favoured.


@pytest.mark.parametrize("game", SETTINGS)
def test_without_walk_offs_either_side_wins_half_the_games(game: str) -> None:
    def ahead(chances: Sequence[float]) -> float:
        """The chance to be ahead of another side with the same chances."""
        below = 0.0
        found = 0.0
        for chance in chances:
            found += chance * below
            below += chance
        return found

    inning = runs_of_a_half(game)
    extra = ahead(inning) / (1 - level(inning))
    assert ahead(nine(game)) + level(nine(game)) * extra == pytest.approx(0.5, abs=1e-9)


@pytest.mark.parametrize("innings", [1, 2])
@pytest.mark.parametrize("walk_off", [False, True])
def test_every_game_of_three_dice_played_out_favours_nobody(innings: int, walk_off: bool) -> None:
    """The engine itself plays every possible game, one throw a half-inning: exactly one half."""
    system = SYSTEMS["three-dice"]
    settings = system.settings(
        {
            "three_dice_turn": "single_throw",
            "innings": innings,
            "max_innings": innings,
            "walk_off": walk_off,
        }
    )
    throws = {"2-2-2": 125, "1-2-2": 75, "1-1-2": 15, "1-1-1": 1}
    won = {AWAY: Fraction(0), HOME: Fraction(0), 2: Fraction(0)}

    def play_on(entries: tuple[str, ...], chance: Fraction) -> None:
        record: Record = replay(system, settings, entries)
        if record.ending is not None:
            won[record.ending.winner] += chance
            return
        for throw, ways in throws.items():
            play_on((*entries, throw), chance * Fraction(ways, 216))

    play_on((), Fraction(1))
    assert won[AWAY] == won[HOME]
    assert sum(won.values()) == 1
    if innings == 1:
        assert won[2] == sum(Fraction(ways, 216) ** 2 for ways in throws.values())
