"""T33.0l: which of a club's suspended games come before which, for whoever is about to play one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from config.people.scopes import Visitor
from games.models import Game, Series
from games.rules.reports import SUSPENDED, GameClaim
from games.seriesday.access import part_in
from games.seriesday.turns import ClubOrder, Turn, orders_in


@dataclass(frozen=True)
class PassedOver:
    """A club one of whose suspended games would go on before its turn, and what comes first."""

    order: ClubOrder
    game: int
    first: tuple[Turn, ...]

    @property
    def undecided(self) -> bool:
        """Whether only a d20 is missing that says which comes first."""
        mine = self.order.turn_of(self.game)
        return mine is not None and all(turn.rank == mine.rank for turn in self.first)


def orders_of_clubs(scope: str, clubs: Collection[int]) -> list[ClubOrder]:
    """The orders of these clubs; asked for only where one of them may have any."""
    waiting = several_suspended([scope])[scope]
    wanted = set(clubs) & waiting
    return [each for each in orders_in(scope) if each.team in wanted] if wanted else []


def several_suspended(scopes: Collection[str] | None) -> Mapping[str, set[int]]:
    """The clubs with suspended games against several opponents, by scope; of all scopes for
    ``None``. One query."""
    rows = Game.objects.filter(status=Game.Status.SUSPENDED, series__called_off_at=None)
    if scopes is not None:
        rows = rows.filter(series__event__key__in=scopes)
    opponents: dict[tuple[str, int], set[int]] = defaultdict(set)
    for scope, home, away in rows.order_by().values_list("series__event__key", "home", "away"):
        opponents[scope, home].add(away)
        opponents[scope, away].add(home)
    found: dict[str, set[int]] = defaultdict(set)
    for (scope, club), others in opponents.items():
        if len(others) > 1:
            found[scope].add(club)
    return found


def orders_for(user: Visitor, series: Series) -> list[ClubOrder]:
    """The orders of those clubs of a series for which somebody acts; of both for directors, and
    nothing for others."""
    part = part_in(user, series)
    clubs = {series.home_id, series.away_id} if part.directs and not part.clubs else part.clubs
    return orders_of_clubs(series.scope, clubs) if clubs else []


def orders_with(user: Visitor, game: Game) -> list[ClubOrder]:
    """Those of them in which a game has its turn; nothing for games that are not suspended."""
    if game.status != Game.Status.SUSPENDED:
        return []
    return [each for each in orders_for(user, game.series) if each.turn_of(game.pk)]


def passed_over(series: Series, game: Game | None) -> list[PassedOver]:
    """The clubs of a series that have others to finish before this game; nothing for games that are
    not suspended."""
    if game is None or game.status != Game.Status.SUSPENDED:
        return []
    orders = orders_of_clubs(series.scope, (series.home_id, series.away_id))
    found = [PassedOver(order, game.pk, order.before(game.pk)) for order in orders]
    return [each for each in found if each.first]


def passed_over_by(claim: GameClaim, game: Game) -> list[PassedOver]:
    """The same for a game of which somebody tells that it was played on; nothing where it stands
    as far as it did."""
    stop, was = claim.stop, (game.inning, game.half or 0, game.outs or 0)
    if claim.ending == SUSPENDED and (stop.inning, stop.half, stop.outs) <= was:
        return []
    return passed_over(game.series, game)
