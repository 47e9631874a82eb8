"""Orders of tie-breaks: steps with settings, told step by step."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from config.refusals import Refused
from tournaments.rules.advancing import AdvanceRule, advance
from tournaments.rules.criteria import CRITERIA
from tournaments.rules.criterion import Field
from tournaments.rules.formats import FORMATS, KNOCKOUT
from tournaments.rules.results import GameResult, outs_on_defence
from tournaments.rules.ties import (
    MOST_STEPS,
    ORDERS,
    STAR,
    Step,
    TieOrder,
    in_order,
    order_from_json,
    order_to_json,
)


def field_of(wins, clubs, **more) -> Field:
    """``wins``: by pair, games the first has won against the second, each by one run or as told."""
    results = []
    for (one, other), scores in wins.items():
        for score in [(1, 0)] * scores if isinstance(scores, int) else scores:
            results.append(GameResult(one, other, *score, len(results)))
    return Field(clubs, results, **more)


def labels(order: TieOrder, field: Field):
    return [(place.entrant, place.label) for place in order.rank(field).places]


def test_the_clubs_published_example_of_three_for_two_places():
    # Three tied, 6-2, 3-5 and 3-5 against each other: the first is in, the two others go back to
    # head-to-head between themselves.
    among = {(1, 2): 3, (2, 1): 1, (1, 3): 3, (3, 1): 1, (2, 3): 2, (3, 2): 2}
    even = {(4, 1): 3, (2, 5): 3, (3, 6): 3}
    field = field_of(among | even, [1, 2, 3, 4, 5, 6])
    ranking = STAR.rank(field, [1, 2, 3])
    assert [(place.entrant, place.rank) for place in ranking.places] == [(1, 1), (2, 2), (3, 2)]
    (tie,) = ranking.ties
    asked = [(each.step.criterion, set(each.group), each.outcome) for each in tie.answers]
    assert asked == [
        ("head-to-head", {1, 2, 3}, "parted"),
        ("head-to-head", {2, 3}, "level"),
        ("playoff", {2, 3}, "waits"),
    ]
    # The game they play decides, and nothing before it.
    played = Field(
        field.entrants, field.results, rulings={("playoff", frozenset({2, 3})): {2: 0, 3: 1}}
    )
    assert labels(STAR, played)[:0] == []
    assert [place.entrant for place in STAR.rank(played, [1, 2, 3]).places] == [1, 3, 2]


def test_what_happens_to_those_left_is_a_setting():
    # Head-to-head leaves 2 and 3 level; they split their games, and 3 has the better runs overall.
    wins = {(1, 2): 2, (1, 3): 2, (2, 3): [(1, 0)], (3, 2): [(5, 0)], (4, 1): 2, (2, 4): 1,
            (3, 4): 1, (1, 5): 0}  # fmt: skip
    field = field_of(wins, [1, 2, 3, 4])
    group = [1, 2, 3]
    steps = (Step("head-to-head"), Step("run-difference", scope="tied"))
    for after in ("restart", "next", "two-teams"):
        order = TieOrder((Step("head-to-head", after=after), steps[1]))
        assert [each.entrant for each in order.rank(field, group).places] == [1, 3, 2]
    # Asked of ties of three only, the runs say nothing between two.
    order = TieOrder((Step("head-to-head"), Step("run-difference", scope="tied", sizes="more")))
    assert [each.label for each in order.rank(field, group).places] == ["1", "2=", "2="]


@pytest.mark.parametrize(
    ("after", "ranked"),
    # Begun again, head-to-head has 2 before 3, whom he beat; the next step has the better runs.
    [("restart", [1, 2, 3]), ("two-teams", [1, 2, 3]), ("next", [1, 3, 2]), ("repeat", [1, 3, 2])],
)
def test_those_left_by_a_later_step_go_on_after_it_or_begin_again(after, ranked):
    # All three split their games; 1 has won more than the others.
    wins = {(1, 2): 1, (2, 3): 1, (3, 1): 1, (1, 4): 2, (2, 4): 1, (3, 4): [(9, 0)]}
    order = TieOrder((Step("head-to-head"), Step("wins", after=after), Step("run-difference")))
    assert [
        each.entrant for each in order.rank(field_of(wins, [1, 2, 3, 4]), [1, 2, 3]).places
    ] == ranked


def test_unplayed_games_are_left_out_halved_or_waited_for():
    scheduled = {frozenset((1, 2)): 3}
    field = field_of({(1, 2): 1}, [1, 2], scheduled=scheduled)
    by = {
        unplayed: TieOrder((Step("head-to-head", unplayed=unplayed),)).rank(field)
        for unplayed in ("ignore", "half", "wait")
    }
    assert [each.label for each in by["ignore"].places] == ["1", "2"]
    assert by["half"].places[0].entrant == 1
    assert [each.label for each in by["wait"].places] == ["1=", "1="]
    shares = CRITERIA["head-to-head"].worths(
        [1, 2], field, Step("head-to-head", unplayed="half").asked
    )
    assert shares[1].value == Fraction(2, 3)


@pytest.mark.parametrize(
    "key",
    [
        "above-even",
        "wins",
        "run-difference",
        "run-quotient",
        "division-record",
        "strength-of-schedule",
        "sonneborn-berger",
    ],
)
def test_a_step_that_waits_for_games_is_silent_until_all_are_played(key):
    # Nos. 1 and 2 are level; No. 1 has a game left.
    wins = {(1, 3): 1, (2, 3): 1}
    pairs = {frozenset((1, 3)): 2, frozenset((2, 3)): 1}
    early = field_of(wins, [1, 2, 3], scheduled=pairs)
    waits = (*in_order("pct").steps, Step(key, unplayed="wait"))
    ((answer,),) = [tie.waiting for tie in TieOrder(waits).rank(early).ties]
    assert (answer.number, set(answer.group)) == (2, {1, 2})
    assert "left to play" in answer.why
    # Left out, they keep nobody waiting; nor once they are played.
    ignores = (*in_order("pct").steps, Step(key, unplayed="ignore"))
    assert not any(tie.waiting for tie in TieOrder(ignores).rank(early).ties)
    done = field_of({(1, 3): 1, (2, 3): 1}, [1, 2, 3], scheduled=dict.fromkeys(pairs, 1))
    assert not any(tie.waiting for tie in TieOrder(waits).rank(done).ties)


def test_a_game_left_between_two_who_are_level_is_one_game():
    wins = {(1, 3): 1, (2, 3): 1}
    pairs = {frozenset((1, 3)): 1, frozenset((2, 3)): 1, frozenset((1, 2)): 1}
    field = field_of(wins, [1, 2, 3], scheduled=pairs)
    order = TieOrder((*in_order("pct").steps, Step("wins", unplayed="wait")))
    ((answer,),) = [tie.waiting for tie in order.rank(field).ties]
    assert answer.why == "1 of their games is left to play"


def test_head_to_head_of_uneven_schedules_is_taken_only_where_that_is_allowed():
    field = field_of({(1, 2): 2, (2, 3): 1, (3, 1): 1}, [1, 2, 3])
    strict = TieOrder((Step("head-to-head"),)).rank(field)
    assert {place.label for place in strict.places} == {"1="}
    loose = TieOrder((Step("head-to-head", balanced=False),)).rank(field)
    assert [place.entrant for place in loose.places] == [1, 3, 2]


def test_sonneborn_berger_is_that_of_a_published_cross_table():
    # A double check by hand: 1 beats 2 and 3, 2 beats 3 and 4, 3 beats 4, 4 beats 1.
    field = field_of(
        {(1, 2): 1, (1, 3): 1, (2, 3): 1, (2, 4): 1, (3, 4): 1, (4, 1): 1}, [1, 2, 3, 4]
    )
    worths = CRITERIA["sonneborn-berger"].worths([1, 2, 3, 4], field, Step("wins").asked)
    assert {member: worth.value for member, worth in worths.items()} == {1: 3, 2: 2, 3: 1, 4: 2}
    # A tied game is half a win of either and brings half of what the opponent has.
    tied = field_of({(1, 2): 1, (1, 3): [(2, 2)], (3, 2): 1}, [1, 2, 3])
    worths = CRITERIA["sonneborn-berger"].worths([1, 2, 3], tied, Step("wins").asked)
    assert {member: worth.value for member, worth in worths.items()} == {
        1: Fraction(3, 4),
        2: 0,
        3: Fraction(3, 4),
    }


def test_strength_of_schedule_counts_each_opponent_as_often_as_it_was_met():
    # 1 met 3 twice, 2 met 4 twice; 3 has lost everything, 4 has won elsewhere.
    field = field_of({(1, 3): 2, (2, 4): 2, (4, 5): 4, (3, 5): 0, (5, 3): 1}, [1, 2, 3, 4, 5])
    ranking = in_order("wins", "strength-of-schedule").rank(field, [1, 2])
    assert [place.entrant for place in ranking.places] == [2, 1]


scores = st.lists(
    st.tuples(st.integers(1, 5), st.integers(1, 5), st.integers(0, 3), st.integers(0, 3)).filter(
        lambda game: game[0] != game[1]
    ),
    max_size=14,
)
STEPS = [Step(key) for key in CRITERIA] + [
    Step("run-difference", scope="tied", after="next"),
    Step("pct", scope="division", after="two-teams"),
    Step("head-to-head", balanced=False, after="repeat"),
]


@settings(max_examples=80)
@given(
    games=scores,
    steps=st.lists(st.sampled_from(STEPS), min_size=1, max_size=5),
    turn=st.sampled_from(list(permutations(range(1, 6)))),
    seed=st.randoms(),
)
def test_neither_the_order_of_input_nor_the_names_decide(games, steps, turn, seed):
    order = TieOrder(tuple(steps))
    named = dict(zip(range(1, 6), turn, strict=True))
    divisions = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2}

    def ranks(field):
        return {place.entrant: (place.rank, place.shared) for place in order.rank(field).places}

    results = [GameResult(*game, at) for at, game in enumerate(games)]
    mixed = list(results)
    seed.shuffle(mixed)
    clubs = list(range(1, 6))
    first = ranks(Field(clubs, results, divisions))
    assert ranks(Field([5, 3, 1, 4, 2], mixed, divisions)) == first
    turned = [GameResult(named[a], named[b], c, d, at) for at, (a, b, c, d) in enumerate(games)]
    again = ranks(
        Field([named[each] for each in clubs], turned, {named[a]: b for a, b in divisions.items()})
    )
    assert {named[each]: rank for each, rank in first.items()} == again
    # 1, 2=, 2=, 4: a rank counts everybody ahead.
    for rank, _ in first.values():
        assert sum(other < rank for other, _ in first.values()) == rank - 1


def test_every_preset_whose_table_decides_comes_to_a_step_that_asks_people():
    for preset in FORMATS.values():
        if preset.stages[-1].kind != KNOCKOUT or any(each.entry for each in preset.stages):
            assert ORDERS[preset.tie_order][1].steps[-1].criterion == "d20", preset.name


def test_an_order_is_read_as_it_was_written_and_nonsense_is_refused():
    for _, order in ORDERS.values():
        assert order_from_json(order_to_json(order)) == order
    with pytest.raises(Refused) as refused:
        order_from_json([{"criterion": "head-to-head", "scope": "all", "after": "never"}])
    assert [each.place for each in refused.value.refusals] == ["step 1.scope", "step 1.after"]
    with pytest.raises(Refused) as refused:
        order_from_json([{"criterion": "pct"}, {"scope": "all"}, {"criterion": "d20", "dice": 2}])
    assert [(each.code, each.place) for each in refused.value.refusals] == [
        ("tie-step-unreadable", "step 2"),
        ("tie-step-unreadable", "step 3"),
    ]


def test_wild_cards_go_across_divisions_and_a_tie_at_the_cut_is_put_to_the_director():
    divisions = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2}
    wins = {(1, 2): 3, (2, 3): 2, (1, 3): 2, (4, 5): 3, (5, 6): 2, (4, 6): 2}
    field = field_of(wins, list(divisions), divisions=divisions)
    rule = AdvanceRule(per_division=1, others=1, seeding="winners-first")
    found = advance(rule, field, in_order("above-even"))
    # The winners are level as seeds, and the two seconds are level for one wild card.
    assert [set(tie.members) for tie in found.open] == [{2, 5}]
    rolled = Field(
        field.entrants,
        field.results,
        divisions,
        rulings={
            ("d20", frozenset({2, 5})): {2: 4, 5: 17},
            ("d20", frozenset({1, 4})): {1: 9, 4: 3},
        },
    )
    done = advance(rule, rolled, in_order("above-even"))
    assert [(each.entrant, each.seed) for each in done.qualifiers] == [(1, 1), (4, 2), (5, 3)]
    assert "rolled 17" in done.qualifiers[2].reason
    assert done.qualifiers[0].reason.startswith("place 1 in division 1")


def test_who_is_level_where_seeds_are_given_is_put_to_the_director():
    # Both go on whatever happens; who of them is the first seed, nothing says.
    field = field_of({(1, 3): 2, (2, 3): 2}, [1, 2, 3])
    found = advance(AdvanceRule(per_division=2), field, in_order("pct"))
    assert found.qualifiers == ()
    assert [each.members for each in found.open] == [(1, 2)]


def test_seeds_follow_the_record_the_winners_or_the_divisions():
    # The second of the second division has a better record than the winner of the first.
    divisions = {1: 2, 2: 2, 3: 2, 4: 1, 5: 1}
    wins = {(1, 2): 2, (1, 3): 3, (2, 3): 4, (4, 5): 2, (5, 4): 1}
    field = field_of(wins, list(divisions), divisions=divisions)
    seeds = {
        seeding: [
            each.entrant
            for each in advance(
                AdvanceRule(2, seeding=seeding), field, in_order("above-even")
            ).qualifiers
        ]
        for seeding in ("by-record", "winners-first", "by-division")
    }
    assert seeds == {
        "by-record": [1, 2, 4, 5],
        "winners-first": [1, 4, 2, 5],
        "by-division": [4, 5, 1, 2],
    }


def test_the_directors_dice_come_last_and_once_and_an_order_that_is_full_takes_none():
    assert in_order("pct").with_dice() == in_order("pct", "d20")
    assert in_order("pct", "d20").with_dice() == in_order("pct", "d20")
    full = in_order(*["wins"] * MOST_STEPS)
    assert full.with_dice() == full
    with pytest.raises(Refused):
        in_order(*["wins"] * (MOST_STEPS + 1))


@pytest.mark.parametrize("rolls", [{}, {1: 7, 2: 7}])
def test_who_rolled_alike_rolls_again(rolls):
    rulings = {("d20", frozenset((1, 2))): rolls} if rolls else {}
    field = field_of({(1, 3): 2, (2, 3): 2}, [1, 2, 3], rulings=rulings)
    ranking = in_order("pct", "d20").rank(field)
    assert [place.label for place in ranking.places] == ["1=", "1=", "3"]
    (tie,) = ranking.ties
    assert [each.number for each in tie.waiting] == [2]


def test_dice_among_three_part_two_of_them_as_well():
    three = frozenset({1, 2, 3})
    field = field_of(
        {(1, 2): 1, (2, 3): 1, (3, 1): 1},
        [1, 2, 3],
        rulings={
            ("d20", three): {1: 5, 2: 19, 3: 7},
            ("playoff", three): {1: 1, 2: 0, 3: 0},
            ("d20", frozenset({1, 2, 3, 4})): {1: 9, 2: 3, 3: 2, 4: 1},
        },
    )
    # Two go on, whom the three's dice chose; nobody rolls again for their seeds.
    found = advance(AdvanceRule(2), field, in_order("pct"))
    assert [each.entrant for each in found.qualifiers] == [2, 3]
    # A roll of their own comes before it.
    again = {("d20", three): {1: 5, 2: 19, 3: 7}, ("d20", frozenset({2, 3})): {2: 1, 3: 2}}
    found = advance(
        AdvanceRule(2),
        field_of({(1, 2): 1, (2, 3): 1, (3, 1): 1}, [1, 2, 3], rulings=again),
        in_order("pct"),
    )
    assert [each.entrant for each in found.qualifiers] == [3, 2]


def test_who_rolled_alike_among_three_rolls_again():
    rulings = {("d20", frozenset({1, 2, 3})): {1: 5, 2: 19, 3: 5}}
    field = field_of({(1, 2): 1, (2, 3): 1, (3, 1): 1}, [1, 2, 3], rulings=rulings)
    ranking = in_order("pct", "d20").rank(field)
    assert [place.label for place in ranking.places] == ["1", "2=", "2="]
    assert [set(answer.group) for tie in ranking.ties for answer in tie.waiting] == [{1, 3}]


def test_one_more_game_is_played_between_two_and_not_among_three():
    order = in_order("above-even", "playoff")
    two = field_of({(1, 3): 1, (2, 3): 1}, [1, 2, 3])
    assert [len(tie.waiting) for tie in order.rank(two).ties] == [1]
    three = field_of({(1, 2): 1, (2, 3): 1, (3, 1): 1}, [1, 2, 3])
    assert [len(tie.waiting) for tie in order.rank(three).ties] == [0]


def waits_for(order: TieOrder, field: Field):
    return [
        (answer.step.criterion, set(answer.group))
        for tie in order.rank(field).ties
        for answer in tie.waiting
    ]


@pytest.mark.parametrize("count", [3, 4, 5, 6, 7])
def test_more_than_two_play_shoot_outs_in_pairs_with_byes_by_d20(count):
    order = ORDERS["shoot-out"][1]
    clubs = list(range(1, count + 1))
    level = dict.fromkeys(permutations(clubs, 2), 1)
    rulings: dict = {}
    played = 0
    for _ in range(100):
        field = field_of(level, clubs, rulings=rulings)
        waiting = waits_for(order, field)
        if not waiting:
            break
        kind, group = waiting[0]
        if kind == "d20":
            # Once for everybody: who is ahead among all is ahead among fewer.
            assert group == set(clubs)
            rulings[kind, frozenset(group)] = {each: 20 - each for each in group}
        else:
            assert len(group) == 2
            played += 1
            rulings[kind, frozenset(group)] = {each: int(each == max(group)) for each in group}
    places = [place.entrant for place in order.rank(field).places]
    assert sorted(places) == clubs
    assert not any(place.shared for place in order.rank(field).places)
    assert played >= count - 1
    # The worst of those who rolled has won every shoot-out he was in.
    assert places[0] == count


def test_of_three_the_better_seed_has_the_bye_and_nobody_rolls():
    order = ORDERS["shoot-out"][1]
    level = dict.fromkeys(permutations([1, 2, 3], 2), 1)
    field = field_of(level, [1, 2, 3], seeds={1: 2, 2: 1, 3: 3})
    assert waits_for(order, field) == [("shoot-out", {1, 3})]
    rulings = {("shoot-out", frozenset({1, 3})): {1: 0, 3: 1}}
    field = field_of(level, [1, 2, 3], seeds={1: 2, 2: 1, 3: 3}, rulings=rulings)
    assert waits_for(order, field) == [("shoot-out", {2, 3})]
    assert order.rank(field).places[-1].entrant == 1


def test_of_three_who_roll_alike_each_rolls_again():
    order = ORDERS["shoot-out"][1]
    level = dict.fromkeys(permutations([1, 2, 3], 2), 1)
    rulings = {("d20", frozenset({1, 2, 3})): {1: 7, 2: 7, 3: 3}}
    assert waits_for(order, field_of(level, [1, 2, 3], rulings=rulings)) == [("d20", {1, 2})]
    rulings["d20", frozenset({1, 2})] = {1: 4, 2: 9}
    assert waits_for(order, field_of(level, [1, 2, 3], rulings=rulings)) == [("shoot-out", {1, 3})]


@pytest.mark.parametrize(
    ("cuts", "asked"),
    # Both in, one of them in, nobody in; and where nobody knows who is in.
    [({3}, "d20"), ({1}, "playoff"), ({2}, "d20"), (set(), "d20"), (None, "playoff")],
)
def test_the_clubs_process_runs_only_where_one_gets_in_before_another(cuts, asked):
    # 1 and 2 are level at the top, and split their games.
    field = field_of({(1, 2): 1, (2, 1): 1, (1, 3): 2, (2, 3): 2}, [1, 2, 3])
    ranking = STAR.rank(field, None, cuts)
    assert [answer.step.criterion for tie in ranking.ties for answer in tie.waiting] == [asked]


def test_a_tie_that_makes_no_difference_is_not_put_to_anybody():
    # Two level for last, below the cut of one.
    field = field_of({(1, 2): 2, (1, 3): 2, (2, 3): 1, (3, 2): 1}, [1, 2, 3])
    found = advance(AdvanceRule(per_division=1), field, in_order("pct"))
    assert [each.entrant for each in found.qualifiers] == [1]
    assert not found.open


def test_runs_allowed_per_out_are_kinder_to_who_pitched_longer():
    results = [
        # The home side of each defends nine innings, the visitors eight where they lost.
        GameResult(1, 3, 4, 3, 1, 1, 27, 24),
        GameResult(3, 2, 3, 4, 2, 1, 27, 27),
        GameResult(2, 1, 4, 0, 3, 1, 27, 24),
        GameResult(1, 2, 4, 0, 4, 1, 27, 24),
    ]
    field = Field([1, 2, 3], results, {1: 1, 2: 1, 3: 1})
    order = in_order("pct", "runs-per-out")
    assert field.standing[1].outs == 27 + 24 + 27
    assert field.standing[2].outs == 27 + 27 + 24
    ranking = order.rank(field)
    # Both are 2-1 and have allowed seven runs in 78 outs.
    assert [place.label for place in ranking.places[:2]] == ["1=", "1="]
    longer = [*results[:3], GameResult(1, 2, 4, 0, 4, 1, 30, 24)]
    ranking = order.rank(Field([1, 2, 3], longer, {1: 1, 2: 1, 3: 1}))
    assert [place.entrant for place in ranking.places] == [1, 2, 3]
    assert ranking.places[0].evidence == "7 runs in 81 outs (2.33 in 27)"
    unknown = [*results[:3], GameResult(1, 2, 4, 0, 4, 1)]
    (answer,) = order.rank(Field([1, 2, 3], unknown, {1: 1, 2: 1, 3: 1})).ties[0].answers
    assert answer.why == "the outs of 2 of their games are not known"


def test_outs_on_defence_follow_from_where_a_game_ended():
    assert outs_on_defence(9, 1, 3) == (27, 27)
    # The home side led and did not bat.
    assert outs_on_defence(9, 0, 3) == (24, 27)
    # Won with one out in the eleventh.
    assert outs_on_defence(11, 1, 1) == (31, 33)
    assert outs_on_defence(None, 1, 1) == (None, None)


def test_two_team_rules_are_asked_once_two_remain_and_of_more_the_next_step():
    # Each pair four games: 1 is 9-3 among the four, the others 5-7; among the three 2 leads.
    wins = {
        (1, 2): 4,
        (1, 3): 3,
        (3, 1): 1,
        (1, 4): 2,
        (4, 1): 2,
        (2, 3): 2,
        (3, 2): 2,
        (2, 4): 3,
        (3, 4): 2,
        (4, 2): [(20, 0)],
        (4, 3): [(9, 0), (9, 0)],
    }
    field = field_of(wins, [1, 2, 3, 4])

    def ranked(after: str) -> list[int]:
        order = TieOrder((Step("head-to-head", after=after), Step("run-difference")))
        return [place.entrant for place in order.rank(field).places]

    assert ranked("restart") == ranked("repeat") == [1, 2, 3, 4]
    # Three are left: on to the runs, of which 4 has most.
    assert ranked("two-teams") == ranked("next")
    assert ranked("two-teams")[:2] == [1, 4]


def test_a_step_says_which_games_it_asks_where_there_is_a_choice():
    names = {
        Step("run-difference"): "Run difference",
        Step("run-difference", scope="tied"): "Run difference, games among the tied",
        # These have one scope only.
        Step("head-to-head"): "Games among the tied",
        Step("d20"): "d20 rolled by the director",
    }
    assert {step: step.name for step in names} == names
