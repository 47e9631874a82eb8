"""Who may play for a club that dropped out, who may take it over, and what its results mean."""

import pytest

from tournaments.rules.criterion import Field
from tournaments.rules.drops import (
    HALF,
    KEPT,
    VOID,
    Candidate,
    Division,
    replacement_problem,
    results_stand,
    roll_problems,
    take_over_problem,
)
from tournaments.rules.results import GameResult
from tournaments.rules.ties import in_order

ODD, EVEN = Division(1, 7), Division(1, 8)


def code(refusal) -> str:
    return refusal.code if refusal else ""


@pytest.mark.rule("T0.08b")
def test_t0_08_in_an_odd_division_only_who_has_the_bye_plays():
    resting, playing = Candidate("Rest", {3: 1}), Candidate("Play", {4: 1})
    assert replacement_problem(resting, ODD, on_bye=[3]) is None
    assert code(replacement_problem(playing, ODD, on_bye=[3])) == "not-the-bye"
    assert code(replacement_problem(Candidate("Guest", {}), ODD, on_bye=[3])) == "not-the-bye"


@pytest.mark.rule("T0.08c")
def test_t0_08_for_an_even_division_replacements_come_from_outside():
    assert code(replacement_problem(Candidate("Mate", {4: 1}), EVEN, [])) == "of-the-same-division"
    assert replacement_problem(Candidate("Other", {12: 2}), EVEN, []) is None
    assert replacement_problem(Candidate("Guest", {}), EVEN, []) is None


@pytest.mark.rule("T0.08e", "T0.08g")
def test_t0_08_nobody_of_the_division_and_nobody_who_goes_on_takes_a_club_over():
    other = Candidate("Other", {12: 2})
    assert take_over_problem(other, EVEN, played=1, advancing=[1]) is None
    assert code(take_over_problem(other, EVEN, played=0, advancing=[])) == "played-no-game"
    assert code(take_over_problem(other, EVEN, played=4, advancing=[12])) == "goes-on-already"
    mate = Candidate("Mate", {4: 1})
    assert code(take_over_problem(mate, ODD, played=4, advancing=[])) == "of-the-same-division"


@pytest.mark.rule("T0.08f")
def test_t0_08_the_highest_d20_decides_and_only_those_who_may_roll():
    assert roll_problems({7: 12, 8: 3}, [7, 8]) == []
    assert [each.code for each in roll_problems({7: 12}, [7, 8])] == ["rolls-of-others"]
    assert [each.code for each in roll_problems({7: 12, 8: 12}, [7, 8])] == ["rolls-level"]
    assert [each.code for each in roll_problems({7: 12, 8: 21}, [7, 8])] == ["not-a-roll"]


def test_what_results_mean_is_the_events_to_say():
    assert not results_stand(VOID, 20, 20)
    assert results_stand(KEPT, 0, 20)
    assert results_stand(HALF, 10, 20)
    assert not results_stand(HALF, 9, 20)


@pytest.mark.rule("T0.08s")
def test_who_is_outside_is_ranked_nowhere_though_games_against_it_count():
    results = [GameResult(1, 3, 2, 0, 1), GameResult(2, 3, 0, 2, 2), GameResult(1, 2, 1, 0, 3)]
    whole = Field([1, 2, 3], results, {1: 1, 2: 1, 3: 1})
    without = Field([1, 2, 3], results, {1: 1, 2: 1, 3: 1}, outside=[3])
    order = in_order("pct")
    assert [place.entrant for place in order.rank(whole).places] == [1, 3, 2]
    assert [(place.entrant, place.label) for place in order.rank(without).places] == [
        (1, "1"),
        (2, "2"),
    ]
    assert without.standing[1].overall.won == 2
