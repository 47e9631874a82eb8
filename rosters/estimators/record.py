"""Real leagues by year, from ``data/leagues.csv``.

Sums of the Lahman Baseball Database (copyright Sean Lahman; 2025 release, maintained by SABR;
Creative Commons Attribution-ShareAlike 3.0, which also covers the table). An empty cell is a
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
"""Years of leagues from which a ratio is taken that a year did not keep."""


@dataclass(frozen=True)
class LeagueYear:
    """A real league in a year: the batting of its position players and of its pitchers."""

    year: int
    league: str
    hitters: BattingLine
    pitchers: BattingLine

    @property
    def everybody(self) -> BattingLine:
        return total((self.hitters, self.pitchers)) or self.hitters


@cache
def leagues() -> tuple[LeagueYear, ...]:
    lines: dict[tuple[int, str, str], BattingLine] = {}
    with FILE.open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            counts = {name: int(row[name]) if row[name] else None for name in COUNTS}
            line = BattingLine(**counts)  # type: ignore[arg-type]
            lines[int(row["year"]), row["league"], row["who"]] = line
    return tuple(
        LeagueYear(year, league, line, lines.get((year, league, PITCHERS), BattingLine()))
        for (year, league, group), line in sorted(lines.items())
        if group == HITTERS
    )


def leagues_of(year: int, league: str = "") -> list[LeagueYear]:
    """A real league in a year; all of the year, or of the nearest year, if it is not known."""
    candidates = [league_year for league_year in leagues() if league_year.year == year]
    if not candidates:
        nearest = min((abs(league_year.year - year) for league_year in leagues()), default=0)
        candidates = [
            league_year for league_year in leagues() if abs(league_year.year - year) == nearest
        ]
    return [league_year for league_year in candidates if league_year.league == league] or candidates


Part = Callable[[BattingLine], int | None]


def nearest_ratio(year: int, league: str, part: Part, whole: Part) -> tuple[float, str] | None:
    """A ratio from the nearest years of leagues in which both parts were kept, of equally near ones
    the same league first, and which years these were."""
    ranked = _ranked(year, league, part, whole)
    chosen = ranked[:NEAREST]
    base = sum(whole(league_year.everybody) or 0 for league_year in chosen)
    if not base:
        return None
    counted = sum(part(league_year.everybody) or 0 for league_year in chosen)
    return counted / base, _years(league_year.year for league_year in chosen)


def _ranked(year: int, league: str, part: Part, whole: Part) -> list[LeagueYear]:
    recorded = [
        league_year
        for league_year in leagues()
        if part(league_year.everybody) is not None and whole(league_year.everybody)
    ]
    return sorted(
        recorded,
        key=lambda league_year: (
            abs(league_year.year - year),
            league_year.league != league,
            league_year.year,
        ),
    )


def _years(years: Iterable[int]) -> str:
    distinct = sorted(set(years))
    return str(distinct[0]) if len(distinct) == 1 else f"{distinct[0]} to {distinct[-1]}"
