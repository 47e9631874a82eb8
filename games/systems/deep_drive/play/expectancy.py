"""What a turn leads to and what a state is worth, from average cards: the one table that managers,
odds and the chart of a game read.

A turn of average players is played by the game itself at a table that tries every throw there is
(``Turns``); from the usual turn the chain of a half-inning gives the chances of 0, 1, 2... more
runs from every state (``games.engine.chain``).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from mypy_extensions import i64

from games.engine.chain import State, run_spreads
from games.engine.decisions import Decision
from games.engine.dice import Dice
from games.engine.events import DESIGNATED, NOBODY, OUT, SCORED, play
from games.engine.game import Game
from games.engine.law import COMMON_OPTIONS
from games.engine.options import Value, complete_settings
from games.engine.situation import Situation
from games.engine.table import Table
from games.systems.deep_drive.play.cards import (
    AVERAGE,
    FAST,
    NO_EVENTS,
    PASSED_BALL,
    WILD_PITCH,
    Batter,
    Column,
    Fielding,
    Pitcher,
    Stealing,
    event_bits,
)
from games.systems.deep_drive.play.charts import HOUSE
from games.systems.deep_drive.play.decisions import INFIELD, OUTFIELD, RUNNING, SWING
from games.systems.deep_drive.play.game import DeepDriveGame
from games.systems.deep_drive.play.law import DEEP_DRIVE_OPTIONS, DeepDriveLaw
from games.systems.deep_drive.play.park import NEUTRAL_PARK
from games.systems.deep_drive.play.readings import DEEP_DRIVE as DEEP_DRIVE_READING
from games.systems.deep_drive.play.readings import (
    DEFENSE,
    OUT_CODES,
    PARK,
    STRIKEOUT,
    WALK,
    parse_reading,
)
from games.systems.deep_drive.play.readings import OUT as OUT_READING
from games.systems.deep_drive.play.run_value import batter_value
from games.systems.deep_drive.play.squad import (
    DeepDriveClub,
    DeepDrivePlayer,
    batting_player,
    pitching_player,
)
from games.systems.deep_drive.play.throws import DEEP_DRIVE, PLATE
from games.systems.deep_drive.text.house_cards import hitting_card

# Strategies of a turn.
USUAL: Final = 0
INFIELD_IN: Final = 1
CORNERS_IN: Final = 2
OUTFIELD_IN: Final = 3
SAFE: Final = 4
BUNT: Final = 5
HIT_AND_RUN: Final = 6
STRATEGIES: Final = 7

_SAID: Final = {
    INFIELD_IN: (INFIELD, 2),
    CORNERS_IN: (INFIELD, 1),
    OUTFIELD_IN: (OUTFIELD, 1),
    SAFE: (RUNNING, 1),
    BUNT: (SWING, 1),
    HIT_AND_RUN: (SWING, 2),
}
"""The decision and the choice that make a strategy."""

# Who is at bat and on base.
AVERAGE_PLAYERS: Final = 0
PITCHER_UP: Final = 1
FAST_PLAYERS: Final = 2
CASTS: Final = 3

_LEFT: Final = (("DD", 6), ("SI+", 2), ("SI", 5), ("BB", 4), ("SO", 10), ("DEF", 4), ("OUT", 19))
_NUMBERS: Final = (
    *(("DD", 6), ("SI+", 2), ("SI", 5), ("BB", 4), ("HBP", 1)),
    *(("SO", 10), ("DEF", 4), ("OUT", 18)),
)
_RIGHT: Final = (
    *(("Park", 10), ("HR", 19), ("TR", 4), ("DO", 38)),
    *(("F7d", 9), ("F8d", 11), ("F9d", 9)),
)
_OUTS: Final = ("G6h", "G4", "G3", "G5h", "G6", "G4s", "F8", "F7", "F9", "L6")
_OTHER_OUTS: Final = ("G4h", "G6", "G5", "G1", "G3", "F9s", "F8", "F7", "Pm", "Pf")
"""Average cards (engines-notes C3): of two lists of out codes five are hard."""

_HALF: Final = 50
"""Percentiles below it are read on the batter’s card."""

_USUAL_START: Final = 25
_USUAL_RELIEF: Final = 6


def _column(counts: tuple[tuple[str, int], ...]) -> Column:
    return Column([parse_reading(word) for word, many in counts for _ in range(many)])


def _codes(codes: tuple[str, ...]) -> Column:
    return Column([OUT_CODES[code] for code in codes])


def average_batter(position: int, run: int = AVERAGE, jump: int = 1, safe: int = 10) -> Batter:
    """A batter of the league's average, rated 3."""
    events = NO_EVENTS
    if position == 2:
        rows = list(NO_EVENTS.rows)
        rows[3] = event_bits(PASSED_BALL, 1)
        events = Column(rows)
    fielding = () if position == DESIGNATED else (Fielding(position, 3),)
    return Batter(
        "average",
        "R",
        _column(_LEFT),
        _codes(_OUTS),
        _column(_RIGHT),
        run,
        Stealing(jump, safe),
        0,
        fielding,
        0,
        events,
    )


