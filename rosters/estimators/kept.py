"""Statistics that a season did not keep, from those it kept: ratios of the pool's own, or of the
nearest years of real leagues that kept both. Never zero, and never those of one fixed year."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rosters.estimators.record import Part, nearest_ratio
from rosters.stats.lines import BattingLine
from rosters.stats.seasons import Season

LEAST_KEPT = 0.3
"""Share of a pool's own base that has to be known before its own ratio is used: a few zeros among
empty cells are no record."""


def in_play(line: BattingLine) -> int:
    """At-bats that put a ball in play inside the park."""
    return max(line.at_bats - (line.strikeouts or 0) - line.home_runs, 0)


FLIES_AMONG_SACRIFICES = ((1908, 1925, 1.0), (1926, 1930, 1.6), (1939, 1939, 1.0))
"""Years that counted run-scoring flies as sacrifices without telling them from bunts, and how many
such flies there were relative to other years: from 1926 to 1930 any advance was enough."""


def flies_among_sacrifices(year: int) -> float:
    """The flies among the sacrifices of a year, relative to other years' sacrifice flies."""
    return next(
        (ratio for first, last, ratio in FLIES_AMONG_SACRIFICES if first <= year <= last), 0.0
    )


def bunts_of(line: BattingLine, year: int, kept: Kept) -> float:
    """Sacrifice bunts, without the flies that some years counted among them."""
    if line.sacrifice_hits is None:
        return kept.bunts * line.plate_appearances
    flies = 0.0
    if line.sacrifice_flies is None:
        flies = flies_among_sacrifices(year) * kept.sacrifice_flies * in_play(line)
    return line.sacrifice_hits - flies


def turns(line: BattingLine) -> int:
    return line.plate_appearances


@dataclass(frozen=True)
class Kept:
    """Ratios of a pool: ``intentional`` per walk; ``strikeouts``, ``hit_by_pitch`` and ``bunts``
    per plate appearance; ``double_plays`` and ``sacrifice_flies`` per ball in play; ``caught`` per
    stolen base; ``doubles`` and ``triples`` per hit that is no home run. ``grounds``: for each
    ratio that was not kept, the years it is from."""

    intentional: float = 0.083
    strikeouts: float = 0.198
    hit_by_pitch: float = 0.008
    bunts: float = 0.0108
    double_plays: float = 0.0285
    sacrifice_flies: float = 0.0095
    caught: float = 0.36
    doubles: float = 0.2235
    triples: float = 0.0278
    grounds: dict[str, str] = field(default_factory=dict)


USUAL = Kept()
"""For pools of which nothing is known (2012)."""

_RATIOS: dict[str, tuple[Part, Part]] = {
    "intentional": (lambda line: line.intentional_walks, lambda line: line.walks),
    "strikeouts": (lambda line: line.strikeouts, turns),
    "hit_by_pitch": (lambda line: line.hit_by_pitch, turns),
    "bunts": (lambda line: line.sacrifice_hits, turns),
    "double_plays": (lambda line: line.double_plays, in_play),
    "sacrifice_flies": (lambda line: line.sacrifice_flies, in_play),
    "caught": (lambda line: line.caught_stealing, lambda line: line.stolen_bases),
    "doubles": (lambda line: line.doubles, lambda line: line.hits - line.home_runs),
    "triples": (lambda line: line.triples, lambda line: line.hits - line.home_runs),
}


def kept_by(seasons: Iterable[Season], year: int, league: str) -> Kept:
    """The ratios of these seasons of a year; ``league`` is empty for several together."""
    lines = [season.batting for season in seasons if season.batting is not None]
    ratios: dict[str, float] = {}
    grounds: dict[str, str] = {}
    for name, (part, whole) in _RATIOS.items():
        own_ratio = _own(lines, part, whole)
        if own_ratio is not None:
            ratios[name] = own_ratio
            continue
        nearest = nearest_ratio(year, league, part, whole)
        if nearest is not None:
            ratios[name], grounds[name] = nearest
    return Kept(**ratios, grounds=grounds)


def _own(lines: Sequence[BattingLine], part: Part, whole: Part) -> float | None:
    recorded = [
        (counted, whole(line) or 0) for line in lines if (counted := part(line)) is not None
    ]
    base, whole_base = (
        sum(amount for _, amount in recorded),
        sum(whole(line) or 0 for line in lines),
    )
    counted = sum(amount for amount, _ in recorded)
    if not counted or base < LEAST_KEPT * whole_base:
        return None
    return counted / base
