"""Game results and the records they add up to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

WON = "W"
LOST = "L"
TIED = "T"


class GameResult(NamedTuple):
    """A confirmed game between two entrants. ``order`` sorts games by time, ``round`` is the round
    it belongs to; ``home_outs`` and ``away_outs`` are each side's outs on defense, where known."""

    home: int
    away: int
    home_runs: int
    away_runs: int
    order: int
    round: int = 0
    home_outs: int | None = None
    away_outs: int | None = None

    def mark(self, entrant: int) -> str:
        """Return ``WON``, ``LOST`` or ``TIED`` for one of the two."""
        margin = self.home_runs - self.away_runs
        if entrant == self.away:
            margin = -margin
        return WON if margin > 0 else LOST if margin < 0 else TIED


@dataclass(frozen=True)
class Tally:
    won: int = 0
    lost: int = 0
    tied: int = 0

    @property
    def played(self) -> int:
        return self.won + self.lost + self.tied

    @property
    def pct(self) -> Fraction | None:
        """Wins plus half the ties, as a share of the games played; ``None`` before the first
        game."""
        if not self.played:
            return None
        return Fraction(2 * self.won + self.tied, 2 * self.played)

    @property
    def above_even(self) -> int:
        """Games above .500, negative below it."""
        return self.won - self.lost

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.won + other.won, self.lost + other.lost, self.tied + other.tied)

    def __str__(self) -> str:
        return f"{self.won}-{self.lost}" + (f"-{self.tied}" if self.tied else "")


@dataclass(frozen=True)
class EntrantRecord:
    """All that a standings table shows of one entrant. ``marks`` are the results of its games in
    order."""

    entrant: int
    overall: Tally = Tally()
    at_home: Tally = Tally()
    on_the_road: Tally = Tally()
    runs_for: int = 0
    runs_against: int = 0
    marks: str = ""
    outs: int = 0
    """Outs on defense, in the games for which they are known."""
    outs_unknown: int = 0
    """Games for which they are not known."""
    one_run: Tally = Tally()
    """Games decided by one run."""

    @property
    def expected_wins(self) -> int | None:
        """Pythagorean wins in the games that were not tied, with the exponent of Patriot and Smyth:
        runs per game to the power of .287; ``None`` before the first run."""
        runs, decided = self.runs_for + self.runs_against, self.overall.won + self.overall.lost
        if not runs or not decided:
            return None
        power: float = (runs / self.overall.played) ** 0.287
        scored: float = self.runs_for**power
        allowed: float = self.runs_against**power
        return round(decided * scored / (scored + allowed))

    @property
    def expected(self) -> str:
        """The Pythagorean record: ``12-9``; empty where there is none."""
        wins = self.expected_wins
        if wins is None:
            return ""
        return f"{wins}-{self.overall.won + self.overall.lost - wins}"

    @property
    def run_difference(self) -> int:
        return self.runs_for - self.runs_against

    @property
    def streak(self) -> str:
        """The current streak: ``W3``; empty before the first game."""
        if not self.marks:
            return ""
        return f"{self.marks[-1]}{self.streak_length}"

    @property
    def streak_length(self) -> int:
        return len(self.marks) - len(self.marks.rstrip(self.marks[-1:])) if self.marks else 0

    @property
    def last_ten(self) -> Tally:
        return tally(self.marks[-10:])


def tally(marks: str) -> Tally:
    return Tally(marks.count(WON), marks.count(LOST), marks.count(TIED))


