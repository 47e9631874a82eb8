"""A player's years as tables: batting, pitching, fielding, and by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from config.ui.numbers import NOTHING, innings, pct
from rosters.models import PlayerSeason
from rosters.presenters.figures import earned, whole
from rosters.selectors.clubs import KnownClub
from rosters.stats.lines import BattingLine, FieldingLine, PitchingLine, total
from rosters.stats.plain import batting_line, fielding_line, pitching_line, splits

Line = TypeVar("Line", BattingLine, PitchingLine, FieldingLine)
Names = dict[tuple[int, str], KnownClub]


@dataclass(frozen=True)
class Column(Generic[Line]):
    short: str
    long: str
    read: Callable[[Line], Any]
    write: Callable[[Any], str] = whole


@dataclass(frozen=True)
class Row:
    """A line of a table; one of a single league is indented. ``notes``: (text, address) pairs, the
    address may be empty; ``lead`` stands before the name."""

    name: str
    note: str
    cells: Sequence[str]
    indent: bool = False
    url: str = ""
    notes: Sequence[tuple[str, str]] = ()
    lead: str = ""


@dataclass(frozen=True)
class Table:
    """A table for the box-table component; ``totals`` may be empty."""

    title: str
    columns: Sequence[tuple[str, str]]
    rows: Sequence[Row]
    totals: Sequence[str] = ()


def _counts(kind: type[Line], *names: tuple[str, str, str]) -> list[Column[Line]]:
    def reading(name: str) -> Callable[[Line], Any]:
        return lambda line: getattr(line, name)

    return [Column(short, long, reading(name)) for short, long, name in names]


BATTING: list[Column[BattingLine]] = [
    *_counts(
        BattingLine,
        ("G", "Games", "games"),
        ("AB", "At-bats", "at_bats"),
        ("R", "Runs", "runs"),
        ("H", "Hits", "hits"),
        ("2B", "Doubles", "doubles"),
        ("3B", "Triples", "triples"),
        ("HR", "Home runs", "home_runs"),
        ("RBI", "Runs batted in", "runs_batted_in"),
        ("BB", "Walks", "walks"),
        ("K", "Strikeouts", "strikeouts"),
        ("HBP", "Hit by pitch", "hit_by_pitch"),
        ("SB", "Stolen bases", "stolen_bases"),
        ("CS", "Caught stealing", "caught_stealing"),
        ("SH", "Sacrifice hits", "sacrifice_hits"),
        ("SF", "Sacrifice flies", "sacrifice_flies"),
        ("DP", "Grounded into double plays", "double_plays"),
    ),
    Column("Avg", "Batting average", lambda line: line.average, pct),
    Column("OBP", "On-base percentage", lambda line: line.on_base, pct),
    Column("Slg", "Slugging percentage", lambda line: line.slugging, pct),
]

PITCHING: list[Column[PitchingLine]] = [
    *_counts(
        PitchingLine,
        ("W", "Wins", "wins"),
        ("L", "Losses", "losses"),
        ("G", "Games", "games"),
        ("GS", "Games started", "starts"),
        ("CG", "Complete games", "complete_games"),
        ("ShO", "Shutouts", "shutouts"),
        ("Sv", "Saves", "saves"),
    ),
    Column("IP", "Innings pitched", lambda line: line.outs, innings),
    *_counts(
        PitchingLine,
        ("H", "Hits", "hits"),
        ("R", "Runs", "runs"),
        ("ER", "Earned runs", "earned_runs"),
        ("HR", "Home runs", "home_runs"),
        ("BB", "Walks", "walks"),
        ("K", "Strikeouts", "strikeouts"),
        ("HB", "Hit batsmen", "hit_batters"),
        ("WP", "Wild pitches", "wild_pitches"),
        ("BF", "Batters faced", "batters_faced"),
    ),
    Column("ERA", "Earned run average", lambda line: line.earned_run_average, earned),
]

FIELDING: list[Column[FieldingLine]] = [
    *_counts(FieldingLine, ("G", "Games", "games"), ("GS", "Games started", "starts")),
    Column("Inn", "Innings", lambda line: line.outs, innings),
    *_counts(
        FieldingLine,
        ("PO", "Putouts", "putouts"),
        ("A", "Assists", "assists"),
        ("E", "Errors", "errors"),
        ("DP", "Double plays", "double_plays"),
        ("PB", "Passed balls", "passed_balls"),
        ("SB", "Stolen bases against him", "stolen_bases"),
        ("CS", "Runners caught stealing", "caught_stealing"),
    ),
    Column("Pct", "Fielding average", lambda line: line.fielding_average, pct),
]

SPLIT: list[Column[BattingLine]] = [
    Column("PA", "Plate appearances", lambda line: line.plate_appearances),
    *_counts(
        BattingLine,
        ("AB", "At-bats", "at_bats"),
        ("H", "Hits", "hits"),
        ("2B", "Doubles", "doubles"),
        ("3B", "Triples", "triples"),
        ("HR", "Home runs", "home_runs"),
        ("BB", "Walks", "walks"),
        ("K", "Strikeouts", "strikeouts"),
    ),
    *BATTING[-3:],
]


def tables(seasons: Sequence[PlayerSeason], names: Names) -> list[Table]:
    """Every table with rows, a pitcher's pitching first; ``names`` are the clubs by year and
    key."""
    batting = [
        _lines(
            "Batting",
            BATTING,
            [(season, batting_line(season.batting)) for season in seasons],
            names,
        ),
        _splits(
            "At bat against left- and right-handers",
            "pitchers",
            [(season, season.batting_splits) for season in seasons],
        ),
    ]
    pitching = [
        _lines(
            "Pitching",
            PITCHING,
            [(season, pitching_line(season.pitching)) for season in seasons],
            names,
        ),
        _splits(
            "Pitching to left- and right-handers",
            "batters",
            [(season, season.pitching_splits) for season in seasons],
        ),
    ]
    pitched = sum(season.outs - season.at_bats for season in seasons) > 0
    ordered = [*pitching, *batting] if pitched else [*batting, *pitching]
    return [table for table in (*ordered, _fielding(seasons)) if table.rows]


def _lines(
    title: str,
    columns: Sequence[Column[Line]],
    lines: Iterable[tuple[PlayerSeason, Line | None]],
    names: Names,
) -> Table:
    played = [(season, line) for season, line in lines if line is not None and line.games]
    rows = [
        Row(
            str(season.year) if season.whole else season.league,
            "",
            cells(columns, line),
            indent=not season.whole,
            notes=_clubs(season, names) if season.whole else (),
        )
        for season, line in played
    ]
    whole_years = [line for season, line in played if season.whole]
    career = total(whole_years) if len(whole_years) > 1 else None
    return Table(title, heads(columns), rows, cells(columns, career) if career else ())


def _clubs(season: PlayerSeason, names: Names) -> list[tuple[str, str]]:
    known = [(key, names.get((season.year, key))) for key in season.teams]
    return [(club.name, club.url) if club else (key, "") for key, club in known]


def _fielding(seasons: Sequence[PlayerSeason]) -> Table:
    rows = [
        Row(str(season.year), line.position.upper(), cells(FIELDING, line))
        for season in seasons
        if season.whole
        for line in map(fielding_line, season.fielding)
    ]
    return Table("Fielding", heads(FIELDING), rows)


def _splits(title: str, whom: str, stored: Iterable[tuple[PlayerSeason, Any]]) -> Table:
    rows = [
        Row(str(season.year), f"{hand}-handed {whom}", cells(SPLIT, line))
        for season, plain in stored
        if season.whole and (both_hands := splits(plain))
        for hand, line in (("left", both_hands.left), ("right", both_hands.right))
    ]
    return Table(title, heads(SPLIT), rows)


def heads(columns: Sequence[Column[Line]]) -> list[tuple[str, str]]:
    return [(column.short, column.long) for column in columns]


def cells(columns: Sequence[Column[Line]], line: Line) -> list[str]:
    return [column.write(column.read(line)) or NOTHING for column in columns]
