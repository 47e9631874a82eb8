"""The house's manager: what he does where the cards say so, and how often he wins.

The long test plays the 5,000 games whose shares stand in
``docs/explanation/computer-manager.md``; the others are few games, of fixed seeds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from games.engine.decisions import Manager
from games.engine.folds.win_probability import win_probability
from games.engine.record import game_at, replay, simulate
from games.systems.commons.play.course import BUNT, FENCES, best_ways, runs_to_come
from games.systems.commons.play.habits import Habits
from games.systems.commons.play.manager import CommonsManager
from games.systems.commons.play.outlook import ADVANCE, HIT, OUT, Outlook, outlook
from games.systems.commons.play.state import CommonsState
from tests.engine.commons.opponents import Gambler, Godless, Plain
from tests.engine.commons.samples import decks
from tests.engine.commons.stage import COMMONS

SETTINGS = COMMONS.settings()
HOUSE = CommonsManager()


def won(other: Callable[[int], Manager], games: int, seed: str) -> float:
    """The share of games that the house's manager wins against another, at home and away."""
    wins = 0
    for number in range(games):
        managers = (HOUSE, other(number)) if number % 2 else (other(number), HOUSE)
        clubs = decks(number % 3, 20 + number // 2 % 3)
        record = simulate(COMMONS, SETTINGS, f"{seed}/{number}", managers=managers, clubs=clubs)
        assert record.ending is not None
        wins += record.ending.winner == 1 - number % 2
    return wins / games


def test_he_wins_against_one_who_never_uses_a_god() -> None:
    godless = Godless()
    assert won(lambda number: godless, 120, "godless") >= 0.8


def test_he_wins_against_one_who_uses_gods_at_random() -> None:
    assert won(Gambler, 120, "gambler") >= 0.65


def test_he_wins_against_one_who_plays_by_expected_runs() -> None:
    plain = Plain()
    assert won(lambda number: plain, 160, "plain") >= 0.54


@pytest.mark.long
@pytest.mark.parametrize(
    ("other", "least"),
    [(lambda _: Godless(), 0.80), (Gambler, 0.65), (lambda _: Plain(), 0.54)],
    ids=["godless", "gambler", "plain"],
)
def test_the_shares_of_five_thousand_games(
    other: Callable[[int], Manager],
    least: float,
    request: pytest.FixtureRequest,
    record_testsuite_property: Callable[[str, object], None],
) -> None:
    name = request.node.callspec.id
    share = won(other, 5_000, f"measured/{name}")
    record_testsuite_property(name, share)
    assert share >= least


def test_he_answers_the_same_whenever_the_game_stands_the_same() -> None:
    record = simulate(COMMONS, SETTINGS, "same", clubs=decks(1, 2))
    cut = len(record.transcript) // 2
    rest = replay(
        COMMONS,
        SETTINGS,
        record.transcript[:cut],
        clubs=record.clubs,
        managers=(CommonsManager(), CommonsManager()),
        seed="same",
    )
    assert rest.transcript == record.transcript


def test_a_club_that_is_to_play_no_gods_plays_none_and_the_other_does() -> None:
    never = Habits(out_gods=0, hit_gods=0, advances=0, challenges=0, super_gods=0)
    for number in range(20):
        away, home = decks(number, number + 1)
        record = simulate(
            COMMONS, SETTINGS, f"never/{number}", clubs=(replace(away, habits=never), home)
        )
        state = game_at(record).own_state()
        assert isinstance(state, CommonsState)
        idle, other = (
            (side.hits, side.outs, side.advances, side.challenges) for side in state.sides
        )
        assert idle == (3, 3, 3, 2)
        assert sum(other) < sum(idle)


@pytest.fixture(scope="module")
def look() -> Outlook:
    return outlook(9, 0)


def test_the_outlook_is_even_between_equals_and_certain_at_the_end(look: Outlook) -> None:
    first = look.plain.at(look.half(1, 0), 0, 0, 0)
    assert first == pytest.approx(0.5, abs=0.01)
    assert look.plain.at(look.half(9, 1), 0, 3, 0) == pytest.approx(0.5, abs=0.01)
    assert look.plain.at(look.half(9, 1), 1, 3, 0) == 1
    assert look.plain.at(look.half(9, 0), -1, 3, 0) == 0
    assert look.half(15, 1) == look.half(10, 1), "every further inning is like the next"


def test_what_a_god_is_worth_falls_with_their_number_and_follows_the_moment(look: Outlook) -> None:
    first = look.half(1, 0)
    for kind in (OUT, ADVANCE):
        worth = [look.worth(kind, 0, number, first, 0, 0, 0) for number in (1, 2, 3)]
        assert worth == sorted(worth, reverse=True)
        assert worth[-1] > 0
    ninth = look.half(9, 1)
    close = look.worth(HIT, 1, 1, ninth, -1, 1, 0b110)
    assert close > look.worth(HIT, 1, 1, ninth, -6, 1, 0b110) + 0.15
    assert look.worth(OUT, 1, 1, ninth, 0, 0, 0) < 0.15, "the last of an innings to come"


def test_the_best_ways_of_the_average_line() -> None:
    """Bunts with a runner on third and one out, with two or three on and fewer than two; fences
    with two out and at most one on (the house's notes, B2)."""
    told = best_ways()
    for bases in (0b110, 0b111):
        assert told[bases, 0] == told[bases, 1] == BUNT
    assert told[0b100, 1] == BUNT
    assert told[0b010, 0] == BUNT
    for bases in (0, 1, 2, 4):
        assert told[bases, 2] == FENCES
    runs = sum(number * chance for number, chance in enumerate(runs_to_come()[0, 0]))
    assert 9 * runs == pytest.approx(3.917, abs=0.0005)


def test_the_chart_of_chances_of_a_game() -> None:
    record = simulate(COMMONS, SETTINGS, "chart", clubs=decks(1, 2))
    course = win_probability(record)
    assert course is not None
    assert not course.exact
    assert record.ending is not None
    assert course.chances[-1].home == record.ending.winner
