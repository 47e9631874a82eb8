"""A pitching sheet as the law sees it: outings in numbered columns.

Columns are the club's games in the order of its schedule, from 1; what an earlier phase hands on
lies in columns 0, -1 and so on. A bye has no number (A-P7). Numbers of a series that was erased,
or became a bye after the schedule was drawn, are ``struck``: nothing lies there, and the games
around them are neighbours (T0.08m, n).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class Outing:
    """What one pitcher did in one game. 0 outs: he appeared and retired no batter (T10.2m).

    ``accepted``: against the rules, and let stand with a footnote (T31.2b).
    """

    pitcher: int
    column: int
    outs: int
    started: bool = False
    accepted: bool = False


@dataclass(frozen=True, slots=True)
class Pitcher:
    """One of a staff: ``key`` is his on the sheet, the roles are those on his card (T10.2a, b)."""

    key: int
    name: str
    starts: bool
    relieves: bool


@dataclass(frozen=True, slots=True)
class Binding:
    """Games whose starters rest as if they stood elsewhere on the sheet: the last series of a club
    in the place of the one against a club that dropped out (T0.08o). Columns are those of the first
    games of both and of the last game."""

    stands_at: int
    first: int
    last: int

    def holds(self, column: int) -> bool:
        """Whether a column belongs to the series that is bound."""
        return self.first <= column <= self.last


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a column lies: its place among the games, struck numbers left out, and the first and
    last place for which the bullpen has not been started fresh in between (T10.2t)."""

    place: int
    first: int
    last: int
    suspended: bool


EVER = 1 << 30
"""Beyond every place."""

Played = Mapping[int, Outing]
"""One pitcher's outings by place."""

NOTHING: Final[dict[int, Outing]] = {}
"""The outings of who has not pitched."""


class _Index:
    """What follows from a sheet, worked out when it is first asked for: ``played`` are the outings
    by pitcher and place, erased ones left out."""

    def __init__(self, spots: dict[int, Spot]) -> None:
        self.spots = spots
        self.gaps: tuple[int, ...] | None = None
        self.fresh_places: tuple[int, ...] | None = None
        self.played: dict[int, dict[int, Outing]] | None = None


def _empty_index() -> _Index:
    return _Index({})


@dataclass(frozen=True)
class Sheet:
    """A club's outings in one phase. ``fresh`` are the columns before which the bullpen starts
    fresh, ``suspended`` those whose games wait to be finished."""

    outings: tuple[Outing, ...] = ()
    struck: frozenset[int] = frozenset()
    fresh: frozenset[int] = frozenset()
    suspended: frozenset[int] = frozenset()
    binding: Binding | None = None
    _index: _Index = field(default_factory=_empty_index, init=False, repr=False, compare=False)

    def place(self, column: int) -> int:
        """A column's place among the games."""
        if not self.struck:
            return column
        gaps = self._index.gaps
        if gaps is None:
            gaps = self._index.gaps = tuple(sorted(self.struck))
        return column - bisect_left(gaps, column)

    def column_after(self, column: int) -> int:
        """The next column that is a game."""
        column += 1
        while column in self.struck:
            column += 1
        return column

    def spot(self, column: int) -> Spot:
        """Where a column lies."""
        found = self._index.spots.get(column)
        if found is None:
            place, first, last = self.place(column), -EVER, EVER
            for fresh in self._fresh_places():
                if fresh <= place:
                    first = fresh
                else:
                    last = fresh - 1
                    break
            found = Spot(place, first, last, column in self.suspended)
            self._index.spots[column] = found
        return found

    def played(self, pitcher: int) -> Played:
        """A pitcher's outings by place, erased ones left out."""
        return self._played().get(pitcher, NOTHING)

    def moved(self, by: int) -> Sheet:
        """The sheet with every column so much further on, without anything struck."""
        if not by:
            return self
        binding = self.binding
        if binding is not None:
            ends = min(binding.last + by, EVER)
            binding = Binding(binding.stands_at + by, binding.first + by, ends)
        return Sheet(
            tuple(replace(each, column=each.column + by) for each in self.outings),
            fresh=frozenset(column + by for column in self.fresh),
            suspended=frozenset(column + by for column in self.suspended),
            binding=binding,
        )

    def with_outings(self, outings: Iterable[Outing]) -> Sheet:
        """The sheet with these outings instead of what the same players did in the same columns:
        the answer to ``what if he pitches tonight?``"""
        new = tuple(outings)
        taken = {(outing.pitcher, outing.column) for outing in new}
        if not self.struck and not any(self._has(*key) for key in taken):
            return self._longer(new)
        kept = tuple(each for each in self.outings if (each.pitcher, each.column) not in taken)
        return replace(self, outings=kept + new)

    def without(self, column: int) -> Sheet:
        """The sheet with nothing in a column."""
        if not self.struck and not any(column in own for own in self._played().values()):
            return self
        return replace(self, outings=tuple(each for each in self.outings if each.column != column))

    def _fresh_places(self) -> tuple[int, ...]:
        found = self._index.fresh_places
        if found is None:
            found = tuple(sorted(self.place(column) for column in self.fresh - self.struck))
            self._index.fresh_places = found
        return found

    def _played(self) -> dict[int, dict[int, Outing]]:
        found = self._index.played
        if found is None:
            found = self._index.played = {}
            for outing in self.outings:
                if outing.column not in self.struck:
                    found.setdefault(outing.pitcher, {})[self.place(outing.column)] = outing
        return found

    def _has(self, pitcher: int, column: int) -> bool:
        """Whether a pitcher has an outing in a column, of a sheet without struck ones."""
        return column in self._played().get(pitcher, NOTHING)

    def _longer(self, new: tuple[Outing, ...]) -> Sheet:
        """The sheet with outings more, none of them where one is, and no column struck: a season is
        played game by game, and what was worked out for the last one holds for the next."""
        found = replace(self, outings=self.outings + new)
        played = dict(self._played())
        for outing in new:
            played[outing.pitcher] = {
                **played.get(outing.pitcher, NOTHING),
                outing.column: outing,
            }
        index = found._index
        index.spots, index.fresh_places = self._index.spots, self._index.fresh_places
        index.played = played
        return found


def fresh_columns(series: Iterable[tuple[int, int]], games: int) -> frozenset[int]:
    """T10.2t: the columns before which the bullpen starts fresh, of series given by their first
    column and length: those of so many games as the law says, and no others."""
    return frozenset(first for first, length in series if games and length == games)


def next_phase(sheet: Sheet, last: int, *, starts: bool = True, relief: bool = True) -> Sheet:
    """The sheet of the next phase as a finished one, whose last column was ``last``, begins it: its
    outings in columns 0 and below, and the fresh starts of its bullpen with them. Starts or relief
    are left out where they do not carry over (A-P10).

    The rotation of a club that T0.08o bound follows from its last series but one: its first game
    stands where the bound series stood (T0.08r).
    """
    end = sheet.place(last)
    handed_on = tuple(
        replace(outing, column=sheet.place(outing.column) - end)
        for outing in sheet.outings
        if outing.column not in sheet.struck and (starts if outing.started else relief)
    )
    binding = None
    if sheet.binding is not None and starts:
        binding = Binding(sheet.place(sheet.binding.first) - end, 1, EVER)
    fresh = frozenset(place - end for place in sheet._fresh_places() if place <= end)
    return Sheet(handed_on, fresh=fresh, binding=binding)
