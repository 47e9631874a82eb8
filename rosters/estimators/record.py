"""Leagues of record: what real leagues came to, from ``data/leagues.csv``.

Sums of the Lahman Baseball Database (copyright Sean Lahman; 2025 release, maintained by SABR;
Creative Commons Attribution-ShareAlike 3.0, under which the table stands too). An empty cell is a
statistic that was not kept.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rosters.stats.lines import BattingLine, total

FILE = Path(__file__).with_name("data") / "leagues.csv"

COUNTS = (
    "at_bats",
    "runs",
    "hits",
    "doubles",
    "triples",
    "home_runs",
    "stolen_bases",
    "caught_stealing",
    "walks",
    "strikeouts",
    "intentional_walks",
    "hit_by_pitch",
    "sacrifice_hits",
    "sacrifice_flies",
    "double_plays",
)
HITTERS, PITCHERS = "hitters", "pitchers"

NEAREST = 4
"""Leagues' years of which a ratio is taken that a year did not keep."""


@dataclass(frozen=True)
class LeagueYear:
    """A real league in a year: its position players' batting and that of its pitchers."""

    year: int
    league: str
    hitters: BattingLine
    pitchers: BattingLine

    @property
    def everybody(self) -> BattingLine:
        """All who batted."""
        return total((self.hitters, self.pitchers)) or self.hitters


@cache
def leagues() -> tuple[LeagueYear, ...]:
    """Every league of every year there is a row of, in order."""
    lines: dict[tuple[int, str, str], BattingLine] = {}
    with FILE.open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            counts = {name: int(row[name]) if row[name] else None for name in COUNTS}
            line = BattingLine(**counts)  # type: ignore[arg-type]
            lines[int(row["year"]), row["league"], row["who"]] = line
    return tuple(
        LeagueYear(year, league, line, lines.get((year, league, PITCHERS), BattingLine()))
        for (year, league, who), line in sorted(lines.items())
        if who == HITTERS
    )


def leagues_of(year: int, league: str = "") -> list[LeagueYear]:
    """A real league in a year; both of the year, or of the nearest one, where it is not known."""
    known = [each for each in leagues() if each.year == year]
    if not known:
        nearest = min((abs(each.year - year) for each in leagues()), default=0)
        known = [each for each in leagues() if abs(each.year - year) == nearest]
    return [each for each in known if each.league == league] or known


Part = Callable[[BattingLine], int | None]


def nearest_ratio(year: int, league: str, part: Part, whole: Part) -> tuple[float, str] | None:
    """A ratio of the nearest leagues' years in which both of it were kept, the own league before
    another as near, and which years these were."""
    ranked = _ranked(year, league, part, whole)
    chosen = ranked[:NEAREST]
    base = sum(whole(each.everybody) or 0 for each in chosen)
    if not base:
        return None
    counted = sum(part(each.everybody) or 0 for each in chosen)
    return counted / base, _years(each.year for each in chosen)


def _ranked(year: int, league: str, part: Part, whole: Part) -> list[LeagueYear]:
    told = [
        each for each in leagues() if part(each.everybody) is not None and whole(each.everybody)
    ]
    return sorted(told, key=lambda each: (abs(each.year - year), each.league != league, each.year))


def _years(years: Iterable[int]) -> str:
    found = sorted(set(years))
    return str(found[0]) if len(found) == 1 else f"{found[0]} to {found[-1]}"
