"""Everybody of a year together: what is usual, and the corrections that make cards come out so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from games.systems.deep_drive.cards.counts import (
    Rates,
    batting_rates,
    pitching_rates,
    together,
)
from games.systems.deep_drive.cards.design import USUAL, USUAL_ERRORS, Design, design_of
from games.systems.deep_drive.cards.gloves import Gloves, gloves_of, throw_of, weighted_cuts
from games.systems.deep_drive.cards.kept import Ratios, in_play, ratios_of
from games.systems.deep_drive.cards.mound import Mound, faced, hold_of, mound_of
from games.systems.deep_drive.cards.rounds import Fitted, fit
from games.systems.deep_drive.cards.running import (
    SPEEDS,
    Arms,
    Thieves,
    arms_together,
    shares_of,
    thieves_of,
)
from rosters.estimators.gloves import nines
from rosters.estimators.kept import USUAL as USUALLY_KEPT
from rosters.estimators.kept import Kept, kept_by
from rosters.estimators.running import Legs, legs_of
from rosters.makers.base import Subject
from rosters.stats.lines import BattingLine
from rosters.stats.seasons import BOTH, Season


def mainly_pitched(season: Season) -> bool:
    """Whether somebody's own bat counts as a pitcher's."""
    if season.pitching is None or season.batting is None:
        return season.pitching is not None
    return season.pitching.games * 2 > season.batting.games


@dataclass(frozen=True)
class Year:
    """A year's ratios, design with its corrections, and what is usual around the numbers.

    ``double_plays`` are the league's of a turn and ``in_play_doubled`` of a ball in play.
    """

    ratios: Ratios = field(default_factory=Ratios)
    fitted: Fitted = field(default_factory=lambda: fit(design_of(USUAL, USUAL_ERRORS), (), ()))
    thieves: Thieves = field(default_factory=Thieves)
    gloves: Gloves = field(default_factory=Gloves)
    mound: Mound = field(default_factory=Mound)
    speeds: tuple[float, ...] = ()
    legs: Legs = field(default_factory=Legs)
    kept: Kept = USUALLY_KEPT
    double_plays: float = 0.0186
    in_play_doubled: float = 0.0285

    @property
    def design(self) -> Design:
        """The average cards of the year."""
        return self.fitted.design

    @property
    def strikeouts(self) -> float:
        """Strikeouts a turn, for players whose own are not known."""
        return self.design.league.of["strikeout"]


def year_of(subjects: Iterable[Subject]) -> Year:
    """The year of these players; the usual one where none came up."""
    everybody = list(subjects)
    everybody = [subject for subject in everybody if subject.season.whole] or everybody
    whole = [subject.season for subject in everybody]
    ratios = ratios_of(whole)
    at_bat = [season for season in whole if season.batting is not None]
    told = [line for season in at_bat if (line := season.batting) and line.strikeouts is not None]
    struck = sum(line.strikeouts or 0 for line in told)
    base = sum(line.plate_appearances for line in told)
    strikeouts = struck / base if base else USUAL.of["strikeout"]

    def rates_of(season: Season) -> Rates | None:
        line = season.batting
        return None if line is None else batting_rates(line, ratios, strikeouts)

    league = together(found for season in at_bat if (found := rates_of(season)))
    if league is None:
        return Year()
    turns = sum(line.plate_appearances for season in at_bat if (line := season.batting))
    errors = sum(line.errors or 0 for season in whole for line in season.fielding)
    design = design_of(league, errors / turns if errors else USUAL_ERRORS)
    hitters = [season for season in at_bat if not mainly_pitched(season)]
    batters = [found for season in hitters if (found := rates_of(season))]
    pitchers = [
        found
        for season in whole
        if (pitched := season.pitching) and (found := pitching_rates(pitched, ratios, league))
    ]
    lines = [line for season in hitters if (line := season.batting)]
    balls = sum(in_play(line) for season in at_bat if (line := season.batting))
    doubled = ratios.double_plays
    kept = kept_by(whole, whole[0].year, BOTH)
    legs = legs_of(_runners(hitters), kept)
    gloves = gloves_of(line for season in whole for line in season.fielding)
    return Year(
        ratios=ratios,
        fitted=fit(design, batters, pitchers),
        thieves=thieves_of(lines, ratios, _arms(everybody, gloves)),
        gloves=gloves,
        mound=mound_of(
            (pitched for season in whole if (pitched := season.pitching)),
            (batted for season in at_bat if mainly_pitched(season) and (batted := season.batting)),
        ),
        speeds=_speeds(hitters, legs, kept),
        legs=legs,
        kept=kept,
        double_plays=doubled * balls / league.weight,
        in_play_doubled=doubled,
    )


def _arms(subjects: Iterable[Subject], gloves: Gloves) -> Arms:
    """What thieves meet: the pitchers of a year by batters faced, its catchers by innings."""
    holds, throws = [], []
    for subject in subjects:
        season = subject.season
        if season.pitching is not None:
            throws_with = "L" if subject.throws == "L" else "R"
            holds.append((hold_of(subject.key, throws_with), float(faced(season.pitching))))
        throws += [
            (throw_of(subject.key, line, gloves), nines(line))
            for line in season.fielding
            if line.position == "c"
        ]
    return arms_together(shares_of(holds), shares_of(throws))


def _runners(hitters: Iterable[Season]) -> list[tuple[str, BattingLine, tuple[str, ...]]]:
    return [
        (str(at), line, positions_of(season))
        for at, season in enumerate(hitters)
        if (line := season.batting) is not None
    ]


def _speeds(hitters: Iterable[Season], legs: Legs, kept: Kept) -> tuple[float, ...]:
    scores = sorted(
        (legs.speed(key, line, positions, kept), float(line.plate_appearances))
        for key, line, positions in _runners(hitters)
    )
    return weighted_cuts(scores, SPEEDS)


def positions_of(season: Season) -> tuple[str, ...]:
    """Where he played, most games first."""
    return tuple(line.position for line in season.fielding)
