"""Two-Dice Baseball: the sum of two dice, except that double four is a walk.

Rules: ``dice-baseball`` rows D2-001 to D2-016.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Final

from mypy_extensions import i64, mypyc_attr

from games.engine.chain import State, run_spreads
from games.engine.club import Clubs
from games.engine.dice import Dice
from games.engine.events import (
    BATTER_OUT,
    DOUBLE,
    DOUBLE_PLAY,
    OUT,
    SACRIFICE,
    SINGLE,
    THROWN_OUT,
    TRIPLE,
)
from games.engine.game import Game
from games.engine.law import COMMON_OPTIONS, CommonLaw
from games.engine.moves import all_move, home_run, lead, removed, stay, walk
from games.engine.options import Option, Settings
from games.engine.situation import START, Situation
from games.engine.system import System
from games.engine.table import Table

THROW: Final = Dice(0, "throw", (6, 6))

TWO_OUTS: Final = "two_outs"
ONE_OUT: Final = "one_out"
NO_RUN: Final = "no_run"
RUN_COUNTS: Final = "run_counts"

SEVEN: Final = Option(
    "seven",
    "A throw of seven",
    TWO_OUTS,
    "Whether a seven with runners on base is two outs or one in all.",
    choices=(
        (TWO_OUTS, "the batter and the runner nearest home are out"),
        (ONE_OUT, "one out in all; the runner nearest home leaves the bases"),
    ),
    rules=("D2-014", "D2-015"),
)
THIRD_OUT_SACRIFICE: Final = Option(
    "third_out_sacrifice",
    "A sacrifice for the third out",
    NO_RUN,
    "Whether runners still move up, and score, when a five makes the third out.",
    choices=((NO_RUN, "nobody moves"), (RUN_COUNTS, "a runner on third scores")),
    rules=("D2-013",),
)

HIT_OF_SUM: Final = {4: (SINGLE, 1), 10: (SINGLE, 1), 11: (DOUBLE, 2), 3: (TRIPLE, 3)}


def resolve(
    dice: tuple[int, int],
    bases: i64,
    outs: i64,
    seven: str = TWO_OUTS,
    third_out_sacrifice: str = NO_RUN,
) -> i64:
    """The play that two faces make with runners on ``bases`` and ``outs`` out (D2-001 ff.)."""
    total = sum(dice)
    if total in (2, 12):
        return home_run(bases)
    if total in HIT_OF_SUM:
        kind, by = HIT_OF_SUM[total]
        return all_move(kind, bases, by, by)
    if dice == (4, 4):
        return walk(bases)
    if total == 5 and bases and (outs < 2 or third_out_sacrifice == RUN_COUNTS):
        return all_move(SACRIFICE, bases, OUT, 1)
    if total == 7 and bases and outs < 2:
        if seven == ONE_OUT:
            return removed(THROWN_OUT, bases, lead(bases), OUT)
        return stay(DOUBLE_PLAY, bases, OUT, lead(bases))
    return stay(BATTER_OUT, bases, OUT)


def step(
    bases: i64, outs: i64, seven: str = TWO_OUTS, third_out_sacrifice: str = NO_RUN
) -> Mapping[int, int]:
    """Every play one throw can make from a state, with its weight out of 36."""
    weights: dict[int, int] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            play = resolve((first, second), bases, outs, seven, third_out_sacrifice)
            weights[play] = weights.get(play, 0) + 1
    return weights


@cache
def _chart(seven: str, third_out_sacrifice: str) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Plays by outs, bases and throw."""
    return tuple(
        tuple(
            tuple(
                resolve((1 + index // 6, 1 + index % 6), bases, outs, seven, third_out_sacrifice)
                for index in range(THROW.size)
            )
            for bases in range(8)
        )
        for outs in range(3)
    )


class TwoDiceGame(Game):
    """One throw is one batter's turn."""

    def __init__(
        self,
        table: Table,
        law: CommonLaw,
        seven: str,
        third_out_sacrifice: str,
        situation: Situation = START,
    ) -> None:
        super().__init__(table, law, situation)
        self.chart = _chart(seven, third_out_sacrifice)

    def turn(self) -> None:
        """Throw both dice."""
        throw = self.table.roll(THROW, self.half)
        self.apply_play(self.chart[self.outs][self.bases][throw])


@mypyc_attr(native_class=False)
class TwoDice(System):
    """Two-Dice Baseball."""

    key = "two-dice"
    name = "Two-Dice Baseball"
    summary = "The sum of two dice decides; double four is a walk, seven a double play."
    book = "dice-baseball"
    errors = False
    options: tuple[Option, ...] = (SEVEN, THIRD_OUT_SACRIFICE, *COMMON_OPTIONS)
    dice: tuple[Dice, ...] = (THROW,)

    def game(
        self,
        table: Table,
        settings: Settings,
        situation: Situation = START,
        clubs: Clubs | None = None,
    ) -> Game:
        """A game of Two-Dice Baseball."""
        return TwoDiceGame(
            table,
            CommonLaw(settings),
            str(settings["seven"]),
            str(settings["third_out_sacrifice"]),
            situation,
        )

    def runs_to_come(self, settings: Settings) -> Mapping[State, Sequence[float]]:
        """Solved from the chain."""
        return run_spreads(
            partial(
                step,
                seven=str(settings["seven"]),
                third_out_sacrifice=str(settings["third_out_sacrifice"]),
            )
        )
