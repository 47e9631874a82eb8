"""What a season itself came to: targets for a league of its own cards, off its players' lines.

Lines tell sums and no plays, so that only some of the figures have a target here; one that was not
kept that year has none either. How far chance alone carries a season is known from the 2,592 team
games that ``targets.csv`` was counted in, and taken from there for as many as the season had.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import sqrt

from rosters.estimators.kept import flies_among_sacrifices
from rosters.stats.lines import BattingLine, Count, FieldingLine, PitchingLine, total
from rosters.stats.seasons import Season
from tests.tools.calibration.report import Target, targets

TEAM_GAMES = 2592
"""Games of one team in which the figures of ``targets.csv`` were counted."""


def season_targets(seasons: Iterable[Season]) -> tuple[Target, ...]:
    """The targets that these seasons of one year add up to, in the order of ``targets.csv``."""
    found = list(seasons)
    batting = total([each.batting for each in found if each.batting is not None])
    flies = flies_among_sacrifices(found[0].year) if found else 0.0
    pitching = total([each.pitching for each in found if each.pitching is not None])
    if batting is None or pitching is None or not pitching.starts or not batting.at_bats:
        return ()
    fielding = [line for each in found for line in each.fielding]
    figures = {**_by_turns(batting), **_by_games(batting, pitching, fielding)}
    if flies and batting.sacrifice_flies is None:
        # Counted with the bunts; comparable where they are flies on which somebody scored.
        figures["pa_sacrifices"] = figures["pa_sacrifice"] if flies == 1.0 else None
        figures["pa_sacrifice"] = None
    return tuple(
        _of_season(target, value, pitching.starts)
        for target in targets()
        if (value := figures.get(target.key)) is not None and value > 0
    )


def _of_season(usual: Target, value: float, team_games: int) -> Target:
    """Rarer things in fewer games are left more to chance."""
    chance = sqrt(value / usual.value * TEAM_GAMES / team_games)
    return replace(usual, value=value, error=usual.error * chance)


def _by_turns(line: BattingLine) -> dict[str, float | None]:
    turns = line.plate_appearances
    walks = None if line.intentional_walks is None else line.walks - line.intentional_walks
    counted: dict[str, Count] = {
        "strikeout": line.strikeouts,
        "walk": walks,
        "intentional_walk": line.intentional_walks,
        "hit_by_pitch": line.hit_by_pitch,
        "single": line.singles,
        "double": line.doubles,
        "triple": line.triples,
        "home_run": line.home_runs,
        "sacrifice": line.sacrifice_hits,
        "sacrifice_fly": line.sacrifice_flies,
        "sacrifices": _sum((line.sacrifice_hits, line.sacrifice_flies)),
        "grounded_into_double_play": line.double_plays,
    }
    return {
        "batting_average": line.average,
        "on_base_percentage": line.on_base,
        "slugging": line.slugging,
        **{f"pa_{key}": _per(count, turns) for key, count in counted.items()},
    }


def _by_games(
    batting: BattingLine, pitching: PitchingLine, fielding: Sequence[FieldingLine]
) -> dict[str, float | None]:
    """A team's in a game, of which each has one who starts it."""
    counted: dict[str, Count] = {
        "game_runs": batting.runs,
        "game_hits": batting.hits,
        "game_plate_appearances": batting.plate_appearances,
        "game_stolen_bases": batting.stolen_bases,
        "game_caught_stealing": batting.caught_stealing,
        "game_errors": _sum(line.errors for line in fielding),
        "game_wild_pitches": pitching.wild_pitches,
        "game_passed_balls": _sum(line.passed_balls for line in fielding if line.position == "c"),
        "game_balks": pitching.balks,
        "complete_games": pitching.complete_games,
        "pitchers": pitching.games,
    }
    return {key: _per(count, pitching.starts) for key, count in counted.items()}


def _sum(counts: Iterable[Count]) -> Count:
    found = 0
    for count in counts:
        if count is None:
            return None
        found += count
    return found


def _per(count: Count, whole: int) -> float | None:
    return None if count is None else count / whole
