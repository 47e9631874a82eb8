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
    first: int
    last: int


def bind_final_series(sheet: Sheet, met: Span, final: Span) -> Sheet:
    """T0.08o: bind the last series of a club that met the dropped one earlier: the sheet stays, but
    the starters of the last series must have been legal in that earlier one."""
    return replace(sheet, binding=Binding(met.first, final.first, final.last))


@dataclass(frozen=True, slots=True)
class Placed:
    """A series of a club's schedule.

    ``key`` names it, ``opponent`` is a club's key, ``first`` and ``last`` are its columns.
    ``begun``: a game of it stands on the sheet. ``row`` is 0 for future series that are on the
    schedule only.
    """

    key: str
    opponent: int
    first: int
    last: int
    struck: str = ""
    begun: bool = False
    row: int = 0

    @property
    def written(self) -> bool:
        """Whether the series has a row on the sheet."""
        return self.row != 0

    @property
    def length(self) -> int:
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class SheetState:
    """A club's sheet in a phase, as far as drops change it: its series in column order. ``bound``:
    the key of the series whose rotation is repeated, then that of the last series."""

    sheet: int
    team: int
    phase: int
    series: tuple[Placed, ...]
    bound: tuple[str, str] | None = None

    def rebound(self, bound: tuple[str, str] | None) -> SheetState:
        return replace(self, bound=bound)


@dataclass(frozen=True, slots=True)
class Contact:
    """A game of the dropped club. ``at``: when it was begun or resumed (seconds since 1970);
    ``column``: its column on the sheet of that club."""

    at: float
    column: int
    opponent: int


@dataclass(frozen=True, slots=True)
class SheetsPlan:
    """The sheets of an event's clubs before and after the drop, in the same order."""

    before: tuple[SheetState, ...] = ()
    after: tuple[SheetState, ...] = ()

    @property
    def struck(self) -> tuple[tuple[SheetState, Placed], ...]:
        """The newly struck series as they become, each with its sheet as it was."""
        return tuple(
            (was, after)
            for was, now in zip(self.before, self.after, strict=True)
            for before, after in zip(was.series, now.series, strict=True)
            if after.struck and after.struck != before.struck
        )

    @property
    def put_back(self) -> tuple[tuple[SheetState, Placed], ...]:
        """The series that stand again, as they were, each with its sheet as it was."""
        return tuple(
            (was, before)
            for was, now in zip(self.before, self.after, strict=True)
            for before, after in zip(was.series, now.series, strict=True)
            if before.struck and not after.struck
        )

    @property
    def rebound(self) -> tuple[SheetState, ...]:
        return tuple(
            now for was, now in zip(self.before, self.after, strict=True) if was.bound != now.bound
        )


def last_met(contacts: Collection[Contact], out: Collection[int]) -> int | None:
    """T0.08n, A-Q1: the last opponent in time that is not ``out``, an interrupted game included; of
    games begun at the same moment the later in the schedule."""
    latest: Contact | None = None
    for contact in contacts:
        if contact.opponent in out:
            continue
        if latest is None or _moment(contact) > _moment(latest):
            latest = contact
    return latest.opponent if latest is not None else None


def _moment(contact: Contact) -> tuple[float, int, int]:
    return contact.at, contact.column, contact.opponent


def binding_of(sheet: SheetState, out: Sequence[int]) -> tuple[str, str] | None:
    """T0.08o, A-Q5: the binding of a sheet's last playable series: it repeats the rotation of the
    series against the first club of ``out`` that was met and is not erased. The keys of that series
    and of the last; ``None`` if nothing is bound."""
    return _binding([placed for placed in sheet.series if placed.written], sheet.bound, out)


def _binding(
    series: Sequence[Placed], was: tuple[str, str] | None, out: Sequence[int]
) -> tuple[str, str] | None:
    standing = [placed for placed in series if not placed.struck]
    met = [
        placed for team in out for placed in standing if placed.opponent == team and placed.begun
    ]
    left = [placed for placed in standing if placed.opponent not in out]
    bound: Placed | None = None
    if was is not None:
        for placed in left:
            if placed.key == was[1]:
                bound = placed
    # Bind a series that is still to come; one that was bound while to come stays bound.
    final = bound
    if bound is None or not bound.begun:
        for placed in left:
            if not placed.begun:
                final = placed
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
    """The sheets of an event's clubs after one club drops out. ``last``: the club it met last in
    time; ``out``: the clubs whose results were thrown out before, in that order.

    Series of which nothing has been played become byes (T0.08l, m). The club that met the dropped
    one last loses that whole series (T0.08n, A-Q1). Every other club that met it keeps its sheet,
    and its last playable series is bound to that series (T0.08o, A-Q5); an earlier binding stays,
    in the last series that is left. Unless its results are ``thrown_out`` there are byes only.
    Struck series stay struck, and sheets of other phases do not change.
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
        for placed in sheet.series:
            if placed.opponent == team and placed.begun:
                erased = placed.key
    series = []
    for placed in sheet.series:
        changed = placed
        if placed.opponent == team and not placed.struck:
            if not placed.begun:
                changed = replace(placed, struck=BYE)
            elif placed.key == erased:
                changed = replace(placed, struck=ERASED)
        series.append(changed)
    # All series of the schedule get rows when the plan is carried out.
    return replace(sheet, series=tuple(series), bound=_binding(series, sheet.bound, thrown))


def put_back(
    sheets: Sequence[SheetState],
    *,
    struck: Collection[int],
    bound: Collection[int],
    out: Sequence[int],
) -> SheetsPlan:
    """The sheets after a drop is reverted: the ``struck`` series, by row, stand again, and the
    last series of the ``bound`` sheets are bound anew by the drops of the clubs ``out``, in that
    order."""
    after = []
    for sheet in sheets:
        series = tuple(
            replace(placed, struck="") if placed.struck and placed.row in struck else placed
            for placed in sheet.series
        )
        restored = replace(sheet, series=series)
        if series != sheet.series or sheet.sheet in bound:
            restored = replace(restored, bound=binding_of(restored, out))
        after.append(restored)
    return SheetsPlan(tuple(sheets), tuple(after))


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """What a drop is planned from: an event's sheets with the series of the current phase, and the
    games of the dropping club in it."""

    phase: int
    sheets: tuple[SheetState, ...]
    contacts: tuple[Contact, ...]

    def without(self, team: int, *, out: Sequence[int], thrown_out: bool) -> SheetsPlan:
        """The plan if this club drops out (``without_club``)."""
        return without_club(
            self.sheets,
            team=team,
            phase=self.phase,
            last=last_met(self.contacts, out),
            out=out,
            thrown_out=thrown_out,
        )
