"""The box score: batting lines by slot, pitching lines, errors and runners left on base.

Batting by the Official Baseball Rules: an at-bat is a plate appearance that is neither a walk nor a
sacrifice (9.02(a)(1), PD-034), and no batter sacrifices with two out (9.08(a), (d)). Runs batted in
are stated by the play (9.04). Where the clubs are known every player has a line of his own,
substitutes after the player they replaced, and so has every pitcher (see ``pitchers``); otherwise
lines are by slot, and a side's pitchers are one unnamed staff.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from games.engine.club import Clubs
from games.engine.endings import Ending
from games.engine.events import (
    BALK,
    BUNT,
    CAUGHT_STEALING,
    CHANGE,
    DOUBLE,
    DOUBLE_PLAY,
    GROUND,
    HIT_BY_PITCH,
    HITS,
    HOME_RUN,
    NO_BAT,
    NOT_AT_BATS,
    OUT,
    PICKED_OFF,
    PICKED_OFF_STEALING,
    SACRIFICE,
    SACRIFICE_ERROR,
    SACRIFICE_FLY,
    STEAL,
    STEAL_ERROR,
    STRIKEOUT,
    TRIPLE,
    WALKS,
    ball_of,
    changed,
)
from games.engine.folds.decisions import decided
from games.engine.folds.earned_runs import earned_runs, stealers
from games.engine.folds.moments import Moment, forced_from, moments_of
from games.engine.folds.people import People
from games.engine.folds.pitchers import PitcherLine, Staffs, pitchers
from games.engine.game_state import GameState
from games.engine.record import Record
from games.engine.situation import AWAY, HOME, SLOTS

_GIVEN_UP = tuple(
    entry.name
    for entry in fields(PitcherLine)
    if entry.name not in ("player", "started", "lead", "decision")
)
"""The counts of a pitcher's line."""

TEAM = 0
"""The slot of a total line."""


@dataclass(frozen=True, slots=True)
class BattingLine:
    """The counts of one slot at bat and on base. ``slot`` is ``TEAM`` for the total, ``SOMEBODY``
    for runners on base when the record began whose place in the order is not known. ``player`` is
    the number in his squad, 0 if not known; ``positions`` are those he played, in order (10 and 11:
    pinch hitter and pinch runner). Where the order is a list, ``slot`` counts those who came up.

    A runner picked off while stealing is caught stealing, not picked off.
    """

    slot: int
    plate_appearances: int = 0
    at_bats: int = 0
    runs: int = 0
    hits: int = 0
    doubles: int = 0
    triples: int = 0
    home_runs: int = 0
    runs_batted_in: int = 0
    walks: int = 0
    sacrifice_hits: int = 0
    sacrifice_flies: int = 0
    double_plays: int = 0
    stolen_bases: int = 0
    caught_stealing: int = 0
    picked_off: int = 0
    strikeouts: int = 0
    hit_by_pitch: int = 0
    player: int = 0
    positions: tuple[int, ...] = ()

    @property
    def singles(self) -> int:
        return self.hits - self.doubles - self.triples - self.home_runs

    @property
    def total_bases(self) -> int:
        """Bases on hits (OBR 9.02(a)(8))."""
        return self.singles + 2 * self.doubles + 3 * self.triples + 4 * self.home_runs

    @property
    def average(self) -> str:
        """Hits per at-bat in this game as ``.333``; ``-`` without an at-bat (OBR 9.21(b))."""
        if not self.at_bats:
            return "-"
        thousandths = (2000 * self.hits + self.at_bats) // (2 * self.at_bats)
        return f"{thousandths / 1000:.3f}".removeprefix("0")


COUNTS = tuple(
    entry.name for entry in fields(BattingLine) if entry.name not in ("slot", "player", "positions")
)
"""The counts of a batting line, in the order of its fields."""


@dataclass(frozen=True, slots=True)
class PitchingLine:
    """The counts against a side's staff."""

    outs: int
    batters_faced: int
    hits: int
    runs: int
    earned_runs: int
    walks: int
    home_runs: int
    balks: int

    @property
    def innings(self) -> str:
        """Outs in innings notation: ``6.2`` for twenty."""
        return f"{self.outs // 3}.{self.outs % 3}"


@dataclass(frozen=True, slots=True)
class SideBox:
    """One side's box. A game without batters has no ``batting`` and no ``pitching``; ``turns`` are
    its half-innings at bat, finished or cut off by the end."""

    batting: tuple[BattingLine, ...]
    total: BattingLine
    pitching: PitchingLine | None
    errors: int
    left_on_base: int
    turns: int
    pitchers: tuple[PitcherLine, ...] = ()


