"""Managers as in their time: how far those of a season went beyond the book of 2012 with steals,
intentional walks and their pitchers, taken from what the season came to.

Steals are solved against the season's own thieves (``thieves``). Walks, bunts and pitchers are read
off what the house's manager does by how far he goes, which was measured.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from math import log

from config.refusals import Refusal, Refused
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

    def tendencies(self) -> dict[str, int]:
        """By the names of a club's tendencies."""
        return {f"era_{key}": value for key, value in asdict(self).items()}


NO_ERA = Era()

_WRITTEN = re.compile(
    r"steals ([+-]\d{1,3}), walks ([+-]\d{1,3}), patience (\d{1,2})"
    r"(?:, bunts ([+-]\d{1,3}), length (\d{1,2}))?"
)


def write_era(era: Era) -> str:
    """As it stands on a card; empty for the book."""
    if era == NO_ERA:
        return ""
    told = f"steals {era.stealing:+d}, walks {era.walks:+d}, patience {era.patience}"
    if not era.length:
        return told
    return f"{told}, bunts {era.bunting:+d}, length {era.length}"


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
    return Era(
        round(sum(era.stealing for era in eras) / len(eras)),
        round(sum(era.walks for era in eras) / len(eras)),
        round(sum(era.patience for era in eras) / len(eras)),
        round(sum(era.bunting for era in eras) / len(eras)),
        round(sum(lengths) / len(lengths)) if lengths else 0,
    )


EXAMPLE = "steals +34, walks -12, patience 3, bunts +20, length 14"

MOST_PATIENCE = 10
WALKS_OF_THE_BOOK = {True: 0.00034, False: 0.0055}
"""Intentional walks of a turn by the book, with and without a designated hitter (measured)."""
WALKS_A_THOUSANDTH = {True: 0.016, False: 0.0055}
"""By how much their logarithm rises for each thousandth of a run that one may cost (measured)."""
MOST_WALKS = 200

COMPLETE_BY_LENGTH = {
    True: (
        (-1.5, 0.007), (1.6, 0.027), (3.5, 0.072), (5.2, 0.125), (6.7, 0.185), (8.7, 0.265),
        (11.7, 0.360), (15.0, 0.430),
    ),
    False: (
        (-1.5, 0.003), (1.0, 0.009), (4.0, 0.060), (5.8, 0.122), (7.6, 0.165), (9.0, 0.230),
        (12.0, 0.280), (14.4, 0.300), (15.0, 0.390), (20.0, 0.450), (30.0, 0.500),
    ),
}  # fmt: skip
"""Complete games, of starts, by length, with and without a designated hitter, where starters go
seven innings by their cards and clubs score 4.4 runs (measured in leagues from 1924 to 2019)."""
USUAL_POINT, USUAL_RUNS = 7.0, 4.4
MOST_LENGTH = 40

OUTS_BY_COMPLETE = (
    (0.007, 15.3), (0.03, 16.7), (0.07, 17.8), (0.11, 18.7), (0.14, 19.2), (0.19, 20.0),
    (0.27, 21.2), (0.36, 22.0),
)  # fmt: skip
"""Outs of a start by the share that is complete (measured)."""
MOST_OUTS = {True: 22.5, False: 20.5}
OUTS_OF_A_GAME = 26.5
OUTS_OF_RELIEF = {
    True: ((0, 3.05), (1, 4.05), (3, 4.6), (4, 5.0), (10, 6.0)),
    False: ((0, 2.75), (1, 3.9), (3, 4.1), (5, 4.4), (10, 4.6)),
}
"""Outs of an outing in relief by patience (measured)."""

BUNTS_BY_ERA = {
    True: ((-40, 0.0013), (0, 0.0028), (1, 0.0070), (40, 0.0135), (80, 0.0200), (140, 0.0280)),
    False: (
        (-40, 0.0058),
        (-30, 0.0066),
        (-29, 0.0102),
        (0, 0.0130),
        (40, 0.0220),
        (80, 0.0300),
        (140, 0.0400),
    ),
}
"""Sacrifice bunts of a turn by how much better than the book's he may be who bunts, where clubs
score ``RUNS_OF_BUNTS``; with a designated hitter it takes so much more where they score a run more
(measured). Above nought early innings begin, at once with some bunts."""
RUNS_OF_BUNTS, BETTER_A_RUN = 4.75, 20.0


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
        _bunting(subjects, of.norms.kept, designated=designated),
        _length(subjects, complete, designated=designated),
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
    """Half innings, at least one: that many complete games come of pitchers who go so far by their
    cards, while clubs score so many runs."""
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
    return max(1, min(MOST_LENGTH, round(found)))


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
    outs = min(MOST_OUTS[designated], _at(OUTS_BY_COMPLETE, complete))
    relief = (OUTS_OF_A_GAME - outs) / (games / starts - 1)
    return max(0, min(MOST_PATIENCE, round(_where(OUTS_OF_RELIEF[designated], relief))))


def _bunting(subjects: Sequence[Subject], kept: Kept, *, designated: bool) -> int:
    lines = [line for each in subjects if (line := each.season.batting) is not None]
    starts = sum(each.season.pitching.starts for each in subjects if each.season.pitching)
    turns = sum(line.plate_appearances for line in lines)
    told = [line.sacrifice_hits for line in lines if line.sacrifice_hits is not None]
    share = sum(told) / turns if told and turns else kept.bunts
    found = _where(BUNTS_BY_ERA[designated], share)
    if designated and found > 0 and starts:
        runs = sum(line.runs for line in lines) / starts
        found = max(1.0, found + BETTER_A_RUN * (runs - RUNS_OF_BUNTS))
    return round(found)


def _at(points: Sequence[tuple[float, float]], x: float) -> float:
    """Between points in the order of their first numbers; beyond them as at the ends."""
    for (low, first), (high, then) in pairwise(points):
        if x <= high:
            return first + max(0.0, x - low) / (high - low) * (then - first)
    return points[-1][1]


def _where(points: Sequence[tuple[float, float]], y: float) -> float:
    """The same the other way round."""
    return _at([(value, at) for at, value in points], y)
