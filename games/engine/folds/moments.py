"""The walk: the events of a game one by one, with the players' places before and after each.

Events know bases but no players. The walk adds them: sides bat in order from 1 to 9 and round
again, a turn at bat that ends moves the order on by one (Official Baseball Rules 5.04(a)), and a
batter whose turn was cut short by the third out on the bases leads off his side's next inning
(5.04(a)(3)). Every other fold reads moments, or raw events where speed matters.

The walk takes any integers and never fails: ``proofs`` verify that events make sense.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from games.engine.events import (
    ADVANCE,
    AWARDED,
    END,
    ERRORS,
    FIRST,
    HALF,
    NOBODY,
    OUT,
    PLACED,
    REMOVED,
    SCORED,
    SINGLE,
    STEAL,
    TALLY,
    THIRD,
    TURN_OVER,
    batted_in,
    destinations,
    error_of,
    kind_of,
    mark_of,
    value_of,
)
from games.engine.record import Record
from games.engine.situation import SLOTS, SOMEBODY, Situation
from games.engine.table import SUSPEND

KEPT: Final = 1 << 13
"""Number of cached moments: a page of a game walks through it a dozen times, and so does the next
request."""

STAY = (NOBODY, NOBODY, NOBODY, NOBODY)
EMPTY = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Moment:
    """One event and its effect.

    ``batter`` is the slot at bat (0 in structural events), ``to`` the bases that batter and runners
    on first, second and third went to. ``scored``, ``out`` and ``removed`` are slots, the runner
    nearest home first, and so is ``left``: those left on base because the half-inning or the game
    ended here. ``entry`` is the number of the first of its ``entries`` in the transcript, 0 without
    entries.
    """

    number: int
    event: int
    before: Situation
    after: Situation
    batter: int = 0
    to: tuple[int, int, int, int] = STAY
    scored: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    entry: int = 0
    entries: tuple[str, ...] = ()

    @property
    def kind(self) -> int:
        return kind_of(self.event)

    @property
    def value(self) -> int:
        """The value of a structural event."""
        return value_of(self.event)

    @property
    def side(self) -> int:
        """The side at bat; for the start of a half-inning, the side that comes to bat."""
        return self.after.batting if self.kind == HALF else self.before.batting

    @property
    def is_play(self) -> bool:
        return is_play(self.kind)

    @property
    def ends_turn(self) -> bool:
        """Whether it ends the batter's turn: a plate appearance (PD-033)."""
        return ends_turn(self.kind)

    @property
    def errs(self) -> bool:
        """Whether a fielder erred."""
        return self.is_play and (self.kind in ERRORS or error_of(self.event) > 0)

    @property
    def runs(self) -> int:
        """Runs played, not awarded."""
        return self.value if self.kind == TALLY else len(self.scored)

    @property
    def batted_in(self) -> int:
        """Runs batted in."""
        return batted_in(self.event) if self.is_play else 0

    @property
    def awarded(self) -> tuple[int, int]:
        """The side that runs are awarded to, and how many (0, 0 in other events)."""
        return (self.value & 1, self.value >> 1) if self.kind == AWARDED else (0, 0)

    @property
    def throws(self) -> tuple[str, ...]:
        """The dice of the event as rolled."""
        return tuple(word for word in self.entries if "=" not in word and word != SUSPEND)

    def decided(self, name: str) -> str:
        """The choice of the decision ``name`` in its entries, "" if none was written."""
        for word in self.entries:
            decision, _, key = word.partition("=")
            if decision == name and key:
                return key
        return ""

    def runner(self, base: int) -> int:
        """The slot of the runner on ``base`` before the event; base 0 is the batter."""
        return self.before.runners[base - 1] if base else self.batter


def forced_from(moment: Moment, base: int) -> bool:
    """Tell whether the batter forces the runner on a base: all bases behind him are occupied."""
    return all(moment.before.runners[behind - 1] for behind in range(1, base + 1))


def is_play(kind: int) -> bool:
    """Tell whether events of this kind move batter and runners."""
    return kind >= SINGLE


def ends_turn(kind: int) -> bool:
    """Tell whether a play of this kind ends the batter's turn."""
    return SINGLE <= kind < STEAL


