"""The registry of card columns: on the pool's page, in its spreadsheet, in a comparison and in the
API.

Each figure is defined twice, as an expression for the query and as a reading of the shown lines; a
test sorts by every one of them and compares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django.db.models import Case, F, FloatField, IntegerField, TextField, Value, When
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce, NullIf

from config.ui.numbers import NOTHING, innings, pct
from rosters.makers.base import HITTER, PITCHER
from rosters.models import Card
from rosters.presenters.words import runs
from rosters.stats.lines import BattingLine, PitchingLine
from rosters.stats.plain import batting_line, pitching_line


@dataclass
class Sheet:
    """A card with the lines of the season it was made of, if there is one."""

    card: Card

    @cached_property
    def batting(self) -> BattingLine | None:
        return batting_line(self.card.season.batting) if self.card.season else None

    @cached_property
    def pitching(self) -> PitchingLine | None:
        return pitching_line(self.card.season.pitching) if self.card.season else None


def whole(value: Any) -> str:
    return NOTHING if value is None else str(value)


def earned(value: Any) -> str:
    return NOTHING if value is None else f"{value:.2f}"


@dataclass(frozen=True)
class Figure:
    """A column of the pool. ``kind``: the players it is for, empty for all; ``expression``: what
    the query sorts by; ``read``: the same from a sheet; ``low``: lower is better."""

    key: str
    short: str
    long: str
    kind: str
    expression: Callable[[], Any]
    read: Callable[[Sheet], Any]
    write: Callable[[Any], str] = field(default=whole)
    low: bool = False

    def among_all(self) -> Figure:
        """The column for a table of hitters and pitchers together: empty for players of the other
        kind."""
        if not self.kind:
            return self

        def expression() -> Any:
            return Case(When(kind=self.kind, then=self.expression()))

        def read(sheet: Sheet) -> Any:
            return self.read(sheet) if sheet.card.kind == self.kind else None

        return replace(self, expression=expression, read=read)

    @property
    def best_first(self) -> str:
        return self.key if self.low else f"-{self.key}"


def number(column: str, key: str, kind: type[FloatField | IntegerField] = IntegerField) -> Any:
    """A number inside a JSON column, ``None`` if it is missing."""
    # KT() would take a column behind a join for a key of its own.
    text = KeyTextTransform(key, F(column))
    return Cast(NullIf(text, Value(""), output_field=TextField()), kind())


def _batted(key: str, short: str, long: str, name: str, *, low: bool = False) -> Figure:
    return Figure(
        key,
        short,
        long,
        HITTER,
        lambda: number("season__batting", name),
        lambda sheet: getattr(sheet.batting, name, None),
        low=low,
    )


def _pitched(key: str, short: str, long: str, name: str, *, low: bool = False) -> Figure:
    return Figure(
        key,
        short,
        long,
        PITCHER,
        lambda: number("season__pitching", name),
        lambda sheet: getattr(sheet.pitching, name, None),
        low=low,
    )


def _of(*names: str) -> Any:
    """The sum of batting counts, missing ones as 0; at-bats and walks have columns, which is
    faster."""
    parts: list[Any] = [
        Cast(F(f"season__{name}"), FloatField())
        if name in ("at_bats", "walks")
        else Coalesce(number("season__batting", name, FloatField), Value(0.0))
        for name in names
    ]
    together = parts[0]
    for part in parts[1:]:
        together = together + part
    return together


def _average() -> Any:
    return _of("hits") / NullIf(_of("at_bats"), Value(0.0))


def _on_base() -> Any:
    return _of("hits", "walks", "hit_by_pitch") / NullIf(
        _of("at_bats", "walks", "hit_by_pitch", "sacrifice_flies"), Value(0.0)
    )


def _slugging() -> Any:
    return (_of("hits", "doubles") + _of("triples") * 2.0 + _of("home_runs") * 3.0) / NullIf(
        _of("at_bats"), Value(0.0)
    )


def _earned_run_average() -> Any:
    return (
        number("season__pitching", "earned_runs", FloatField)
        * 27.0
        / NullIf(Cast(F("season__outs"), FloatField()), Value(0.0))
    )


OVER_REPLACEMENT = Figure(
    "vor",
    "VOR",
    "Value over replacement",
    "",
    lambda: F("over_replacement"),
    lambda sheet: sheet.card.over_replacement,
    lambda value: NOTHING if value is None else runs(value),
)
"""The main figure for drafters, in every system."""

BATTING = (
    Figure(
        "ab",
        "AB",
        "At-bats",
        HITTER,
        lambda: F("season__at_bats"),
        lambda sheet: getattr(sheet.batting, "at_bats", None),
    ),
    Figure(
        "avg",
        "Avg",
        "Batting average",
        HITTER,
        _average,
        lambda sheet: getattr(sheet.batting, "average", None),
        pct,
    ),
    Figure(
        "obp",
        "OBP",
        "On-base percentage",
        HITTER,
        _on_base,
        lambda sheet: getattr(sheet.batting, "on_base", None),
        pct,
    ),
    Figure(
        "slg",
        "Slg",
        "Slugging percentage",
        HITTER,
        _slugging,
        lambda sheet: getattr(sheet.batting, "slugging", None),
        pct,
    ),
    _batted("hr", "HR", "Home runs", "home_runs"),
    _batted("sb", "SB", "Stolen bases", "stolen_bases"),
    _batted("bb", "BB", "Walks", "walks"),
    _batted("so", "K", "Strikeouts", "strikeouts", low=True),
)

PITCHING = (
    Figure(
        "ip",
        "IP",
        "Innings pitched",
        PITCHER,
        lambda: F("season__outs"),
        lambda sheet: getattr(sheet.pitching, "outs", None),
        innings,
    ),
    Figure(
        "era",
        "ERA",
        "Earned run average",
        PITCHER,
        _earned_run_average,
        lambda sheet: getattr(sheet.pitching, "earned_run_average", None),
        earned,
        low=True,
    ),
    _pitched("w", "W", "Wins", "wins"),
    _pitched("l", "L", "Losses", "losses", low=True),
    _pitched("gs", "GS", "Games started", "starts"),
    _pitched("sv", "Sv", "Saves", "saves"),
    _pitched("k", "K", "Strikeouts", "strikeouts"),
    _pitched("walks", "BB", "Walks", "walks", low=True),
)

AT_A_GLANCE = ("avg", "hr", "ip", "era")
"""The columns of either kind in a table of all players."""


def season_figures(kind: str) -> tuple[Figure, ...]:
    """The columns of a season: all for one kind of player, for all players those at a glance."""
    if kind == HITTER:
        return BATTING
    if kind == PITCHER:
        return PITCHING
    return tuple(
        figure.among_all() for figure in (*BATTING, *PITCHING) if figure.key in AT_A_GLANCE
    )


def every_figure(own: Iterable[Figure]) -> tuple[Figure, ...]:
    """All columns for spreadsheets and API: the system's ``own`` figures and the seasons of both
    kinds."""
    return (OVER_REPLACEMENT, *(figure.among_all() for figure in (*own, *BATTING, *PITCHING)))
