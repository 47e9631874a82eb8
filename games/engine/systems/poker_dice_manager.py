"""A manager for Poker Dice Baseball: tries what gains runs, or the one run that wins.

He compares what each choice is worth in the base-out chain of swinging only: expected runs, or the
chance of scoring at all when a single run decides the game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from games.engine.chain import State, run_expectancy, scoreless
from games.engine.decisions import Decision, Manager
from games.engine.events import BASES, OUTS, RUNS, TO_MASK, TO_SHIFT
from games.engine.game import Game
from games.engine.options import Settings
from games.engine.situation import BOTTOM
from games.engine.systems.poker_dice import step
from games.engine.systems.poker_dice_tables import (
    BUNT,
    PICKOFF,
    STEAL,
    STEAL_THROW,
    bunt_play,
    bunt_result,
    pickoff_play,
    pickoff_result,
    steal_play,
    steal_result,
)

THROWS = range(STEAL_THROW.size)


class PokerDiceManager(Manager):
    """Plays by the numbers; the same answer whenever the game stands the same."""

    def __init__(self, settings: Settings) -> None:
        self.plan = _plan(str(settings["gdp_scope"]), str(settings["steal_gaps"]))

    def choose(self, game: Game, decision: Decision, mask: int) -> int:
        """The legal choice with the best worth for the side asked."""
        one_run = (
            game.half == BOTTOM
            and game.inning >= game.law.innings
            and game.away_runs == game.home_runs
        )
        order = self.plan[decision.code, one_run, game.bases, game.outs]
        for choice in order:
            if mask >> choice & 1:
                return choice
        return 0


Plan = dict[tuple[int, bool, int, int], tuple[int, ...]]
"""By decision, whether one run wins, bases and outs: the choices from best to worst."""


@cache
def _plan(gdp_scope: str, steal_gaps: str) -> Plan:
    swing = partial(step, gdp_scope=gdp_scope)
    runs = run_expectancy(swing, float)
    none = scoreless(swing, float)

    def by_runs(event: int, outs: int) -> float:
        to = event >> TO_SHIFT & TO_MASK
        return RUNS[to] + _after(runs, to, outs, 0.0)

    def by_any_run(event: int, outs: int) -> float:
        to = event >> TO_SHIFT & TO_MASK
        return 1.0 if RUNS[to] else 1.0 - _after(none, to, outs, 1.0)

    plan: Plan = {}
    for one_run, worth, still in (
        (False, by_runs, runs),
        (True, by_any_run, {state: 1.0 - chance for state, chance in none.items()}),
    ):
        for (bases, outs), now in still.items():
            if not bases:
                continue
            plan[PICKOFF.code, one_run, bases, outs] = _order(
                now,
                {
                    base: _mean(worth, outs, lambda throw, base=base: pickoff_play(
                        pickoff_result(throw), bases, base
                    ))
                    for base in (1, 2, 3)
                    if bases >> base - 1 & 1
                },
                sign=-1,
            )
            plan[STEAL.code, one_run, bases, outs] = _order(
                now,
                {
                    base: _mean(worth, outs, lambda throw, base=base: steal_play(
                        steal_result(throw, steal_gaps), bases, base
                    ))
                    for base in (1, 2)
                    if bases >> base - 1 & 1 and not bases >> base & 1
                },
            )
            plan[BUNT.code, one_run, bases, outs] = _order(
                now,
                {1: _mean(worth, outs, lambda throw: bunt_play(bunt_result(throw), bases, outs))},
            )
    return plan


def _after(table: dict[State, float], to: int, outs: int, over: float) -> float:
    outs += OUTS[to]
    return over if outs >= 3 else table[BASES[to], outs]


def _mean(
    worth: Callable[[int, int], float], outs: int, play_of: Callable[[int], int]
) -> float:
    return sum(worth(play_of(throw), outs) for throw in THROWS) / len(THROWS)


def _order(now: float, tries: dict[int, float], sign: int = 1) -> tuple[int, ...]:
    """The choices from best to worst; doing nothing (0) is worth ``now``."""
    worths = {0: now, **tries}
    return tuple(sorted(worths, key=lambda choice: (-sign * worths[choice], choice)))
