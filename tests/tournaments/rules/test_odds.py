"""The odds of an event, held against enumeration, the law itself, and symmetry."""

from itertools import combinations, product
from math import comb, exp
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules import odds
from tournaments.rules.advancing import AdvanceRule
from tournaments.rules.criterion import Field
from tournaments.rules.formats import FORMATS, KNOCKOUT, MATCHUPS, StageSpec
from tournaments.rules.knockout import Match
from tournaments.rules.odds import error
from tournaments.rules.odds_state import BestOf, StageState, State, ToPlay
from tournaments.rules.results import GameResult
from tournaments.rules.schedule import round_robin
from tournaments.rules.strengths import (
    USUAL_SPREAD,
    Strengths,
    Tried,
    drawn,
    fit,
    strengths_of,
)
from tournaments.rules.ties import ORDERS, TieOrder, in_order

EVERYBODY_ALIKE = 0.5


def strengths(clubs, chance=lambda one, other: EVERYBODY_ALIKE) -> Strengths:
    return Strengths(
        {(one, other): chance(one, other) for one in clubs for other in clubs if one != other},
        ((5, 3), (2, 1)),
    )


def season(clubs: int, order: TieOrder, *stages: StageSpec, hosts: str = "HA") -> State:
    """An event of which nothing has been played."""
    pairs = [pair for round_ in round_robin(clubs, legs=1).rounds for pair in round_.pairings]
    numbers = list(range(1, clubs + 1))
    return State(
        Field(numbers, [], dict.fromkeys(numbers, 1)),
        order,
        tuple(ToPlay(pair.home, pair.away, hosts) for pair in pairs),
        tuple(StageState(at, spec) for at, spec in enumerate(stages, start=2)),
    )


def complete(state: State, table: Strengths, completions: int, dice: Random) -> odds.Odds:
    """The odds where the strengths are known."""
    return odds.complete(state, [table], completions, dice)


def near(times: int, of: int, chance: float) -> bool:
    """Within four standard errors."""
    return abs(times / of - chance) <= 4 * error(chance, of) + 1e-9


def test_who_wins_a_division_by_a_tie_break_is_seeded_as_its_winner():
    # 1 and 2 are level, and 1 has beaten 2; 3 has won the other division with less.
    games = [(1, 2), *[(1, 4)] * 3, *[(2, 4)] * 5, *[(3, 4)] * 2]
    results = [GameResult(one, other, 1, 0, at) for at, (one, other) in enumerate(games)]
    entry = AdvanceRule(per_division=1, others=1, seeding="winners-first")
    state = State(
        Field([1, 2, 3, 4], results, {1: 1, 2: 1, 3: 2, 4: 2}),
        in_order("above-even", "head-to-head"),
        (),
        (StageState(2, StageSpec(KNOCKOUT, "Final", games=(1,), entry=entry)),),
    )
    # 2 beats 1, 1 beats 3 and 3 beats 2: so 1 wins if, as the best winner, he has the bye.
    beats = {(2, 1), (1, 3), (3, 2)}
    table = strengths([1, 2, 3, 4], lambda one, other: float((one, other) in beats))
    assert complete(state, table, 20, Random(1)).event[1] == 20


def test_a_tie_for_the_last_place_beside_the_winners_is_broken():
    # 1 and 2 are ahead; 3 and 4 are level, and 4 has beaten 3.
    games = [*[(1, 3)] * 2, *[(2, 4)] * 2, (4, 3), (3, 2), (3, 1)]
    results = [GameResult(one, other, 1, 0, at) for at, (one, other) in enumerate(games)]
    numbers = [1, 2, 3, 4]
    final = StageSpec(KNOCKOUT, "Final", games=(1,), entry=AdvanceRule(1, others=2))
    field = Field(numbers, results, dict.fromkeys(numbers, 1))
    above = {each: field.standing[each].overall.above_even for each in numbers}
    assert above == {1: 1, 2: 1, 3: -1, 4: -1}
    state = State(field, in_order("above-even", "head-to-head"), (), (StageState(2, final),))
    found = complete(state, strengths(numbers), 30, Random(4))
    assert dict(found.reached[2]) == dict.fromkeys((1, 2, 4), 30)


