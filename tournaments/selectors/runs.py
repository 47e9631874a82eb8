"""Where runs come from: how often a club scores and allows how many in a game, and in which
innings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from games.models import Game
from tournaments.models import Entrant
from tournaments.selectors.league import League
from tournaments.selectors.meetings import Played

MANY: Final = 11
"""So many runs or more stand together."""


@dataclass(frozen=True)
class Runs:
    """The runs of a club in the games that its table is made of: by inning, the runs it scored and
    those it allowed, in the ``known`` games whose innings are known; and by runs in a game, from 0
    to ``MANY`` or more, how many games."""

    games: int
    known: int
    scored_by_inning: Sequence[int]
    allowed_by_inning: Sequence[int]
    scored: Sequence[int]
    allowed: Sequence[int]


def runs_of(league: League, entrant: Entrant) -> Runs:
    """A club's; a query."""
    team = entrant.team_id
    played = [game for meeting in league.season.meetings_of(entrant) for game in meeting.counted]
    at_home = {game.pk: game.home == team for game in played}
    mine: Counter[int] = Counter()
    theirs: Counter[int] = Counter()
    known = last = 0
    rows = Game.objects.filter(pk__in=at_home).order_by().values_list("pk", "summary")
    for pk, summary in rows:
        sides = summary.get("innings") or ((), ())
        if not any(sides):
            continue
        known += 1
        side = int(at_home[pk])
        for counted, runs in ((mine, sides[side]), (theirs, sides[1 - side])):
            last = max(last, len(runs))
            for inning, scored in enumerate(runs):
                counted[inning] += scored or 0
    return Runs(
        len(played),
        known,
        [mine[inning] for inning in range(last)],
        [theirs[inning] for inning in range(last)],
        by_runs(game.runs_of(team) for game in played),
        by_runs(game.home_runs + game.away_runs - game.runs_of(team) for game in played),
    )


def runs_of_league(league: League) -> Sequence[int]:
    """How often a club scored how many in a game of the season, each game counted for both."""
    finals: Iterable[Played] = league.season.finals
    return by_runs(runs for game in finals for runs in (game.home_runs, game.away_runs))


def by_runs(scored: Iterable[int]) -> list[int]:
    """How many games by runs, from 0 to ``MANY`` or more; nothing of no games."""
    counted = Counter(min(runs, MANY) for runs in scored)
    return [counted[runs] for runs in range(MANY + 1)] if counted else []


def bars(games: Sequence[int]) -> list[tuple[str, float]]:
    """The same as a chart draws it."""
    return [
        (f"{runs}+" if runs == MANY else str(runs), float(count))
        for runs, count in enumerate(games)
    ]
