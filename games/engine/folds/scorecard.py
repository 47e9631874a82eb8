"""The scorecard: every plate appearance in its square, as scorekeepers draw it.

A row is a place in the batting order with all players who had it; a column is an inning, or several
where a side batted around. A square has the batter's symbol, the last base he reached and what took
him there: the place of a later batter, or letters for events on the bases.

Fielders are scorer's numbers; where a game records none, an out is ``out``: nothing is invented. A
game without batters has one row, whose squares hold the runs of an inning's rolls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from games.engine.events import (
    ADVANCE,
    BALK,
    BATTER_OUT,
    BUNT,
    CAUGHT_STEALING,
    CHANGE,
    DOUBLE,
    DOUBLE_PLAY,
    FIELDERS_CHOICE,
    FIRST,
    FLY,
    FORCE_OUT,
    FOUL,
    GROUND,
    HALF,
    HIT_BY_PITCH,
    HITS,
    HOME_RUN,
    INTENTIONAL_WALK,
    INTERFERENCE,
    LINE,
    NO_BAT,
    OUT,
    PASSED_BALL,
    PICKED_OFF,
    PICKED_OFF_STEALING,
    PICKOFF_ERROR,
    PLACED,
    POP,
    POP_UP,
    REACHED_ON_ERROR,
    REMOVED,
    SACRIFICE,
    SACRIFICE_ERROR,
    SACRIFICE_FLY,
    SCORED,
    SINGLE,
    STEAL,
    STEAL_ERROR,
    STRIKEOUT,
    TALLY,
    THIRD,
    THROWN_OUT,
    TRIPLE,
    TRIPLE_PLAY,
    TURN_OVER,
    WALK,
    WILD_PITCH,
    ball_of,
    changed,
    error_of,
    fielder_of,
)
from games.engine.folds.box_score import BattingLine, BoxScore, box_score
from games.engine.folds.moments import Moment, moments_of
from games.engine.folds.people import PITCHER, POSITION_NAMES, People
from games.engine.record import Record
from games.engine.situation import AWAY, HOME, SLOTS

HOME_PLATE: Final = SCORED
"""Home plate as the fourth base that a runner may reach."""

SYMBOLS: Final = {
    SINGLE: "1B",
    DOUBLE: "2B",
    TRIPLE: "3B",
    HOME_RUN: "HR",
    WALK: "BB",
    INTENTIONAL_WALK: "IBB",
    HIT_BY_PITCH: "HBP",
    STRIKEOUT: "K",
    INTERFERENCE: "CI",
    REACHED_ON_ERROR: "E",
    FIELDERS_CHOICE: "FC",
    FORCE_OUT: "FC",
    SACRIFICE: "SH",
    SACRIFICE_ERROR: "SH",
    SACRIFICE_FLY: "SF",
    DOUBLE_PLAY: "DP",
    TRIPLE_PLAY: "TP",
    POP_UP: "P",
    BATTER_OUT: "out",
    THROWN_OUT: "out",
}
"""Symbols of turns at bat; the fielder's number follows."""

BALLS: Final = {GROUND: "G", FLY: "F", LINE: "L", POP: "P", FOUL: "PF", BUNT: "B"}
"""Symbols of outs where the kind of ball is known."""

ON_BASE: Final = {
    STEAL: "SB",
    STEAL_ERROR: "SB",
    CAUGHT_STEALING: "CS",
    PICKED_OFF_STEALING: "CS",
    PICKED_OFF: "PO",
    PICKOFF_ERROR: "E",
    BALK: "BK",
    WILD_PITCH: "WP",
    PASSED_BALL: "PB",
}
"""Symbols of events that move runners during another's turn at bat."""

_ALONE: Final = frozenset({WALK, INTENTIONAL_WALK, HIT_BY_PITCH, STRIKEOUT, INTERFERENCE})


@dataclass(slots=True)
class Square:
    """One plate appearance, or a runner placed on a base (``symbol`` "").

    ``reached`` is the last base he reached, 4 when he scored, 0 when he was never on. ``legs`` are
    the bases after his own turn with what took him there, ``out`` the number of the out he made in
    the half-inning and ``fate`` what put him out on the bases at ``base`` (0 where he was out at
    bat). ``column`` counts from 0 within the inning; ``relieved``: another pitcher came in before
    it. ``number`` is its event's place among the game's.
    """

    inning: int
    column: int
    number: int
    player: int = 0
    symbol: str = ""
    reached: int = 0
    at_first: int = 0
    legs: list[tuple[int, str]] = field(default_factory=list)
    out: int = 0
    fate: str = ""
    base: int = 0
    batted_in: int = 0
    relieved: bool = False
    last: bool = False

    @property
    def scored(self) -> bool:
        return self.reached == HOME_PLATE


