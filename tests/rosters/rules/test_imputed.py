"""Imputed drafts: everybody gets what every round is for, the best first, forward and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.refusals import Refused
from rosters.rules.imputed import NEEDS, RELIEVER, STARTER, Prospect, impute


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


@pytest.mark.rule("T0.02h")
def test_rounds_go_forward_and_back() -> None:
    squads = impute(pool(20), 3, ("ss", "ss", "ss"))
    assert squads == [[4000, 4005, 4006], [4001, 4004, 4007], [4002, 4003, 4008]]


@given(st.integers(1, 9))
def test_every_club_fills_every_need_and_nobody_is_taken_twice(clubs: int) -> None:
    found = {each.key: each for each in pool(70)}
    squads = impute(list(found.values()), clubs)
    taken = [key for squad in squads for key in squad]
    assert len(taken) == len(set(taken)) == clubs * len(NEEDS)
    for squad in squads:
        for key, need in zip(squad, NEEDS, strict=True):
            assert found[key].fills(need)


@pytest.mark.rule("T0.02d", "T10.2c")
def test_a_squad_has_25_men_and_four_starters_at_least() -> None:
    assert len(NEEDS) == 25
    assert NEEDS.count(STARTER) >= 4
    assert NEEDS.count(RELIEVER) == 6


def test_a_pool_that_runs_dry_is_refused_with_the_round() -> None:
    with pytest.raises(Refused) as refused:
        impute(pool(4), 3)
    assert refused.value.code == "pool-too-small"
    assert refused.value.refusals[0].place == "card_set"
