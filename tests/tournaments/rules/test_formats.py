"""Divisions, knockouts and matchups: properties that hold whatever happens in them."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.refusals import Refused
from tournaments.rules.advancing import AdvanceRule, advance
from tournaments.rules.criterion import Field
from tournaments.rules.knockout import (
    DECIDER,
    GRAND_FINAL,
    LOSERS,
    WINNERS,
    Match,
    brackets,
    first_round,
    next_double,
    next_round,
    power_matchups,
)
from tournaments.rules.results import GameResult
from tournaments.rules.schedule import division_rounds
from tournaments.rules.ties import in_order


def divided(sizes) -> list[list[int]]:
    """Divisions of these sizes, numbered through."""
    found, first = [], 1
    for size in sizes:
        found.append(list(range(first, first + size)))
        first += size
    return found


@given(st.lists(st.integers(3, 8), min_size=2, max_size=3), st.integers(1, 2))
def test_in_divisions_every_pair_meets_as_often_as_it_says_and_nobody_twice_a_round(sizes, legs):
    divisions = divided(sizes)
    met: Counter[frozenset[int]] = Counter()
    at_home: Counter[int] = Counter()
    for round_ in division_rounds(divisions, legs, crossover=False):
        playing = [side for pair in round_.pairings for side in (pair.home, pair.away)]
        assert len(playing) == len(set(playing))
        assert not set(playing) & set(round_.byes)
        for pair in round_.pairings:
            met[frozenset((pair.home, pair.away))] += 1
            at_home[pair.home] += 1
    assert met == {
        frozenset((one, other)): legs
        for members in divisions
        for one in members
        for other in members
        if one < other
    }
    for members in divisions:
        counts = [at_home[each] for each in members]
        assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("size", [4, 6, 8])
def test_crossovers_of_even_divisions_are_a_round_more_against_the_same_place(size):
    one, other = list(range(1, size + 1)), list(range(size + 1, 2 * size + 1))
    plain = division_rounds([one, other], 1)
    *inside, across = division_rounds([one, other], 1, crossover=True)
    assert inside == plain
    met = [(each.home, each.away) for each in across.pairings]
    expected = zip(one, other, strict=True)
    assert {frozenset(pair) for pair in met} == {frozenset(pair) for pair in expected}
    # Either division hosts every other one of them.
    assert sum(home in one for home, _ in met) == size // 2
    assert not across.byes


@given(st.sampled_from([3, 5, 7, 9]))
def test_crossovers_give_everybody_of_two_odd_divisions_one_opponent_of_the_other(size):
    one, other = divided([size, size])
    crossed: list[tuple[int, int]] = []
    for round_ in division_rounds([one, other], 1, crossover=True):
        assert not round_.byes
        crossed += [
            (pair.home, pair.away)
            for pair in round_.pairings
            if (pair.home in one) != (pair.away in one)
        ]
    assert sorted(side for pair in crossed for side in pair) == [*one, *other]


def winners(matches: list[Match], dice: Random) -> list[Match]:
    """The round as it ended."""
    return [
        Match(
            each.better,
            each.worse,
            each.better if each.is_bye else dice.choice((each.better, each.worse)),
        )
        for each in matches
    ]


@given(st.integers(2, 32), st.integers(0, 10**6), st.booleans())
def test_in_a_knockout_everybody_but_the_winner_loses_once(seeds, seed, reseed):
    dice, played = Random(seed), []
    while matches := next_round(seeds, played, reseed=reseed):
        played.append(winners(matches, dice))
    losses = Counter(match.loser for round_ in played for match in round_ if match.loser)
    champion = played[-1][-1].winner
    assert set(losses) == set(range(1, seeds + 1)) - {champion}
    assert set(losses.values()) <= {1}
    byes = [match.better for match in played[0] if match.is_bye]
    # The best seeds have the byes, all of them in the first round.
    assert sorted(byes) == list(range(1, len(byes) + 1))
    assert all(not match.is_bye for round_ in played[1:] for match in round_) or reseed


@given(st.integers(2, 32))
def test_the_best_seeds_meet_as_late_as_can_be(seeds):
    """Whoever is better wins: the last round is 1 against 2, the one before has 1 to 4."""
    played: list[list[Match]] = []
    while matches := next_round(seeds, played):
        played.append([Match(each.better, each.worse, each.better) for each in matches])
    assert (played[-1][0].better, played[-1][0].worse) == (1, 2)
    if seeds >= 4:
        assert {side for each in played[-2] for side in (each.better, each.worse)} == {1, 2, 3, 4}
    assert len(first_round(seeds)) == 1 << (seeds - 1).bit_length() - 1
    assert first_round(seeds)[0].better == 1, "a bracket is drawn with the best on top"


@pytest.mark.parametrize(
    "divisions",
    [[[1, 2, 3]], [[1, 2, 3], [4, 5, 6], [7, 8, 9]], [[1, 2, 3], [4, 5, 6, 7]]],
)
def test_crossovers_are_between_two_divisions_of_as_many_clubs(divisions):
    with pytest.raises(Refused) as refused:
        division_rounds(divisions, crossover=True)
    assert (refused.value.code, refused.value.refusals[0].place) == (
        "crossover-divisions",
        "divisions",
    )
    assert division_rounds(divisions, crossover=False)


@given(st.integers(2, 16), st.integers(0, 10**6))
def test_with_two_losses_everybody_but_the_winner_loses_twice(seeds, seed):
    dice, played = Random(seed), []
    while matches := next_double(seeds, played):
        played.append(winners(matches, dice))
        assert len(played) < 4 * seeds
    losses = Counter(match.loser for round_ in played for match in round_ if match.loser)
    assert sorted(losses[each] for each in range(1, seeds + 1))[1:] == [2] * (seeds - 1)
    assert min(losses[each] for each in range(1, seeds + 1)) < 2


@given(st.integers(2, 20), st.integers(0, 10**6))
def test_with_two_losses_nobody_sits_out_twice_before_the_others_of_his_bracket_have(seeds, seed):
    dice, played = Random(seed), []
    byes: Counter[int] = Counter()
    losses: Counter[int] = Counter()
    while matches := next_double(seeds, played):
        for each in matches:
            if each.is_bye:
                mates = [one for one in range(1, seeds + 1) if losses[one] == losses[each.better]]
                rested = {one: (byes[one], one) for one in mates}
                assert rested[each.better] == min(rested.values())
        byes.update(each.better for each in matches if each.is_bye)
        played.append(winners(matches, dice))
        losses.update(each.loser for each in played[-1] if each.loser)


def test_of_nine_the_best_does_not_come_to_the_last_of_the_unbeaten_without_a_game():
    played: list[list[Match]] = []
    for _ in range(4):
        matches = next_double(9, played)
        played.append([Match(each.better, each.worse, each.better) for each in matches])
    sat_out = [each.better for matches in played for each in matches if each.is_bye]
    assert sat_out.count(1) == 1


@given(st.integers(2, 16), st.integers(0, 10**6))
def test_with_two_losses_every_match_belongs_to_the_bracket_of_those_who_play_it(seeds, seed):
    dice, played = Random(seed), []
    while matches := next_double(seeds, played):
        played.append(winners(matches, dice))
    found = brackets(seeds, played)
    names = Counter(name for round_ in found for name in round_)
    assert names[WINNERS] + names[LOSERS] + names[GRAND_FINAL] + names[DECIDER] == names.total()
    # The grand final is one, and a second series follows only where the unbeaten club lost it.
    assert found[-1] in ([GRAND_FINAL], [DECIDER])
    assert names[GRAND_FINAL] == 1
    losses: Counter[int] = Counter()
    for matches, called in zip(played, found, strict=True):
        for match, name in zip(matches, called, strict=True):
            lost = {losses[each] for each in (match.better, match.worse) if each}
            assert (
                lost
                == {
                    WINNERS: {0},
                    LOSERS: {1},
                    GRAND_FINAL: {0, 1},
                    DECIDER: {1},
                }[name]
            )
        losses.update(match.loser for match in matches if match.loser)


def test_of_four_the_decider_follows_a_grand_final_that_the_unbeaten_one_loses():
    played: list[list[Match]] = []
    for won in ({1, 2}, {1, 3}, {1, 2}, {2}, {1}):
        matches = next_double(4, played)
        played.append(
            [
                Match(each.better, each.worse, each.better if each.better in won else each.worse)
                for each in matches
            ]
        )
    names = brackets(4, played)
    assert names[:2] == [[WINNERS, WINNERS], [WINNERS, LOSERS]]
    assert names[-2:] == [[GRAND_FINAL], [DECIDER]]


def test_matchups_are_1v4_and_2v3_and_give_way_to_1v3_and_2v4():
    first = power_matchups([11, 12, 13, 14])
    assert {(each.better, each.worse) for each in first} == {(11, 14), (12, 13)}
    again = power_matchups([11, 12, 13, 14], {frozenset((11, 14))})
    assert {(each.better, each.worse) for each in again} == {(11, 13), (12, 14)}


def test_who_is_left_for_the_other_places_is_known_once_the_divisions_are_broken():
    # No. 3 beats everybody; 1 and 2, level in their division, are level with No. 4 as well.
    of = {1: 1, 2: 1, 3: 2, 4: 2}
    pairs = [(1, 2), (2, 1), (1, 4), (4, 1), (2, 4), (4, 2), (3, 1), (3, 2), (3, 4)]
    results = [GameResult(home, away, 3, 1, at) for at, (home, away) in enumerate(pairs)]
    found = advance(AdvanceRule(1, others=1), Field([1, 2, 3, 4], results, of), in_order("pct"))
    assert not found.qualifiers
    assert [set(tie.members) for tie in found.open] == [{1, 2}]


@given(
    st.integers(0, 10**6),
    st.integers(4, 9),
    st.integers(1, 2),
    st.sampled_from(["by-record", "winners-first", "by-division"]),
)
def test_who_gets_in_depends_on_neither_order_nor_names(seed, clubs, divisions, seeding):
    dice = Random(seed)
    numbers = list(range(1, clubs + 1))
    of = {each: each * divisions // (clubs + 1) + 1 for each in numbers}
    results = [
        GameResult(one, other, *dice.choice(((3, 1), (0, 2), (5, 4))), at)
        for at, (one, other) in enumerate(
            (one, other) for one in numbers for other in numbers if one != other
        )
    ]
    rule = AdvanceRule(1, others=1, seeding=seeding)
    order = in_order("pct", "run-difference", "head-to-head", "strength-of-schedule")
    found = advance(rule, Field(numbers, results, of), order)

    names = dict(zip(numbers, dice.sample(range(50, 99), clubs), strict=True))
    mixed = [
        GameResult(names[each.home], names[each.away], each.home_runs, each.away_runs, each.order)
        for each in dice.sample(results, len(results))
    ]
    shuffled = dice.sample([names[each] for each in numbers], clubs)
    again = advance(
        rule, Field(shuffled, mixed, {names[each]: of[each] for each in numbers}), order
    )
    assert [(names[each.entrant], each.seed, each.reason) for each in found.qualifiers] == [
        (each.entrant, each.seed, each.reason) for each in again.qualifiers
    ]
    assert {frozenset(names[each] for each in tie.members) for tie in found.open} == {
        frozenset(tie.members) for tie in again.open
    }
