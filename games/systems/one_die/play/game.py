"""One-Die Baseball: one die, three counters, nine innings.

Rules: ``dice-baseball`` rows D1-001 to D1-029.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Final

from mypy_extensions import i64, mypyc_attr

from games.engine.chain import State, run_spreads
from games.engine.club import Clubs
from games.engine.dice import Dice
from games.engine.events import BATTER_OUT, DOUBLE, DOUBLE_PLAY, OUT, SINGLE, THROWN_OUT, TRIPLE
from games.engine.game import Game
from games.engine.law import COMMON_OPTIONS, CommonLaw
from games.engine.moves import all_move, home_run, removed, stay
from games.engine.options import Option, Settings
from games.engine.situation import START, Situation
from games.engine.system import System
from games.engine.table import Table

THROW: Final = Dice(0, "throw", (6,))

BATTER_AND_RUNNER: Final = "batter_and_runner"
SINGLE_OUT: Final = "single_out"

HIT_OF_FACE: Final = {1: SINGLE, 2: DOUBLE, 3: TRIPLE}

THROWN_OUT_RUNNER: Final = {0b001: 1, 0b010: 2, 0b100: 3, 0b111: 1, 0b011: 2, 0b101: 1}
"""The runner whom a five puts out, by occupied bases (D1-020 to D1-023); on second and third nobody
is."""

FIVE: Final = Option(
    "one_die_five",
    "A throw of five",
    BATTER_AND_RUNNER,
    "Whether a five that catches a runner on base is two outs or one in all.",
    choices=(
        (BATTER_AND_RUNNER, "the batter is out and the listed runner too"),
        (SINGLE_OUT, "one out in all; the listed runner leaves the bases"),
    ),
    rules=("D1-019", "D1-020", "D1-021", "D1-022", "D1-023"),
)


def resolve(face: i64, bases: i64, outs: i64, five: str = BATTER_AND_RUNNER) -> i64:
    """The play that a throw of ``face`` makes with runners on ``bases`` and ``outs`` out (D1-006
    ff.).

    A runner on ``b`` who moves ``n`` lands beyond ``n``, so nobody ever meets the new runner
    (D1-007).
    """
    if face in HIT_OF_FACE:
        return all_move(HIT_OF_FACE[face], bases, face, face)
    if face == 4:
        return home_run(bases)
    victim = THROWN_OUT_RUNNER.get(bases, 0)
    if face == 6 or not victim or outs == 2:
        return stay(BATTER_OUT, bases, OUT)
    if five == SINGLE_OUT:
        return removed(THROWN_OUT, bases, victim, OUT)
    return stay(DOUBLE_PLAY, bases, OUT, victim)


def step(bases: i64, outs: i64, five: str = BATTER_AND_RUNNER) -> Mapping[int, int]:
    """Every play one throw can make from a state, with its weight out of six."""
    weights: dict[int, int] = {}
    for face in range(1, 7):
        play = resolve(face, bases, outs, five)
        weights[play] = weights.get(play, 0) + 1
    return weights


@cache
def _chart(five: str) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Plays by outs, bases and throw."""
    return tuple(
        tuple(tuple(resolve(face, bases, outs, five) for face in range(1, 7)) for bases in range(8))
        for outs in range(3)
    )


class OneDieGame(Game):
    """One throw is one batter's turn."""

    def __init__(
        self, table: Table, law: CommonLaw, five: str, situation: Situation = START
    ) -> None:
        super().__init__(table, law, situation)
        self.chart = _chart(five)

    def turn(self) -> None:
        """Throw the die."""
        throw = self.table.roll(THROW, self.half)
        self.apply_play(self.chart[self.outs][self.bases][throw])


@mypyc_attr(native_class=False)
class OneDie(System):
    """One-Die Baseball."""

    key = "one-die"
    name = "One-Die Baseball"
    summary = "One die a batter: 1 to 3 are hits, 4 a home run, 5 a throw-in, 6 an out."
    book = "dice-baseball"
    first_turn_thrown = True
    errors = False
    reaches_by_hits = True
    options: tuple[Option, ...] = (FIVE, *COMMON_OPTIONS)
    dice: tuple[Dice, ...] = (THROW,)

    def game(
        self,
        table: Table,
        settings: Settings,
        situation: Situation = START,
        clubs: Clubs | None = None,
    ) -> Game:
        """A game of One-Die Baseball."""
        return OneDieGame(table, CommonLaw(settings), str(settings["one_die_five"]), situation)

    def runs_to_come(self, settings: Settings) -> Mapping[State, Sequence[float]]:
        """Solved from the chain."""
        return run_spreads(partial(step, five=str(settings["one_die_five"])))