def average_pitcher() -> Pitcher:
    """A pitcher of the league's average."""
    rows = list(NO_EVENTS.rows)
    rows[0] = event_bits(WILD_PITCH, 1)
    rows[1] = event_bits(WILD_PITCH, 1)
    return Pitcher(
        "average",
        "R",
        _column(_NUMBERS),
        _codes(_OTHER_OUTS),
        events=Column(rows),
        starter=_USUAL_START,
        relief=_USUAL_RELIEF,
    )


def _club(cast: int) -> DeepDriveClub:
    positions = (2, 3, 4, 5, 6, 7, 8, 9, DESIGNATED)
    players: list[DeepDrivePlayer] = []
    for number in range(1, 10):
        at = positions[number - 1]
        if cast == FAST_PLAYERS:
            card = average_batter(at, FAST, 7, 12)
        elif cast == PITCHER_UP and number == _UP:
            card = hitting_card(average_pitcher())
        else:
            card = average_batter(at)
        players.append(batting_player(number, "average", card))
    players.append(pitching_player(10, "average", average_pitcher()))
    return DeepDriveClub("Average", tuple(players), tuple(range(1, 10)), positions, pitcher=10)


_UP: Final = 9
"""The place in the order of the batter whose turn is tried; the runners on base are before
him."""


class Turns(Table):
    """A table at which one turn is played again and again, until every throw has been tried.

    Throws of the cards that read the same are tried once, with their weight.
    """

    def __init__(self) -> None:
        super().__init__()
        self.said: Decision | None = None
        self.choice: i64 = 0
        self.batter: Batter | None = None
        self.mound: Pitcher | None = None
        self.path: list[int] = []
        """Which of its ways each throw takes this time; a throw beyond takes its first."""
        self.sizes: list[int] = []
        self.depth: i64 = 0
        self.weight = 1.0
        self.strategy: i64 = USUAL
        self.steals = False
        """Whether somebody on base may steal, so that the modifier die always counts."""
        self.kept: dict[int, list[tuple[int, float]]] = {}

    def begin(self) -> None:
        """Another turn."""
        self.depth = 0
        self.weight = 1.0
        self.entries = []
        self._silences = []

    def next_path(self) -> bool:
        """Whether there is a turn that has not been tried."""
        while self.path and self.path[-1] + 1 == self.sizes[-1]:
            self.path.pop()
            self.sizes.pop()
        if not self.path:
            return False
        self.path[-1] += 1
        return True

    def roll(self, dice: Dice, side: i64) -> i64:
        """The throw that is tried now."""
        ways = self.kept.get(dice.code)
        if ways is None:
            ways = self.kept[dice.code] = self._ways(dice)
        if self.depth == len(self.path):
            self.path.append(0)
            self.sizes.append(len(ways))
        index, weight = ways[self.path[self.depth]]
        self.depth += 1
        self.weight *= weight
        return index

    def choose(self, game: Game, decision: Decision, side: i64, mask: i64) -> i64:
        """The strategy that is tried; anything else is left at its default."""
        if decision is self.said and mask >> self.choice & 1:
            return self.choice
        lowest: int = mask & -mask
        return lowest.bit_length() - 1

    def _ways(self, dice: Dice) -> list[tuple[int, float]]:
        """Throws that make a difference, with their chances."""
        first: dict[int, int] = {}
        many: dict[int, int] = {}
        for index in range(int(dice.size)):
            key = self._key(dice, index)
            first.setdefault(key, index)
            many[key] = many.get(key, 0) + 1
        return [(first[key], many[key] / int(dice.size)) for key in first]

    def _key(self, dice: Dice, index: int) -> int:
        """What a throw is read for: throws with one key lead to the same."""
        percent, modifier = index // 10, index % 10
        assert self.batter is not None and self.mound is not None  # noqa: S101, PT018
        if dice is PLATE:
            return self._plate_key(percent, modifier)
        if dice is DEEP_DRIVE:
            reading = self.batter.right.rows[percent]
            if reading == PARK:
                reading = NEUTRAL_PARK.results.rows[modifier]
            return reading * 10 + (modifier if self.steals else 0)
        return _READ.get(dice.name, _as_thrown)(index)

    def _plate_key(self, percent: int, modifier: int) -> int:
        assert self.batter is not None and self.mound is not None  # noqa: S101, PT018
        batters = percent < _HALF
        if batters:
            reading = self.batter.left.rows[percent]
            code = self.batter.outs.rows[modifier]
        else:
            reading = self.mound.numbers.rows[percent - _HALF]
            code = self.mound.outs.rows[modifier]
        key = code if reading == OUT_READING else reading
        looked_at = (
            self.steals
            or reading == DEFENSE
            or (self.strategy == HIT_AND_RUN and reading in (WALK, STRIKEOUT))
        )
        flags = (
            batters and self.strategy == BUNT,
            percent // 10 == percent % 10 and self.strategy == INFIELD_IN,
            percent // 10 in (0, 5),
            percent in (49, 99),
            percent in (90, 91),
            percent == 93,
        )
        for flag in flags:
            key = key * 2 + int(flag)
        return key * 10 + (modifier if looked_at and reading != DEEP_DRIVE_READING else 0)


