"""What people have done about ties."""

from collections.abc import Collection, Mapping

from games.models import Game
from tournaments.models import Fixture, Tournament


def rulings_of(tournament: Tournament) -> dict[tuple[str, frozenset[int]], dict[int, int]]:
    """The rulings that stand, by kind and group; a later one for the same group takes the place of
    an earlier one. A game that decides counts once it is over. Up to three queries."""
    rulings = list(tournament.tie_rulings.filter(withdrawn_at=None).order_by("pk"))
    won = _won({ruling.stage_id for ruling in rulings if ruling.stage_id is not None})
    found: dict[tuple[str, frozenset[int]], dict[int, int]] = {}
    for ruling in rulings:
        if ruling.stage_id is not None:
            values = won.get(ruling.stage_id, {})
        else:
            values = {int(number): int(value) for number, value in ruling.values.items()}
        if values:
            found[ruling.kind, frozenset(values)] = values
    return found


def _won(stages: Collection[int]) -> Mapping[int, dict[int, int]]:
    """By stage of a game that is over: 1 for the winner, 0 for the other one."""
    if not stages:
        return {}
    fixtures = Fixture.objects.filter(
        round__stage__in=stages, series__completed_at__isnull=False, away__isnull=False
    ).values_list("round__stage", "series", "home__number", "home__team", "away__number")
    rows = list(fixtures)
    finals = Game.objects.filter(series__in=[row[1] for row in rows], status=Game.Status.FINAL)
    winners = {
        series: home if home_runs > away_runs else away
        for series, home, away, home_runs, away_runs in finals.values_list(
            "series", "home", "away", "home_runs", "away_runs"
        )
    }
    return {
        stage: {home: int(winners[series] == team), away: int(winners[series] != team)}
        for stage, series, home, team, away in rows
        if series in winners and away is not None
    }
