"""The best legal rotation for the next games, and what a change of it costs.

A rotation is worth the sum of its starters' worth. As few games as possible are without a starter,
whatever that costs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pitching.rules.eligibility import Role, outs_allowed
from pitching.rules.law import PitchingLaw
from pitching.rules.sheet import Pitcher, Sheet

NOBODY: Final = 0
"""In a rotation: no pitcher may start that game."""


@dataclass(frozen=True, slots=True)
class Rotation:
    """The starter of each game, by the pitchers' keys, and the worth of the whole."""

    columns: tuple[int, ...]
    starters: tuple[int, ...]
    worth: float

    @property
    def open_games(self) -> tuple[int, ...]:
        pairs = zip(self.columns, self.starters, strict=True)
        return tuple(column for column, starter in pairs if starter == NOBODY)


@dataclass(frozen=True, slots=True)
class Change:
    """The best rotation and the best one in which a certain pitcher starts a certain game.
    ``with_him`` is ``None`` if the pitcher may not start it."""

    best: Rotation
    with_him: Rotation | None

    @property
    def cost(self) -> float | None:
        """How much less the rotation is worth; ``None`` if it is not legal."""
        return None if self.with_him is None else self.best.worth - self.with_him.worth


class _Begun:
    """The first games of a rotation: the starters by rank, and until which game each pitcher has to
    rest. Not a dataclass, for speed: one rotation makes hundreds."""

    def __init__(
        self, starters: tuple[int, ...], resting: tuple[int, ...], open_games: int, worth: float
    ) -> None:
        self.starters = starters
        self.resting = resting
        self.open_games = open_games
        self.worth = worth

    def is_better_than(self, other: _Begun) -> bool:
        """Fewer games without a starter; else worth more; else better pitchers sooner."""
        if self.open_games != other.open_games:
            return self.open_games < other.open_games
        if abs(self.worth - other.worth) > _ALIKE:
            return self.worth > other.worth
        return self.starters < other.starters


_ALIKE: Final = 1e-9
"""Tolerance: the same starters in another order are worth the same, despite rounding of the sum."""


def best_rotation(
    sheet: Sheet,
    law: PitchingLaw,
    staff: Sequence[Pitcher],
    columns: Sequence[int],
    worth: Mapping[int, float],
    fixed: Mapping[int, int] | None = None,
) -> Rotation:
    """The rotation for these columns, in their order, that is worth most; of equals the one whose
    better pitchers start sooner. ``worth``: what a start of each pitcher is worth. ``fixed``: who
    starts a column, whatever that costs; the law still holds, so a pitcher fixed where he may not
    start leaves the game open."""
    fixed = fixed or {}
    ranked = sorted(
        (pitcher for pitcher in staff if pitcher.starts),
        key=lambda pitcher: (-worth.get(pitcher.key, 0.0), pitcher.key),
    )
    worths = [worth.get(pitcher.key, 0.0) for pitcher in ranked]
    no_pitcher = len(ranked)
    places = [sheet.place(column) for column in columns]
    # The best rotation so far for each state: until which of the remaining games each pitcher
    # rests.
    best: dict[tuple[int, ...], _Begun] = {}
    partial = _Begun((), (0,) * no_pitcher, 0, 0.0)
    best[partial.resting] = partial
    for index, column in enumerate(columns):
        eligible_ranks = [
            rank
            for rank, pitcher in enumerate(ranked)
            if fixed.get(column, pitcher.key) == pitcher.key
            and outs_allowed(sheet, law, pitcher, column, Role.START) > 0
        ]
        until = index
        while until + 1 < len(columns) and places[until + 1] - places[index] <= law.starter_rest:
            until += 1
        next_best: dict[tuple[int, ...], _Begun] = {}
        for partial in best.values():
            # Keeping a pitcher back for a later game shortens no rest, so nothing is gained by it.
            free = [rank for rank in eligible_ranks if partial.resting[rank] <= index] or [
                no_pitcher
            ]
            if until == index:
                # No pitcher has to rest because of this start, so the best one starts.
                free = free[:1]
            still_resting = [game if game > index + 1 else 0 for game in partial.resting]
            for rank in free:
                starts = rank != no_pitcher
                resting = still_resting
                if starts and until > index:
                    resting = still_resting.copy()
                    resting[rank] = until + 1
                longer = _Begun(
                    (*partial.starters, rank),
                    tuple(resting),
                    partial.open_games + (not starts),
                    partial.worth + (worths[rank] if starts else 0.0),
                )
                if longer.resting not in next_best or longer.is_better_than(
                    next_best[longer.resting]
                ):
                    next_best[longer.resting] = longer
        best = next_best
    chosen = _Begun((), (), len(columns) + 1, 0.0)
    for partial in best.values():
        if partial.is_better_than(chosen):
            chosen = partial
    keys = [*(pitcher.key for pitcher in ranked), NOBODY]
    return Rotation(tuple(columns), tuple(keys[rank] for rank in chosen.starters), chosen.worth)
