"""How a game may end, and what its end says of outs and runs (T0.04, T0.05)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from config.refusals import Refusal, Refused
from games.engine.endings import (
    CONCEDED,
    EXTRA_INNINGS,
    HOME_LEADS,
    REGULATION,
    WALK_OFF,
)
from games.engine.law import COMMON_OPTIONS, CommonLaw
from games.engine.options import Settings, Value
from games.engine.situation import AWAY, BOTTOM, HOME, TOP

SUSPENDED: Final = "suspended"
"""The ending of a game that is not over: it is reported as far as it went."""

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


def end_of_play(law: CommonLaw, runs: tuple[int, int], inning: int, *, home_batted: bool) -> str:
    """How a game ended that was played to its end in this inning. A home side that leads had no
    turn in the last inning, or won it by a walk-off: in extra innings, and where it is known to
    have batted, the latter is certain."""
    if runs[HOME] > runs[AWAY] and law.walk_off and inning >= law.innings:
        return WALK_OFF if home_batted or inning > law.innings else HOME_LEADS
    return EXTRA_INNINGS if inning > law.innings else REGULATION


def point_of_end(ending: str, inning: int, half: int | None, outs: int | None) -> Stop:
    """Where a game stopped: what is certain need not be told. Refused: ``half-missing`` and
    ``outs-missing`` where a game stopped within an inning, with ``ending`` among the facts."""
    missing = []
    if ending in (CONCEDED, SUSPENDED):
        if half is None:
            sentence = "Say in which half of the inning: top or bottom."
            missing.append(Refusal("half-missing", sentence, "half", {"ending": ending}))
        if outs is None:
            sentence = "Say how many were out in that half."
            missing.append(Refusal("outs-missing", sentence, "outs", {"ending": ending}))
    elif ending == WALK_OFF and outs is None:
        sentence = "The home side won in its half: say how many were out, 0 to 2."
        missing.append(Refusal("outs-missing", sentence, "outs", {"ending": ending}))
    if missing:
        raise Refused(*missing)
    if half is None:
        half = TOP if ending == HOME_LEADS else BOTTOM
    return Stop(inning, half, 3 if outs is None else outs)


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
