"""What a manager has told the house is what the house's manager does in a whole game."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace

import pytest

from games.engine.folds.moments import moments_of
from games.engine.record import simulate
from games.systems.commons.play.habits import MOST_HABIT, Habits
from tests.engine.commons.samples import decks
from tests.engine.commons.stage import COMMONS

SETTINGS = COMMONS.settings()
GAMES = 12

# By habit: the entries that it speaks of.
OF_BATTING = {
    "hit_gods": ("hit-god=hit",),
    "advances": ("advance-third=yes", "advance-second=yes"),
    "challenges": ("challenge=yes",),
    "super_gods": ("hit-god=double",),
    "steals": ("steal=first",),
    "bunts": ("swing=bunt",),
    "fences": ("swing=fences",),
}
OF_FIELDING = {
    "out_gods": ("out-god=out",),
    "challenges": ("replay=yes",),
    "super_gods": ("out-god=two-outs",),
}
HABITS = [field.name for field in fields(Habits)]


def done(habits: Habits) -> Counter[str]:
    """How often the visitors, who play so, do each of these in the games; the home side plays as
    the house thinks best."""
    found: Counter[str] = Counter(dict.fromkeys(HABITS, 0))
    for number in range(GAMES):
        away, home = decks(number % 3, 20 + number % 3)
        clubs = (replace(away, habits=habits), home)
        record = simulate(COMMONS, SETTINGS, f"told/{number}", clubs=clubs)
        for moment in moments_of(record):
            for key, entries in (OF_FIELDING if moment.side else OF_BATTING).items():
                found[key] += sum(entry in entries for entry in moment.entries)
    return found


@pytest.fixture(scope="module")
def usual() -> Counter[str]:
    return done(Habits())


@pytest.mark.parametrize("habit", HABITS)
def test_who_never_wants_something_has_none_of_it_and_all_the_rest(
    usual: Counter[str], habit: str
) -> None:
    assert usual[habit] > 0
    found = done(replace(Habits(), **{habit: 0}))
    assert found[habit] == 0
    assert all(found[other] > 0 for other in HABITS if other != habit)


def test_who_wants_nothing_has_nothing() -> None:
    assert not any(done(Habits(**dict.fromkeys(HABITS, 0))).values())


@pytest.mark.parametrize("habit", ["hit_gods", "challenges", "steals", "fences"])
def test_who_wants_it_wherever_it_gains_has_more_of_it(usual: Counter[str], habit: str) -> None:
    assert done(replace(Habits(), **{habit: MOST_HABIT}))[habit] > usual[habit]