def test_a_best_of_is_won_as_often_as_the_binomial_says():
    chance = 0.6
    state = State(
        Field([1, 2], [], {1: 1, 2: 1}),
        in_order("pct"),
        (),
        (StageState(1, StageSpec(KNOCKOUT, "Final", games=(7,)), members=(1, 2)),),
    )
    better = strengths([1, 2], lambda one, other: chance if one == 1 else 1 - chance)
    exact = sum(comb(7, won) * chance**won * (1 - chance) ** (7 - won) for won in range(4, 8))
    found = complete(state, better, 5000, Random(1))
    assert near(found.event[1], 5000, exact)
    begun = StageState(
        1,
        StageSpec(KNOCKOUT, "Final", games=(7,)),
        (1, 2),
        ((Match(1, 2),),),
        {(1, 2): BestOf(3, 3, "H")},
    )
    last = State(state.field, state.order, (), (begun,))
    assert near(complete(last, better, 5000, Random(2)).event[1], 5000, chance)


def test_three_clubs_are_first_as_often_as_every_way_to_play_it_says():
    """Enumerated: each pair one game, level clubs by lot among those level."""
    home = {(1, 2): 0.7, (1, 3): 0.6, (2, 3): 0.55}
    pairs = list(home)
    first = dict.fromkeys((1, 2, 3), 0.0)
    for results in product((True, False), repeat=3):
        chance, wins = 1.0, dict.fromkeys((1, 2, 3), 0)
        for pair, host_won in zip(pairs, results, strict=True):
            chance *= home[pair] if host_won else 1 - home[pair]
            wins[pair[0] if host_won else pair[1]] += 1
        best = [club for club, won in wins.items() if won == max(wins.values())]
        for club in best:
            first[club] += chance / len(best)
    state = State(
        Field([1, 2, 3], [], dict.fromkeys((1, 2, 3), 1)),
        in_order("pct"),
        tuple(ToPlay(one, other, "H") for one, other in pairs),
        (),
    )
    table = strengths([1, 2, 3], lambda one, other: home.get((one, other), 0.5))
    found = complete(state, table, 20_000, Random(3))
    for club, chance in first.items():
        assert near(found.division[club], 20_000, chance)
    assert found.event == found.division


