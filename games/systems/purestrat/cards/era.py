"""Managers as in their time: how far those of a season went beyond the book of 2012 with steals,
intentional walks and their pitchers, taken from what the season came to.

Steals are solved against the season's own thieves (``thieves``), bunts against its own batters
(``bunts``). Walks and pitchers are read off what the house's manager does by how far he goes, which
was measured.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from math import log
from statistics import fmean as mean

from config.refusals import Refusal, Refused
from games.systems.purestrat.cards.bunts import era_bunting, era_sacrifices
from games.systems.purestrat.cards.year import Year
from rosters.estimators.kept import Kept
from rosters.estimators.mound import starter_point
from rosters.estimators.norms import mainly_pitched
from rosters.estimators.scales import between, where
from rosters.estimators.staffs import Staffs, staffs_of
from rosters.makers.base import Subject
from rosters.stats.lines import BattingLine
from rosters.stats.seasons import BOTH


@dataclass(frozen=True)
class Era:
    """An era's defaults, as a club's tendencies hold them: ``relief`` are tenths of a step of
    ``patience``, ``starts`` of one of ``length``."""

    stealing: int = 0
    walks: int = 0
    patience: int = 0
    bunting: int = 0
    length: int = 0
    sacrifices: int = 0
    relief: int = 0
    starts: int = 0

    def tendencies(self) -> dict[str, int]:
        """By the names of a club's tendencies."""
        return {f"era_{key}": value for key, value in asdict(self).items()}


NO_ERA = Era()

_WRITTEN = re.compile(
    r"steals ([+-]\d{1,3}), walks ([+-]\d{1,3}), patience (\d{1,2}(?:\.\d)?)"
    r"(?:, bunts ([+-]\d{1,3}), length (-?\d{1,2}(?:\.\d)?)(?:, sacrifices (\d{1,3}))?)?"
)


def write_era(era: Era) -> str:
    """An era as it stands on a card; empty for the book."""
    if era == NO_ERA:
        return ""
    patience = f"{era.patience}.{era.relief}" if era.relief else f"{era.patience}"
    told = f"steals {era.stealing:+d}, walks {era.walks:+d}, patience {patience}"
    if not era.length:
        return told
    length = f"{half_innings(era):.1f}" if era.starts else f"{era.length}"
    told = f"{told}, bunts {era.bunting:+d}, length {length}"
    return f"{told}, sacrifices {era.sacrifices}" if era.sacrifices else told


def parse_era(text: str) -> Era:
    """What a card says of its time; ``no-such-era`` where it cannot be read."""
    if not text:
        return NO_ERA
    found = _WRITTEN.fullmatch(text.strip())
    if found is None or float(found[3]) > MOST_PATIENCE:
        said = f"“{text}” does not read like {EXAMPLE}."
        raise Refused(Refusal("no-such-era", said, "era"))
    stealing, walks, patience, bunting, length, sacrifices = found.groups()
    era = Era(int(stealing), int(walks), 0, int(bunting or 0), 0, int(sacrifices or 0))
    return _patient(_as_long(era, length or "0"), patience)


def half_innings(era: Era) -> float:
    """How much longer than by his card a starter goes; see ``Era``."""
    if not era.starts:
        return float(era.length)
    return era.length // 2 * 2 + STEP * era.starts / 10


def outs_of_patience(era: Era) -> float:
    """How much longer than an inning a reliever stays."""
    return era.patience + era.relief / 10


