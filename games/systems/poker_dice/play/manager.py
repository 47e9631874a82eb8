"""A manager for Poker Dice Baseball: tries what gains runs, or the one run that wins.

He compares what each choice is worth in the base-out chain of swinging only: expected runs, or the
chance of scoring at all when a single run decides the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Final

from mypy_extensions import i64

from games.engine.chain import State, run_expectancy, scoreless
from games.engine.decisions import Decision, Manager
from games.engine.events import BASES, OUTS, RUNS, TO_MASK, TO_SHIFT
from games.engine.game import Game
from games.engine.moves import occupied
from games.engine.options import Settings
from games.engine.situation import BOTTOM
from games.systems.poker_dice.play.outcomes import step
from games.systems.poker_dice.play.tables import (
    BUNT,
    BUNT_CHOICE,
    PICKOFF,
    STEAL,
    STEAL_THROW,
    bunt_play,
    bunt_result,
    pickoff_play,
    pickoff_result,
    steal_mask,
    steal_play,
    steal_result,
)

THROWS: Final = range(STEAL_THROW.size)


class PokerDiceManager(Manager):
    """Plays by the numbers; the same answer whenever the game stands the same."""

    def __init__(self, settings: Settings) -> None:
        self.plan = _plan(str(settings["gdp_scope"]), str(settings["steal_gaps"]))

    def choose(self, game: Game, decision: Decision, mask: i64) -> i64:
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

Worth = Callable[[int, int], float]
"""What a play, made with so many outs, is worth to the side at bat."""


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

    any_run = {state: 1.0 - chance for state, chance in none.items()}
    plan: Plan = {}
    for one_run, worth, still in ((False, by_runs, runs), (True, by_any_run, any_run)):
        for (bases, outs), now in still.items():
            if bases:
                key = (one_run, bases, outs)
                plan[PICKOFF.code, *key] = _order(now, _pickoffs(worth, bases, outs), sign=-1)
                plan[STEAL.code, *key] = _order(now, _steals(worth, bases, outs, steal_gaps))
                plan[BUNT.code, *key] = _order(now, _bunts(worth, bases, outs))
    return plan


def _pickoffs(worth: Worth, bases: int, outs: int) -> dict[int, float]:
    """The worth of a throw to each occupied base."""
    return {
        base: _mean(
            worth, outs, [pickoff_play(pickoff_result(throw), bases, base) for throw in THROWS]
        )
        for base in occupied(bases)
    }


def _steals(worth: Worth, bases: int, outs: int, gaps: str) -> dict[int, float]:
    """The worth of a steal by each runner who may try."""
    return {
        base: _mean(
            worth, outs, [steal_play(steal_result(throw, gaps), bases, base) for throw in THROWS]
        )
        for base in (1, 2)
        if steal_mask(bases) >> base & 1
    }


def _bunts(worth: Worth, bases: int, outs: int) -> dict[int, float]:
    """The worth of a bunt."""
    plays = [bunt_play(bunt_result(throw), bases, outs) for throw in THROWS]
    return {BUNT_CHOICE: _mean(worth, outs, plays)}


def _after(table: dict[State, float], to: int, outs: int, over: float) -> float:
    outs += OUTS[to]
    return over if outs >= 3 else table[BASES[to], outs]


def _mean(worth: Worth, outs: int, plays: Sequence[int]) -> float:
    return sum(worth(play, outs) for play in plays) / len(plays)


def _order(now: float, tries: dict[int, float], sign: int = 1) -> tuple[int, ...]:
    """The choices from best to worst; doing nothing (0) is worth ``now``."""
    worths = {0: now, **tries}
    return tuple(sorted(worths, key=lambda choice: (-sign * worths[choice], choice)))
