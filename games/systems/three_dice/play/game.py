"""Three-Dice Baseball: a run for every one thrown, until a throw shows none.

Rules: ``dice-baseball`` rows D3-001 to D3-010. There are no outs, bases or batters; a turn counts
as three outs wherever innings are counted (3D-2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from operator import mul
from typing import Final

from mypy_extensions import mypyc_attr

from games.engine.chain import STATES, State
from games.engine.club import Clubs
from games.engine.dice import Dice
from games.engine.events import TURN_OVER
from games.engine.game import Game
from games.engine.law import COMMON_OPTIONS, CommonLaw
from games.engine.options import Option, Settings
from games.engine.situation import START, Situation
from games.engine.system import System
from games.engine.table import Table

THROW: Final = Dice(0, "throw", (6, 6, 6))

UNTIL_NO_ONE: Final = "until_no_one"
SINGLE_THROW: Final = "single_throw"

TURN: Final = Option(
    "three_dice_turn",
    "A turn",
    UNTIL_NO_ONE,
    "Whether a player throws on while ones come, or once a half-inning.",
    choices=(
        (UNTIL_NO_ONE, "throws until a throw shows no one"),
        (SINGLE_THROW, "one throw a half-inning"),
    ),
    rules=("D3-003", "D3-004"),
)

ONES: Final = tuple(THROW.pips(index).count(0) for index in range(THROW.size))
"""Ones shown, by throw."""


class ThreeDiceGame(Game):
    """A throw at a time."""

    def __init__(
        self, table: Table, law: CommonLaw, reading: str, situation: Situation = START
    ) -> None:
        super().__init__(table, law, situation)
        self.single = reading == SINGLE_THROW

    def turn(self) -> None:
        """Throw three dice: a run for every one; the turn is over without (D3-003, D3-004)."""
        ones = ONES[self.table.roll(THROW, self.half)]
        if ones:
            self.tally(ones)
        if self.ending is None and (not ones or self.single):
            self.end_turn(TURN_OVER)


@mypyc_attr(native_class=False)
class ThreeDice(System):
    """Three-Dice Baseball."""

    key = "three-dice"
    name = "Three-Dice Baseball"
    summary = "Three dice, a run for every one, and on until a throw shows none."
    book = "dice-baseball"
    batters = False
    errors = False
    options: tuple[Option, ...] = (
        TURN,
        *(option for option in COMMON_OPTIONS if option.key != "extra_runner_from"),
    )
    dice: tuple[Dice, ...] = (THROW,)

    def game(
        self,
        table: Table,
        settings: Settings,
        situation: Situation = START,
        clubs: Clubs | None = None,
    ) -> Game:
        """A game of Three-Dice Baseball."""
        law = CommonLaw({**settings, "extra_runner_from": 0})
        return ThreeDiceGame(table, law, str(settings["three_dice_turn"]), situation)

    def runs_to_come(self, settings: Settings) -> Mapping[State, Sequence[float]]:
        """One throw after another, the same whatever the state: there are no bases and no outs."""
        ones = [ONES.count(number) / THROW.size for number in range(4)]
        if settings["three_dice_turn"] == SINGLE_THROW:
            return dict.fromkeys(STATES, ones)
        spread = [ones[0]]
        while fsum(spread) < 1 - 1e-12:
            spread.append(fsum(map(mul, ones[1:], reversed(spread[-3:]))))
        spread[-1] += 1 - fsum(spread)
        return dict.fromkeys(STATES, spread)