@dataclass(frozen=True, slots=True)
class BoxScore:
    away: SideBox
    home: SideBox

    @property
    def sides(self) -> tuple[SideBox, SideBox]:
        """The visitors' box and the home side's."""
        return self.away, self.home


def box_score(record: Record) -> BoxScore:
    """The box score of a game as far as it has been played."""
    return box_of(
        tuple(moments_of(record)),
        batters=record.system.batters,
        listed=record.system.listed,
        clubs=record.lineups,
        ending=record.ending,
        state=record.state,
    )


def box_of(
    moments: Sequence[Moment],
    *,
    batters: bool,
    listed: bool = False,
    clubs: Clubs | None = None,
    ending: Ending | None = None,
    state: GameState | None = None,
) -> BoxScore:
    """The box score of these moments; pitchers' decisions are known once the game is over.

    In an order that is a list (``listed``) every player has one line, in order of appearance,
    whatever slots he had; one who never came up has none.
    """
    people = People(clubs) if clubs is not None else None
    sides = (_Side(listed=listed), _Side(listed=listed))
    if people is not None:
        for side in (AWAY, HOME):
            for slot in range(1, SLOTS + 1):
                sides[side].takes(slot, people.player(side, slot), people.position(side, slot))
    for moment in moments:
        at_bat, in_field = sides[moment.side], sides[1 - moment.side]
        for slot, count in batting_credits(moment):
            at_bat.line(slot)[count] += 1
        if moment.batted_in:
            at_bat.line(moment.batter)["runs_batted_in"] += moment.batted_in
        if people is not None and moment.kind == CHANGE:
            side, slot, position, player = changed(moment.value)
            if slot != NO_BAT:
                sides[side].takes(slot, player, position)
        at_bat.runs += moment.runs
        at_bat.outs += len(moment.out)
        at_bat.left += len(moment.left)
        at_bat.turns += moment.before.outs < 3 <= moment.after.outs
        in_field.errors += moment.errs
        in_field.balks += moment.kind == BALK
    if not batters:
        return BoxScore(_runs_only(sides[AWAY]), _runs_only(sides[HOME]))
    earned = earned_runs(moments)
    staffs = pitchers(moments, clubs, state) if clubs is not None else Staffs((), ())
    if listed:
        staffs = _who_pitched(staffs)
    staffs = decided(staffs, ending)
    return BoxScore(
        _side_box(sides[AWAY], sides[HOME], earned[HOME], staffs.away),
        _side_box(sides[HOME], sides[AWAY], earned[AWAY], staffs.home),
    )


def _who_pitched(staffs: Staffs) -> Staffs:
    """Drop pitchers who were discarded before they faced a batter: the next one started. A pitcher
    who came in again, such as a lent one, has one line."""
    away, home = (
        _one_line_each([line for line in staff if line.batters_faced or line.outs or line.runs])
        or staff
        for staff in staffs.sides
    )
    for staff in (away, home):
        staff[0].started = True
    pitched = tuple({line.player for line in staff} for staff in (away, home))
    runs = tuple(
        run
        if run.of_record in pitched[run.side]
        else replace(run, of_record=(away, home)[run.side][0].player)
        for run in staffs.runs
    )
    return replace(staffs, away=away, home=home, runs=runs)


def _one_line_each(staff: Sequence[PitcherLine]) -> tuple[PitcherLine, ...]:
    by_player: dict[int, PitcherLine] = {}
    for line in staff:
        first = by_player.setdefault(line.player, line)
        if first is not line:
            for name in _GIVEN_UP:
                setattr(first, name, getattr(first, name) + getattr(line, name))
    return tuple(by_player.values())


