"""Managers as in their time: how far those of a season went beyond the book of 2012 with steals,
intentional walks and their pitchers, taken from what the season came to.

Steals are solved against the season's own thieves (``thieves``), bunts against its own batters
(``bunts``). Walks and pitchers are read off what the house's manager does by how far he goes, which
was measured.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import log

from config.refusals import Refusal, Refused
from games.systems.purestrat.cards.bunts import era_bunting, era_sacrifices
from games.systems.purestrat.cards.year import Year
from rosters.estimators.kept import Kept
from rosters.estimators.mound import starter_point
from rosters.estimators.norms import mainly_pitched
from rosters.makers.base import Subject
from rosters.stats.lines import BattingLine
from rosters.stats.seasons import BOTH


@dataclass(frozen=True)
class Era:
    """An era's defaults, as a club's tendencies hold them."""

    stealing: int = 0
    walks: int = 0
    patience: int = 0
    bunting: int = 0
    length: int = 0
    sacrifices: int = 0

    def tendencies(self) -> dict[str, int]:
        """By the names of a club's tendencies."""
        return {f"era_{key}": value for key, value in asdict(self).items()}


NO_ERA = Era()

_WRITTEN = re.compile(
    r"steals ([+-]\d{1,3}), walks ([+-]\d{1,3}), patience (\d{1,2})"
    r"(?:, bunts ([+-]\d{1,3}), length (-?\d{1,2})(?:, sacrifices (\d{1,3}))?)?"
)


def write_era(era: Era) -> str:
    """As it stands on a card; empty for the book."""
    if era == NO_ERA:
        return ""
    told = f"steals {era.stealing:+d}, walks {era.walks:+d}, patience {era.patience}"
    if not era.length:
        return told
    told = f"{told}, bunts {era.bunting:+d}, length {era.length}"
    return f"{told}, sacrifices {era.sacrifices}" if era.sacrifices else told


def parse_era(text: str) -> Era:
    """What a card says of its time; ``no-such-era`` where it cannot be read."""
    if not text:
        return NO_ERA
    found = _WRITTEN.fullmatch(text.strip())
    if found is None or int(found[3]) > MOST_PATIENCE:
        said = f"“{text}” does not read like {EXAMPLE}."
        raise Refused(Refusal("no-such-era", said, "era"))
    return Era(*(int(number or 0) for number in found.groups()))


def mean_era(texts: Iterable[str]) -> Era:
    """Of cards of several times, what lies between."""
    eras = [parse_era(text) for text in texts]
    if not eras:
        return NO_ERA
    lengths = [era.length for era in eras if era.length]
    sacrifices = [era.sacrifices for era in eras if era.sacrifices]
    return Era(
        round(sum(era.stealing for era in eras) / len(eras)),
        round(sum(era.walks for era in eras) / len(eras)),
        round(sum(era.patience for era in eras) / len(eras)),
        round(sum(era.bunting for era in eras) / len(eras)),
        round(sum(lengths) / len(lengths)) if lengths else 0,
        round(sum(sacrifices) / len(sacrifices)) if sacrifices else 0,
    )


EXAMPLE = "steals +34, walks -12, patience 3, bunts +20, length 14, sacrifices 210"

MOST_PATIENCE = 10
WALKS_OF_THE_BOOK = {True: 0.00032, False: 0.0061}
"""Intentional walks of a turn by the book, with and without a designated hitter (measured)."""
WALKS_A_THOUSANDTH = {True: 0.016, False: 0.0055}
"""By how much their logarithm rises for each thousandth of a run that one may cost (measured)."""
MOST_WALKS = 200

COMPLETE_BY_LENGTH = {
    True: (
        (-8.0, 0.005), (-5.0, 0.008), (-2.4, 0.012), (1.9, 0.030), (3.5, 0.080), (7.6, 0.188),
        (11.5, 0.290), (15.5, 0.340), (21.0, 0.365),
    ),
    False: (
        (-8.0, 0.004), (-2.2, 0.009), (1.8, 0.024), (2.6, 0.045), (3.8, 0.084), (5.3, 0.113),
        (7.5, 0.190), (11.4, 0.280), (15.3, 0.355), (19.3, 0.470), (25.0, 0.490), (30.0, 0.510),
    ),
}  # fmt: skip
"""Complete games, of starts, by length, with and without a designated hitter, where starters go
seven innings by their cards and clubs score 4.4 runs (measured in leagues from 1944 to 2024; where
few are, starters go rather too far for it than nowhere near as far as they did)."""
USUAL_POINT, USUAL_RUNS = 7.0, 4.4
LEAST_LENGTH, MOST_LENGTH = -12, 40

