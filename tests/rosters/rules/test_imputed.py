"""Imputed drafts: everybody gets what every round is for, the best first, forward and back."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.refusals import Refused
from rosters.rules.editions.law import ImputedLaw
from rosters.rules.editions.presets import DEFAULT
from rosters.rules.imputed import (
    RELIEVER,
    STARTER,
    Prospect,
    by_rounds,
    impute,
    over_replacement,
    replacement,
    squad_needs,
    supported,
)

NEEDS = squad_needs(DEFAULT.imputed)


def pool(size: int) -> list[Prospect]:
    positions = ("c", "1b", "2b", "3b", "ss", "lf", "cf", "rf")
    found = []
    for at in range(size):
        found += [
            Prospect(1000 * number + at, frozenset({position}), float(size - at))
            for number, position in enumerate(positions)
        ]
        found.append(Prospect(100_000 + at, frozenset(), float(size - at), starts=True))
        found.append(Prospect(200_000 + at, frozenset(), float(size - at), relieves=True))
    return found


@pytest.mark.rule("T0.02b")
def test_rounds_go_forward_and_back() -> None:
    squads = by_rounds(pool(20), 3, ("ss", "ss", "ss"))
    assert squads == [[4000, 4005, 4006], [4001, 4004, 4007], [4002, 4003, 4008]]


@given(st.integers(1, 9))
def test_every_club_fills_every_need_and_nobody_is_taken_twice(clubs: int) -> None:
    found = {each.key: each for each in pool(70)}
    squads = impute(list(found.values()), clubs, NEEDS)
    taken = [key for squad in squads for key in squad]
    assert len(taken) == len(set(taken)) == clubs * len(NEEDS)
    for squad in squads:
        # Each player of these pools fills one need.
        filled = Counter(need for key in squad for need in set(NEEDS) if found[key].fills(need))
        assert filled == Counter(NEEDS)


@pytest.mark.rule("T0.02d", "T10.2c")
def test_a_squad_has_25_players_and_four_starters_at_least() -> None:
    assert len(NEEDS) == 25
    assert NEEDS.count(STARTER) >= 4
    assert NEEDS.count(RELIEVER) == 6


def test_another_edition_makes_another_squad() -> None:
    larger = squad_needs(ImputedLaw(catchers=3, relievers=5, starters=7))
    wanted = Counter(NEEDS) + Counter({"c": 1, STARTER: 2}) - Counter({RELIEVER: 1})
    assert Counter(larger) == wanted
    assert larger[:10] == NEEDS[:10]
    (squad,) = impute(pool(20), 1, larger)
    assert len(squad) == len(set(squad)) == 27


def test_a_pool_that_runs_dry_is_refused_with_the_round() -> None:
    with pytest.raises(Refused) as refused:
        impute(pool(4), 3, NEEDS)
    assert refused.value.code == "pool-too-small"
    assert refused.value.refusals[0].place == "card_set"


def test_a_scarce_position_goes_early_though_others_have_better_cards() -> None:
    """Shortstops fall off a cliff after the second; first basemen are all alike and better."""
    scarce = [
        Prospect(each.key, each.positions, {0: 20.0, 1: 19.0}.get(each.key - 4000, -30.0))
        if 4000 <= each.key < 5000
        else Prospect(each.key, each.positions, 30.0, each.starts, each.relieves)
        for each in pool(20)
    ]
    squads = impute(scarce, 2, NEEDS)
    assert [squad[0] for squad in squads] == [4000, 4001]
    levels = replacement(scarce, 2, NEEDS)
    assert (levels["ss"], levels["1b"]) == (-30.0, 30.0)
    assert over_replacement(scarce[1], levels) == 0.0
    (best,) = [each for each in scarce if each.key == 4000]
    assert over_replacement(best, levels) == 50.0


def test_a_player_of_two_positions_is_worth_what_he_is_at_the_scarcer() -> None:
    both = Prospect(1, frozenset({"c", "1b"}), 10.0)
    assert over_replacement(both, {"c": -5.0, "1b": 8.0, STARTER: -50.0}) == 15.0
    assert over_replacement(Prospect(2, frozenset(), 10.0), {"c": 0.0}) is None


def test_a_pool_supports_as_many_clubs_as_can_draft_from_it() -> None:
    assert supported([], 14, NEEDS) == 0
    # A pool of 13 a need has two catchers for six clubs, but six relievers only for two.
    assert supported(pool(13), 14, NEEDS) == 2
    assert supported(pool(200), 14, NEEDS) == 14
    assert supported(pool(200), 10, NEEDS) == 10


def test_a_small_pool_is_drafted_by_rounds_where_worth_would_leave_a_club_without() -> None:
    """Half of the players who can play second are worth more in left, where others are far
    worse."""
    found = [each for each in pool(12) if not 2000 <= each.key < 3000]
    found += [Prospect(2000 + at, frozenset({"2b"}), 85.0) for at in range(2)]
    found += [Prospect(2100 + at, frozenset({"2b", "lf"}), 90.0) for at in range(2)]
    assert len(by_rounds(found, 2, NEEDS)) == 2
    squads = impute(found, 2, NEEDS)
    known = {each.key: each for each in found}
    for squad in squads:
        assert len(squad) == len(NEEDS)
        assert sum(known[key].fills("2b") for key in squad) >= 2
