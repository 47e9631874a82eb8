"""Win probability of a game of cards: the managers' own table, read back from the last inning."""

from collections import defaultdict

import pytest

from games.engine.chain import STATES
from games.engine.folds.line_score import line_score
from games.engine.folds.win_probability import odds_of, win_probability
from games.engine.record import simulate
from games.systems.purestrat.play.expectancy import RUNS, SOME, runs_to_come
from games.systems.purestrat.play.system import Purestrat
from tests.engine.purestrat.samples import club

PURESTRAT = Purestrat()


def test_the_spread_of_runs_is_what_managers_reckon_with():
    spreads = runs_to_come()
    assert set(spreads) == set(STATES)
    for bases, outs in STATES:
        spread = spreads[bases, outs]
        assert sum(spread) == pytest.approx(1)
        assert min(spread) >= 0
        assert 1 - spread[0] == pytest.approx(SOME[outs][bases])
        mean = sum(runs * chance for runs, chance in enumerate(spread))
        assert mean == pytest.approx(RUNS[outs][bases], abs=1e-3)


def test_a_shoot_out_has_a_law_of_its_own_and_no_odds():
    settings = PURESTRAT.settings({"shootout": True})
    assert odds_of(PURESTRAT, tuple(sorted(settings.items()))) is None


@pytest.mark.long
def test_whoever_is_said_to_win_wins_as_often():
    settings = PURESTRAT.settings({})
    told: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for number in range(80):
        clubs = club(number % 7), club(number % 5, 3)
        record = simulate(PURESTRAT, settings, f"odds/{number}", clubs=clubs)
        found = win_probability(record)
        assert found is not None
        away, home = line_score(record).runs
        assert found.chances[-1].home == (home > away)
        for chance in found.chances[:: len(found.chances) // 6][1:-1]:
            told[min(4, int(5 * chance.home))].append((chance.home, home > away))
    assert set(told) == set(range(5))
    for said in told.values():
        mean = sum(chance for chance, _ in said) / len(said)
        won = sum(result for _, result in said) / len(said)
        # Clubs drawn at random are not equal, and what is said takes them for equal.
        assert won == pytest.approx(mean, abs=0.15), (mean, won, len(said))
