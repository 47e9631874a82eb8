"""The best legal rotation for the games ahead, and what a change of it costs.

A rotation is worth the sum of its starters' worth. Games that no pitcher may start are as few as
possible, whatever that costs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pitching.rules.eligibility import Role, outs_allowed
from pitching.rules.law import PitchingLaw
from pitching.rules.sheet import Pitcher, Sheet

NOBODY: Final = 0
"""In a rotation: none of the pitchers may start that game."""


@dataclass(frozen=True, slots=True)
class Rotation:
    """Who starts which game, by the pitchers' keys, and what all of it is worth."""

    columns: tuple[int, ...]
    starters: tuple[int, ...]
    worth: float

    @property
    def open_games(self) -> tuple[int, ...]:
        """The games that no pitcher may start."""
        pairs = zip(self.columns, self.starters, strict=True)
        return tuple(column for column, starter in pairs if starter == NOBODY)


@dataclass(frozen=True, slots=True)
class Change:
    """What it costs to have a certain player start a certain game: the best rotation without that
    and with it, and the difference of their worth. ``with_him`` is ``None`` where the player may
    not start it."""

    best: Rotation
    with_him: Rotation | None

    @property
    def cost(self) -> float | None:
        """How much less the rotation is worth; ``None`` where it is not legal."""
        return None if self.with_him is None else self.best.worth - self.with_him.worth


class _Begun:
    """The first games of a rotation: who starts them, by rank, and until which game each player has
    to rest. Hundreds are made for one, so it is no dataclass."""

    def __init__(
        self, starters: tuple[int, ...], resting: tuple[int, ...], open_games: int, worth: float
    ) -> None:
        self.starters = starters
        self.resting = resting
        self.open_games = open_games
        self.worth = worth

    def is_better_than(self, other: _Begun) -> bool:
        """Fewer games without a starter, or else worth more, or else the better pitchers sooner."""
        if self.open_games != other.open_games:
            return self.open_games < other.open_games
        if abs(self.worth - other.worth) > _ALIKE:
            return self.worth > other.worth
        return self.starters < other.starters


_ALIKE: Final = 1e-9
"""The same players in another order are worth the same, whatever the last digits of a sum say."""


def best_rotation(
    sheet: Sheet,
    law: PitchingLaw,
    staff: Sequence[Pitcher],
    columns: Sequence[int],
    worth: Mapping[int, float],
    fixed: Mapping[int, int] | None = None,
) -> Rotation:
    """The rotation for these columns, in their order, that is worth most; of equals the one whose
    better players start sooner. ``worth`` says what a start of each is worth, ``fixed`` who starts
    a column whatever that costs; the law is kept all the same, so that a pitcher fixed where he may
    not start leaves his game open."""
    fixed = fixed or {}
    ranked = sorted(
        (pitcher for pitcher in staff if pitcher.starts),
        key=lambda pitcher: (-worth.get(pitcher.key, 0.0), pitcher.key),
    )
    worths = [worth.get(pitcher.key, 0.0) for pitcher in ranked]
    nobody = len(ranked)
    places = [sheet.place(column) for column in columns]
    # The best way to each state: until which game, of those that are left, each player has to rest.
    best: dict[tuple[int, ...], _Begun] = {}
    begun = _Begun((), (0,) * nobody, 0, 0.0)
    best[begun.resting] = begun
    for at, column in enumerate(columns):
        able = [
            rank
            for rank, pitcher in enumerate(ranked)
            if fixed.get(column, pitcher.key) == pitcher.key
            and outs_allowed(sheet, law, pitcher, column, Role.START) > 0
        ]
        until = at
        while until + 1 < len(columns) and places[until + 1] - places[at] <= law.starter_rest:
            until += 1
        after: dict[tuple[int, ...], _Begun] = {}
        for begun in best.values():
            # A pitcher who is kept back for a later game rests no less: nothing is gained by it.
            free = [rank for rank in able if begun.resting[rank] <= at] or [nobody]
            if until == at:
                # No pitcher will have to rest for it: then it is the best of them.
                free = free[:1]
            still = [each if each > at + 1 else 0 for each in begun.resting]
            for rank in free:
                starts = rank != nobody
                resting = still
                if starts and until > at:
                    resting = still.copy()
                    resting[rank] = until + 1
                found = _Begun(
                    (*begun.starters, rank),
                    tuple(resting),
                    begun.open_games + (not starts),
                    begun.worth + (worths[rank] if starts else 0.0),
                )
                if found.resting not in after or found.is_better_than(after[found.resting]):
                    after[found.resting] = found
        best = after
    chosen = _Begun((), (), len(columns) + 1, 0.0)
    for begun in best.values():
        if begun.is_better_than(chosen):
            chosen = begun
    keys = [*(pitcher.key for pitcher in ranked), NOBODY]
    return Rotation(tuple(columns), tuple(keys[rank] for rank in chosen.starters), chosen.worth)
