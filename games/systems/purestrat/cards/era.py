"""Managers as in their time: how far those of a season went beyond the book of 2012 with steals,
intentional walks and their pitchers, taken from what the season came to.

Steals are solved against the season's own thieves (``thieves``). Walks and pitchers are read off
what the house's manager does by how far he goes, which was measured.
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

    def tendencies(self) -> dict[str, int]:
        """By the names of a club's tendencies."""
        return {f"era_{key}": value for key, value in asdict(self).items()}


NO_ERA = Era()

_WRITTEN = re.compile(r"steals ([+-]\d{1,3}), walks ([+-]\d{1,3}), patience (\d{1,2})")


def write_era(era: Era) -> str:
    """As it stands on a card; empty for the book."""
    if era == NO_ERA:
        return ""
    return f"steals {era.stealing:+d}, walks {era.walks:+d}, patience {era.patience}"


def parse_era(text: str) -> Era:
    """What a card says of its time; ``no-such-era`` where it cannot be read."""
    if not text:
        return NO_ERA
    found = _WRITTEN.fullmatch(text.strip())
    if found is None or int(found[3]) > MOST_PATIENCE:
        said = f"“{text}” does not read like steals +34, walks -12, patience 3."
        raise Refused(Refusal("no-such-era", said, "era"))
    return Era(int(found[1]), int(found[2]), int(found[3]))


def mean_era(texts: Iterable[str]) -> Era:
    """Of cards of several times, what lies between."""
    eras = [parse_era(text) for text in texts]
    if not eras:
        return NO_ERA
    return Era(
        round(sum(era.stealing for era in eras) / len(eras)),
        round(sum(era.walks for era in eras) / len(eras)),
        round(sum(era.patience for era in eras) / len(eras)),
    )


MOST_PATIENCE = 10
WALKS_OF_THE_BOOK = {True: 0.0004, False: 0.0063}
"""Intentional walks of a turn by the book, with and without a designated hitter (measured)."""
WALKS_A_THOUSANDTH = {True: 0.016, False: 0.0055}
"""By how much their logarithm rises for each thousandth of a run that one may cost (measured)."""
MOST_WALKS = 200

PITCHERS_BY_PATIENCE = {
    True: (3.1, 2.8, 2.58, 2.36, 2.2, 2.05, 1.95, 1.9, 1.85, 1.8, 1.75),
    False: (3.85, 3.5, 3.15, 2.85, 2.65, 2.48, 2.4, 2.32, 2.25, 2.2, 2.15),
}
"""Pitchers a team and game by patience from 0 on, with and without a designated hitter
(measured)."""


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
    return Era(
        year.steals.cost,
        _walks(lines, of.norms.kept, designated=designated),
        _patience(subjects, designated=designated),
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
    """Whether pitchers hardly came to bat."""
    turns = starts = 0
    for subject in subjects:
        season = subject.season
        starts += season.pitching.starts if season.pitching is not None else 0
        if season.batting is not None and mainly_pitched(season):
            turns += season.batting.plate_appearances
    return turns < starts


def _patience(subjects: Iterable[Subject], *, designated: bool) -> int:
    games = starts = 0
    for subject in subjects:
        line = subject.season.pitching
        if line is not None:
            games += line.games
            starts += line.starts
    if not starts:
        return 0
    wanted = games / starts
    for patience, (more, fewer) in enumerate(pairwise(PITCHERS_BY_PATIENCE[designated])):
        if wanted >= (more + fewer) / 2:
            return patience
    return MOST_PATIENCE
