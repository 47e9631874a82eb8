"""A pitching sheet as the law sees it: outings in numbered columns.

Columns are the club's games in schedule order, from 1; outings carried over from an earlier phase
lie in columns 0, -1 and so on. A bye has no number (A-P7). Columns of a series that was erased, or
became a bye after the schedule was drawn, are ``struck``: nothing lies there, and the games around
them are neighbors (T0.08m, n).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class Outing:
    """What one pitcher did in one game. 0 outs: appeared and retired no batter (T10.2m).

    ``accepted``: against the rules, and let stand with a footnote (T31.2b).
    """

    pitcher: int
    column: int
    outs: int
    started: bool = False
    accepted: bool = False


@dataclass(frozen=True, slots=True)
class Pitcher:
    """A pitcher of the staff: ``key`` is the one on the sheet, the roles are those on the card
    (T10.2a, b)."""

    key: int
    name: str
    starts: bool
    relieves: bool


@dataclass(frozen=True, slots=True)
class Binding:
    """Games whose starters rest as if they stood elsewhere on the sheet: the last series of a club
    in the place of the one against a club that dropped out (T0.08o). ``stands_at`` is the first
    column of that earlier series; ``first`` and ``last`` are the columns of the bound series."""

    stands_at: int
    first: int
    last: int

    def holds(self, column: int) -> bool:
        return self.first <= column <= self.last


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a column lies: its place among the games, struck columns left out, and the first and
    last place with no fresh start of the bullpen in between (T10.2t)."""

    place: int
    first: int
    last: int
    suspended: bool


EVER = 1 << 30
"""A number beyond every place."""

Played = Mapping[int, Outing]
"""One pitcher's outings by place."""

NOTHING: Final[dict[int, Outing]] = {}
"""The outings of a pitcher who has not pitched."""


class _Index:
    """Values derived from a sheet, computed on first use. ``played``: the outings by pitcher and
    place, erased ones left out."""

    def __init__(self, spots: dict[int, Spot]) -> None:
        self.spots = spots
        self.gaps: tuple[int, ...] | None = None
        self.fresh_places: tuple[int, ...] | None = None
        self.played: dict[int, dict[int, Outing]] | None = None


def _empty_index() -> _Index:
    return _Index({})


@dataclass(frozen=True)
class Sheet:
    """A club's outings in one phase. ``fresh``: columns before which the bullpen starts fresh;
    ``suspended``: columns of games that wait to be finished."""

    outings: tuple[Outing, ...] = ()
    struck: frozenset[int] = frozenset()
    fresh: frozenset[int] = frozenset()
    suspended: frozenset[int] = frozenset()
    binding: Binding | None = None
    _index: _Index = field(default_factory=_empty_index, init=False, repr=False, compare=False)

    def place(self, column: int) -> int:
        """The place of a column among the games, struck columns left out."""
        if not self.struck:
            return column
        gaps = self._index.gaps
        if gaps is None:
            gaps = self._index.gaps = tuple(sorted(self.struck))
        return column - bisect_left(gaps, column)

    def column_after(self, column: int) -> int:
        column += 1
        while column in self.struck:
            column += 1
        return column

    def spot(self, column: int) -> Spot:
        result = self._index.spots.get(column)
        if result is None:
            place, first, last = self.place(column), -EVER, EVER
            for fresh in self._fresh_places():
                if fresh <= place:
                    first = fresh
                else:
                    last = fresh - 1
                    break
            result = Spot(place, first, last, column in self.suspended)
            self._index.spots[column] = result
        return result

    def played(self, pitcher: int) -> Played:
        return self._played().get(pitcher, NOTHING)

    def moved(self, by: int) -> Sheet:
        """A copy with every column moved by so many and nothing struck."""
        if not by:
            return self
        binding = self.binding
        if binding is not None:
            ends = min(binding.last + by, EVER)
            binding = Binding(binding.stands_at + by, binding.first + by, ends)
        return Sheet(
            tuple(replace(outing, column=outing.column + by) for outing in self.outings),
            fresh=frozenset(column + by for column in self.fresh),
            suspended=frozenset(column + by for column in self.suspended),
            binding=binding,
        )

    def with_outings(self, outings: Iterable[Outing]) -> Sheet:
        """A copy with these outings instead of those of the same pitchers in the same columns."""
        new = tuple(outings)
        replaced = {(outing.pitcher, outing.column) for outing in new}
        if not self.struck and not any(self._has(*key) for key in replaced):
            return self._longer(new)
        remaining = tuple(old for old in self.outings if (old.pitcher, old.column) not in replaced)
        return replace(self, outings=remaining + new)

    def without(self, column: int) -> Sheet:
        if not self.struck and not any(column in by_place for by_place in self._played().values()):
            return self
        return replace(
            self, outings=tuple(outing for outing in self.outings if outing.column != column)
        )

    def _fresh_places(self) -> tuple[int, ...]:
        places = self._index.fresh_places
        if places is None:
            places = tuple(sorted(self.place(column) for column in self.fresh - self.struck))
            self._index.fresh_places = places
        return places

    def _played(self) -> dict[int, dict[int, Outing]]:
        played = self._index.played
        if played is None:
            played = self._index.played = {}
            for outing in self.outings:
                if outing.column not in self.struck:
                    played.setdefault(outing.pitcher, {})[self.place(outing.column)] = outing
        return played

    def _has(self, pitcher: int, column: int) -> bool:
        """Whether a pitcher has an outing in a column; only for sheets without struck columns."""
        return column in self._played().get(pitcher, NOTHING)

    def _longer(self, new: tuple[Outing, ...]) -> Sheet:
        """A copy with more outings, where none replaces another and no column is struck. A season
        is played game by game, so the derived values of this sheet are carried over."""
        longer = replace(self, outings=self.outings + new)
        played = dict(self._played())
        for outing in new:
            played[outing.pitcher] = {
                **played.get(outing.pitcher, NOTHING),
                outing.column: outing,
            }
        index = longer._index
        index.spots, index.fresh_places = self._index.spots, self._index.fresh_places
        index.played = played
        return longer


def fresh_columns(series: Iterable[tuple[int, int]], games: int) -> frozenset[int]:
    """T10.2t: the columns before which the bullpen starts fresh: the first ones of series, given as
    (first column, length), of exactly so many games. ``games`` 0: none."""
    return frozenset(first for first, length in series if games and length == games)


def next_phase(sheet: Sheet, last: int, *, starts: bool = True, relief: bool = True) -> Sheet:
    """The sheet with which the next phase begins: the outings of a finished phase, whose last
    column was ``last``, in columns 0 and below, with its fresh starts of the bullpen. Starts or
    relief are left out where they do not carry over (A-P10).

    The rotation of a club that T0.08o bound follows from its last series but one: its first game
    stands where the bound series stood (T0.08r).
    """
    end = sheet.place(last)
    carried_over = tuple(
        replace(outing, column=sheet.place(outing.column) - end)
        for outing in sheet.outings
        if outing.column not in sheet.struck and (starts if outing.started else relief)
    )
    binding = None
    if sheet.binding is not None and starts:
        binding = Binding(sheet.place(sheet.binding.first) - end, 1, EVER)
    fresh = frozenset(place - end for place in sheet._fresh_places() if place <= end)
    return Sheet(carried_over, fresh=fresh, binding=binding)
