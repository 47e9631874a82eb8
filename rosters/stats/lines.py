"""Statistic lines: what a player did in a season, as counts with explicit units.

Counts are whole numbers. ``None`` means that the statistic was not kept then, which is not the same
as zero: whatever is computed from a missing count is missing, and a sum with a missing part is
missing. Innings are outs (``outs=20`` is 6 2/3 innings); rates are plain fractions of one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import TypeVar

Count = int | None
"""A count, or ``None`` if the statistic was not kept."""

POSITIONS = ("p", "c", "1b", "2b", "3b", "ss", "lf", "cf", "rf")
"""Fielding positions by scorer's number, from 1."""


@dataclass(frozen=True, slots=True)
class BattingLine:
    """Batting counts. ``walks`` include the intentional ones."""

    games: int = 0
    at_bats: int = 0
    runs: int = 0
    hits: int = 0
    doubles: int = 0
    triples: int = 0
    home_runs: int = 0
    runs_batted_in: Count = 0
    stolen_bases: Count = 0
    caught_stealing: Count = 0
    walks: int = 0
    strikeouts: Count = 0
    intentional_walks: Count = 0
    hit_by_pitch: Count = 0
    sacrifice_hits: Count = 0
    sacrifice_flies: Count = 0
    double_plays: Count = 0

    @property
    def singles(self) -> int:
        return self.hits - self.doubles - self.triples - self.home_runs

    @property
    def total_bases(self) -> int:
        return self.singles + 2 * self.doubles + 3 * self.triples + 4 * self.home_runs

    @property
    def plate_appearances(self) -> int:
        """At-bats, walks, hit by pitch and sacrifices, as far as they were kept."""
        return (
            self.at_bats
            + self.walks
            + (self.hit_by_pitch or 0)
            + (self.sacrifice_hits or 0)
            + (self.sacrifice_flies or 0)
        )

    @property
    def average(self) -> float | None:
        """Hits per at-bat; ``None`` without an at-bat."""
        return _per(self.hits, self.at_bats)

    @property
    def on_base(self) -> float | None:
        """Times on base per at-bat, walk, hit by pitch and sacrifice fly (OBR 9.21(f))."""
        hit_by_pitch = self.hit_by_pitch or 0
        return _per(
            self.hits + self.walks + hit_by_pitch,
            self.at_bats + self.walks + hit_by_pitch + (self.sacrifice_flies or 0),
        )

    @property
    def slugging(self) -> float | None:
        return _per(self.total_bases, self.at_bats)


@dataclass(frozen=True, slots=True)
class PitchingLine:
    """Pitching counts. ``outs`` are innings times three; ``walks`` include intentional ones."""

    wins: int = 0
    losses: int = 0
    games: int = 0
    starts: int = 0
    complete_games: Count = 0
    shutouts: Count = 0
    saves: Count = 0
    finished: Count = 0
    outs: int = 0
    hits: int = 0
    runs: Count = 0
    earned_runs: int = 0
    home_runs: int = 0
    walks: int = 0
    strikeouts: Count = 0
    intentional_walks: Count = 0
    wild_pitches: Count = 0
    hit_batters: Count = 0
    balks: Count = 0
    batters_faced: Count = 0
    sacrifice_hits: Count = 0
    sacrifice_flies: Count = 0
    double_plays: Count = 0

    @property
    def relief_games(self) -> int:
        return self.games - self.starts

    @property
    def innings(self) -> str:
        """Outs as innings are written: 6.2 for twenty outs."""
        return innings(self.outs)

    @property
    def earned_run_average(self) -> float | None:
        """Earned runs per nine innings; ``None`` without an out."""
        return _per(27 * self.earned_runs, self.outs)


@dataclass(frozen=True, slots=True)
class FieldingLine:
    """Fielding counts at one position (``POSITIONS``, or ``of`` where outfields are not told
    apart). Steals are those against a catcher."""

    position: str
    games: int = 0
    starts: Count = 0
    outs: Count = 0
    putouts: Count = 0
    assists: Count = 0
    errors: Count = 0
    double_plays: Count = 0
    passed_balls: Count = 0
    wild_pitches: Count = 0
    stolen_bases: Count = 0
    caught_stealing: Count = 0

    @property
    def chances(self) -> Count:
        if self.putouts is None or self.assists is None or self.errors is None:
            return None
        return self.putouts + self.assists + self.errors

    @property
    def fielding_average(self) -> float | None:
        chances = self.chances
        if chances is None or self.errors is None:
            return None
        return _per(chances - self.errors, chances)


Line = TypeVar("Line", BattingLine, PitchingLine, FieldingLine)


def total(lines: Iterable[Line]) -> Line | None:
    """The sum of lines of one kind (of one position), ``None`` for none.

    A count that one of them lacks is missing in the sum.
    """
    all_lines = list(lines)
    if not all_lines:
        return None
    first, *rest = all_lines
    counts: dict[str, object] = {}
    for field in fields(first):
        values = [getattr(line, field.name) for line in all_lines]
        if field.name == "position":
            if len(set(values)) > 1:
                raise ValueError("fielding lines of several positions are not summed")
            counts[field.name] = values[0]
        else:
            counts[field.name] = None if None in values else sum(values)
    return type(first)(**counts) if rest else first  # type: ignore[arg-type]


def innings(outs: int) -> str:
    """Outs as innings are written: ``6.2`` for twenty, ``7.0`` for twenty-one."""
    return f"{outs // 3}.{outs % 3}"


def _per(part: int, whole: int) -> float | None:
    return part / whole if whole else None
