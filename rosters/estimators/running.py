"""How fast, and how willing to steal: from steals, triples, runs and double plays."""

from __future__ import annotations

from dataclasses import dataclass

from rosters.estimators.draws import normal_draw
from rosters.stats.lines import BattingLine

USUAL_SUCCESS = 0.70
FEW_ATTEMPTS = 12
"""Attempts of the usual success that a thief's own are mixed with."""


@dataclass(frozen=True)
class Thief:
    """``attempts`` at second for each time on first base, and the share that ``succeeds``."""

    attempts: float
    succeeds: float


def thief(line: BattingLine) -> Thief:
    """A hitter's stealing; no attempts where steals were not kept."""
    stolen = line.stolen_bases or 0
    caught = line.caught_stealing
    if caught is None:
        caught = round(stolen * (1 - USUAL_SUCCESS) / USUAL_SUCCESS)
    on_first = line.singles + line.walks + (line.hit_by_pitch or 0)
    if not on_first:
        return Thief(0.0, USUAL_SUCCESS)
    success = (stolen + FEW_ATTEMPTS * USUAL_SUCCESS) / (stolen + caught + FEW_ATTEMPTS)
    return Thief((stolen + caught) / on_first, success)


def speed(key: str, line: BattingLine, positions: tuple[str, ...]) -> float:
    """Speed in standard deviations from the usual: attempts to steal, triples, runs scored for
    the times on base, double plays, the position, and a small draw."""
    in_play = max(line.at_bats - (line.strikeouts or 0) - line.home_runs, 1)
    on_base = max(line.hits - line.home_runs + line.walks, 1)
    attempts = thief(line).attempts
    score = 1.2 * (min(attempts, 0.4) - 0.08) / 0.10
    score += 0.5 * (min(line.triples / in_play, 0.03) - 0.008) / 0.008
    score += 0.3 * ((line.runs - line.home_runs) / on_base - 0.30) / 0.07
    if line.double_plays is not None:
        score -= 0.3 * (line.double_plays / in_play - 0.028) / 0.012
    first = positions[0] if positions else "1b"
    score += {"c": -1.0, "1b": -0.9, "3b": -0.2, "2b": 0.3, "ss": 0.5, "cf": 0.8}.get(first, 0.0)
    return max(-2.5, min(2.5, 0.45 * score + 0.25 * normal_draw(key, "speed")))
