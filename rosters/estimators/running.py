"""Speed and stealing: from steals, triples, runs and double plays, each against the season's own
mean and spread."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rosters.estimators.draws import normal_draw
from rosters.estimators.kept import USUAL, Kept, in_play
from rosters.estimators.scales import Scale, scale_of
from rosters.stats.lines import BattingLine

FEW_ATTEMPTS = 12
"""Attempts at the mean success that a player's own are mixed with."""


@dataclass(frozen=True)
class Thief:
    """``attempts`` at second for each time on first base, and the share that ``succeeds``."""

    attempts: float
    succeeds: float


def usual_success(kept: Kept) -> float:
    return 1 / (1 + kept.caught)


def thief(line: BattingLine, kept: Kept = USUAL) -> Thief:
    """A hitter's stealing; no attempts if steals were not kept."""
    league_success = usual_success(kept)
    stolen = line.stolen_bases or 0
    caught = kept.caught * stolen if line.caught_stealing is None else line.caught_stealing
    on_first = line.singles + line.walks + (line.hit_by_pitch or 0)
    if not on_first:
        return Thief(0.0, league_success)
    success = (stolen + FEW_ATTEMPTS * league_success) / (stolen + caught + FEW_ATTEMPTS)
    return Thief((stolen + caught) / on_first, success)


MEANS = {
    # Mean and spread among regulars (2012).
    "attempts": (0.08, 0.10),
    "triples": (0.008, 0.008),
    "runs": (0.30, 0.07),
    "double_plays": (0.028, 0.012),
}
WEIGHTS = {"attempts": 1.2, "triples": 0.5, "runs": 0.3, "double_plays": -0.3}
BY_POSITION = {"c": -1.0, "1b": -0.9, "3b": -0.2, "2b": 0.3, "ss": 0.5, "cf": 0.8}
HIGHEST = 3.2
"""Standard deviations beyond which more makes no player faster."""

RUNNING = (0.02, 0.05, 0.31, 0.32, 0.30)
"""Shares of a season's plate appearances of players who run 13 to 17."""
ENOUGH_TURNS = 10_000
REGULAR = 100
"""Plate appearances from which a player counts for the season's spread."""


@dataclass(frozen=True)
class Legs:
    """A season's mean and spread of the figures that show speed, and the scale of running
    ratings."""

    means: Mapping[str, tuple[float, float]] = field(default_factory=lambda: dict(MEANS))
    scale: Scale = field(default_factory=lambda: scale_of((), RUNNING, 13, 1.0, 0.8))

    def speed(
        self, key: str, line: BattingLine, positions: Sequence[str], kept: Kept = USUAL
    ) -> float:
        """Speed in standard deviations from the mean: attempts to steal, triples, runs scored per
        time on base, double plays, the position, and a small draw."""
        score = 0.0
        for name, value in _shown(line, kept).items():
            mean, spread = self.means[name]
            off = max(-HIGHEST, min(HIGHEST, (value - mean) / spread))
            score += WEIGHTS[name] * off
        score += BY_POSITION.get(positions[0] if positions else "1b", 0.0)
        return max(-2.5, min(2.5, 0.45 * score + 0.25 * normal_draw(key, "speed")))

    def running(self, fast: float) -> int:
        """The last number of a running rating, 13 to 17."""
        return self.scale.of(fast)


def _shown(line: BattingLine, kept: Kept) -> dict[str, float]:
    balls = max(in_play(line), 1)
    on_base = max(line.hits - line.home_runs + line.walks, 1)
    figures = {
        "attempts": thief(line, kept).attempts,
        "triples": line.triples / balls,
        "runs": (line.runs - line.home_runs) / on_base,
    }
    if line.double_plays is not None:
        figures["double_plays"] = line.double_plays / balls
    return figures


def legs_of(men: Iterable[tuple[str, BattingLine, Sequence[str]]], kept: Kept) -> Legs:
    """The running means among a season's hitters, given as (key, line, positions)."""
    hitters = list(men)
    regulars = [line for _, line, _ in hitters if line.plate_appearances >= REGULAR]
    means = dict(MEANS)
    for name in MEANS:
        values = [
            (value, float(line.plate_appearances))
            for line in regulars
            if (value := _shown(line, kept).get(name)) is not None
        ]
        weight = sum(turns for _, turns in values)
        if weight >= ENOUGH_TURNS:
            mean = sum(value * turns for value, turns in values) / weight
            spread = (sum((value - mean) ** 2 * turns for value, turns in values) / weight) ** 0.5
            means[name] = (mean, spread or MEANS[name][1])
    without_scale = Legs(means)
    return Legs(
        means,
        scale_of(
            (
                (without_scale.speed(key, line, positions, kept), float(line.plate_appearances))
                for key, line, positions in hitters
            ),
            RUNNING,
            13,
            ENOUGH_TURNS,
            0.8,
        ),
    )
