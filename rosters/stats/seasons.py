"""A player's season: his lines over all his teams, and league by league if he had two."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rosters.stats.lines import BattingLine, FieldingLine, PitchingLine, total

BOTH = ""
"""The league of a season summed over several leagues."""


@dataclass(frozen=True)
class Stint:
    """A player's uninterrupted time with one team."""

    year: int
    number: int
    team: str
    league: str
    batting: BattingLine | None = None
    pitching: PitchingLine | None = None
    fielding: tuple[FieldingLine, ...] = ()


@dataclass(frozen=True)
class Splits:
    """A line against left-handers and one against right-handers: by pitchers' hands for a hitter,
    by sides of the plate for a pitcher, whose lines are those of the batters he faced."""

    left: BattingLine
    right: BattingLine


@dataclass(frozen=True)
class Season:
    """A player's year in his only league, in all of several (``BOTH``), or, if not ``whole``, in
    one of several; teams in the order he played for them."""

    year: int
    league: str
    teams: tuple[str, ...]
    batting: BattingLine | None
    pitching: PitchingLine | None
    fielding: tuple[FieldingLine, ...] = ()
    whole: bool = True
    batting_splits: Splits | None = None
    pitching_splits: Splits | None = None


def combine(stints: Iterable[Stint]) -> list[Season]:
    """The seasons of one player's stints in one year.

    The sum over everything comes first; a player with two leagues has a season for each as well,
    since they may be two cards (T31.9).
    """
    ordered = sorted(stints, key=lambda stint: stint.number)
    if not ordered:
        return []
    leagues = list(dict.fromkeys(stint.league for stint in ordered))
    if len(leagues) == 1:
        return [_sum(ordered, leagues[0], whole=True)]
    return [_sum(ordered, BOTH, whole=True)] + [
        _sum([stint for stint in ordered if stint.league == league], league, whole=False)
        for league in leagues
    ]


def _sum(stints: Sequence[Stint], league: str, *, whole: bool) -> Season:
    by_position: dict[str, list[FieldingLine]] = defaultdict(list)
    for stint in stints:
        for line in stint.fielding:
            by_position[line.position].append(line)
    fielding = [
        position_total for lines in by_position.values() if (position_total := total(lines))
    ]
    return Season(
        year=stints[0].year,
        league=league,
        teams=tuple(dict.fromkeys(stint.team for stint in stints)),
        batting=total(stint.batting for stint in stints if stint.batting),
        pitching=total(stint.pitching for stint in stints if stint.pitching),
        fielding=tuple(sorted(fielding, key=lambda line: (-line.games, line.position))),
        whole=whole,
    )
