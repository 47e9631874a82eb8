"""T33.0l: which of a club's suspended games come before which, for managers about to play one."""

from __future__ import annotations

from config.people.scopes import Visitor
from games.models import Game, Series
from games.rules.reports import SUSPENDED, GameClaim
from games.seriesday.access import part_in
from games.turns import ClubOrder, PassedOver, orders_of_clubs, passed_over


def orders_for(user: Visitor, series: Series) -> list[ClubOrder]:
    """The orders of those clubs of a series for which a user acts; of both for directors, and
    nothing for others."""
    part = part_in(user, series)
    clubs = {series.home_id, series.away_id} if part.directs and not part.clubs else part.clubs
    return orders_of_clubs(series.scope, clubs) if clubs else []


def orders_with(user: Visitor, game: Game) -> list[ClubOrder]:
    """Those of them in which a game has its turn; nothing for games that are not suspended."""
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
