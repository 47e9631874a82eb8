"""How the sheets of the other clubs change when a club drops out (T0.08l to r)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pitching.rules.sheet import Binding, Sheet

BYE: Final = "bye"
ERASED: Final = "erased"


@dataclass(frozen=True, slots=True)
class Span:
    """A series on a club's sheet, by its first and last column."""

    first: int
    last: int


def bind_final_series(sheet: Sheet, met: Span, final: Span) -> Sheet:
    """T0.08o: for a club that met the dropped one earlier the sheet stays, but the starters of its
    last series must have been legal in the series it played then."""
    return replace(sheet, binding=Binding(met.first, final.first, final.last))


@dataclass(frozen=True, slots=True)
class Placed:
    """A series of a club's schedule: ``key`` names it, ``opponent`` is a club's key; ``first`` and
    ``last`` are its columns. ``begun``: a game of it stands on the sheet. Not ``written`` are
    series to come that the schedule alone knows; ``row`` is 0 for those."""

    key: str
    opponent: int
    first: int
    last: int
    struck: str = ""
    begun: bool = False
    row: int = 0

    @property
    def written(self) -> bool:
        """Whether it stands on the sheet."""
        return self.row != 0

    @property
    def length(self) -> int:
        """How many columns it has."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class SheetState:
    """A club's sheet in a phase as far as drops change it: its series in the order of their
    columns, and of the ``bound`` series the key, after that of the series whose rotation it
    repeats."""

    sheet: int
    team: int
    phase: int
    series: tuple[Placed, ...]
    bound: tuple[str, str] | None = None

    def rebound(self, bound: tuple[str, str] | None) -> SheetState:
        """The same with its last series bound so."""
        return replace(self, bound=bound)


@dataclass(frozen=True, slots=True)
class Contact:
    """A game of the dropped club: when it was begun, or resumed (seconds since 1970), in which of
    its columns it stands, and against whom it was."""

    at: float
    column: int
    opponent: int


@dataclass(frozen=True, slots=True)
class SheetsPlan:
    """The sheets of an event's clubs as they stand and as they are to be, in the same order."""

    before: tuple[SheetState, ...] = ()
    after: tuple[SheetState, ...] = ()

    @property
    def struck(self) -> tuple[tuple[SheetState, Placed], ...]:
        """The series that are struck, as they are to be, each with its sheet as it was."""
        return tuple(
            (was, each)
            for was, now in zip(self.before, self.after, strict=True)
            for known, each in zip(was.series, now.series, strict=True)
            if each.struck and each.struck != known.struck
        )

    @property
    def put_back(self) -> tuple[tuple[SheetState, Placed], ...]:
        """The series that were struck and are to stand again, as they were, with their sheets."""
        return tuple(
            (was, known)
            for was, now in zip(self.before, self.after, strict=True)
            for known, each in zip(was.series, now.series, strict=True)
            if known.struck and not each.struck
        )

    @property
    def rebound(self) -> tuple[SheetState, ...]:
        """The sheets whose last series is bound otherwise, or no more, as they are to be."""
        return tuple(
            now for was, now in zip(self.before, self.after, strict=True) if was.bound != now.bound
        )


def last_met(contacts: Collection[Contact], out: Collection[int]) -> int | None:
    """T0.08n, A-Q1: whom of those who are left a club met last in time, be it in a game that is
    broken off now; of games begun at one moment the later in the schedule."""
    found: Contact | None = None
    for each in contacts:
        if each.opponent in out:
            continue
        if found is None or _moment(each) > _moment(found):
            found = each
    return found.opponent if found is not None else None


def _moment(contact: Contact) -> tuple[float, int, int]:
    return contact.at, contact.column, contact.opponent


