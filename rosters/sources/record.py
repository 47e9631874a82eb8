"""The leagues of record as a small table: what everybody of a real league came to, year by year,
for seasons that did not keep everything and pools that are too small to be a league.

``python manage.py shell -c`` calls ``write_record`` with a folder of the Lahman database; the table
stands in ``rosters/estimators/data/leagues.csv`` with its licence beside it.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

from config.spreadsheets import write_rows
from rosters.estimators.record import COUNTS, FILE, HITTERS, PITCHERS
from rosters.sources.lahman import Lahman
from rosters.stats.lines import BattingLine
from rosters.stats.seasons import Season

YEARS = range(1901, 2025)
LEAGUES = ("AL", "NL", "FL")
LEAST_KEPT = 0.5
"""Share of a league's turns of which a count has to be told."""


def write_record(lahman: Path) -> None:
    """The table anew, two rows a league and year: of its hitters and of its pitchers at bat."""
    rows: dict[tuple[int, str, str], list[BattingLine]] = defaultdict(list)
    for year in Lahman(lahman).years(YEARS):
        for seasons in year.seasons.values():
            for season in seasons:
                if season.league in LEAGUES and season.batting is not None:
                    who = PITCHERS if _mainly_pitched(season) else HITTERS
                    rows[year.year, season.league, who].append(season.batting)
    table: list[tuple[Any, ...]] = [("year", "league", "who", *COUNTS)]
    for key, lines in sorted(rows.items()):
        table.append((*key, *(_sum(lines, name) for name in COUNTS)))
    FILE.write_text(write_rows(table).replace("\r\n", "\n"), encoding="utf-8", newline="\n")


def _sum(lines: list[BattingLine], name: str) -> int | str:
    told = [line for line in lines if getattr(line, name) is not None]
    turns = sum(line.plate_appearances for line in lines)
    kept = sum(line.plate_appearances for line in told)
    if kept < LEAST_KEPT * turns:
        return ""
    return sum(getattr(line, name) for line in told)


def _mainly_pitched(season: Season) -> bool:
    return (
        season.pitching is not None
        and season.batting is not None
        and season.pitching.games * 2 > season.batting.games
    )