@dataclass(slots=True)
class _Side:
    """Counts of one side: ``outs`` it made at bat, ``errors`` and ``balks`` in the field."""

    lines: dict[tuple[int, int], Counter[str]] = field(default_factory=dict)
    players: dict[int, int] = field(default_factory=dict)
    where: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    runs: int = 0
    outs: int = 0
    left: int = 0
    turns: int = 0
    errors: int = 0
    balks: int = 0
    listed: bool = False

    def takes(self, slot: int, player: int, position: int) -> None:
        """Put a player in a slot and at a position."""
        self.players[slot] = player
        if self.listed:
            self.where.setdefault((TEAM, player), [position])
            return
        self.line(slot)
        played = self.where.setdefault((slot, player), [])
        if not played or played[-1] != position:
            played.append(position)

    def line(self, slot: int) -> Counter[str]:
        """The counts of the player now in a slot."""
        if self.listed and slot in self.players:
            slot, player = TEAM, self.players[slot]
            return self.lines.setdefault((slot, player), Counter())
        return self.lines.setdefault((slot, self.players.get(slot, 0)), Counter())

    def batting(self) -> tuple[BattingLine, ...]:
        """By slot and, within it, in order of appearance; unknown players only where they did
        anything."""
        if self.listed:
            return self._as_they_came()
        for slot in range(1, SLOTS + 1):
            if slot not in self.players:
                self.line(slot)
        lines = []
        for (slot, player), counts in sorted(self.lines.items(), key=lambda item: item[0][0]):
            known: dict[str, Any] = {name: counts[name] for name in COUNTS}
            played = tuple(self.where.get((slot, player), ()))
            lines.append(replace(BattingLine(slot, **known), player=player, positions=played))
        return tuple(lines)

    def _as_they_came(self) -> tuple[BattingLine, ...]:
        """The lines of a list, numbered from 1."""
        lines = []
        for number, ((slot, player), counts) in enumerate(self.lines.items(), start=1):
            known: dict[str, Any] = {name: counts[name] for name in COUNTS}
            played = tuple(self.where.get((slot, player), ()))
            lines.append(replace(BattingLine(number, **known), player=player, positions=played))
        return tuple(lines)


def _runs_only(side: _Side) -> SideBox:
    total = BattingLine(TEAM, runs=side.runs)
    return SideBox((), total, None, side.errors, side.left, side.turns)


def _side_box(side: _Side, other: _Side, earned: int, staff: tuple[PitcherLine, ...]) -> SideBox:
    batting = side.batting()
    against = _sum(other.batting())
    pitching = PitchingLine(
        outs=other.outs,
        batters_faced=against.plate_appearances,
        hits=against.hits,
        runs=against.runs,
        earned_runs=earned,
        walks=against.walks,
        home_runs=against.home_runs,
        balks=side.balks,
    )
    return SideBox(batting, _sum(batting), pitching, side.errors, side.left, side.turns, staff)


_BASES_OF = {DOUBLE: "doubles", TRIPLE: "triples", HOME_RUN: "home_runs"}


def is_sacrifice_hit(moment: Moment) -> bool:
    """Tell whether the batter sacrificed himself with fewer than two out (OBR 9.08(a))."""
    return moment.kind in (SACRIFICE, SACRIFICE_ERROR) and moment.before.outs < 2


def is_at_bat(moment: Moment) -> bool:
    """Tell whether a plate appearance is an at-bat (OBR 9.02(a)(1), PD-034, PD-114)."""
    return (
        moment.ends_turn
        and (moment.kind not in NOT_AT_BATS or moment.kind in (SACRIFICE, SACRIFICE_ERROR))
        and not is_sacrifice_hit(moment)
    )


def _on_the_ground(moment: Moment) -> bool:
    """Tell whether the batter grounded into the double play: it put out forced runners (OBR
    9.02(a)(17)). True where the kind of ball is not stated."""
    ball = ball_of(moment.event)
    if not ball:
        return True
    out = [base for base in (1, 2, 3) if moment.to[base] == OUT]
    return ball in (GROUND, BUNT) and all(forced_from(moment, base) for base in out)


def batting_credits(moment: Moment) -> Iterator[tuple[int, str]]:
    """Pairs of a slot and a count to increment; in a turn that ends all but runs are the
    batter's."""
    kind, batter = moment.kind, moment.batter
    if moment.ends_turn:
        yield batter, "plate_appearances"
        if is_at_bat(moment):
            yield batter, "at_bats"
        if is_sacrifice_hit(moment):
            yield batter, "sacrifice_hits"
        if kind in HITS:
            yield batter, "hits"
        if kind in _BASES_OF:
            yield batter, _BASES_OF[kind]
        if kind in WALKS:
            yield batter, "walks"
        if kind == STRIKEOUT:
            yield batter, "strikeouts"
        if kind == HIT_BY_PITCH:
            yield batter, "hit_by_pitch"
        if kind == SACRIFICE_FLY:
            yield batter, "sacrifice_flies"
        if kind == DOUBLE_PLAY and _on_the_ground(moment):
            yield batter, "double_plays"
    elif kind in (STEAL, STEAL_ERROR):
        yield from ((moment.runner(base), "stolen_bases") for base in stealers(moment))
    elif kind in (CAUGHT_STEALING, PICKED_OFF_STEALING):
        yield from ((slot, "caught_stealing") for slot in moment.out)
    elif kind == PICKED_OFF:
        yield from ((slot, "picked_off") for slot in moment.out)
    yield from ((slot, "runs") for slot in moment.scored)


def _sum(lines: Sequence[BattingLine]) -> BattingLine:
    total: dict[str, Any] = {name: sum(getattr(line, name) for line in lines) for name in COUNTS}
    return BattingLine(TEAM, **total)
