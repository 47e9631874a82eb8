"""What becomes of an event when a club drops out of it (T0.08j to s), worked out on values: the
preview shows this plan, and the service carries it out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pitching.rules.drops import SheetFacts, SheetsPlan, put_back
from tournaments.rules.drops import KEPT, VOID, results_stand

COVERED = "covered"


@dataclass(frozen=True)
class SeriesFacts:
    """A series of the event, by key, between two entrants, by key, in a round. ``is_open``: there
    is something left to play in it; a series that was ``called_off`` and goes on is open again
    unless it is ``decided``. ``waiting`` are the games, by key, whose reports wait for an
    answer."""

    key: int
    round_number: int
    sides: tuple[int, int]
    is_open: bool
    called_off: bool = False
    decided: bool = True
    waiting: tuple[int, ...] = ()


@dataclass(frozen=True)
class StandingDrop:
    """A drop that stands, by key: of which entrant and club, and in what way; the series it called
    off, the series of sheets it struck and the sheets whose binding it changed, by key.
    ``settled``: somebody has taken the club over since."""

    key: int
    entrant: int
    team: int
    way: str
    called_off: frozenset[int] = frozenset()
    struck: frozenset[int] = frozenset()
    bound: frozenset[int] = frozenset()
    settled: bool = False


@dataclass(frozen=True)
class DropFacts:
    """What a drop is planned upon. ``declared`` is what the event says of the results of clubs that
    are out, ``division_play`` whether that is on: later, others have gone on upon them. ``played``
    of the ``scheduled`` games of the club are over. ``drops`` are those that stand, oldest first,
    ``series`` all of the event in the order of its schedule, of which ``rounds_drawn`` are
    known."""

    entrant: int
    team: int
    declared: str
    division_play: bool
    played: int
    scheduled: int
    rounds_drawn: int
    series: tuple[SeriesFacts, ...]
    drops: tuple[StandingDrop, ...]
    sheets: SheetFacts

    @property
    def left(self) -> tuple[SeriesFacts, ...]:
        """What the club has still to play, in order."""
        return tuple(each for each in self.series if each.is_open and self.entrant in each.sides)

    @property
    def covered(self) -> StandingDrop | None:
        """The drop after which others play on for it."""
        return next(
            (each for each in self.drops if each.entrant == self.entrant and not each.settled), None
        )


@dataclass(frozen=True)
class UndoingPlan:
    """How a drop is taken back: the series that go ``on`` again, those that are another drop's from
    now on (by that one), and the sheets."""

    drop: int
    on: tuple[int, ...]
    handed_over: Mapping[int, tuple[int, ...]]
    sheets: SheetsPlan


@dataclass(frozen=True)
class DropPlan:
    """What is done: what becomes of the club's results (``way``), in which ``round_number`` that
    is, the taking back of a drop that stood (``undoing``), the series ``called_off``, the games
    whose reports are ``closed``, and the sheets of the others."""

    way: str
    round_number: int
    undoing: UndoingPlan | None
    called_off: tuple[int, ...]
    closed: tuple[int, ...]
    sheets: SheetsPlan

    @property
    def on(self) -> tuple[int, ...]:
        """The series that were called off and are so no more."""
        again = self.undoing.on if self.undoing is not None else ()
        return tuple(key for key in again if key not in self.called_off)


def plan_drop(facts: DropFacts) -> DropPlan:
    """T0.08j to s: the club is out of the pool. Its results are what the event declares, unless
    others have gone on upon them or, of a club that others played on for, all was played (T0.08h);
    what it has left are byes (T0.08l), reports that wait are closed, and the sheets follow."""
    covered = facts.covered
    way = KEPT if covered is not None and not facts.left else way_of(facts)
    undoing = plan_undoing(facts, covered) if covered is not None else None
    if undoing is not None:
        facts = _undone(facts, undoing)
    left = facts.left
    rounds = [each.round_number for each in facts.series if each.is_open]
    return DropPlan(
        way,
        min(rounds, default=facts.rounds_drawn),
        undoing,
        tuple(each.key for each in left),
        tuple(sorted(game for each in left for game in each.waiting)),
        facts.sheets.without(facts.team, out=thrown_out(facts), thrown_out=way == VOID),
    )


def way_of(facts: DropFacts) -> str:
    """What becomes of the club's results: as the event declares it; results that others have gone
    on upon stand."""
    stands = results_stand(facts.declared, facts.played, facts.scheduled)
    return KEPT if stands or not facts.division_play else VOID


def plan_undoing(facts: DropFacts, drop: StandingDrop) -> UndoingPlan:
    """What a drop called off goes on, but for series against another club that is out: those are
    called off by that one's drop from now on. The sheets are what they are without it."""
    others = {
        each.entrant: each.key
        for each in facts.drops
        if each.key != drop.key and each.way != COVERED
    }
    on = []
    handed_over: dict[int, tuple[int, ...]] = {}
    for series in facts.series:
        if series.key not in drop.called_off:
            continue
        other = next((others[side] for side in series.sides if side in others), None)
        if other is None:
            on.append(series.key)
        else:
            handed_over[other] = (*handed_over.get(other, ()), series.key)
    out = thrown_out(facts, besides=drop.key)
    sheets = put_back(facts.sheets.sheets, struck=drop.struck, bound=drop.bound, out=out)
    return UndoingPlan(drop.key, tuple(on), handed_over, sheets)


def thrown_out(facts: DropFacts, besides: int | None = None) -> Sequence[int]:
    """The clubs whose results were thrown out, those out longest first."""
    return [each.team for each in facts.drops if each.way == VOID and each.key != besides]


def _undone(facts: DropFacts, undoing: UndoingPlan) -> DropFacts:
    """The facts once a drop is taken back."""
    return replace(
        facts,
        series=tuple(
            replace(each, called_off=False, is_open=not each.decided)
            if each.key in undoing.on and each.called_off
            else each
            for each in facts.series
        ),
        drops=tuple(each for each in facts.drops if each.key != undoing.drop),
        sheets=replace(facts.sheets, sheets=undoing.sheets.after),
    )
