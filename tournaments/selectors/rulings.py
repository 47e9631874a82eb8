"""What people have done about ties."""

from tournaments.models import Fixture, TieRuling, Tournament


def rulings_of(tournament: Tournament) -> dict[tuple[str, frozenset[int]], dict[int, int]]:
    """The rulings that stand, by kind and group; a later one for the same group takes the place of
    an earlier one. A game that decides counts once it is over."""
    found: dict[tuple[str, frozenset[int]], dict[int, int]] = {}
    for ruling in tournament.tie_rulings.filter(withdrawn_at=None).order_by("pk"):
        values = {int(number): int(value) for number, value in ruling.values.items()}
        if ruling.stage_id is not None:
            values = _won(ruling)
        if values:
            found[ruling.kind, frozenset(values)] = values
    return found


def _won(ruling: TieRuling) -> dict[int, int]:
    fixture = (
        Fixture.objects.filter(round__stage=ruling.stage_id, series__completed_at__isnull=False)
        .select_related("home", "away", "series")
        .first()
    )
    if fixture is None or fixture.series is None or fixture.away is None:
        return {}
    game = fixture.series.games.filter(status="final").first()
    if game is None:
        return {}
    hosts_won = game.home_runs > game.away_runs
    winner = game.home_id if hosts_won else game.away_id
    return {side.number: int(side.team_id == winner) for side in (fixture.home, fixture.away)}
