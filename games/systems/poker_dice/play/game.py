"""Poker Dice Baseball 2.1: five poker dice a plate appearance, with optional advanced rules.

Rules: ``poker-dice`` rows PD-001 to PD-148. The outcome table stands in ``poker_dice_outcomes``,
the two-dice tables of the advanced rules in ``poker_dice_tables``, the manager in
``poker_dice_manager``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Final

from mypy_extensions import mypyc_attr

from games.engine.chain import State, run_spreads
from games.engine.club import Clubs
from games.engine.decisions import Decision, Manager
from games.engine.dice import Dice
from games.engine.game import Game
from games.engine.law import CommonLaw, with_defaults
from games.engine.options import Option, Settings
from games.engine.situation import START, Situation
from games.engine.system import System
from games.engine.table import Table
from games.systems.poker_dice.play.manager import PokerDiceManager
from games.systems.poker_dice.play.outcomes import (
    ANY_LOW_KICKER,
    LINES,
    LOW_KICKER,
    OUT_LINE_ONLY,
    resolve,
    step,
)
from games.systems.poker_dice.play.tables import (
    BAD_JUMP_GAPS,
    BUNT,
    BUNT_CHOICE,
    BUNT_THROW,
    PICKOFF,
    PICKOFF_THROW,
    PLATE,
    SAFE_GAPS,
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


@cache
def _chart(gdp_scope: str) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Plays by outs, bases and line."""
    return tuple(
        tuple(
            tuple(resolve(line, bases, outs, gdp_scope) for line in range(2 * LOW_KICKER))
            for bases in range(8)
        )
        for outs in range(3)
    )


@cache
def _spreads(gdp_scope: str) -> Mapping[State, Sequence[float]]:
    """Runs to come from every state; worked out once, for it reads 7,776 throws 24 times."""
    return run_spreads(partial(step, gdp_scope=gdp_scope))


GDP_SCOPE: Final = Option(
    "gdp_scope",
    "Double play",
    ANY_LOW_KICKER,
    "Which two pairs with a low kicker are a double play: the outcome table and the printed "
    "examples disagree.",
    choices=(
        (ANY_LOW_KICKER, "any two pairs, as the printed examples show"),
        (OUT_LINE_ONLY, "only two pairs that the table calls an out"),
    ),
    rules=("PD-061", "PD-046"),
)
STEALING: Final = Option(
    "stealing", "Stealing bases", False, "The advanced rule for stolen bases.", rules=("PD-079",)
)
SACRIFICE_BUNT: Final = Option(
    "sacrifice_bunt", "Sacrifice bunt", False, "The advanced rule for bunts.", rules=("PD-079",)
)
PICKOFFS: Final = Option(
    "pickoff", "Pickoff attempts", False, "The advanced rule for pickoffs.", rules=("PD-079",)
)
STEAL_GAPS: Final = Option(
    "steal_gaps",
    "Steal throws in no list",
    BAD_JUMP_GAPS,
    "How Q-Q, Q-K and K-K are read, which the steal table leaves out.",
    choices=((BAD_JUMP_GAPS, "bad jump: nothing happens"), (SAFE_GAPS, "a safe steal")),
    rules=("PD-093",),
)


class PokerDiceGame(Game):
    """Pickoff, steal, bunt, swing: in that order, as far as the advanced rules are on (PD-12)."""

    def __init__(
        self, table: Table, law: CommonLaw, settings: Settings, situation: Situation = START
    ) -> None:
        super().__init__(table, law, situation)
        self.chart = _chart(str(settings["gdp_scope"]))
        self.stealing = bool(settings["stealing"])
        self.bunting = bool(settings["sacrifice_bunt"])
        self.pickoffs = bool(settings["pickoff"])
        self.advanced = self.stealing or self.bunting or self.pickoffs
        self.steal_gaps = str(settings["steal_gaps"])

    def turn(self) -> None:
        """One plate appearance with what may be tried before it."""
        if self.advanced and self.bases:
            tried = self.pickoffs and self._pickoff()
            if self.outs == 3:
                return
            if self.stealing and not tried:
                self._steal()
                if self.outs == 3:
                    return
            if self.bunting and self._bunt():
                return
        line = LINES[self.table.roll(PLATE, self.half)]
        self.apply_play(self.chart[self.outs][self.bases][line])

    def _pickoff(self) -> bool:
        """Whether the fielding side tried one (PD-118 to PD-135)."""
        if not self.bases:
            return False
        base = self.table.choose(self, PICKOFF, self.fielding, 1 | self.bases << 1)
        if not base:
            return False
        result = pickoff_result(self.table.roll(PICKOFF_THROW, self.fielding))
        self.apply_play(pickoff_play(result, self.bases, base))
        return True

    def _steal(self) -> None:
        """A steal of second or third, the base ahead being empty (PD-080 to PD-097)."""
        mask = steal_mask(self.bases)
        if mask == 1:
            return
        runner = self.table.choose(self, STEAL, self.batting, mask)
        if runner:
            result = steal_result(self.table.roll(STEAL_THROW, self.batting), self.steal_gaps)
            self.apply_play(steal_play(result, self.bases, runner))

    def _bunt(self) -> bool:
        """Whether the batter bunts: somebody on, nobody on third (PD-098 to PD-116)."""
        if not self.bases or self.bases & 4:
            return False
        if self.table.choose(self, BUNT, self.batting, 0b11) != BUNT_CHOICE:
            return False
        result = bunt_result(self.table.roll(BUNT_THROW, self.batting))
        self.apply_play(bunt_play(result, self.bases, self.outs))
        return True


@mypyc_attr(native_class=False)
class PokerDice(System):
    """Poker Dice Baseball 2.1."""

    key = "poker-dice"
    name = "Poker Dice Baseball"
    summary = "Five poker dice a batter, read like a hand of cards; steals, bunts and pickoffs."
    book = "poker-dice"
    options: tuple[Option, ...] = (
        STEALING,
        SACRIFICE_BUNT,
        PICKOFFS,
        GDP_SCOPE,
        STEAL_GAPS,
        *with_defaults(mercy_margin=10, mercy_after=7),
    )
    dice: tuple[Dice, ...] = (PLATE, STEAL_THROW, BUNT_THROW, PICKOFF_THROW)
    decisions: tuple[Decision, ...] = (PICKOFF, STEAL, BUNT)

    def game(
        self,
        table: Table,
        settings: Settings,
        situation: Situation = START,
        clubs: Clubs | None = None,
    ) -> Game:
        """A game of Poker Dice Baseball."""
        return PokerDiceGame(table, CommonLaw(settings), settings, situation)

    def manager(self, settings: Settings) -> Manager:
        """A manager who steals, bunts and picks off when it pays."""
        return PokerDiceManager(settings)

    def decisions_in_play(self, settings: Settings) -> Sequence[Decision]:
        """Only the advanced rules that are switched on ask anything."""
        on = {PICKOFF: "pickoff", STEAL: "stealing", BUNT: "sacrifice_bunt"}
        return tuple(decision for decision, option in on.items() if settings[option])

    def runs_to_come(self, settings: Settings) -> Mapping[State, Sequence[float]]:
        """Solved from the chain of swinging only: exact without the advanced rules."""
        return _spreads(str(settings["gdp_scope"]))
