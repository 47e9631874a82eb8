"""The order in which clubs finish their suspended games (T33.0l), as the app that made the games
tells it.

``games`` knows neither byes nor who else waits; the app that does registers how to ask.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from config.kinds import Kinds
from games.models import Game, Series


@dataclass(frozen=True)
class Turn:
    """A suspended game among several of a club: its key, its series and its number there, what it
    is called, against which club it is, and when its turn comes. ``rank`` is its place, the same
    for games that are level, which ``place`` says as ``2=``; ``why`` it has that, ``rolled`` what
    was thrown for it, and whether a d20 is ``asked`` for now. ``ready``: no word that the opponent
    is absent."""

    game: int
    series: int
    number: int
    name: str
    opponent: int
    rank: int
    place: str
    why: str
    rolled: tuple[int, ...]
    asked: bool
    ready: bool


@dataclass(frozen=True)
class ClubOrder:
    """The suspended games of a club that has some against several opponents, first to last."""

    team: int
    club: str
    turns: tuple[Turn, ...]

    def turn_of(self, game: int) -> Turn | None:
        """The turn of one of them; ``None`` for games that are not among them."""
        return next((turn for turn in self.turns if turn.game == game), None)

    def before(self, game: int) -> tuple[Turn, ...]:
        """The games against others who are there that come before one, or that only a d20 could
        put behind it, which has not been thrown."""
        mine = self.turn_of(game)
        if mine is None:
            return ()
        return tuple(
            turn
            for turn in self.turns
            if turn.opponent != mine.opponent and turn.rank <= mine.rank and turn.ready
        )


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


Ask = Callable[[str], Sequence[ClubOrder]]
"""Called with what follows the colon of the scope: the orders of all its clubs that have one."""

TURNS: Final[Kinds[Ask]] = Kinds()
"""Who tells in which order suspended games come, by the kind of event."""


def orders_in(scope: str) -> Sequence[ClubOrder]:
    """The orders there now; none where the kind of event has none."""
    found = TURNS.of(scope)
    return found[0](found[1]) if found else ()


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


def passed_over(series: Series, game: Game | None) -> list[PassedOver]:
    """The clubs of a series that have others to finish before this game; nothing for games that are
    not suspended."""
    if game is None or game.status != Game.Status.SUSPENDED:
        return []
    orders = orders_of_clubs(series.scope, (series.home_id, series.away_id))
    found = [PassedOver(order, game.pk, order.before(game.pk)) for order in orders]
    return [each for each in found if each.first]
