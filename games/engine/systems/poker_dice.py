"""Poker Dice Baseball 2.1: five poker dice a plate appearance, with optional advanced rules.

Rules: ``poker-dice`` rows PD-001 to PD-148. The outcome table stands here, the two-dice tables of
the advanced rules in ``poker_dice_tables``, the manager in ``poker_dice_manager``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, partial

from games.engine.chain import State, run_spreads
from games.engine.decisions import Decision, Manager
from games.engine.events import (
    BATTER_OUT,
    DOUBLE,
    DOUBLE_PLAY,
    OUT,
    SACRIFICE_FLY,
    SCORED,
    SINGLE,
    TRIPLE,
)
from games.engine.game import Game
from games.engine.law import CommonLaw, with_defaults
from games.engine.moves import all_move, home_run, stay, walk
from games.engine.options import Option, Settings
from games.engine.situation import START, Situation
from games.engine.system import System
from games.engine.systems.poker_dice_tables import (
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
    steal_play,
    steal_result,
)
from games.engine.table import Table

NINE, TEN, JACK, QUEEN, KING, ACE = range(6)

ANY_LOW_KICKER = "any_low_kicker_two_pair"
OUT_LINE_ONLY = "out_line_only"

TRIPLE_LINE = 0
HOME_RUN_LINE = 1
DOUBLE_LINE = 2
WALK_LINE = 3
SINGLE_PLUS_LINE = 4
SINGLE_LINE = 5
TWO_PAIR_OUT_LINE = 6
ACES_LINE = 7
OUT_LINE = 8
LOW_KICKER = 9
"""Added to a two-pair line when the fifth die ranks below both pairs."""


def read_table(pips: Sequence[int]) -> int:
    """The line of the outcome table that five dice match first, from the top (PD-028 to PD-049)."""
    held = sorted(
        ((pips.count(rank), rank) for rank in set(pips)), key=lambda found: (-found[0], -found[1])
    )
    shape = tuple(count for count, _ in held)
    most = held[0][1]
    if shape == (5,):
        return TRIPLE_LINE if most >= KING else HOME_RUN_LINE
    if shape == (4, 1):
        return TRIPLE_LINE if most == ACE else HOME_RUN_LINE
    if shape == (1, 1, 1, 1, 1):
        missing = 15 - sum(pips)
        return {NINE: HOME_RUN_LINE, ACE: DOUBLE_LINE}.get(missing, OUT_LINE)
    if shape == (3, 2):
        return DOUBLE_LINE
    if shape == (3, 1, 1):
        return SINGLE_PLUS_LINE if most >= QUEEN else WALK_LINE
    if shape == (2, 2, 1):
        low, kicker = held[1][1], held[2][1]
        if low >= QUEEN:
            line = SINGLE_PLUS_LINE
        elif JACK in (most, low):
            line = SINGLE_LINE
        else:
            line = TWO_PAIR_OUT_LINE
        return line + LOW_KICKER if kicker < low else line
    return ACES_LINE if most == ACE else OUT_LINE


LINES = tuple(read_table(PLATE.pips(index)) for index in range(PLATE.size))
"""The line of the outcome table for each of the 7,776 throws."""

THROWS_OF_LINE = Counter(LINES)
"""How many of the throws read as each line."""


def resolve(line: int, bases: int, outs: int, gdp_scope: str = ANY_LOW_KICKER) -> int:
    """The play of an outcome line with men on ``bases`` and ``outs`` out (PD-051 to PD-075).

    With a man on first and fewer than two outs, two pairs over a low kicker are a double play
    before the table is looked at (PD-061, printed cases), or only on its out line by the rival
    reading.
    """
    if line >= LOW_KICKER:
        line -= LOW_KICKER
        in_scope = gdp_scope == ANY_LOW_KICKER or line == TWO_PAIR_OUT_LINE
        if in_scope and bases & 1 and outs < 2:
            return stay(DOUBLE_PLAY, bases, OUT, 1)
    if line == TRIPLE_LINE:
        return all_move(TRIPLE, bases, 3, SCORED)
    if line == HOME_RUN_LINE:
        return home_run(bases)
    if line == DOUBLE_LINE:
        return all_move(DOUBLE, bases, 2, 2)
    if line == WALK_LINE:
        return walk(bases)
    if line == SINGLE_PLUS_LINE:
        return all_move(SINGLE, bases, 1, 2)
    if line == SINGLE_LINE:
        return all_move(SINGLE, bases, 1, 1)
    if line == ACES_LINE and bases & 4 and outs < 2:
        return stay(SACRIFICE_FLY, bases, OUT, 3, SCORED)
    return stay(BATTER_OUT, bases, OUT)


def step(bases: int, outs: int, gdp_scope: str = ANY_LOW_KICKER) -> Mapping[int, int]:
    """Every play one throw can make from a state, with its weight out of 7,776."""
    weights: dict[int, int] = {}
    for line, throws in THROWS_OF_LINE.items():
        play = resolve(line, bases, outs, gdp_scope)
        weights[play] = weights.get(play, 0) + throws
    return weights


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


GDP_SCOPE = Option(
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
STEALING = Option(
    "stealing", "Stealing bases", False, "The advanced rule for stolen bases.", rules=("PD-079",)
)
SACRIFICE_BUNT = Option(
    "sacrifice_bunt", "Sacrifice bunt", False, "The advanced rule for bunts.", rules=("PD-079",)
)
PICKOFFS = Option(
    "pickoff", "Pickoff attempts", False, "The advanced rule for pickoffs.", rules=("PD-079",)
)
STEAL_GAPS = Option(
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
        self.settle(self.chart[self.outs][self.bases][line])

    def _pickoff(self) -> bool:
        """Whether the fielding side tried one (PD-118 to PD-135)."""
        if not self.bases:
            return False
        base = self.table.choose(self, PICKOFF, self.fielding, 1 | self.bases << 1)
        if not base:
            return False
        result = pickoff_result(self.table.roll(PICKOFF_THROW, self.fielding))
        self.settle(pickoff_play(result, self.bases, base))
        return True

    def _steal(self) -> None:
        """A steal of second or third, the base ahead being empty (PD-080 to PD-097)."""
        mask = steal_mask(self.bases)
        if mask == 1:
            return
        runner = self.table.choose(self, STEAL, self.batting, mask)
        if runner:
            result = steal_result(self.table.roll(STEAL_THROW, self.batting), self.steal_gaps)
            self.settle(steal_play(result, self.bases, runner))

    def _bunt(self) -> bool:
        """Whether the batter bunts: somebody on, nobody on third (PD-098 to PD-116)."""
        if not self.bases or self.bases & 4:
            return False
        if self.table.choose(self, BUNT, self.batting, 0b11) != BUNT_CHOICE:
            return False
        result = bunt_result(self.table.roll(BUNT_THROW, self.batting))
        self.settle(bunt_play(result, self.bases, self.outs))
        return True


def steal_mask(bases: int) -> int:
    """The legal answers to a steal: hold, and each man whose next base is empty; never home."""
    first = bases & 0b011 == 0b001
    second = bases & 0b110 == 0b010
    return 1 | first << 1 | second << 2


class PokerDice(System):
    """Poker Dice Baseball 2.1."""

    key = "poker-dice"
    name = "Poker Dice Baseball"
    summary = "Five poker dice a batter, read like a hand of cards; steals, bunts and pickoffs."
    book = "poker-dice"
    options = (
        STEALING,
        SACRIFICE_BUNT,
        PICKOFFS,
        GDP_SCOPE,
        STEAL_GAPS,
        *with_defaults(mercy_margin=10, mercy_after=7),
    )
    dice = (PLATE, STEAL_THROW, BUNT_THROW, PICKOFF_THROW)
    decisions = (PICKOFF, STEAL, BUNT)

    def game(self, table: Table, settings: Settings, situation: Situation = START) -> Game:
        """A game of Poker Dice Baseball."""
        return PokerDiceGame(table, CommonLaw.of(settings), settings, situation)

    def manager(self, settings: Settings) -> Manager:
        """A manager who steals, bunts and picks off when it pays."""
        from games.engine.systems.poker_dice_manager import PokerDiceManager

        return PokerDiceManager(settings)

    def decisions_in_play(self, settings: Settings) -> Sequence[Decision]:
        """Only the advanced rules that are switched on ask anything."""
        on = {PICKOFF: "pickoff", STEAL: "stealing", BUNT: "sacrifice_bunt"}
        return tuple(decision for decision, option in on.items() if settings[option])

    def runs_to_come(self, settings: Settings) -> Mapping[State, Sequence[float]]:
        """Solved from the chain of swinging only: exact without the advanced rules."""
        return _spreads(str(settings["gdp_scope"]))