def following(slot: int) -> int:
    """The slot that bats after ``slot``."""
    return slot % SLOTS + 1


def preceding(slot: int) -> int:
    """The slot that bats before ``slot``."""
    return (slot - 2) % SLOTS + 1


def moments_of(record: Record) -> Iterator[Moment]:
    """The moments of a game in order; ``after`` of the last one is the present situation."""
    now = _settled(record.situation)
    used = 0
    for number, event in enumerate(record.events):
        mark = mark_of(event)
        if mark > used:
            moment = _with_entries(number, event, now, used + 1, record.transcript[used:mark])
            used = mark
        else:
            moment = _moment(number, event, now)
        yield moment
        now = moment.after


def current_situation(record: Record) -> Situation:
    """The present situation (of a game that is over: a half-inning that is over)."""
    now = _settled(record.situation)
    for moment in moments_of(record):
        now = moment.after
    return now


def _settled(situation: Situation) -> Situation:
    """The situation with empty bases if it is between two half-innings."""
    return replace(situation, runners=EMPTY) if situation.outs >= 3 else situation


@lru_cache(maxsize=KEPT)
def _with_entries(
    number: int, event: int, before: Situation, entry: int, entries: tuple[str, ...]
) -> Moment:
    return replace(_moment(number, event, before), entry=entry, entries=entries)


@lru_cache(maxsize=KEPT)
def _moment(number: int, event: int, before: Situation) -> Moment:
    kind = kind_of(event)
    if is_play(kind):
        return _play(number, event, before)
    value = value_of(event)
    runs = list(before.runs)
    if kind == HALF:
        after = replace(before, inning=value >> 1, half=value & 1, outs=0, runners=EMPTY)
        return Moment(number, event, before, after)
    if kind == PLACED:
        runners = list(before.runners)
        if FIRST <= value <= THIRD:
            runners[value - 1] = preceding(before.up[before.batting])
        return Moment(
            number, event, before, replace(before, runners=(runners[0], runners[1], runners[2]))
        )
    if kind == TALLY:
        runs[before.batting] += value
        return Moment(number, event, before, replace(before, runs=(runs[0], runs[1])))
    if kind == AWARDED:
        runs[value & 1] += value >> 1
        return Moment(number, event, before, replace(before, runs=(runs[0], runs[1])))
    if kind in (TURN_OVER, END):
        after = replace(before, outs=3, runners=EMPTY)
        return Moment(number, event, before, after, left=_standing(before.runners))
    return Moment(number, event, before, before)


def _play(number: int, event: int, before: Situation) -> Moment:
    side = before.batting
    goals = destinations(event)
    slots = (before.up[side], *before.runners)
    runners = [0, 0, 0]
    gone: dict[int, list[int]] = {SCORED: [], OUT: [], REMOVED: []}
    for base in (3, 2, 1, 0):
        slot = slots[base] or SOMEBODY
        if FIRST <= goals[base] <= THIRD:
            runners[goals[base] - 1] = slot
        elif goals[base] in gone:
            gone[goals[base]].append(slot)
    runs = list(before.runs)
    runs[side] += len(gone[SCORED])
    up = list(before.up)
    if ends_turn(kind_of(event)):
        up[side] = following(up[side])
    outs = before.outs + len(gone[OUT])
    over = outs >= 3
    after = replace(
        before,
        outs=outs,
        runners=EMPTY if over else (runners[0], runners[1], runners[2]),
        runs=(runs[0], runs[1]),
        up=(up[0], up[1]),
    )
    batter = before.up[side]
    if kind_of(event) == ADVANCE:
        # An advance belongs to the hit before it.
        batter = preceding(batter)
    return Moment(
        number,
        event,
        before,
        after,
        batter=batter,
        to=goals,
        scored=tuple(gone[SCORED]),
        out=tuple(gone[OUT]),
        removed=tuple(gone[REMOVED]),
        left=_standing(runners) if over else (),
    )


def _standing(runners: Sequence[int]) -> tuple[int, ...]:
    """The runners on base, the one nearest home first."""
    return tuple(runner for runner in reversed(runners) if runner)
