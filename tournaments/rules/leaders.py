"""Statistical leaders in the games whose figures are known, and who has played enough to be ranked
by rates (Official Baseball Rules 9.22)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

TURNS_A_GAME: Final = (31, 10)
"""Plate appearances needed per club game for a batting average (OBR 9.22(a)): 3.1, as a
fraction."""
OUTS_A_GAME: Final = 3
"""Outs needed per club game for an earned-run average (OBR 9.22(b))."""
SHOWN: Final = 5
"""Leaders in a table; players tied with the last one are only counted."""

Who = tuple[int, int]
"""A club and a card."""


@dataclass
class Sums:
    """A player's totals in the games whose figures are known, and the number of these games."""

    games: int = 0
    counts: dict[str, int] = field(default_factory=dict)

    def __getitem__(self, name: str) -> int:
        return self.counts.get(name, 0)

    def add(self, counts: Mapping[str, int]) -> None:
        self.games += 1
        for name, count in counts.items():
            self.counts[name] = self.counts.get(name, 0) + count


@dataclass(frozen=True)
class Category:
    """A table of leaders: its label, the value compared, and its format. ``rate``: only players who
    have played enough are compared; ``least``: the smallest value leads."""

    key: str
    label: str
    value: Callable[[Sums], float]
    shown: Callable[[Sums], str]
    rate: bool = False
    least: bool = False


@dataclass(frozen=True)
class Leader:
    """A line of a table; ``rank`` is the printed label, ``2=`` where players are tied."""

    rank: str
    who: Who
    value: str
    games: int


@dataclass(frozen=True)
class Table:
    """The leaders in one category, and how many more are tied with the last of them."""

    category: Category
    leaders: tuple[Leader, ...]
    more: int = 0


def tables(
    categories: Sequence[Category], sums: Mapping[Who, Sums], enough: Callable[[Who, Sums], bool]
) -> list[Table]:
    """Compute the leaders in each category; a zero does not lead."""
    return [_table(category, sums, enough) for category in categories]


def bats_enough(sums: Sums, games: int) -> bool:
    """Whether a batter qualifies by OBR 9.22(a) in the club's ``games`` with known figures."""
    turns, a_game = TURNS_A_GAME
    return sums["plate_appearances"] * a_game >= turns * games > 0


def pitches_enough(sums: Sums, games: int) -> bool:
    """Whether a pitcher qualifies by OBR 9.22(b) in the club's ``games`` with known figures."""
    return sums["outs"] >= OUTS_A_GAME * games > 0


def _table(
    category: Category, sums: Mapping[Who, Sums], enough: Callable[[Who, Sums], bool]
) -> Table:
    values = {
        who: category.value(totals)
        for who, totals in sums.items()
        if (enough(who, totals) if category.rate else category.value(totals) > 0)
    }
    order = sorted(values, key=lambda who: (values[who] if category.least else -values[who], who))
    shown = order[:SHOWN]
    tied = [who for who in order[SHOWN:] if shown and values[who] == values[shown[-1]]]
    leaders = []
    for who in shown:
        place = 1 + next(index for index, other in enumerate(order) if values[other] == values[who])
        is_tied = sum(value == values[who] for value in values.values()) > 1
        rank = f"{place}=" if is_tied else str(place)
        leaders.append(Leader(rank, who, category.shown(sums[who]), sums[who].games))
    return Table(category, tuple(leaders), len(tied))


def _ratio(above: float, below: float) -> float:
    return above / below if below else 0.0


def _three(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def _bases(sums: Sums) -> int:
    extra = sums["doubles"] + 2 * sums["triples"] + 3 * sums["home_runs"]
    return sums["hits"] + extra


def average(sums: Sums) -> float:
    """Hits per at-bat (9.21(b))."""
    return _ratio(sums["hits"], sums["at_bats"])


def on_base(sums: Sums) -> float:
    """Times on base, by hit, walk or hit by pitch, per plate appearance that counts for it
    (9.21(f))."""
    reached = sums["hits"] + sums["walks"] + sums["hit_by_pitch"]
    turns = sums["at_bats"] + sums["walks"] + sums["hit_by_pitch"] + sums["sacrifice_flies"]
    return _ratio(reached, turns)


def slugging(sums: Sums) -> float:
    """Total bases per at-bat (9.21(c))."""
    return _ratio(_bases(sums), sums["at_bats"])


def earned_run_average(sums: Sums) -> float:
    """Earned runs per nine innings (9.21(e))."""
    return _ratio(27 * sums["earned_runs"], sums["outs"])


def _rate(key: str, label: str, value: Callable[[Sums], float]) -> Category:
    return Category(key, label, value, lambda sums: _three(value(sums)), rate=True)


def _whip(sums: Sums) -> float:
    return _ratio(3 * (sums["hits"] + sums["walks"]), sums["outs"])


def _count(key: str, label: str) -> Category:
    return Category(key, label, lambda sums: sums[key], lambda sums: str(sums[key]))


BATTING: Final = (
    _rate("average", "Batting average", average),
    _rate("on_base", "On-base average", on_base),
    _rate("slugging", "Slugging average", slugging),
    _count("home_runs", "Home runs"),
    _count("runs_batted_in", "Runs batted in"),
    _count("runs", "Runs"),
    _count("hits", "Hits"),
    _count("doubles", "Doubles"),
    _count("triples", "Triples"),
    _count("walks", "Bases on balls"),
    _count("stolen_bases", "Stolen bases"),
)
PITCHING: Final = (
    Category(
        "earned_run_average",
        "Earned-run average",
        earned_run_average,
        lambda sums: f"{earned_run_average(sums):.2f}",
        rate=True,
        least=True,
    ),
    Category(
        "whip",
        "Hits and walks an inning",
        _whip,
        lambda sums: f"{_whip(sums):.2f}",
        rate=True,
        least=True,
    ),
    _count("wins", "Wins"),
    _count("saves", "Saves"),
    _count("strikeouts", "Strikeouts"),
    Category(
        "outs",
        "Innings pitched",
        lambda sums: sums["outs"],
        lambda sums: f"{sums['outs'] // 3}.{sums['outs'] % 3}",
    ),
)