def _as_long(era: Era, length: str | float) -> Era:
    """With a length in half innings: a whole number is taken as it is, anything else as the step
    below it and tenths of a step."""
    if isinstance(length, str) and "." not in length:
        return replace(era, length=int(length))
    tenths = round(10 * float(length) / STEP)
    # Nought would say nothing; managers take an odd number of halves for the even one below it.
    return replace(era, length=tenths // 10 * STEP or 1, starts=tenths % 10)


def _patient(era: Era, patience: str | float) -> Era:
    tenths = round(10 * float(patience))
    return replace(era, patience=tenths // 10, relief=tenths % 10)


STEP = 2
"""Half innings by which managers let a starter go longer."""


def mean_era(texts: Iterable[str]) -> Era:
    """The mean of the eras on these cards."""
    eras = [parse_era(text) for text in texts]
    if not eras:
        return NO_ERA
    lengths = [half_innings(era) for era in eras if era.length]
    sacrifices = [era.sacrifices for era in eras if era.sacrifices]
    between = Era(
        round(mean(era.stealing for era in eras)),
        round(mean(era.walks for era in eras)),
        round(mean(era.patience for era in eras)),
        round(mean(era.bunting for era in eras)),
        round(mean(lengths)) if lengths else 0,
        round(mean(sacrifices)) if sacrifices else 0,
    )
    if any(era.starts for era in eras):
        between = _as_long(between, mean(lengths))
    if any(era.relief for era in eras):
        between = _patient(between, mean(outs_of_patience(era) for era in eras))
    return between


EXAMPLE = "steals +34, walks -12, patience 3.5, bunts +20, length 14.6, sacrifices 210"

MOST_PATIENCE = 10
WALKS_OF_THE_BOOK = {True: 0.000225, False: 0.0057}
"""Intentional walks of a turn by the book, with and without a designated hitter (measured)."""
WALKS_A_THOUSANDTH = {True: 0.0185, False: 0.006}
"""By how much their logarithm rises for each thousandth of a run that one may cost (measured)."""
MOST_WALKS = 200

COMPLETE_BY_LENGTH = {
    True: (
        (-8.0, 0.003), (-4.6, 0.008), (-3.0, 0.0115), (1.4, 0.021), (2.1, 0.034), (2.7, 0.062),
        (4.6, 0.128), (6.7, 0.192), (9.6, 0.312), (12.8, 0.418), (20.0, 0.450),
    ),
    False: (
        (-8.0, 0.004), (-4.2, 0.007), (2.0, 0.027), (2.4, 0.037), (3.3, 0.063), (4.3, 0.080),
        (5.3, 0.122), (6.7, 0.150), (9.1, 0.224), (10.3, 0.260), (11.4, 0.310), (13.0, 0.325),
        (15.5, 0.342), (17.0, 0.370), (18.3, 0.450), (19.3, 0.470), (25.0, 0.490), (30.0, 0.510),
    ),
}  # fmt: skip
"""Complete games, of starts, by length, with and without a designated hitter, where starters go
seven innings by their cards and clubs score 4.4 runs (measured in 36 leagues from 1926 to
2022)."""
USUAL_POINT, USUAL_RUNS = 7.0, 4.4
LEAST_LENGTH, MOST_LENGTH = -12, 40

OUTS_BY_COMPLETE = {
    True: (
        (0.004, 14.4), (0.0115, 14.8), (0.0205, 16.5), (0.0315, 16.9), (0.060, 17.4),
        (0.128, 18.8), (0.197, 19.7), (0.312, 21.3), (0.418, 22.5),
    ),
    False: (
        (0.007, 14.6), (0.023, 17.1), (0.037, 17.2), (0.065, 17.9), (0.077, 18.8), (0.124, 19.2),
        (0.149, 19.6), (0.224, 20.6), (0.279, 21.3), (0.310, 21.9), (0.345, 22.1), (0.480, 22.9),
    ),
}  # fmt: skip
"""Outs of a start by the share that is complete (measured with it)."""
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
    staffs = staffs_of(subject.season for subject in subjects)
    era = Era(
        stealing=year.steals.cost,
        walks=_walks(lines, of.norms.kept, designated=staffs.designated),
        bunting=era_bunting(subjects, of),
        sacrifices=era_sacrifices(subjects, of),
    )
    era = _as_long(era, _length(subjects, staffs))
    return _patient(era, _patience(staffs))


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


def _length(subjects: Iterable[Subject], staffs: Staffs) -> float:
    """Half innings: so many complete games come of pitchers who go so far by their cards, while
    clubs score so many runs."""
    lines = [line for each in subjects if (line := each.season.pitching) is not None]
    if not staffs.starts:
        return 0.0
    point = sum(line.starts * starter_point(line) for line in lines) / staffs.starts
    found = where(COMPLETE_BY_LENGTH[staffs.designated], staffs.complete)
    found += staffs.runs - USUAL_RUNS - 2 * (point - USUAL_POINT)
    return max(float(LEAST_LENGTH), min(float(MOST_LENGTH), found))


def _patience(staffs: Staffs) -> float:
    """How long relievers stay, when starters leave them so much and there were so many."""
    if staffs.relievers <= 0:
        return 0.0 if not staffs.starts else float(MOST_PATIENCE)
    left = OUTS_OF_A_GAME - between(OUTS_BY_COMPLETE[staffs.designated], staffs.complete)
    relief = OUTS_OF_RELIEF[staffs.designated]
    points = [(outs, float(patience)) for patience, outs in enumerate(relief)]
    return between(points, left / staffs.relievers)