def _as_thrown(index: int) -> int:
    return index


def _fielder(index: int) -> int:
    return HOUSE.defense_fielder[index]


def _chance(index: int) -> int:
    """The rating of a fielder: every one has 3."""
    return HOUSE.defense[(4 * 6 + 3) * 100 + index]


def _doubled(index: int) -> int:
    return int(index <= 9)


def _tripled(index: int) -> int:
    return int(index <= 29)


def _sum_of_two(index: int) -> int:
    return index // 10 + index % 10


_READ: Final = {
    "fielder": _fielder,
    "defense": _chance,
    "doubled up": _doubled,
    "triple play": _tripled,
    "steal": _sum_of_two,
}

Ways = list[tuple[float, int, int, int]]
"""Chances, outs, occupied bases and runs after a turn; three outs end the half-inning."""


class Tables:
    """Turns by strategy, cast, outs and bases, and what states are worth.

    ``spreads`` are the chances of 0, 1, 2... more runs; ``runs`` their mean.
    """

    def __init__(self, settings: Mapping[str, Value]) -> None:
        self.settings = settings
        self._turns: dict[int, Ways] = {}
        self._late: dict[int, list[float]] = {}
        self.spreads: list[list[list[float]]] = []
        self.runs: list[list[float]] = []
        found = self.chances()
        for outs in range(3):
            rows = [list(found[bases, outs]) for bases in range(8)]
            self.spreads.append(rows)
            self.runs.append(
                [sum(runs * chance for runs, chance in enumerate(spread)) for spread in rows]
            )
        self.runs.append([0.0] * 8)
        self.wins: list[list[float]] = _wins(self.spreads[0][0])
        """By half-innings to come and lead; see ``_wins``."""
        self.average_bat: float = batter_value(average_batter(DESIGNATED))
        self.pitchers_bat: float = batter_value(hitting_card(average_pitcher()))
        """The worth of a pitcher at bat, as ``run_value`` has it."""

    def late(self, halves: i64) -> list[float]:
        """With so many half-innings to come after this one, the chance to win of the side at bat by
        outs, bases and lead (from ``-MOST_LEAD`` on), one after the other."""
        found = self._late.get(halves)
        if found is None:
            found = self._late[halves] = _late(self.spreads, self.wins[halves])
        return found

    def turn(self, strategy: i64, cast: i64, outs: i64, bases: i64) -> Ways:
        """What a turn leads to."""
        key = ((strategy * CASTS + cast) * 3 + outs) * 8 + bases
        ways = self._turns.get(key)
        if ways is None:
            ways = self._turns[key] = _tried(self.settings, strategy, cast, outs, bases)
        return ways

    def chances(self) -> Mapping[State, tuple[float, ...]]:
        """The chances of 0, 1, 2... more runs from every state."""
        return run_spreads(self._step)

    def _step(self, bases: int, outs: int) -> Mapping[int, int]:
        """The usual turn as plays with whole weights, which is what the chain wants."""
        found: dict[int, int] = {}
        for chance, after, there, runs in self.turn(USUAL, AVERAGE_PLAYERS, outs, bases):
            event = _as_play(bases, after - outs, there, runs)
            found[event] = found.get(event, 0) + round(chance * _PARTS)
        return found