@dataclass(frozen=True, slots=True)
class Batter:
    """A player in a row: his number in the squad, the positions he played and the inning in which
    he came in, 0 for a starter."""

    player: int
    positions: str
    since: int


@dataclass(frozen=True, slots=True)
class Row:
    """A place in the order: its number, its players, its squares and its at-bats, runs, hits and
    runs batted in. Where the order is a list every square has a player of its own, and a row has
    neither batters nor totals."""

    number: int
    batters: tuple[Batter, ...]
    squares: tuple[Square, ...]
    totals: tuple[int, int, int, int] | None


@dataclass(frozen=True, slots=True)
class Inning:
    """An inning of a side: its number of ``columns``, its runs, hits and runners left on base;
    ``played``: the side has batted in it."""

    number: int
    columns: int
    runs: int
    hits: int
    left: int
    played: bool


@dataclass(frozen=True, slots=True)
class SideCard:
    """One side's half of the scorecard; without batters ``rows`` has one row, of runs."""

    rows: tuple[Row, ...]
    innings: tuple[Inning, ...]
    totals: tuple[int, int, int, int]


def scorecard(record: Record) -> tuple[SideCard, SideCard]:
    """Both sides of the scorecard, as far as the game has been played."""
    moments = tuple(moments_of(record))
    box = box_score(record)
    system, regulation = record.system, int(record.settings["innings"])
    keepers = tuple(
        Keeper(side, regulation, batters=system.batters, listed=system.listed)
        for side in (AWAY, HOME)
    )
    people = People(record.lineups) if record.lineups is not None else None
    for moment in moments:
        if moment.kind == CHANGE and people is not None:
            people.see(moment.event)
            side, slot, _, player = changed(moment.value)
            keepers[side].changes(slot, player, moment.after.inning)
            if people.at(side, PITCHER) == player:
                keepers[1 - side].relieved = True
            continue
        keepers[moment.side].see(moment, people)
    return keepers[AWAY].card(box, AWAY), keepers[HOME].card(box, HOME)


def symbol_of(moment: Moment) -> str:
    """The notation of a turn at bat: ``K``, ``2B 8``, ``F8``, ``G6``, ``E6``."""
    kind, ball = moment.kind, ball_of(moment.event)
    fielder, erred = fielder_of(moment.event), error_of(moment.event)
    if kind in _ALONE:
        return SYMBOLS[kind]
    if kind == REACHED_ON_ERROR:
        return f"E{erred or fielder or ''}"
    if kind in HITS:
        bunt = "B " if ball == BUNT else ""
        return f"{bunt}{SYMBOLS[kind]}{f' {fielder}' if fielder else ''}"
    if kind in (BATTER_OUT, THROWN_OUT) and fielder and ball:
        return f"{BALLS[ball]}{fielder}"
    if kind == SACRIFICE and moment.before.outs >= 2:
        return "out"
    return f"{SYMBOLS.get(kind, 'out')}{fielder or ''}"