OUTS_BY_COMPLETE = {
    True: (
        (0.007, 14.7), (0.014, 15.0), (0.03, 16.6), (0.07, 17.4), (0.11, 17.9), (0.19, 19.4),
        (0.30, 20.6), (0.37, 21.2),
    ),
    False: (
        (0.007, 15.0), (0.012, 15.1), (0.037, 16.9), (0.09, 18.4), (0.18, 20.0), (0.27, 21.3),
        (0.46, 21.3),
    ),
}  # fmt: skip
"""Outs of a start by the share that is complete (measured; where many are, no more than this, as it
takes patient managers to have so many)."""
OUTS_OF_A_GAME = 26.6
OUTS_OF_RELIEF = {
    True: (2.97, 4.08, 4.15, 4.3, 4.35, 4.4, 4.55, 4.65, 4.68, 4.71, 4.75),
    False: (2.9, 3.85, 3.92, 4.0, 4.12, 4.25, 4.42, 4.6, 4.63, 4.66, 4.7),
}
"""Outs of an outing in relief by patience, from none on (measured)."""


def era_of(subjects: Sequence[Subject], year: Year, league: str = BOTH) -> Era:
    """What the managers of a pool did, ``year``'s whole or its ``league``."""
    of = year.leagues.get(league) or year.leagues[BOTH]
    lines = [
        line
        for subject in subjects
        if (line := subject.season.batting) is not None and not mainly_pitched(subject.season)
    ]
    if not lines:
        return NO_ERA
    designated = _designated(subjects)
    complete = _complete(subjects)
    return Era(
        year.steals.cost,
        _walks(lines, of.norms.kept, designated=designated),
        _patience(subjects, complete, designated=designated),
        era_bunting(subjects, of),
        _length(subjects, complete, designated=designated),
        era_sacrifices(subjects, of),
    )


def eras_of(subjects: Sequence[Subject], year: Year) -> dict[str, Era]:
    """By league, all together as ``BOTH``."""
    found = {BOTH: era_of(subjects, year)}
    for league in {subject.season.league for subject in subjects} - {BOTH}:
        own = [subject for subject in subjects if subject.season.league == league]
        found[league] = era_of(own, year, league)
    return found


def _walks(lines: Iterable[BattingLine], kept: Kept, *, designated: bool) -> int:
    turns = walks = 0
    for line in lines:
        turns += line.plate_appearances
        walks += line.walks
    share = kept.intentional * walks / turns if turns else 0.0
    if not share:
        return -MOST_WALKS
    found = log(share / WALKS_OF_THE_BOOK[designated]) / WALKS_A_THOUSANDTH[designated]
    return max(-MOST_WALKS, min(MOST_WALKS, round(found)))


def _designated(subjects: Iterable[Subject]) -> bool:
    """Whether somebody bats for the pitchers of these men: they hardly came to bat."""
    turns = starts = 0
    for subject in subjects:
        season = subject.season
        starts += season.pitching.starts if season.pitching is not None else 0
        if season.batting is not None and mainly_pitched(season):
            turns += season.batting.plate_appearances
    return turns < starts


def _complete(subjects: Iterable[Subject]) -> float:
    """Share of starts that were complete, the usual one of 2012 where nobody kept it."""
    lines = [line for each in subjects if (line := each.season.pitching) is not None]
    starts = sum(line.starts for line in lines)
    told = [line.complete_games for line in lines if line.complete_games is not None]
    return sum(told) / starts if starts and told else 0.023


def _length(subjects: Iterable[Subject], complete: float, *, designated: bool) -> int:
    """Half innings, never nought, which says nothing: so many complete games come of pitchers who
    go so far by their cards, while clubs score so many runs."""
    starts = runs = point = 0.0
    for subject in subjects:
        pitching, batting = subject.season.pitching, subject.season.batting
        if pitching is not None:
            starts += pitching.starts
            point += pitching.starts * starter_point(pitching)
        if batting is not None:
            runs += batting.runs
    if not starts:
        return 1
    found = _where(COMPLETE_BY_LENGTH[designated], complete)
    found += runs / starts - USUAL_RUNS - 2 * (point / starts - USUAL_POINT)
    # Managers count whole innings and runs: an odd number of halves is the even one below it.
    return max(LEAST_LENGTH, min(MOST_LENGTH, 2 * round(found / 2))) or 1


def _patience(subjects: Iterable[Subject], complete: float, *, designated: bool) -> int:
    """How long relievers stay, when starters leave them so much and there were so many."""
    games = starts = 0
    for subject in subjects:
        line = subject.season.pitching
        if line is not None:
            games += line.games
            starts += line.starts
    if not starts or games <= starts:
        return 0 if not starts else MOST_PATIENCE
    left = OUTS_OF_A_GAME - _at(OUTS_BY_COMPLETE[designated], complete)
    return min(
        range(MOST_PATIENCE + 1),
        key=lambda patience: abs(left / OUTS_OF_RELIEF[designated][patience] + 1 - games / starts),
    )


def _at(points: Sequence[tuple[float, float]], x: float) -> float:
    """Between points in the order of their first numbers; beyond them as at the ends."""
    for (low, first), (high, then) in pairwise(points):
        if x <= high:
            return first + max(0.0, x - low) / (high - low) * (then - first)
    return points[-1][1]


def _where(points: Sequence[tuple[float, float]], y: float) -> float:
    """The same the other way round."""
    return _at([(value, at) for at, value in points], y)
