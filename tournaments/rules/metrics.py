"""The columns of a standings table: each a key, a heading and a way to show a record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tournaments.rules.standings import Row, show_games_behind, show_share

Better = Literal["more", "fewer", "neither"]


@dataclass(frozen=True)
class Metric:
    """A column. ``name`` is said in full to those who cannot see the heading; ``brief`` ones are
    shown where there is little room; ``better`` says which way round is good, for who sorts."""

    key: str
    heading: str
    name: str
    show: Callable[[Row], str]
    brief: bool = False
    better: Better = "more"


METRICS: tuple[Metric, ...] = (
    Metric(
        "played", "G", "Games played", lambda row: str(row.record.overall.played), better="neither"
    ),
    Metric("won", "W", "Won", lambda row: str(row.record.overall.won), brief=True),
    Metric(
        "lost",
        "L",
        "Lost",
        lambda row: str(row.record.overall.lost),
        brief=True,
        better="fewer",
    ),
    Metric("tied", "T", "Tied", lambda row: str(row.record.overall.tied), better="neither"),
    Metric(
        "pct",
        "Pct",
        "Winning percentage",
        lambda row: show_share(row.record.overall.pct),
        brief=True,
    ),
    Metric(
        "games_behind",
        "GB",
        "Games behind",
        lambda row: show_games_behind(row.games_behind),
        brief=True,
        better="fewer",
    ),
    Metric("runs_for", "RF", "Runs for", lambda row: str(row.record.runs_for)),
    Metric(
        "runs_against",
        "RA",
        "Runs against",
        lambda row: str(row.record.runs_against),
        better="fewer",
    ),
    Metric(
        "run_difference", "Diff", "Run difference", lambda row: f"{row.record.run_difference:+d}"
    ),
    Metric("home", "Home", "Record at home", lambda row: str(row.record.at_home)),
    Metric("road", "Road", "Record on the road", lambda row: str(row.record.on_the_road)),
    Metric(
        "expected",
        "Exp",
        "Record that runs for and against would make",
        lambda row: row.record.expected or "-",
    ),
    Metric("one_run", "1-run", "Games decided by one run", lambda row: str(row.record.one_run)),
    Metric("last_ten", "L10", "Last ten games", lambda row: str(row.record.last_ten)),
    Metric("streak", "Strk", "Streak", lambda row: row.record.streak or "-"),
)
"""Every column, in the order of the full table."""
