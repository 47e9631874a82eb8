"""A pitcher's ratings around his card: endurance, closing, holding runners, balks, wild pitches."""

from __future__ import annotations

from rosters.estimators.draws import normal_draw
from rosters.stats.lines import PitchingLine

WITH_MEN_ON = 0.437
"""Share of plate appearances with somebody on base (2012)."""

OUTS_OF_A_STARTER = 15
"""An outing's outs from which one who did both is taken to have started."""


def starter_point(line: PitchingLine) -> int:
    """Point of weakness as a starter, 4 to 9 innings; 0 for one who did not start."""
    if not line.starts:
        return 0
    # Outs in relief are not told apart: a relief game is taken for three.
    outs = max(line.outs - 3 * line.relief_games, 0) if line.relief_games < line.games else 0
    return max(4, min(9, round(outs / line.starts / 3)))


def relief_point(line: PitchingLine) -> int:
    """Point of weakness in relief, 1 to 4 innings; 0 for one who did not relieve."""
    if not line.relief_games:
        return 0
    if line.starts:
        return 2
    return max(1, min(4, round(line.outs / line.relief_games / 3)))


def closer_endurance(line: PitchingLine) -> int | None:
    """Outs, 0 to 6, by how many of the games he relieved he finished and saved; ``None`` is N."""
    games = line.relief_games
    if not games:
        return None
    saves, finished = line.saves or 0, line.finished or 0
    if not saves:
        return 0 if finished >= 0.3 * games else None
    return max(0, min(6, round(saves / 7 + 2 * finished / games)))


def hold(key: str, throws: str) -> int:
    """How well he keeps runners at their bases, -6 (best) to +9. Nobody counts it: it is drawn, and
    left-handers, who face first base, are two better."""
    better = 2 if throws == "L" else 0
    return max(-6, min(9, round(1.0 - better + 2.6 * normal_draw(key, "hold"))))


def wild_pitch_rating(line: PitchingLine, usual: float = 0.008) -> int:
    """Of twenty: how many of the wild pitches that may be, are: one check in twenty (T29.1)."""
    return _of_twenty(line.wild_pitches, line, usual, 0.05)


def balk_rating(line: PitchingLine, usual: float = 0.0008) -> int:
    """The same for balks: one check in forty, and one in twenty leads that somebody tries for
    (S29.2), which is about a third of all."""
    return _of_twenty(line.balks, line, usual, 0.025 * 1.35)


def _of_twenty(count: int | None, line: PitchingLine, usual: float, check: float) -> int:
    faced = line.batters_faced or line.outs + line.hits + line.walks
    rate = usual
    if count is not None and faced:
        rate = (count + usual * 200) / (faced + 200)
    return max(0, min(20, round(20 * rate / WITH_MEN_ON / check)))
