"""Recorded rulings about ties."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from games.models import Game
from tournaments.models import Fixture, Tournament

Group = tuple[str, frozenset[int]]
"""The kind of a ruling, and the numbers of its clubs."""


@dataclass(frozen=True)
class Rulings:
    """The number recorded for each club of a tied group, by kind and group (for games 1 for the
    winner), and the runs of games where they are known."""

    values: Mapping[Group, Mapping[int, int]]
    runs: Mapping[Group, Mapping[int, int]]


def rulings_of(tournament: Tournament) -> Rulings:
    """Return the rulings in force; a later one for the same group replaces an earlier one. A game
    counts once it is over and a club has won it. Up to three queries."""
    rulings = list(tournament.tie_rulings.filter(withdrawn_at=None).order_by("pk"))
    scores = _scores({ruling.stage_id for ruling in rulings if ruling.stage_id is not None})
    values: dict[Group, Mapping[int, int]] = {}
    runs: dict[Group, Mapping[int, int]] = {}
    score: Mapping[int, int]
    for ruling in rulings:
        if ruling.stage_id is None:
            club_values = {int(number): int(value) for number, value in ruling.values.items()}
            score = {
                int(number): sum(inning_runs) if isinstance(inning_runs, list) else int(inning_runs)
                for number, inning_runs in ruling.details.get("runs", {}).items()
            }
        else:
            score = scores.get(ruling.stage_id, {})
            best = max(score.values(), default=0)
            club_values = {number: int(runs_made == best) for number, runs_made in score.items()}
        if club_values:
            group = (str(ruling.kind), frozenset(club_values))
            values[group], runs[group] = club_values, score
    return Rulings(values, runs)


def _scores(stages: Collection[int]) -> Mapping[int, Mapping[int, int]]:
    """Return the runs of both clubs by stage, for games that are over and that a club has won."""
    if not stages:
        return {}
    fixtures = Fixture.objects.filter(
        round__stage__in=stages, series__completed_at__isnull=False, away__isnull=False
    ).values_list("round__stage", "series", "home__number", "home__team", "away__number")
    rows = list(fixtures)
    finals = Game.objects.filter(series__in=[row[1] for row in rows], status=Game.Status.FINAL)
    runs_by_series = {
        series: {home: home_runs, away: away_runs}
        for series, home, away, home_runs, away_runs in finals.values_list(
            "series", "home", "away", "home_runs", "away_runs"
        )
        # A game recorded as a tie breaks none.
        if home_runs != away_runs
    }
    return {
        stage: {
            number: runs
            for team, runs in runs_by_series[series].items()
            if (number := home if team == home_team else away) is not None
        }
        for stage, series, home, home_team, away in rows
        if series in runs_by_series
    }
