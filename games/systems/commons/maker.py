"""The card maker of Commons Baseball.

The game's own app and workbook are not public; these formulas are ours (version 1). Batters' hits
are exact per at-bat; the rest is fitted to major-league seasons since 1950 or 1973: the success of
a thief by his attempts, batters faced by innings, earned run average and walks, and platoon
factors on a pitcher's earned run average.
"""

from __future__ import annotations

from bisect import bisect
from math import log, sqrt

from config.refusals import Refusal, Refused, refuse_all
from games.systems.commons.play.cards import (
    THROWS,
    CommonsBatter,
    CommonsPitcher,
    Threshold,
    chance_above,
    chance_at_or_above,
    chance_below,
    read_threshold,
    write_threshold,
)
from rosters.makers.base import HITTER, PITCHER, CardRow, Maker, Subject
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

RANKS = tuple(str(rank) for rank in range(1, 11))

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


class CommonsMaker(Maker):
    """Commons Baseball cards as rows."""

    system = "commons"
    version = VERSION
    columns = (
        *("single", "double", "triple", "home_run", "steal"),
        *("walk", "out_left", "hit_left", "out_right", "hit_right"),
        *("rank", "special"),
    )

    def make(self, subject: Subject) -> list[CardRow]:
        """A hitter's card for whoever batted and did not mainly pitch, else a pitcher's."""
        season = subject.season
        pitching, batting = season.pitching, season.batting
        if pitching and pitching.outs and subject.throws in ("L", "R"):
            return [self._row(subject, PITCHER, make_pitcher(pitching, subject.throws))]
        if batting and batting.at_bats:
            return [self._row(subject, HITTER, make_batter(batting, len(season.teams)))]
        return []

    def verify(self, row: CardRow) -> None:
        """Thresholds readable and in order, rank 1 to 10."""
        _card(row).verify(row.name)

    def value(self, row: CardRow) -> float:
        """Runs above an average card: a hitter's over 600 at-bats, a pitcher's over 200 innings.

        Linear weights of what the thresholds throw; the average batter and pitcher are those by
        which the rules are balanced (ERA 4.00 is neutral).
        """
        card = _card(row)
        if isinstance(card, CommonsBatter):
            return 600 * (_worth(card) - AVERAGE_WORTH)
        chances = [
            (chance_above(out), chance_above(hit))
            for out, hit in (
                (card.out_left, card.hit_left),
                (card.out_right, card.hit_right),
            )
        ]
        out = 0.42 * chances[0][0] + 0.58 * chances[1][0]
        hit = 0.42 * chances[0][1] + 0.58 * chances[1][1]
        walk = chance_below(card.walk)
        saved = out * (AVERAGE_WORTH - OUT_RUNS) - hit * (SINGLE_RUNS - AVERAGE_WORTH)
        return 850 * (saved - (walk - AVERAGE_WALK) * (WALK_RUNS - AVERAGE_WORTH))

    def _row(self, subject: Subject, kind: str, card: CommonsBatter | CommonsPitcher) -> CardRow:
        season = subject.season
        return CardRow(
            key=f"{subject.key}-{season.year}",
            name=subject.name,
            year=season.year,
            teams=season.teams,
            kind=kind,
            bats=subject.bats,
            throws=subject.throws,
            positions=tuple(line.position for line in season.fielding),
            cells=dict.fromkeys(self.columns, "") | _cells(card),
        )


SINGLE_RUNS, DOUBLE_RUNS, TRIPLE_RUNS, HOME_RUN_RUNS = 0.47, 0.77, 1.04, 1.40
WALK_RUNS, STEAL_RUNS, CAUGHT_RUNS, OUT_RUNS = 0.32, 0.19, -0.42, -0.26
"""Linear weights, runs an event adds (Thorn and Palmer's, rounded)."""

AVERAGE_WALK = 0.086
AVERAGE_WORTH = (
    0.179 * SINGLE_RUNS
    + 0.0478 * DOUBLE_RUNS
    + 0.0058 * TRIPLE_RUNS
    + 0.0262 * HOME_RUN_RUNS
    + (1 - 0.2588) * OUT_RUNS
)
"""An at-bat of the average batter."""


def _worth(card: CommonsBatter) -> float:
    """Runs of an at-bat, steals by the singles that make them possible included."""
    on = [
        chance_at_or_above(threshold)
        for threshold in (card.single, card.double, card.triple, card.home_run)
    ]
    singles, doubles, triples, home_runs = on[0] - on[1], on[1] - on[2], on[2] - on[3], on[3]
    steal = chance_at_or_above(card.steal)
    thefts = 0.25 * singles * max(0.0, steal * STEAL_RUNS + (1 - steal) * CAUGHT_RUNS)
    return (
        singles * SINGLE_RUNS
        + doubles * DOUBLE_RUNS
        + triples * TRIPLE_RUNS
        + home_runs * HOME_RUN_RUNS
        + (1 - on[0]) * OUT_RUNS
        + thefts
    )


def _cells(card: CommonsBatter | CommonsPitcher) -> dict[str, str]:
    if isinstance(card, CommonsBatter):
        names = ("single", "double", "triple", "home_run", "steal")
        special = "pinch" if card.pinch else ""
    else:
        names = ("walk", "out_left", "hit_left", "out_right", "hit_right")
        special = "reliever" if card.reliever else ""
    return {name: write_threshold(getattr(card, name)) for name in names} | {
        "rank": str(card.rank),
        "special": special,
    }


def _card(row: CardRow) -> CommonsBatter | CommonsPitcher:
    """The card of a row; refused with the column as place."""
    cells = row.cells
    refusals: list[Refusal] = []

    def threshold(column: str) -> Threshold:
        try:
            return read_threshold(cells[column], column)
        except Refused as refused:
            refusals.extend(refused.refusals)
            return None

    rank = int(cells["rank"]) if cells["rank"] in RANKS else 0
    card: CommonsBatter | CommonsPitcher
    if row.kind == HITTER:
        card = CommonsBatter(
            single=threshold("single"),
            double=threshold("double"),
            triple=threshold("triple"),
            home_run=threshold("home_run"),
            steal=threshold("steal"),
            rank=rank,
            pinch=cells["special"] == "pinch",
        )
    else:
        card = CommonsPitcher(
            walk=threshold("walk"),
            out_left=threshold("out_left"),
            hit_left=threshold("hit_left"),
            out_right=threshold("out_right"),
            hit_right=threshold("hit_right"),
            rank=rank,
            reliever=cells["special"] == "reliever",
        )
    refuse_all(refusals)
    return card


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
