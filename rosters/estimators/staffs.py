"""How a league used its pitchers; the managers of its time are fitted to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rosters.estimators.norms import mainly_pitched
from rosters.stats.seasons import Season

USUALLY_COMPLETE = 0.023
"""The share of starts that are complete, if complete games were not kept (2012)."""


@dataclass(frozen=True)
class Staffs:
    """A league's ``starts``, the summed ``games`` of its pitchers, the share of starts that were
    ``complete``, ``runs`` of a club in a game, and whether there is a designated hitter."""

    starts: int = 0
    games: int = 0
    complete: float = USUALLY_COMPLETE
    runs: float = 0.0
    designated: bool = False

    @property
    def relievers(self) -> float:
        return self.games / self.starts - 1 if self.starts else 0.0


def staffs_of(seasons: Iterable[Season]) -> Staffs:
    """The staffs of a league together; if pitchers hardly batted, there was a designated hitter."""
    starts = games = runs = turns = complete = recorded = 0
    for season in seasons:
        pitching, batting = season.pitching, season.batting
        if pitching is not None:
            starts += pitching.starts
            games += pitching.games
            complete += pitching.complete_games or 0
            recorded += pitching.complete_games is not None
        if batting is not None:
            runs += batting.runs
            turns += batting.plate_appearances if mainly_pitched(season) else 0
    return Staffs(
        starts,
        games,
        complete / starts if starts and recorded else USUALLY_COMPLETE,
        runs / starts if starts else 0.0,
        designated=turns < starts,
    )