_PARTS: Final = 10**12
"""Chances as whole numbers."""


def _as_play(before: int, outs: int, after: int, runs: int) -> i64:
    """A play that makes so many outs and runs and leaves these bases occupied; which runner goes
    where does not matter."""
    fates = [OUT] * outs + [SCORED] * runs + [base for base in (1, 2, 3) if after >> base - 1 & 1]
    to = [NOBODY] * 4
    places = [0, *[base for base in (1, 2, 3) if before >> base - 1 & 1]]
    for place, fate in zip(places, fates, strict=False):
        to[place] = fate
    return play(15, to[0], to[1], to[2], to[3])


def _tried(settings: Mapping[str, Value], strategy: i64, cast: i64, outs: i64, bases: i64) -> Ways:
    """One turn with every throw."""
    law = DeepDriveLaw(settings)
    late = strategy == OUTFIELD_IN
    runners = [_UP - base if bases >> base - 1 & 1 else 0 for base in (1, 2, 3)]
    situation = Situation(
        inning=9 if late else 1,
        half=1 if late else 0,
        outs=outs,
        runners=(runners[0], runners[1], runners[2]),
        up=(_UP, _UP),
    )
    clubs = (_club(cast), _club(cast))
    table = Turns()
    table.batter = clubs[0].players[_UP - 1].batter
    table.mound = average_pitcher()
    table.strategy = strategy
    table.steals = cast == FAST_PLAYERS and 0 < bases < 7
    said = _SAID.get(strategy)
    if said is not None:
        table.said, table.choice = said
    found: dict[tuple[int, int, int], float] = {}
    game = DeepDriveGame(table, law, situation, clubs, HOUSE, NEUTRAL_PARK)
    while True:
        table.begin()
        _set_back(game, runners, outs, bases)
        game.turn()
        runs = game.away_runs + game.home_runs
        over = game.outs >= 3 or game.is_over()
        key = (3, 0, int(runs)) if over else (int(game.outs), int(game.bases), int(runs))
        found[key] = found.get(key, 0.0) + table.weight
        if not table.next_path():
            break
    return [(chance, *key) for key, chance in found.items()]


def _set_back(game: DeepDriveGame, runners: list[int], outs: i64, bases: i64) -> None:
    """Before the turn again. (No player changes place in it: nothing is decided out of the
    ordinary, so none is thrown at, hurt or ejected.)"""
    game.outs = outs
    game.bases = bases
    game.away_runs = game.home_runs = 0
    game.events = []
    game.ending = None
    game.two_strikes = False
    game.runners.on = [0, runners[0], runners[1], runners[2]]
    game.offence.up = _UP


MOST_LEAD: Final = 15
"""Leads beyond it are as good as won."""


def _wins(spread: list[float]) -> list[list[float]]:
    """By half-innings to come and lead (from ``-MOST_LEAD`` on), the chance that the side wins
    whose opponent bats next; a tie after all is even."""
    width = 2 * MOST_LEAD + 1
    found = [[0.0] * MOST_LEAD + [0.5] + [1.0] * MOST_LEAD]
    for _ in range(24):
        before = found[-1]
        row = []
        for at in range(width):
            lead = at - MOST_LEAD
            chance = 0.0
            for runs, part in enumerate(spread):
                theirs = min(max(runs - lead, -MOST_LEAD), MOST_LEAD)
                chance += part * (1.0 - before[theirs + MOST_LEAD])
            row.append(chance)
        found.append(row)
    return found


LEADS: Final = 2 * MOST_LEAD + 1


def _late(spreads: list[list[list[float]]], wins: list[float]) -> list[float]:
    found: list[float] = []
    for outs in range(4):
        for bases in range(8):
            spread = spreads[outs][bases] if outs < 3 else [1.0]
            for at in range(LEADS):
                chance = 0.0
                for runs, part in enumerate(spread):
                    chance += part * wins[min(at + runs, LEADS - 1)]
                found.append(chance)
    return found


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables of a game with every setting as it is by default."""
    return Tables(complete_settings((*DEEP_DRIVE_OPTIONS, *COMMON_OPTIONS), {}))
