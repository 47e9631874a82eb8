"""Who may change a club or make cards, and what upper floors object to in a change.

``rosters`` does not know what a club plays in; the app that entered it registers a keeper.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from django.contrib.auth.models import AnonymousUser

from config.people.models import User
from games.engine.refusals import Refusal
from rosters.models import CardSet, Team, TeamMember

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

    def directs(self, user: Visitor) -> bool:
        """Whether the user directs anything at all."""
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


def may_make_cards(user: Visitor) -> bool:
    """Whether the user may make card sets and bring files of cards: directors and staff."""
    if not user.is_authenticated:
        return False
    return user.is_staff or any(keeper.directs(user) for keeper in _keepers)


def may_delete_cards(user: Visitor, card_set: CardSet) -> bool:
    """Whether the user may delete the set: whoever made it, and staff."""
    return user.is_authenticated and (user.is_staff or card_set.created_by_id == user.pk)
