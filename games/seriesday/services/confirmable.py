"""Which reports of a series somebody may confirm where the series is told."""

from __future__ import annotations

from config.people.scopes import Visitor
from games.models import Game, Series
from games.seriesday.access import part_in
from games.seriesday.models import GameReport
from games.seriesday.services.reporting import may_confirm


def confirmable(series: Series, user: Visitor) -> list[GameReport]:
    """The reports of a series that somebody may confirm as they stand, in the order of games."""
    part = part_in(user, series)
    rows = GameReport.objects.filter(
        game__series=series, game__status=Game.Status.REPORTED, state=GameReport.State.OPEN
    )
    return [
        report
        for report in rows.select_related("game", "team").order_by("game__number", "pk")
        if may_confirm(part, report, series, user)
    ]