def binding_of(sheet: SheetState, out: Sequence[int]) -> tuple[str, str] | None:
    """T0.08o, A-Q5: the last series of a sheet that is really played repeats the rotation of the
    one against the first of the clubs thrown ``out`` that was met and is not erased: the keys of
    that one and of the last; nothing where there is nothing to bind."""
    return _binding([each for each in sheet.series if each.written], sheet.bound, out)


def _binding(
    series: Sequence[Placed], was: tuple[str, str] | None, out: Sequence[int]
) -> tuple[str, str] | None:
    standing = [each for each in series if not each.struck]
    met = [each for team in out for each in standing if each.opponent == team and each.begun]
    left = [each for each in standing if each.opponent not in out]
    bound: Placed | None = None
    if was is not None:
        for each in left:
            if each.key == was[1]:
                bound = each
    # What is to come can be bound, and what was while it was still to come stays.
    final = bound
    if bound is None or not bound.begun:
        for each in left:
            if not each.begun:
                final = each
    if not met or final is None:
        return None
    return met[0].key, final.key


def without_club(
    sheets: Sequence[SheetState],
    *,
    team: int,
    phase: int,
    last: int | None,
    out: Sequence[int],
    thrown_out: bool,
) -> SheetsPlan:
    """The sheets of an event's clubs without one of them. ``last`` is whom it met last in time, and
    ``out`` are the clubs that had been thrown out before it, in that order.

    Series that nothing has been played of are byes (T0.08l, m). The club that met the dropped one
    last loses that whole series (T0.08n, A-Q1). Every other that met it keeps its sheet, and its
    last series that is really played is bound to that one (T0.08o, A-Q5); who was bound before
    stays so, in the last series that is left. Where its results are not ``thrown_out`` there are
    byes only. What is struck already stays so, and sheets of other phases stay as they are.
    """
    thrown = [*out, team] if thrown_out else [*out]
    return SheetsPlan(
        tuple(sheets),
        tuple(
            sheet
            if sheet.team == team or sheet.phase != phase
            else _without(sheet, team, thrown, erases=thrown_out and sheet.team == last)
            for sheet in sheets
        ),
    )


def _without(sheet: SheetState, team: int, thrown: Sequence[int], *, erases: bool) -> SheetState:
    erased = ""
    if erases:
        for each in sheet.series:
            if each.opponent == team and each.begun:
                erased = each.key
    series = []
    for each in sheet.series:
        now = each
        if each.opponent == team and not each.struck:
            if not each.begun:
                now = replace(each, struck=BYE)
            elif each.key == erased:
                now = replace(each, struck=ERASED)
        series.append(now)
    # The whole schedule is written down on the way.
    return replace(sheet, series=tuple(series), bound=_binding(series, sheet.bound, thrown))


def put_back(
    sheets: Sequence[SheetState],
    *,
    struck: Collection[int],
    bound: Collection[int],
    out: Sequence[int],
) -> SheetsPlan:
    """The sheets with the series that a drop ``struck``, by row, standing again, and with the last
    series of those ``bound`` by it, by sheet, bound as they are without it: by the drops of the
    clubs ``out`` before and since, in that order."""
    after = []
    for sheet in sheets:
        series = tuple(
            replace(each, struck="") if each.struck and each.row in struck else each
            for each in sheet.series
        )
        now = replace(sheet, series=series)
        if series != sheet.series or sheet.sheet in bound:
            now = replace(now, bound=binding_of(now, out))
        after.append(now)
    return SheetsPlan(tuple(sheets), tuple(after))


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """What a drop is planned upon: an event's sheets with the series of the phase that is on, and
    the games of the club that drops out in it."""

    phase: int
    sheets: tuple[SheetState, ...]
    contacts: tuple[Contact, ...]

    def without(self, team: int, *, out: Sequence[int], thrown_out: bool) -> SheetsPlan:
        """The sheets without the club (``without_club``)."""
        return without_club(
            self.sheets,
            team=team,
            phase=self.phase,
            last=last_met(self.contacts, out),
            out=out,
            thrown_out=thrown_out,
        )
