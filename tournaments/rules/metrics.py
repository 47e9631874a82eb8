"""The columns of a standings table: each has a key, a heading and a way to show a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, TypeVar

from config.refusals import Refusal
from tournaments.rules.results import WON, EntrantRecord, Tally
from tournaments.rules.standings import Row, show_games_behind, show_share

Better = Literal["more", "fewer", "neither"]

Worth = Fraction | int | None

T = TypeVar("T")


@dataclass(frozen=True)
class Metric:
    """A column. ``name`` is the full name for screen readers; ``worth`` is the value it is sorted
    by, ``None`` where there is nothing to compare; ``brief`` columns are shown where space is
    short; ``better`` gives the good direction for sorting."""

    key: str
    heading: str
    name: str
    show: Callable[[Row], str]
    worth: Callable[[Row], Worth]
    brief: bool = False
    better: Better = "more"


def _of_record(key: str, heading: str, name: str, tally: Callable[[Row], Tally]) -> Metric:
    return Metric(key, heading, name, lambda row: str(tally(row)), lambda row: tally(row).pct)


def _run_of_results(record: EntrantRecord) -> int | None:
    """Return the winning streak, or minus the losing streak."""
    if not record.marks:
        return None
    if record.marks[-1] == WON:
        return record.streak_length
    return -record.streak_length if record.streak.startswith("L") else 0


METRICS: tuple[Metric, ...] = (
    Metric(
        "played",
        "G",
        "Games played",
        lambda row: str(row.record.overall.played),
        lambda row: row.record.overall.played,
        better="neither",
    ),
    Metric(
        "won",
        "W",
        "Won",
        lambda row: str(row.record.overall.won),
        lambda row: row.record.overall.won,
        brief=True,
    ),
    Metric(
        "lost",
        "L",
        "Lost",
        lambda row: str(row.record.overall.lost),
        lambda row: row.record.overall.lost,
        brief=True,
        better="fewer",
    ),
    Metric(
        "tied",
        "T",
        "Tied",
        lambda row: str(row.record.overall.tied),
        lambda row: row.record.overall.tied,
        better="neither",
    ),
    Metric(
        "pct",
        "Pct",
        "Winning percentage",
        lambda row: show_share(row.record.overall.pct),
        lambda row: row.record.overall.pct,
        brief=True,
    ),
    Metric(
        "games_behind",
        "GB",
        "Games behind",
        lambda row: show_games_behind(row.games_behind),
        lambda row: row.games_behind,
        brief=True,
        better="fewer",
    ),
    Metric(
        "runs_for",
        "RF",
        "Runs for",
        lambda row: str(row.record.runs_for),
        lambda row: row.record.runs_for,
    ),
    Metric(
        "runs_against",
        "RA",
        "Runs against",
        lambda row: str(row.record.runs_against),
        lambda row: row.record.runs_against,
        better="fewer",
    ),
    Metric(
        "run_difference",
        "Diff",
        "Run difference",
        lambda row: f"{row.record.run_difference:+d}",
        lambda row: row.record.run_difference,
    ),
    _of_record("home", "Home", "Record at home", lambda row: row.record.at_home),
    _of_record("road", "Away", "Record on the road", lambda row: row.record.on_the_road),
    _of_record(
        "against_upper",
        "≥.500",
        "Record against clubs that have won half of their games or more",
        lambda row: row.against_upper,
    ),
    _of_record(
        "against_lower",
        "<.500",
        "Record against clubs that have won less than half of their games",
        lambda row: row.against_lower,
    ),
    Metric(
        "expected",
        "Exp",
        "Record that runs for and against would make",
        lambda row: row.record.expected or "-",
        lambda row: row.record.expected_wins,
    ),
    _of_record("one_run", "1-run", "Games decided by one run", lambda row: row.record.one_run),
    _of_record("last_ten", "L10", "Last ten games", lambda row: row.record.last_ten),
    Metric(
        "streak",
        "Strk",
        "Streak",
        lambda row: row.record.streak or "-",
        lambda row: _run_of_results(row.record),
    ),
)
"""All columns, in the order of the full table."""

BY_KEY: Final[Mapping[str, Metric]] = {metric.key: metric for metric in METRICS}

UP, DOWN = "up", "down"


@dataclass(frozen=True)
class SortedBy:
    """How a table of standings is sorted; without a metric, in the order of the ranking. ``falls``:
    the largest value first."""

    metric: Metric | None = None
    falls: bool = True

    @property
    def key(self) -> str:
        """The key of its metric; empty for the order of the ranking."""
        return self.metric.key if self.metric else ""

    def query_of(self, metric: Metric) -> str:
        """Return the query that sorts the table by a metric: the best first, and the reverse on the
        second click."""
        falls = metric.better != "fewer"
        if metric is self.metric and self.falls == falls:
            falls = not falls
            return f"sort={metric.key}&order={DOWN if falls else UP}"
        return f"sort={metric.key}"


def read_sorted(given: Mapping[str, str]) -> tuple[SortedBy, list[Refusal]]:
    """Read how a table is to be sorted, with the refusals ``unknown-sort`` and
    ``unknown-order``."""
    refusals = []
    key, order = given.get("sort", ""), given.get("order", "")
    metric = BY_KEY.get(key)
    if key and metric is None:
        refusals.append(
            Refusal(
                "unknown-sort",
                f"Nothing is called “{key[:40]}” in the standings.",
                "sort",
                {"known": list(BY_KEY)},
            )
        )
    if order not in ("", UP, DOWN):
        refusals.append(Refusal("unknown-order", "It goes up or down.", "order"))
        order = ""
    if metric is None:
        return SortedBy(), refusals
    return SortedBy(metric, order == DOWN if order else metric.better != "fewer"), refusals


def in_order(lines: Sequence[T], by: SortedBy, row_of: Callable[[T], Row]) -> Sequence[T]:
    """Sort the lines of a table; tied lines keep the order of the ranking, and lines with nothing
    to compare come last."""
    metric = by.metric
    if metric is None:
        return lines

    def place(line: T) -> tuple[bool, Fraction | int]:
        worth = metric.worth(row_of(line))
        return worth is None, 0 if worth is None else -worth if by.falls else worth

    return sorted(lines, key=place)