def records(entrants: Sequence[int], results: Iterable[GameResult]) -> dict[int, EntrantRecord]:
    """Compute the record of every entrant, including those without a game.

    Results may come in any order; their ``order`` sorts them. Games with a club that is not among
    the entrants do not count.
    """
    sheets = {entrant: _Sheet() for entrant in entrants}
    for result in sorted(among(sheets, results), key=_in_order):
        home, away = sheets[result.home], sheets[result.away]
        mark = result.mark(result.home)
        home.at_home.append(mark)
        home.marks.append(mark)
        mark = result.mark(result.away)
        away.on_the_road.append(mark)
        away.marks.append(mark)
        home.runs_for += result.home_runs
        home.runs_against += result.away_runs
        away.runs_for += result.away_runs
        away.runs_against += result.home_runs
        if abs(result.home_runs - result.away_runs) == 1:
            home.one_run.append(result.mark(result.home))
            away.one_run.append(result.mark(result.away))
        for sheet, outs in ((home, result.home_outs), (away, result.away_outs)):
            sheet.outs += outs or 0
            sheet.outs_unknown += outs is None
    return {entrant: sheet.record(entrant) for entrant, sheet in sheets.items()}


class _Sheet:
    __slots__ = (
        "at_home",
        "marks",
        "on_the_road",
        "one_run",
        "outs",
        "outs_unknown",
        "runs_against",
        "runs_for",
    )

    def __init__(self) -> None:
        self.at_home: list[str] = []
        self.on_the_road: list[str] = []
        self.marks: list[str] = []
        self.one_run: list[str] = []
        self.runs_for = self.runs_against = 0
        self.outs = self.outs_unknown = 0

    def record(self, entrant: int) -> EntrantRecord:
        return EntrantRecord(
            entrant,
            tally("".join(self.marks)),
            tally("".join(self.at_home)),
            tally("".join(self.on_the_road)),
            self.runs_for,
            self.runs_against,
            "".join(self.marks),
            self.outs,
            self.outs_unknown,
            tally("".join(self.one_run)),
        )


def _in_order(result: GameResult) -> tuple[int, ...]:
    """Sort by time, and games with the same ``order`` in a fixed way, so that a streak never
    depends on how results were read."""
    return (result.order, result.home, result.away, result.home_runs, result.away_runs)


def among(entrants: Iterable[int], results: Iterable[GameResult]) -> list[GameResult]:
    group = set(entrants)
    return [result for result in results if result.home in group and result.away in group]


def grid(results: Iterable[GameResult]) -> dict[tuple[int, int], Tally]:
    """Return the cross-table: the first entrant's tally against the second, by pair."""
    marks: dict[tuple[int, int], str] = {}
    for result in results:
        for first, other in ((result.home, result.away), (result.away, result.home)):
            marks[first, other] = marks.get((first, other), "") + result.mark(first)
    return {pair: tally(pair_marks) for pair, pair_marks in marks.items()}


def games_left(
    scheduled: Mapping[frozenset[int], int], results: Iterable[GameResult]
) -> dict[frozenset[int], int]:
    """Return the scheduled games that each pair still has to play; never negative."""
    left = dict(scheduled)
    for result in results:
        pair = frozenset((result.home, result.away))
        if left.get(pair):
            left[pair] -= 1
    return left


def race(
    entrants: Sequence[int], results: Iterable[GameResult], rounds: int
) -> dict[int, list[int]]:
    """Return every entrant's games above .500 after each of the first ``rounds`` rounds, counting
    the same games as the standings."""
    change: dict[int, list[int]] = {entrant: [0] * (rounds + 1) for entrant in entrants}
    for result in among(change, results):
        if 1 <= result.round <= rounds:
            for entrant in (result.home, result.away):
                mark = result.mark(entrant)
                change[entrant][result.round] += (mark == WON) - (mark == LOST)
    lines = {}
    for entrant, steps in change.items():
        height, line = 0, []
        for step in steps[1:]:
            height += step
            line.append(height)
        lines[entrant] = line
    return lines


def outs_on_defence(
    inning: int | None, half: int | None, outs: int | None
) -> tuple[int | None, int | None]:
    """Return the outs on defense of the visitors and the home side in a game that ended in this
    half-inning (0: top) with ``outs`` outs; ``None`` where one of the three is unknown."""
    if inning is None or half is None or outs is None:
        return None, None
    before = 3 * (inning - 1)
    return (before, before + outs) if half == 0 else (before + outs, before + 3)
