"""The best legal rotation for the games ahead, and what a change of it costs.

A rotation is worth the sum of its starters' worth. Games that nobody may start are as few as
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
"""In a rotation: of those who are there nobody may start that game."""


@dataclass(frozen=True, slots=True)
class Rotation:
    """Who starts which game, by the pitchers' keys, and what all of it is worth."""

    columns: tuple[int, ...]
    starters: tuple[int, ...]
    worth: float

    @property
    def open_games(self) -> tuple[int, ...]:
        """The games that nobody may start."""
        pairs = zip(self.columns, self.starters, strict=True)
        return tuple(column for column, starter in pairs if starter == NOBODY)


@dataclass(frozen=True, slots=True)
class Change:
    """What it costs to have a certain man start a certain game: the best rotation without and with
    that, and the difference of their worth. ``with_him`` is ``None`` where he may not."""

    best: Rotation
    with_him: Rotation | None

    @property
    def cost(self) -> float | None:
        """How much less the rotation is worth; ``None`` where it is not legal."""
        return None if self.with_him is None else self.best.worth - self.with_him.worth


class _Begun:
    """The first games of a rotation. Thousands are made for one, so it is no dataclass."""

    def __init__(self, starters: tuple[int, ...], open_games: int, worth: float) -> None:
        self.starters = starters
        self.open_games = open_games
        self.worth = worth

    def with_starter(self, starter: int, worth: float) -> _Begun:
        """One game more."""
        return _Begun(
            (*self.starters, starter), self.open_games + (starter == NOBODY), self.worth + worth
        )

    def is_better_than(self, other: _Begun) -> bool:
        """Fewer games that nobody starts, or else worth more."""
        return (self.open_games, -self.worth) < (other.open_games, -other.worth)


def best_rotation(
    sheet: Sheet,
    law: PitchingLaw,
    staff: Sequence[Pitcher],
    columns: Sequence[int],
    worth: Mapping[int, float],
    fixed: Mapping[int, int] | None = None,
) -> Rotation:
    """The rotation for these columns, in their order, that is worth most; of equals the one whose
    better men start sooner. ``worth`` says what a start of each is worth, ``fixed`` who starts a
    column whatever that costs; the law is kept all the same, so that somebody fixed where he may
    not start leaves his game open."""
    fixed = fixed or {}
    ranked = sorted(
        (pitcher for pitcher in staff if pitcher.starts),
        key=lambda pitcher: (-worth.get(pitcher.key, 0.0), pitcher.key),
    )
    places = [sheet.place(column) for column in columns]
    # The best way to each state: by the starters who may still have to rest.
    best: dict[tuple[int, ...], _Begun] = {(): _Begun((), 0, 0.0)}
    for at, column in enumerate(columns):
        able = [
            pitcher.key
            for pitcher in ranked
            if fixed.get(column, pitcher.key) == pitcher.key
            and outs_allowed(sheet, law, pitcher, column, Role.START) > 0
        ]
        near = sum(places[at] - there <= law.starter_rest for there in places[:at])
        after: dict[tuple[int, ...], _Begun] = {}
        for begun in best.values():
            resting = begun.starters[at - near :]
            # Whoever is kept back for a later game rests no less: nothing is gained by it.
            for starter in [each for each in able if each not in resting] or [NOBODY]:
                found = begun.with_starter(starter, worth.get(starter, 0.0))
                state = found.starters[max(0, at + 1 - law.starter_rest) :]
                if state not in after or found.is_better_than(after[state]):
                    after[state] = found
        best = after
    chosen = min(best.values(), key=lambda begun: (begun.open_games, -begun.worth))
    return Rotation(tuple(columns), chosen.starters, chosen.worth)
