"""Who may look at, score or direct a series.

``games`` does not know what a series belongs to; the app that made it registers a keeper for its
scope, so that one question has one answer on every page, in the API and on live topics.
"""

from typing import Protocol

from django.contrib.auth.models import AnonymousUser

from config.people.models import User
from games.engine.situation import AWAY, HOME
from games.models import Game, Series
from rosters.models import TeamMember

Visitor = User | AnonymousUser


class Keeper(Protocol):
    """Answers for one kind of scope; ``key`` is what follows the colon."""

    def may_view(self, user: Visitor, key: str) -> bool:
        """Whether the user may look at what lies in the scope."""
        ...

    def may_direct(self, user: Visitor, key: str) -> bool:
        """Whether the user runs it."""
        ...

    def way_back(self, key: str) -> tuple[str, str]:
        """Its name and the address of its page."""
        ...


_keepers: dict[str, Keeper] = {}


def register(kind: str, keeper: Keeper) -> None:
    """Let ``keeper`` answer for scopes that begin with ``kind:``."""
    _keepers[kind] = keeper


def may_view(user: Visitor, series: Series) -> bool:
    """Whether the user may see the series and its games."""
    kind, _, key = series.scope.partition(":")
    keeper = _keepers.get(kind)
    return is_staff(user) or (keeper is not None and keeper.may_view(user, key))


def may_direct(user: Visitor, series: Series) -> bool:
    """Whether the user directs what the series belongs to."""
    kind, _, key = series.scope.partition(":")
    keeper = _keepers.get(kind)
    return is_staff(user) or (keeper is not None and keeper.may_direct(user, key))


def may_score(user: Visitor, series: Series) -> bool:
    """Whether the user may record games of the series: people of both clubs and directors."""
    if not user.is_authenticated:
        return False
    return TeamMember.objects.filter(
        user_id=user.pk, team_id__in=(series.home_id, series.away_id)
    ).exists() or may_direct(user, series)


def speaks_for(user: Visitor, game: Game) -> frozenset[int]:
    """The sides of a game whose decisions the user may take."""
    return speaks_in(user, game.series, game.number)


def speaks_in(user: Visitor, series: Series, number: int) -> frozenset[int]:
    """The sides whose decisions the user may take in that game of a series, begun or not.

    Directors for both, people of a club for their own. Where nobody acts for a club, whoever may
    score decides for it too, or the game would stand still.
    """
    if not may_score(user, series):
        return frozenset()
    if may_direct(user, series):
        return frozenset({AWAY, HOME})
    sides = series.sides(number)
    people: dict[int, set[int]] = {team_id: set() for team_id in sides}
    members = TeamMember.objects.filter(team_id__in=sides)
    for team_id, user_id in members.values_list("team_id", "user_id"):
        people[team_id].add(user_id)
    return frozenset(
        side
        for side, team_id in zip((AWAY, HOME), sides, strict=True)
        if not people[team_id] or user.pk in people[team_id]
    )


def may_take_back(user: Visitor, game: Game) -> bool:
    """Whether the user may rewind the game: who scores it, but a result only a director."""
    return may_direct(user, game.series) if game.is_final else may_score(user, game.series)


def may_void(user: Visitor, game: Game) -> bool:
    """Whether the user may take the game off the books: a director, or who scores it before
    anything has been entered (it was started by mistake)."""
    if game.is_final or game.entries:
        return may_direct(user, game.series)
    return may_score(user, game.series)


def way_back(series: Series) -> tuple[str, str] | None:
    """The name and the address of what the series belongs to."""
    kind, _, key = series.scope.partition(":")
    keeper = _keepers.get(kind)
    return None if keeper is None else keeper.way_back(key)


def is_staff(user: Visitor) -> bool:
    """Staff of the house may do what a director may, everywhere."""
    return bool(user.is_authenticated and user.is_staff)
