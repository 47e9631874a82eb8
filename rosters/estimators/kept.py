"""What a season did not keep, from what it kept: ratios of the pool's own, or of the nearest years
of real leagues that kept both. Never nought, and never those of one fixed year."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rosters.estimators.record import Part, nearest_ratio
from rosters.stats.lines import BattingLine
from rosters.stats.seasons import Season

LEAST_KEPT = 0.3
"""Share of a pool's own base that has to be told before its own ratio is believed: a handful of
noughts among empty cells is no record."""


def in_play(line: BattingLine) -> int:
    """At-bats that put a ball in play inside the park."""
    return max(line.at_bats - (line.strikeouts or 0) - line.home_runs, 0)


FLIES_AMONG_SACRIFICES = ((1908, 1925, 1.0), (1926, 1930, 1.6), (1939, 1939, 1.0))
"""Years that counted flies on which somebody scored as sacrifices and did not tell them from bunts,
and how many such flies there were against those of other years: from 1926 to 1930 it was enough
that somebody moved up."""


def flies_among_sacrifices(year: int) -> float:
    """Against other years' sacrifice flies, those among the sacrifices of a year."""
    return next((of for first, last, of in FLIES_AMONG_SACRIFICES if first <= year <= last), 0.0)


def bunts_of(line: BattingLine, year: int, kept: Kept) -> float:
    """Sacrifice bunts, without the flies that some years counted among them."""
    if line.sacrifice_hits is None:
        return kept.bunts * line.plate_appearances
    flies = 0.0
    if line.sacrifice_flies is None:
        flies = flies_among_sacrifices(year) * kept.sacrifice_flies * in_play(line)
    return line.sacrifice_hits - flies


def turns(line: BattingLine) -> int:
    """Plate appearances as far as they were kept."""
    return line.plate_appearances


@dataclass(frozen=True)
class Kept:
    """Ratios of a pool: of walks the ``intentional``, of plate appearances the ``strikeouts``,
    ``hit_by_pitch`` and ``bunts``, of balls in play the ``double_plays`` and ``sacrifice_flies``,
    and the ``caught`` for a base stolen; of the hits that are no home runs, ``doubles`` and
    ``triples``. ``grounds`` says of each that was not kept which years it is from."""

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
"""Where nothing is known of a pool at all (2012)."""

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
    lines = [each.batting for each in seasons if each.batting is not None]
    found: dict[str, float] = {}
    grounds: dict[str, str] = {}
    for name, (part, whole) in _RATIOS.items():
        own = _own(lines, part, whole)
        if own is not None:
            found[name] = own
            continue
        nearest = nearest_ratio(year, league, part, whole)
        if nearest is not None:
            found[name], grounds[name] = nearest
    return Kept(**found, grounds=grounds)


def _own(lines: Sequence[BattingLine], part: Part, whole: Part) -> float | None:
    told = [(counted, whole(line) or 0) for line in lines if (counted := part(line)) is not None]
    base, everybody = sum(of for _, of in told), sum(whole(line) or 0 for line in lines)
    counted = sum(of for of, _ in told)
    if not counted or base < LEAST_KEPT * everybody:
        return None
    return counted / base
