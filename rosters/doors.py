"""Who may change a club or make cards, and what upper floors object to in a change.

``rosters`` does not know what a club plays in; the app that entered it registers a keeper.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from config.people.models import User
from games.engine.refusals import Refusal
from rosters.models import Ballpark, CardSet, Team, TeamMember

if TYPE_CHECKING:
    from rosters.services import TeamPlan

Visitor = User | AnonymousUser


class Keeper(Protocol):
    """Answers for the clubs that an upper floor has entered in something."""

    def may_edit(self, user: Visitor, team: Team) -> bool:
        """Whether the user directs something the club plays in."""
        ...

    def objections(self, team: Team, plan: "TeamPlan") -> Sequence[Refusal]:
        """What speaks against the change where the club plays."""
        ...

    def objections_to_park(self, team: Team, park: Ballpark | None) -> Sequence[Refusal]:
        """What speaks against the club's playing there at home where it plays."""
        ...

    def directs(self, user: Visitor) -> bool:
        """Whether the user directs anything at all."""
        ...

    def directed(self, user: User) -> Q:
        """The clubs that play in something the user directs."""
        ...


_keepers: list[Keeper] = []


def register(keeper: Keeper) -> None:
    """Ask ``keeper`` too."""
    _keepers.append(keeper)


def may_edit(user: Visitor, team: Team) -> bool:
    """Whether the user may change the club: its managers, directors above it, staff."""
    if not user.is_authenticated:
        return False
    return (
        user.is_staff
        or TeamMember.objects.filter(
            team=team, user_id=user.pk, role=TeamMember.Role.MANAGER
        ).exists()
        or any(keeper.may_edit(user, team) for keeper in _keepers)
    )


def objections(team: Team, plan: "TeamPlan") -> list[Refusal]:
    """Everything that upper floors object to."""
    return [refusal for keeper in _keepers for refusal in keeper.objections(team, plan)]


def objections_to_park(team: Team, park: Ballpark | None) -> list[Refusal]:
    """Everything that upper floors object to in a home park."""
    return [refusal for each in _keepers for refusal in each.objections_to_park(team, park)]


def clubs_of(user: Visitor) -> QuerySet[Team]:
    """The clubs that the user may change."""
    if not user.is_authenticated:
        return Team.objects.none()
    if user.is_staff:
        return Team.objects.all()
    managed = Q(members__user=user.pk, members__role=TeamMember.Role.MANAGER)
    for keeper in _keepers:
        managed |= keeper.directed(user)
    return Team.objects.filter(pk__in=Team.objects.filter(managed).values("pk"))


def may_design_parks(user: Visitor) -> bool:
    """Whether the user may describe a park of their own: directors, managers and staff."""
    return may_make_cards(user) or clubs_of(user).exists()


def may_delete_park(user: Visitor, park: Ballpark) -> bool:
    """Whether the user may take the park out: whoever described it, and staff."""
    return (
        user.is_authenticated
        and park.is_designed
        and (user.is_staff or park.designed_by_id == user.pk)
    )


def may_make_cards(user: Visitor) -> bool:
    """Whether the user may make card sets and bring files of cards: directors and staff."""
    if not user.is_authenticated:
        return False
    return user.is_staff or any(keeper.directs(user) for keeper in _keepers)


def may_delete_cards(user: Visitor, card_set: CardSet) -> bool:
    """Whether the user may delete the set: whoever made it, and staff."""
    return user.is_authenticated and (user.is_staff or card_set.created_by_id == user.pk)
