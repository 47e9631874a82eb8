"""Run statistics: how often a club scores and allows how many runs in a game, and in which
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
"""Games with this many runs or more are counted together."""


@dataclass(frozen=True)
class Runs:
    """The runs of a club in the games that count: those scored and allowed by inning, in the
    ``known`` games whose innings are recorded; and the number of games by runs, from 0 to ``MANY``
    or more."""

    games: int
    known: int
    scored_by_inning: Sequence[int]
    allowed_by_inning: Sequence[int]
    scored: Sequence[int]
    allowed: Sequence[int]


def runs_of(league: League, entrant: Entrant) -> Runs:
    """Compute a club's run statistics; one query."""
    team = entrant.team_id
    played = [game for meeting in league.season.meetings_of(entrant) for game in meeting.counted]
    at_home = {game.pk: game.home == team for game in played}
    scored_in: Counter[int] = Counter()
    allowed_in: Counter[int] = Counter()
    known = last = 0
    rows = Game.objects.filter(pk__in=at_home).order_by().values_list("pk", "summary")
    for pk, summary in rows:
        sides = summary.get("innings") or ((), ())
        if not any(sides):
            continue
        known += 1
        side = int(at_home[pk])
        for runs_in, runs in ((scored_in, sides[side]), (allowed_in, sides[1 - side])):
            last = max(last, len(runs))
            for inning, scored in enumerate(runs):
                runs_in[inning] += scored or 0
    return Runs(
        len(played),
        known,
        [scored_in[inning] for inning in range(last)],
        [allowed_in[inning] for inning in range(last)],
        by_runs(game.runs_of(team) for game in played),
        by_runs(game.home_runs + game.away_runs - game.runs_of(team) for game in played),
    )


def runs_of_league(league: League) -> Sequence[int]:
    """Return how often a club scored how many runs in a game of the season, counting each game for
    both clubs."""
    finals: Iterable[Played] = league.season.finals
    return by_runs(runs for game in finals for runs in (game.home_runs, game.away_runs))


def by_runs(scored: Iterable[int]) -> list[int]:
    """Count games by runs, from 0 to ``MANY`` or more; empty without games."""
    counted = Counter(min(runs, MANY) for runs in scored)
    return [counted[runs] for runs in range(MANY + 1)] if counted else []


def bars(games: Sequence[int]) -> list[tuple[str, float]]:
    return [
        (f"{runs}+" if runs == MANY else str(runs), float(count))
        for runs, count in enumerate(games)
    ]
