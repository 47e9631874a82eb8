"""Who may look at, score or direct a series.

``games`` does not know what a series belongs to; the app that made it registers a keeper for its
scope, so that one question has one answer on every page, in the API and on live topics.
"""

from typing import Protocol

from django.contrib.auth.models import AnonymousUser

from config.people.models import User
from games.models import Series
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


def is_staff(user: Visitor) -> bool:
    """Staff of the house may do what a director may, everywhere."""
    return bool(user.is_authenticated and user.is_staff)