class Keeper:
    """Keeps one side's half of the scorecard event by event."""

    def __init__(
        self, side: int, regulation: int, *, batters: bool = True, listed: bool = False
    ) -> None:
        self.side = side
        self.listed = listed
        self.batters = batters
        self.regulation = regulation
        self.rows: dict[int, list[Square]] = {}
        self.since: dict[tuple[int, int], int] = {}
        self.on: dict[int, Square] = {}
        self.tallies: dict[int, list[str]] = {}
        self.counts: dict[int, tuple[int, int, int]] = {}
        self.relieved = False
        self.began = False

    def changes(self, slot: int, player: int, inning: int) -> None:
        """Record that a player takes a place."""
        if slot != NO_BAT:
            self.since.setdefault((slot, player), inning)

    def counts_play(self, inning: int, runs: int, hits: int, left: int) -> None:
        """Add a play to the totals of its inning."""
        before = self.counts.get(inning, (0, 0, 0))
        self.counts[inning] = (before[0] + runs, before[1] + hits, before[2] + left)

    def see(self, moment: Moment, people: People | None) -> None:
        """Process a moment while this side is at bat."""
        inning = moment.before.inning
        if moment.kind == HALF:
            self.on = {}
            self.counts.setdefault(moment.after.inning, (0, 0, 0))
            return
        self.counts_play(inning, moment.runs, moment.kind in HITS, len(moment.left))
        if moment.kind == TALLY:
            self.tallies.setdefault(inning, []).append(str(moment.value))
        elif moment.kind == TURN_OVER:
            self.tallies.setdefault(inning, [])
        elif moment.kind == PLACED:
            slot = moment.after.runners[moment.value - 1]
            square = self._square(moment, slot, people)
            square.reached = square.at_first = moment.value
            self.on[slot] = square
        elif moment.is_play:
            self._play(moment, people)

    def _play(self, moment: Moment, people: People | None) -> None:
        square = self._square(moment, moment.batter, people) if moment.ends_turn else None
        batted = moment.ends_turn or moment.kind == ADVANCE
        mark = str(moment.batter) if batted else ON_BASE.get(moment.kind, "")
        outs = moment.before.outs
        for base in (3, 2, 1):
            slot, reached = moment.runner(base), moment.to[base]
            runner = self.on.get(slot)
            if not slot:
                continue
            if reached == OUT:
                outs += 1
            if runner is not None:
                self.moves(runner, base, reached, mark, outs)
            if reached in (OUT, SCORED, REMOVED):
                self.on.pop(slot, None)
        if square is None:
            if moment.batted_in:
                # The run belongs to the hit before the advance.
                self.rows[moment.batter][-1].batted_in += moment.batted_in
            return
        reached = moment.to[0]
        square.symbol, square.batted_in = symbol_of(moment), moment.batted_in
        if reached == OUT:
            square.out = outs + 1
        elif FIRST <= reached <= HOME_PLATE:
            square.reached = square.at_first = reached
            if reached <= THIRD:
                self.on[moment.batter] = square
        if moment.after.outs >= 3:
            square.last = True

    def moves(self, runner: Square, base: int, to: int, mark: str, outs: int) -> None:
        """Record that a runner on base advances, is out, or stays."""
        if to == OUT:
            runner.out, runner.fate, runner.base = outs, mark, min(base + 1, HOME_PLATE)
        elif base < to <= HOME_PLATE:
            runner.reached = to
            runner.legs.append((to, mark))

    def _square(self, moment: Moment, slot: int, people: People | None) -> Square:
        player = people.player(self.side, slot) if people is not None else 0
        return self.square(moment.before.inning, moment.number, slot, player)

    def square(self, inning: int, number: int, slot: int, player: int) -> Square:
        """Begin a square for a player."""
        squares = self.rows.setdefault(slot, [])
        column = sum(square.inning == inning for square in squares)
        relieved = self.relieved and self.began
        square = Square(inning, column, number, player=player, relieved=relieved)
        self.relieved, self.began = False, True
        squares.append(square)
        return square

    def card(self, box: BoxScore, side: int) -> SideCard:
        """The finished half, with the totals of the box score."""
        lines = box.sides[side].batting
        rows = tuple(self._rows(lines)) if self.batters else (Row(0, (), self._throws(), None),)
        total = box.sides[side].total
        return SideCard(
            rows,
            tuple(self._innings()),
            (total.at_bats, total.runs, total.hits, total.runs_batted_in),
        )

    def _rows(self, lines: Sequence[BattingLine]) -> list[Row]:
        by_slot: dict[int, list[BattingLine]] = {slot: [] for slot in range(1, SLOTS + 1)}
        for line in lines:
            if not self.listed and line.slot in by_slot:
                by_slot[line.slot].append(line)
        return [
            Row(
                slot,
                tuple(
                    Batter(
                        line.player,
                        "-".join(POSITION_NAMES[position] for position in line.positions),
                        self.since.get((slot, line.player), 0),
                    )
                    for line in lines_of_slot
                ),
                tuple(self.rows.get(slot, ())),
                None if self.listed else _sums(lines_of_slot),
            )
            for slot, lines_of_slot in by_slot.items()
        ]

    def _throws(self) -> tuple[Square, ...]:
        """The squares of a game without batters: the runs of each scoring roll."""
        return tuple(
            Square(inning, 0, 0, symbol=" ".join(throws) or "0", reached=self.counts[inning][0])
            for inning, throws in sorted(self.tallies.items())
        )

    def _innings(self) -> list[Inning]:
        columns: dict[int, int] = {}
        for square in (square for row in self.rows.values() for square in row):
            columns[square.inning] = max(columns.get(square.inning, 1), square.column + 1)
        innings = []
        for number in range(1, max(self.regulation, *self.counts, 1) + 1):
            runs, hits, left = self.counts.get(number, (0, 0, 0))
            played = number in self.counts
            innings.append(Inning(number, columns.get(number, 1), runs, hits, left, played))
        return innings


def _sums(lines: Sequence[BattingLine]) -> tuple[int, int, int, int]:
    return (
        sum(line.at_bats for line in lines),
        sum(line.runs for line in lines),
        sum(line.hits for line in lines),
        sum(line.runs_batted_in for line in lines),
    )
