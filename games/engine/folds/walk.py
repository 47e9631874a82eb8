"""Walk through a game: every event with the situation before and after it, and who was involved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.engine.events import (
    AWARDED,
    END,
    HALF,
    NOBODY,
    OUT,
    OUTS,
    PLACED,
    REMOVED,
    RUNS,
    SCORED,
    TALLY,
    TO_MASK,
    TO_SHIFT,
    TURN_OVER,
    batted_in,
    destinations,
    kind_of,
    mark_of,
    value_of,
)
from games.engine.record import Record
from games.engine.situation import AWAY, HOME, SLOTS, Situation


@dataclass(frozen=True)
class Move:
    """A man (batting slot; 10 is somebody unknown) from base ``start`` (0: the plate) to ``to``."""

    man: int
    start: int
    to: int


@dataclass(frozen=True)
class Moment:
    """One event: its kind, the situations around it, and who moved.

    ``batter`` is the slot at bat (0 in a game without batters); ``completed`` says that his turn
    is over with this event; ``runs`` are those of the side ``batting``; ``entries`` are the
    transcript's positions (from, to) that led to it.
    """

    kind: int
    before: Situation
    after: Situation
    batting: int
    batter: int
    completed: bool
    moves: tuple[Move, ...]
    runs: int
    outs: int
    batted_in: int
    entries: tuple[int, int]


def walk(record: Record) -> Iterator[Moment]:
    """The moments of a game in order, structural ones included."""
    situation = record.situation
    used = 0
    for event in record.events:
        moment = _moment(event, situation, used, batters=record.system.batters)
        used = mark_of(event)
        situation = moment.after
        yield moment


def current_situation(record: Record) -> Situation:
    """Where the game stands."""
    situation = record.situation
    for moment in walk(record):
        situation = moment.after
    return situation


def _moment(event: int, before: Situation, used: int, *, batters: bool) -> Moment:
    kind = kind_of(event)
    batting = before.batting
    batter = before.up[batting] if batters else 0
    moves: tuple[Move, ...] = ()
    runs = outs = rbi = 0
    completed = False
    if kind == HALF:
        value = value_of(event)
        after = replace(before, inning=value >> 1, half=value & 1, outs=0, men=(0, 0, 0))
        batting = after.batting
        batter = after.up[batting] if batters else 0
    elif kind == PLACED:
        base = value_of(event)
        man = (batter - 2) % SLOTS + 1
        men = [0, 0, 0]
        men[base - 1] = man
        after = replace(before, men=(men[0], men[1], men[2]))
        moves = (Move(man, base, base),)
    elif kind == AWARDED:
        value = value_of(event)
        batting, runs = value & 1, value >> 1
        after = _scored(before, batting, runs)
    elif kind == TALLY:
        runs = value_of(event)
        after = _scored(before, batting, runs)
    elif kind in (TURN_OVER, END):
        after = replace(before, outs=3, men=(0, 0, 0)) if kind == TURN_OVER else before
    else:
        to = event >> TO_SHIFT & TO_MASK
        runs, outs, rbi = RUNS[to], OUTS[to], batted_in(event)
        places = destinations(event)
        completed = places[0] != NOBODY
        there = (batter if completed else 0, *before.men)
        moves = tuple(
            Move(man, start, place)
            for start, (man, place) in enumerate(zip(there, places, strict=True))
            if man and place != NOBODY
        )
        men = [0, 0, 0]
        for move in moves:
            if move.to not in (OUT, SCORED, REMOVED):
                men[move.to - 1] = move.man
        after = replace(
            _scored(before, batting, runs),
            outs=before.outs + outs,
            men=(men[0], men[1], men[2]),
        )
        if completed:
            up = list(before.up)
            up[batting] = batter % SLOTS + 1
            after = replace(after, up=(up[AWAY], up[HOME]))
    return Moment(
        kind, before, after, batting, batter, completed, moves, runs, outs, rbi,
        (used, mark_of(event)),
    )  # fmt: skip


def _scored(situation: Situation, side: int, runs: int) -> Situation:
    if not runs:
        return situation
    away, home = situation.runs
    return replace(situation, runs=(away + runs, home) if side == AWAY else (away, home + runs))
