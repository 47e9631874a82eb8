"""How a game may end, and what its end says of outs and runs (T0.04, T0.05)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.engine.law import COMMON_OPTIONS, CommonLaw
from games.engine.options import Settings, Value
from games.engine.situation import AWAY, BOTTOM, HOME, TOP

BIGGEST_WALK_OFF: Final = 4
"""Runs by which a winning hit can put the home side ahead: a home run with the bases full."""


def law_of(settings: Settings) -> CommonLaw:
    """The common law under these settings; what a system does not say is as usual."""
    usual: dict[str, Value] = {option.key: option.default for option in COMMON_OPTIONS}
    return CommonLaw({**usual, **settings})


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a game stopped: ``outs`` were made in that half of the inning, 3 when it was over."""

    inning: int
    half: int
    outs: int = 3

    @property
    def made(self) -> tuple[int, int]:
        """The outs that the visitors' and the home side's batters made."""
        before = 3 * (self.inning - 1)
        if self.half == TOP:
            return before + self.outs, before
        return before + 3, before + self.outs

    @property
    def completed(self) -> int:
        """Innings that both sides have completed."""
        whole = self.half == BOTTOM and self.outs == 3
        return self.inning if whole else self.inning - 1


def mercy_ends(law: CommonLaw, stop: Stop, runs: tuple[int, int]) -> bool:
    """T0.04a, b: whether the mercy rule ends a game that has come to this point. In the middle of
    a half-inning nothing ends (A-M2); after the visitors' half only a lead of the home side does
    (A-M1)."""
    if not law.mercy_margin or stop.outs < 3 or stop.inning < law.mercy_after:
        return False
    lead = runs[HOME] - runs[AWAY]
    if stop.half == TOP:
        return law.mercy_mid_inning and lead >= law.mercy_margin
    return abs(lead) >= law.mercy_margin


def is_over(law: CommonLaw, stop: Stop, runs: tuple[int, int]) -> bool:
    """Whether a game that has come to this point at this score has ended."""
    if mercy_ends(law, stop, runs):
        return True
    if stop.inning < law.innings:
        return False
    lead = runs[HOME] - runs[AWAY]
    if stop.half == TOP:
        return stop.outs == 3 and lead > 0 and law.walk_off
    if stop.outs < 3:
        return lead > 0 and law.walk_off
    return lead != 0 or bool(law.max_innings and stop.inning >= law.max_innings)


def awarded(law: CommonLaw, runs: tuple[int, int], conceded_by: int) -> tuple[int, int]:
    """T0.05b: the final score of a game that one side gave up: the winner's runs are raised until
    the margin is that of a conceded game, and a greater lead stays."""
    winner = HOME if conceded_by == AWAY else AWAY
    total = max(runs[winner], runs[conceded_by] + law.concession_margin)
    return (total, runs[HOME]) if winner == AWAY else (runs[AWAY], total)


def least_deficit(law: CommonLaw, stop: Stop) -> int:
    """By how many runs a side must be behind to give up at this point: none in the document of
    2013 (T0.05a); later editions ask for a number less the completed innings, 13 usually."""
    return max(1, law.concession_behind - stop.completed) if law.concession_behind else 0


def looks_arranged(law: CommonLaw, runs: tuple[int, int], conceded_by: int) -> bool:
    """T0.05a, c and A-M3: whether a concession is for the director to look at: the leader or a
    level side gave up, or one that was less than half the margin behind."""
    behind = runs[1 - conceded_by] - runs[conceded_by]
    return behind <= 0 or 2 * behind < law.concession_margin
