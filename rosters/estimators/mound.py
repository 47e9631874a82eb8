"""A pitcher's ratings besides the card: endurance, closing, holding runners, balks, wild
pitches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist

from rosters.estimators.draws import normal_draw
from rosters.estimators.scales import Scale, scale_of
from rosters.stats.lines import PitchingLine

OUTS_OF_A_STARTER = 15
"""Outs from which an outing of a pitcher who did both counts as a start."""


def starter_point(line: PitchingLine) -> int:
    """Point of weakness as a starter, 4 to 9 innings; 0 for a pitcher without starts."""
    if not line.starts:
        return 0
    # Outs in relief are not told apart: a relief game counts as three.
    outs = max(line.outs - 3 * line.relief_games, 0) if line.relief_games < line.games else 0
    return max(4, min(9, round(outs / line.starts / 3)))


def relief_point(line: PitchingLine) -> int:
    """Point of weakness in relief, 1 to 4 innings; 0 for a pitcher without relief games."""
    if not line.relief_games:
        return 0
    if line.starts:
        return 2
    return max(1, min(4, round(line.outs / line.relief_games / 3)))


def closer_endurance(line: PitchingLine) -> int | None:
    """Outs, 0 to 6, by the shares of relief games that the pitcher finished and saved; ``None`` is
    N."""
    games = line.relief_games
    if not games:
        return None
    saves, finished = line.saves or 0, line.finished or 0
    if not saves:
        return 0 if finished >= 0.3 * games else None
    return max(0, min(6, round(saves / 7 + 2 * finished / games)))


HOLDS = (
    0.010, 0.020, 0.035, 0.070, 0.100, 0.125, 0.140, 0.140, 0.120, 0.090, 0.060, 0.040, 0.025,
    0.015, 0.007, 0.003,
)  # fmt: skip
"""Shares of a season's batters faced by pitchers who hold -6 to +9."""


def hold_score(key: str, throws: str) -> float:
    """How badly a pitcher holds runners. No source counts it, so it is drawn; left-handers, who
    face first base, are better."""
    return normal_draw(key, "hold") - (0.75 if throws == "L" else 0.0)


@dataclass(frozen=True)
class Mound:
    """The pitching means of a season: wild pitches and balks per batter faced, the share of plate
    appearances with a runner on base, and the scale of holding runners."""

    wild_pitches: float = 0.008
    balks: float = 0.0008
    men_on: float = 0.437
    holds: Scale = field(default_factory=lambda: scale_of((), HOLDS, -6, 1.0))

    def hold(self, key: str, throws: str) -> int:
        """-6 (best) to +9."""
        return self.holds.of(hold_score(key, throws))

    def wild_pitch_rating(self, line: PitchingLine) -> int:
        """The chance in twenty that a possible wild pitch is one: one check in twenty (T29.1)."""
        return self._of_twenty(line.wild_pitches, line, self.wild_pitches, 0.05)

    def balk_rating(self, line: PitchingLine, key: str = "") -> int:
        """The chance in twenty that a possible balk is one: one check in forty, and one in twenty
        leads of a runner who tries to steal (S29.2), about a third of all. Most ratings lie between
        zero and two, so with a ``key`` a fraction is drawn instead of rounded away."""
        exact = self._exact(line.balks, line, self.balks, 0.025 * 1.35)
        drawn = NormalDist().cdf(normal_draw(key, "balk")) if key else 0.5
        return max(0, min(20, int(exact + drawn)))

    def _of_twenty(self, count: int | None, line: PitchingLine, usual: float, check: float) -> int:
        return max(0, min(20, round(self._exact(count, line, usual, check))))

    def _exact(self, count: int | None, line: PitchingLine, usual: float, check: float) -> float:
        faced = line.batters_faced or line.outs + line.hits + line.walks
        rate = usual
        if count is not None and faced:
            rate = (count + usual * SOME_BATTERS) / (faced + SOME_BATTERS)
        return 20 * rate / self.men_on / check


SOME_BATTERS = 200
"""Batters at the mean rate that a pitcher's own are mixed with."""
ENOUGH_BATTERS = 10_000
MEN_ON_OF_2012, REACHING_OF_2012, MORE_MEN_ON = 0.437, 0.319, 0.85
"""Share of plate appearances with a runner on base, and by how much it rises with the share of
batters who reach base (2012; the slope from seasons of .299 to .356)."""


def mound_of(men: Iterable[tuple[str, str, PitchingLine]], reaching: float) -> Mound:
    """The pitching means of (key, hand, line), where so many batters reach base."""
    pitchers = list(men)
    lines = [line for *_, line in pitchers]
    men_on = MEN_ON_OF_2012 + MORE_MEN_ON * (reaching - REACHING_OF_2012)
    return Mound(
        _usual_rate([(line.wild_pitches, line) for line in lines], Mound.wild_pitches),
        _usual_rate([(line.balks, line) for line in lines], Mound.balks),
        min(0.6, max(0.25, men_on)),
        scale_of(
            ((hold_score(key, throws), _faced(line)) for key, throws, line in pitchers),
            HOLDS,
            -6,
            ENOUGH_BATTERS,
        ),
    )


def _faced(line: PitchingLine) -> float:
    return float(line.batters_faced or line.outs + line.hits + line.walks)


def _usual_rate(told: Sequence[tuple[int | None, PitchingLine]], usual: float) -> float:
    counted = [(count, _faced(line)) for count, line in told if count is not None]
    faced = sum(batters for _, batters in counted)
    short = max(0.0, ENOUGH_BATTERS - faced)
    return (sum(count for count, _ in counted) + usual * short) / (faced + short)
