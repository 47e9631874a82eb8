"""Simulated half-innings and games against the exact figures, within four standard errors.

Seeds are fixed, so that a test that passes once passes always; the exact figures are typed in
from elsewhere, so that this checks the playing of games and the solving of chains apart.
"""

from math import sqrt

import pytest

from games.engine.endings import TIE
from games.engine.folds.line_score import line_score
from games.engine.record import simulate
from games.engine.situation import HOME
from games.systems.registry import SYSTEMS

GAMES = 1200
HALVES = 18 * GAMES


@pytest.mark.parametrize(
    ("key", "options", "runs", "deviation", "scoreless", "tied"),
    [
        ("one-die", {}, 4.011257, 3.8522, 0.176655, 0.02493),
        ("one-die", {"one_die_five": "single_out"}, 4.728453, 4.1140, 0.128562, None),
        ("two-dice", {}, 0.731583, 1.2503, 0.633158, 0.07930),
        ("two-dice", {"third_out_sacrifice": "run_counts"}, 0.761228, 1.2708, 0.620167, None),
        ("two-dice", {"seven": "one_out"}, 0.783192, 1.2935, 0.614054, None),
        ("three-dice", {}, 0.864, 1.3779, 0.578704, 0.07219),
        ("three-dice", {"three_dice_turn": "single_throw"}, 0.5, 0.6455, 0.578704, None),
        ("poker-dice", {}, 0.547851, 1.1004, 0.719026, 0.09234),
        ("poker-dice", {"gdp_scope": "out_line_only"}, 0.660041, 1.2447, 0.683151, 0.08074),
    ],
)
def test_simulated_half_innings_score_what_the_chain_says(
    key: str,
    options: dict[str, str],
    runs: float,
    deviation: float,
    scoreless: float,
    tied: float | None,
) -> None:
    system = SYSTEMS[key]
    # Nine whole innings and no more: every game has 18 full half-innings, all alike.
    law = {"walk_off": False, "max_innings": 9, "mercy_margin": 0}
    settings = system.settings({**law, **options})
    scored = none = ties = 0
    for number in range(GAMES):
        record = simulate(system, settings, f"half-innings/{key}/{number}")
        innings = [runs for side in line_score(record).sides for runs in side.innings]
        assert len(innings) == 18
        assert record.ending is not None
        scored += sum(runs or 0 for runs in innings)
        none += innings.count(0)
        ties += record.ending.reason == TIE
    assert scored / HALVES == pytest.approx(runs, abs=4 * deviation / sqrt(HALVES))
    error = sqrt(scoreless * (1 - scoreless) / HALVES)
    assert none / HALVES == pytest.approx(scoreless, abs=4 * error)
    if tied is not None:
        assert ties / GAMES == pytest.approx(tied, abs=4 * sqrt(tied * (1 - tied) / GAMES))


@pytest.mark.parametrize("walk_off", [False, True])
@pytest.mark.parametrize("key", ["one-die", "two-dice", "three-dice", "poker-dice"])
def test_either_side_wins_half_of_the_simulated_games(key: str, walk_off: bool) -> None:
    system = SYSTEMS[key]
    settings = system.settings({"walk_off": walk_off})
    won = 0
    for number in range(GAMES):
        ending = simulate(system, settings, f"sides/{key}/{number}").ending
        assert ending is not None
        won += ending.winner == HOME
    assert won / GAMES == pytest.approx(0.5, abs=4 * 0.5 / sqrt(GAMES))


@pytest.mark.parametrize("key", ["one-die", "two-dice", "three-dice", "poker-dice"])
def test_walk_offs_change_the_score_and_never_the_winner(key: str) -> None:
    """With the same dice the same side wins, whether or not the end is played out."""
    system = SYSTEMS[key]
    cut_short = 0
    for number in range(200):
        seed = f"same dice/{key}/{number}"
        cut = simulate(system, system.settings({"mercy_margin": 0}), seed).ending
        whole = simulate(
            system, system.settings({"mercy_margin": 0, "walk_off": False}), seed
        ).ending
        assert cut is not None
        assert whole is not None
        assert (cut.winner, cut.inning) == (whole.winner, whole.inning)
        assert cut.runs[0] == whole.runs[0]
        assert cut.runs[1] <= whole.runs[1]
        cut_short += cut.reason in ("walk-off", "home-leads")
    assert cut_short > 50
