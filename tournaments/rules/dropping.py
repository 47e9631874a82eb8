"""Plan what happens to an event when a club drops out of it (T0.08j to s), as values: the preview
shows the plan, and the service carries it out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pitching.rules.drops import SheetFacts, SheetsPlan, put_back
from tournaments.rules.drops import KEPT, VOID, results_stand

COVERED = "covered"


@dataclass(frozen=True)
class SeriesFacts:
    """A series between two entrants, all by key. ``is_open``: it has games left to play. A series
    that was ``called_off`` and is resumed is open again unless it is ``decided``. ``waiting`` holds
    the games, by key, whose reports wait for an answer."""

    key: int
    round_number: int
    sides: tuple[int, int]
    is_open: bool
    called_off: bool = False
    decided: bool = True
    waiting: tuple[int, ...] = ()


@dataclass(frozen=True)
class StandingDrop:
    """A drop in force, by key: its entrant and club, and ``way``, what it means for the results.
    ``called_off`` holds the series it called off, ``struck`` the series of the pitching sheets it
    struck, ``bound`` the sheets whose binding it changed. ``settled``: somebody has taken the club
    over since."""

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
    """The facts that a drop is planned from. ``declared`` is the event's rule for the results of
    clubs that are out; ``division_play`` is True until clubs have advanced on these results.
    ``played`` of the club's ``scheduled`` games are over. ``drops`` are those in force, oldest
    first; ``series`` are all of the event in schedule order, of which ``rounds_drawn`` rounds are
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
        """The series the club has still to play, in order."""
        return tuple(
            series for series in self.series if series.is_open and self.entrant in series.sides
        )

    @property
    def covered(self) -> StandingDrop | None:
        """The drop after which other managers play for the club."""
        return next(
            (drop for drop in self.drops if drop.entrant == self.entrant and not drop.settled), None
        )


@dataclass(frozen=True)
class UndoingPlan:
    """How to undo a drop: ``on`` are the series that resume, ``handed_over`` the series that
    another drop calls off from now on (by that drop), with the changes to the sheets."""

    drop: int
    on: tuple[int, ...]
    handed_over: Mapping[int, tuple[int, ...]]
    sheets: SheetsPlan


@dataclass(frozen=True)
class DropPlan:
    """What a drop does: ``way``, what the club's results mean; ``round_number``, the round it
    happens in; ``undoing`` of an earlier drop; the series ``called_off``; the games whose reports
    are ``closed``; and the changes to the others' sheets."""

    way: str
    round_number: int
    undoing: UndoingPlan | None
    called_off: tuple[int, ...]
    closed: tuple[int, ...]
    sheets: SheetsPlan

    @property
    def on(self) -> tuple[int, ...]:
        resumed = self.undoing.on if self.undoing is not None else ()
        return tuple(key for key in resumed if key not in self.called_off)


def plan_drop(facts: DropFacts) -> DropPlan:
    """Plan a drop (T0.08j to s): the club is out of the pool. Its results mean what the event
    declares, unless clubs have advanced on them or, for a club that others played for, all games
    were played (T0.08h). Its remaining series become byes (T0.08l), waiting reports are closed, and
    the sheets follow."""
    earlier_drop = facts.covered
    way = KEPT if earlier_drop is not None and not facts.left else way_of(facts)
    undoing = plan_undoing(facts, earlier_drop) if earlier_drop is not None else None
    if undoing is not None:
        facts = _undone(facts, undoing)
    left = facts.left
    rounds = [series.round_number for series in facts.series if series.is_open]
    return DropPlan(
        way,
        min(rounds, default=facts.rounds_drawn),
        undoing,
        tuple(series.key for series in left),
        tuple(sorted(game for series in left for game in series.waiting)),
        facts.sheets.without(facts.team, out=thrown_out(facts), thrown_out=way == VOID),
    )


def way_of(facts: DropFacts) -> str:
    """Return what happens to the club's results: what the event declares, but results that clubs
    have advanced on stand."""
    do_stand = results_stand(facts.declared, facts.played, facts.scheduled)
    return KEPT if do_stand or not facts.division_play else VOID


def plan_undoing(facts: DropFacts, drop: StandingDrop) -> UndoingPlan:
    """Resume the series that a drop called off, except those against another club that is out: that
    club's drop calls them off from now on. The sheets become what they would be without the
    drop."""
    others = {
        other_drop.entrant: other_drop.key
        for other_drop in facts.drops
        if other_drop.key != drop.key and other_drop.way != COVERED
    }
    resumed = []
    handed_over: dict[int, tuple[int, ...]] = {}
    for series in facts.series:
        if series.key not in drop.called_off:
            continue
        other_drop_key = next((others[side] for side in series.sides if side in others), None)
        if other_drop_key is None:
            resumed.append(series.key)
        else:
            handed_over[other_drop_key] = (*handed_over.get(other_drop_key, ()), series.key)
    voided = thrown_out(facts, besides=drop.key)
    sheets = put_back(facts.sheets.sheets, struck=drop.struck, bound=drop.bound, out=voided)
    return UndoingPlan(drop.key, tuple(resumed), handed_over, sheets)


def thrown_out(facts: DropFacts, besides: int | None = None) -> Sequence[int]:
    """Return the clubs whose results were thrown out, the earliest drop first."""
    return [drop.team for drop in facts.drops if drop.way == VOID and drop.key != besides]


def _undone(facts: DropFacts, undoing: UndoingPlan) -> DropFacts:
    return replace(
        facts,
        series=tuple(
            replace(entry, called_off=False, is_open=not entry.decided)
            if entry.key in undoing.on and entry.called_off
            else entry
            for entry in facts.series
        ),
        drops=tuple(entry for entry in facts.drops if entry.key != undoing.drop),
        sheets=replace(facts.sheets, sheets=undoing.sheets.after),
    )
