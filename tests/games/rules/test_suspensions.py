"""Suspended games: where there are none, which have to be finished, and which become ties."""

from dataclasses import replace

import pytest

from games.rules.suspensions import Chance, matter, suspension_problems, tie_problems
from rosters.rules.editions.law import SeriesLaw

USUAL = SeriesLaw()
NATIONALS = replace(USUAL, nationals=True)
IN = Chance("Aces", settled=True)
OUT = Chance("Bears", out=True)
RACE = Chance("Crows")


@pytest.mark.rule("T33.0d", "T33.0f")
@pytest.mark.parametrize(
    ("chances", "matters"),
    [
        ((RACE, OUT), True),
        ((IN, RACE), True),
        ((RACE, RACE), True),
        ((IN, OUT), False),
        ((OUT, OUT), False),
        ((IN, IN), False),
        (None, True),
    ],
)
def test_t33_0d_a_game_is_finished_where_it_may_change_who_advances(chances, matters):
    found = matter(USUAL, chances)
    assert found.matters == matters
    assert found.rule == ("T33.0d" if matters else "T33.0f")
    assert [each.code for each in tie_problems(matters=found.matters)] == (
        ["game-matters"] if matters else []
    )


@pytest.mark.rule("T33.0o", "T33.0p")
@pytest.mark.parametrize(
    ("chances", "matters"),
    [((IN, OUT), True), ((RACE, OUT), True), ((OUT, OUT), False), (None, True)],
)
def test_t33_0o_at_the_nationals_it_is_finished_where_somebody_advances_or_may(chances, matters):
    found = matter(NATIONALS, chances)
    assert (found.matters, found.rule) == (matters, "T33.0o" if matters else "T33.0p")


@pytest.mark.rule("T33.0n")
def test_t33_0n_games_of_the_first_day_of_the_nationals_are_finished_whatever_they_matter():
    assert matter(NATIONALS, (OUT, OUT), first_day=True).matters
    assert not matter(USUAL, (OUT, OUT), first_day=True).matters


@pytest.mark.rule("T33.0g", "T33.0q")
def test_t33_0q_no_game_is_suspended_where_the_event_says_so():
    def rules(law, *, best_of):
        return [each.facts["rule"] for each in suspension_problems(law, best_of=best_of)]

    assert rules(USUAL, best_of=True) == []
    assert rules(NATIONALS, best_of=False) == []
    assert rules(NATIONALS, best_of=True) == ["T33.0q"]
    assert rules(replace(USUAL, suspension=False), best_of=False) == ["T33.0g"]