@pytest.mark.parametrize("key", FORMATS)
def test_every_preset_lets_in_as_many_as_it_says_and_crowns_one(key):
    preset = FORMATS[key]
    clubs = max(preset.least, 5)
    numbers = list(range(1, clubs + 1))
    divisions = {each: (each - 1) * preset.divisions // clubs + 1 for each in numbers}
    to_play = (
        tuple(
            ToPlay(one, other, "HA")
            for one, other in combinations(numbers, 2)
            if divisions[one] == divisions[other]
        )
        if preset.stages[0].kind != KNOCKOUT
        else ()
    )
    stages = [
        StageState(at, spec, tuple(numbers) if at == 1 else ())
        for at, spec in enumerate(preset.stages, start=1)
        if spec.kind == KNOCKOUT or at > 1
    ]
    state = State(
        Field(numbers, [], divisions), ORDERS[preset.tie_order][1], to_play, tuple(stages)
    )
    found = complete(state, strengths(numbers), 40, Random(4))
    assert found.completions == 40
    if any(spec.kind == KNOCKOUT for spec in preset.stages) or preset.divisions == 1:
        assert sum(found.event.values()) == 40
    for stage in stages:
        rule = stage.spec.entry
        if rule is not None:
            taken = rule.per_division * preset.divisions + rule.others
            assert sum(found.reached[stage.number].values()) == 40 * taken


def test_clubs_that_are_alike_have_the_same_odds():
    state = season(
        6,
        ORDERS["shoot-out"][1],
        StageSpec(KNOCKOUT, "F", games=(1,), entry=AdvanceRule(2)),
        hosts="HAHA",
    )
    found = complete(state, strengths(range(1, 7)), 6000, Random(5))
    for club in range(1, 7):
        assert near(found.reached[2][club], 6000, 2 / 6)
        assert near(found.event[club], 6000, 1 / 6)


@pytest.mark.long
@settings(max_examples=40)
@given(
    seed=st.integers(0, 10**6),
    clubs=st.integers(4, 8),
    keys=st.lists(
        st.sampled_from(
            [
                "head-to-head",
                "strength-of-schedule",
                "sonneborn-berger",
                "run-difference",
                "division-record",
                "wins",
            ]
        ),
        unique=True,
        max_size=4,
    ),
    first=st.sampled_from(["pct", "above-even", "wins"]),
)
def test_a_last_game_decided_has_the_outcome_that_the_law_says(seed, clubs, keys, first):
    """Everything is played: the odds are the law's own ranking, whatever it breaks ties by; what
    it leaves level shares the completions."""
    random = Random(seed)
    results = [
        GameResult(*pair[:: random.choice((1, -1))], *random.choice(((5, 3), (1, 2), (4, 0))), at)
        for at, pair in enumerate(combinations(range(1, clubs + 1), 2))
    ]
    order = in_order(first, *keys)
    numbers = list(range(1, clubs + 1))
    field = Field(numbers, results, dict.fromkeys(numbers, 1))
    entry = AdvanceRule(2)
    stage = StageState(2, StageSpec(KNOCKOUT, "Final", games=(1,), entry=entry))
    found = complete(State(field, order, (), (stage,)), strengths(numbers), 200, random)
    for place in order.rank(field).places:
        below = sum(other.rank < place.rank for other in order.rank(field).places)
        level = sum(other.rank == place.rank for other in order.rank(field).places)
        times = found.reached[2][place.entrant]
        if below + level <= 2:
            assert times == 200
        elif below >= 2:
            assert times == 0
        else:
            assert 0 < times < 200


def test_who_is_out_or_may_not_go_on_gets_nowhere():
    state = season(
        5, in_order("pct"), StageSpec(KNOCKOUT, "Final", games=(1,), entry=AdvanceRule(2))
    )
    barred = State(state.field, state.order, state.to_play, state.stages, barred=(1,))
    found = complete(barred, strengths(range(1, 6), lambda one, _: 0.9), 300, Random(6))
    assert found.reached[2][1] == 0
    # It is ranked all the same.
    assert found.division[1] > 0


def test_matchups_are_drawn_by_rank_and_count():
    spec = StageSpec(MATCHUPS, "Matchups", 4, rounds=2, entry=AdvanceRule(4))
    final = StageSpec(KNOCKOUT, "Final", games=(1,), entry=AdvanceRule(2))
    state = season(6, in_order("above-even", "head-to-head"), spec, final)
    strong = strengths(range(1, 7), lambda one, other: 1.0 if one < other else 0.0)
    found = complete(state, strong, 50, Random(7))
    # 1 beats everybody, 2 everybody else: nobody passes them in the matchups.
    assert dict(found.reached[2]) == dict.fromkeys((1, 2, 3, 4), 50)
    assert dict(found.reached[3]) == {1: 50, 2: 50}
    assert dict(found.event) == {1: 50}


@pytest.mark.parametrize("order", [in_order("pct"), in_order("run-difference")])
def test_games_against_who_was_cut_before_the_matchups_count_after_them(order):
    played = 4 * [(1, 3)] + [(2, 3)] + 2 * [(3, 2)] + 2 * [(2, 1)]
    results = [
        GameResult(winner, loser, 5, 3, number, 1, 27, 24)
        for number, (winner, loser) in enumerate(played)
    ]
    matchups = StageSpec(MATCHUPS, "Matchups", 1, rounds=1, entry=AdvanceRule(2))
    final = StageSpec(KNOCKOUT, "Final", games=(1,), entry=AdvanceRule(1))
    stages = tuple(StageState(at, spec) for at, spec in enumerate((matchups, final), start=2))
    state = State(Field([1, 2, 3], results, dict.fromkeys((1, 2, 3), 1)), order, (), stages)
    favourite = strengths([1, 2, 3], lambda one, other: 1.0 if one < other else 0.0)
    found = complete(state, favourite, 10, Random(8))
    assert dict(found.reached[2]) == {1: 10, 2: 10}
    # No. 1 wins the matchup and has 5-2, No. 2 3-3; between the two of them alone it is 1-2.
    assert dict(found.reached[3]) == {1: 10}


def test_matchups_count_for_what_comes_after_them():
    # 1 won four from each, and loses every game that is left: after two matchups of four games
    # those are through who have won theirs.
    results = [GameResult(1, other, 1, 0, at) for at, other in enumerate((2, 3, 4) * 2)]
    spec = StageSpec(MATCHUPS, "Matchups", 4, rounds=2, entry=AdvanceRule(4))
    final = StageSpec(KNOCKOUT, "Final", games=(1,), entry=AdvanceRule(1))
    numbers = [1, 2, 3, 4]
    state = State(
        Field(numbers, results, dict.fromkeys(numbers, 1)),
        in_order("above-even", "head-to-head"),
        (),
        (StageState(2, spec), StageState(3, final)),
    )
    found = complete(state, strengths(numbers, lambda one, _: float(one != 1)), 20, Random(3))
    assert found.reached[3][1] == 0


def test_the_second_matchups_are_drawn_by_the_ranking_after_the_first():
    # 2 (+3) meets 1 (-2), and 4 (0) meets 3 (-1): 1 and 4 win their four. By rank 4 (+4) would meet
    # 3 (-5) again, so he meets 2, who beats him, and 1 beats 3 and is first.
    results = [GameResult(2, 1, 1, 0, 0), GameResult(2, 1, 1, 0, 1), GameResult(2, 3, 1, 0, 2)]
    beats = {(1, 2), (1, 3), (2, 3), (2, 4), (4, 1), (4, 3)}
    spec = StageSpec(MATCHUPS, "Matchups", 4, rounds=2, entry=AdvanceRule(4))
    final = StageSpec(KNOCKOUT, "Final", games=(1,), entry=AdvanceRule(1))
    numbers = [1, 2, 3, 4]
    state = State(
        Field(numbers, results, dict.fromkeys(numbers, 1)),
        in_order("above-even", "head-to-head"),
        (),
        (StageState(2, spec), StageState(3, final)),
    )
    table = strengths(numbers, lambda one, other: float((one, other) in beats))
    assert dict(complete(state, table, 20, Random(3)).reached[3]) == {1: 20}


def test_strengths_draw_few_games_towards_what_all_games_say():
    few = {
        (1, 2): (2, 2),
        (2, 1): (0, 2),
        (1, 3): (50, 100),
        (3, 1): (50, 100),
        (2, 3): (50, 100),
        (3, 2): (50, 100),
    }
    found = strengths_of(Tried(few, []))
    # Against 3 the two are alike: four games say little.
    assert 0.5 < found.chance(1, 2, at_home=True) < 0.6
    many = strengths_of(Tried({(1, 2): (7000, 10_000), (2, 1): (3000, 10_000)}, []))
    assert many.chance(1, 2, at_home=True) == pytest.approx(0.7, abs=0.01)


def test_of_clubs_that_are_alike_the_lucky_ones_are_not_taken_for_better():
    """Forty games of each pair by a fair coin: as played the best club would win 56 % and more."""
    dice = Random(10)
    clubs = range(1, 11)
    won = {
        (one, other): (sum(dice.random() < 0.5 for _ in range(40)), 40)
        for one in clubs
        for other in clubs
        if one != other
    }
    found = strengths_of(Tried(won, []))
    assert max(found.host_wins.values()) - min(found.host_wins.values()) < 0.15
    raw = [wins / games for wins, games in won.values()]
    assert max(raw) - min(raw) > 0.3


def test_who_really_is_better_is_found_to_be():
    dice = Random(11)
    levels = {club: 0.15 * (5.5 - club) for club in range(1, 11)}
    truth = {
        (one, other): 1 / (1 + exp(levels[other] - levels[one]))
        for one in levels
        for other in levels
        if one != other
    }
    won = {pair: (sum(dice.random() < chance for _ in range(66)), 66) for pair, chance in
           truth.items()}  # fmt: skip
    found = strengths_of(Tried(won, []))
    off = [found.host_wins[pair] - chance for pair, chance in truth.items()]
    assert sum(each**2 for each in off) / len(off) < 0.03**2
    raw = [wins / games - truth[pair] for pair, (wins, games) in won.items()]
    assert sum(each**2 for each in off) < sum(each**2 for each in raw) / 2


@pytest.mark.long
def test_odds_with_one_seed_are_the_same_and_with_another_near():
    state = season(8, ORDERS["star"][1], FORMATS["purestrat-weekend"].stages[1], hosts="HAHA")
    table = strengths(range(1, 9), lambda one, other: 0.5 + (other - one) / 40)
    once, again, other = (complete(state, table, 2000, Random(seed)) for seed in (1, 1, 2))
    assert once == again
    for club in range(1, 9):
        share = once.event[club] / 2000
        assert abs(share - other.event[club] / 2000) < 6 * max(error(share, 2000), 0.005)


def test_what_is_not_known_of_the_clubs_is_part_of_the_odds():
    """One game was played: the winner is hardly a favourite, and may well be the weaker one."""
    few = Tried({(1, 2): (1, 1), (2, 1): (0, 1)}, [])
    many = Tried({(1, 2): (600, 1000), (2, 1): (400, 1000)}, [])
    table = drawn(few, 200, Random(8))
    shares = [each.chance(1, 2, at_home=True) for each in table]
    assert min(shares) < 0.5 < max(shares)
    sure = [each.chance(1, 2, at_home=True) for each in drawn(many, 50, Random(9))]
    assert max(sure) - min(sure) < 0.15 < max(shares) - min(shares)
    assert all(0.5 < share < 0.7 for share in sure)


def test_whoever_waits_hears_after_each_batch_and_may_stop_it():
    state = season(4, ORDERS["star"][1])
    table = strengths(range(1, 5))
    heard: list[int] = []
    odds.complete(state, [table], 2 * odds.BATCH + 7, Random(1), heard.append)
    assert heard == [odds.BATCH, 2 * odds.BATCH, 2 * odds.BATCH + 7]

    def stop(done: int) -> None:
        raise InterruptedError(done)

    with pytest.raises(InterruptedError):
        odds.complete(state, [table], 2 * odds.BATCH, Random(1), stop)


def test_of_clubs_that_have_hardly_played_nothing_is_known_beyond_what_is_usual():
    """One game of each pair, everybody winning one and losing one: the levels may lie as far apart
    as those of clubs usually do."""
    found = fit(dict.fromkeys(((1, 2), (2, 3), (3, 1)), (0.5, 1)))
    assert all(level == pytest.approx(0, abs=0.01) for level in found.level.values())
    for variance in found.variance.values():
        assert USUAL_SPREAD / 2 < variance < 2 * USUAL_SPREAD


def test_what_two_clubs_are_to_each_other_weighs_more_the_stranger_their_results_are():
    """Each of three beats the next nine times of ten: their levels, all the same, say nothing."""
    circle = [(1, 2), (2, 3), (3, 1)]
    back = [(other, one) for one, other in circle]
    strange = dict.fromkeys(circle, (900, 1000)) | dict.fromkeys(back, (100, 1000))
    even = dict.fromkeys((*circle, *back), (500, 1000))
    assert fit(strange).weight < 10 < 1000 < fit(even).weight
    chances = strengths_of(Tried(strange, []))
    assert chances.chance(1, 2, at_home=True) == pytest.approx(0.9, abs=0.01)


def test_a_matchup_counts_between_the_two_whom_it_leaves_level():
    played = [(2, 1), (1, 2), (2, 3), (2, 3), (1, 3), (3, 1)]
    results = [GameResult(*pair, 1, 0, at) for at, pair in enumerate(played)]
    matchups = StageSpec(MATCHUPS, "Matchups", 1, rounds=1, entry=AdvanceRule(2))
    final = StageSpec(KNOCKOUT, "Final", games=(1,), entry=AdvanceRule(1))
    state = State(
        Field([1, 2, 3], results, dict.fromkeys((1, 2, 3), 1)),
        in_order("above-even", "head-to-head"),
        (),
        (StageState(2, matchups), StageState(3, final)),
    )
    # One apiece before it; No. 1, two games behind, wins it and so two of three.
    found = complete(state, strengths([1, 2, 3], lambda one, _: float(one == 1)), 30, Random(9))
    assert dict(found.reached[2]) == {1: 30, 2: 30}
    assert dict(found.reached[3]) == {1: 30}
