"""The card maker of Commons Baseball.

The game's own app and workbook are not public; these formulas are ours (version 1). Batters' hits
are exact per at-bat; the rest is fitted to major-league seasons since 1950 or 1973: the success of
a thief by his attempts, batters faced by innings, earned run average and walks, and platoon
factors on a pitcher's earned run average.
"""

from __future__ import annotations

from bisect import bisect
from math import log, sqrt

from games.engine.refusals import Refusal, Refused, refuse_all
from games.engine.systems.commons.cards import THROWS, CommonsBatter, CommonsPitcher, Threshold
from rosters.stats.lines import BattingLine, PitchingLine

VERSION = 1

NEUTRAL_ERA = 4.0
"""CB-070: at this earned run average a pitcher has neither OUT nor HIT."""

MOST_OUT = 0.60
MOST_HIT = 0.40

PLATOON = {("R", "R"): 0.95, ("R", "L"): 1.06, ("L", "R"): 1.04, ("L", "L"): 0.88}
"""Factor on the earned run average, by the pitcher's hand and the batter's side."""

BATTER_RANKS = (0.284, 0.319, 0.344, 0.365, 0.386, 0.406, 0.429, 0.457, 0.498)
PITCHER_RANKS = (2.42, 2.90, 3.26, 3.58, 3.89, 4.22, 4.60, 5.08, 5.83)
"""Deciles of the score of all major-league seasons of 100 at-bats or 30 innings."""

SMALL_BATTER, SMALL_PITCHER = 100, 90
"""At-bats and outs below which a score is drawn towards the middle."""

RELIEVER_OUTS_A_GAME = 9


def make_batter(line: BattingLine, teams: int) -> CommonsBatter:
    """A batter's card from his season; ``card-without-statistics`` when CB-117 is not met."""
    if not line.at_bats:
        raise Refused(
            Refusal("card-without-statistics", "A batter's card needs at-bats (CB-117).", "at_bats")
        )
    steal = None
    if line.stolen_bases is not None:
        rate = line.stolen_bases / line.singles if line.singles else 0.0
        steal = _at_or_above(0.82 * (rate + 0.008) / (rate + 0.030))
    extra = line.triples + line.home_runs
    return CommonsBatter(
        single=_at_or_above(line.hits / line.at_bats),
        double=_at_or_above((line.doubles + extra) / line.at_bats),
        triple=_at_or_above(extra / line.at_bats),
        home_run=_at_or_above(line.home_runs / line.at_bats),
        steal=steal,
        rank=batter_rank(line),
        pinch=teams > 1,
    )


def make_pitcher(line: PitchingLine, throws: str) -> CommonsPitcher:
    """A pitcher's card from his season; ``card-without-statistics`` when CB-116 is not met."""
    refusals = []
    era = line.earned_run_average
    if era is None:
        refusals.append(
            Refusal("card-without-statistics", "A pitcher's card needs innings (CB-116).", "outs")
        )
    if throws not in ("L", "R"):
        refusals.append(
            Refusal(
                "card-without-statistics", "A pitcher's card needs his hand (CB-116).", "throws"
            )
        )
    refuse_all(refusals)
    assert era is not None  # noqa: S101 - refused above
    innings = line.outs / 3
    faced = line.batters_faced or innings * (3.576 + 0.1168 * era + 0.632 * line.walks / innings)
    walks = round(THROWS * line.walks / faced)
    out_left, hit_left = _out_or_hit(era * PLATOON[throws, "L"])
    out_right, hit_right = _out_or_hit(era * PLATOON[throws, "R"])
    return CommonsPitcher(
        walk=walks or None,
        out_left=out_left,
        hit_left=hit_left,
        out_right=out_right,
        hit_right=hit_right,
        rank=pitcher_rank(line),
        reliever=line.outs <= RELIEVER_OUTS_A_GAME * line.games,
    )


def batter_rank(line: BattingLine) -> int:
    """CB-108: slugging with a small part for steals, against all seasons; 10 is best."""
    at_bats, bases = float(line.at_bats), float(line.total_bases)
    if at_bats < SMALL_BATTER:
        at_bats, bases = at_bats + 50, bases + 50 * 0.370
    score = bases / at_bats + 0.35 * (line.stolen_bases or 0) / max(1, line.at_bats)
    return 1 + bisect(BATTER_RANKS, score)


def pitcher_rank(line: PitchingLine) -> int:
    """CB-109: earned run average with a small part for walks, against all seasons; 10 is best."""
    innings, earned = line.outs / 3, float(line.earned_runs)
    walks = 9 * line.walks / innings
    if line.outs < SMALL_PITCHER:
        innings, earned = innings + 15, earned + 15 * 4.20 / 9
    score = 9 * earned / innings + 0.2 * (walks - 3.3)
    return 10 - bisect(PITCHER_RANKS, score)


def _at_or_above(chance: float) -> Threshold:
    threshold = THROWS - round(THROWS * chance)
    return threshold if threshold < THROWS else None


def _above(chance: float) -> Threshold:
    threshold = THROWS - 1 - round(THROWS * chance)
    return threshold if threshold < THROWS - 1 else None


def _out_or_hit(era: float) -> tuple[Threshold, Threshold]:
    """The OUT or the HIT threshold against one side."""
    if era < NEUTRAL_ERA:
        return _above(min(MOST_OUT, 1 - sqrt(era / NEUTRAL_ERA))), None
    if era > NEUTRAL_ERA:
        return None, _above(min(MOST_HIT, 0.27 * log(era / NEUTRAL_ERA)))
    return None, None
