"""Suspended games: how one stood, which of a club's come before which (T33.0l), and what their
pitchers do while a game waits to be finished (T33.0j)."""

from __future__ import annotations

from config.people.scopes import Visitor
from games.models import Game, Series
from games.rules.endings import SUSPENDED
from games.rules.remedies import CUTTING
from games.rules.reports import GameClaim
from games.seriesday.access import part_in
from games.seriesday.models import GameReport, RulingStep
from games.sheets import keeps_sheets
from games.turns import ClubOrder, PassedOver, orders_of_clubs, passed_over
from pitching.selectors.sheets import sheets_of
from pitching.selectors.waiting import Waiting, waiting_of


def suspended_claim(game: Game) -> GameClaim | None:
    """How a reported game stood when it was suspended last; ``None`` where it never was, and where
    a ruling has cut it since, to a point that nobody knows."""
    told = game.reports.filter(claim__ending=SUSPENDED).order_by("-version").first()
    if told is None or _was_cut(game, told):
        return None
    return told.told


def _was_cut(game: Game, report: GameReport) -> bool:
    steps = RulingStep.objects.filter(ruling__game=game, remedy__in=CUTTING, at__gt=report.told_at)
    return steps.exists()


def orders_for(user: Visitor, series: Series) -> list[ClubOrder]:
    """The orders of those clubs of a series for which a user acts; of both for directors, and
    nothing for others."""
    part = part_in(user, series)
    clubs = {series.home_id, series.away_id} if part.directs and not part.clubs else part.clubs
    return orders_of_clubs(series.scope, clubs) if clubs else []


def orders_with(user: Visitor, game: Game) -> list[ClubOrder]:
    """The orders in which a game has its turn; none for a game that is not suspended."""
    if game.status != Game.Status.SUSPENDED:
        return []
    return [each for each in orders_for(user, game.series) if each.turn_of(game.pk)]


def passed_over_by(claim: GameClaim, game: Game) -> list[PassedOver]:
    """The clubs that had others to finish before a game of which a report says that it was played
    on; nothing where it stands as far as it did."""
    stop, was = claim.stop, (game.inning, game.half or 0, game.outs or 0)
    if claim.ending == SUSPENDED and (stop.inning, stop.half, stop.outs) <= was:
        return []
    return passed_over(game.series, game)


def waiting_pitchers(user: Visitor, game: Game) -> list[Waiting]:
    """T33.0j: what the next games do to the pitchers of a suspended game, for anyone who acts for
    its clubs, and for directors of both; nothing for others, and in games without sheets."""
    series = game.series
    waits = game.status == Game.Status.SUSPENDED and series.called_off_at is None
    if not waits or not keeps_sheets(series):
        return []
    part = part_in(user, series)
    columns = dict(zip(series.sides(game.number), series.columns(game.number), strict=True))
    clubs = [team for team in columns if team in part.clubs or (part.directs and not part.clubs)]
    sheets = sheets_of(series.scope, clubs, series.phase)
    found = (waiting_of(sheets[team], columns[team]) for team in clubs if team in sheets)
    return [each for each in found if each is not None]
