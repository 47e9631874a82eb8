"""Who may change a club, make cards or look at a squad, and what upper floors object to.

``rosters`` does not know what a club plays in; the app that entered it registers a policy.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.http import Http404

from config.people import scopes
from config.people.models import User
from config.people.scopes import is_staff
from config.people.token_scopes import usable
from config.refusals import Refusal
from rosters.models import Ballpark, CardSet, Squad, Team, TeamMember
from rosters.rules.teams import TeamPlan

Visitor = User | AnonymousUser


class AccessPolicy(Protocol):
    """Answers for the clubs that an upper floor has entered in something."""

    def may_edit(self, user: Visitor, team: Team) -> bool:
        """Whether the user directs something the club plays in."""
        ...

    def objections(self, team: Team, plan: TeamPlan) -> Sequence[Refusal]:
        """Objections to the change from the events in which the club plays."""
        ...

    def objections_to_park(self, team: Team, park: Ballpark | None) -> Sequence[Refusal]:
        """What speaks against the club's playing there at home where it plays."""
        ...

    def system_keys(self) -> QuerySet[Any, Any]:
        """The game systems that a club (the outer ``pk``) plays, the latest first."""
        ...

    def directs(self, user: Visitor) -> bool:
        """Whether the user directs anything at all."""
        ...

    def out(self, among: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
        """The ids of the clubs that have dropped out, so that their managers manage nothing."""
        ...

    def directed(self, user: User) -> Q:
        """The clubs that play in something the user directs."""
        ...

    def shown_to(self, user: Visitor) -> Q:
        """The clubs that play in something the user may look at."""
        ...


_policies: list[AccessPolicy] = []


def register(policy: AccessPolicy) -> None:
    """Ask ``policy`` too."""
    _policies.append(policy)


def may_edit(user: Visitor, team: Team) -> bool:
    """Whether the user may change the club: its managers, directors above it, staff."""
    if not user.is_authenticated:
        return False
    return (
        is_staff(user)
        or _managed_by(user).filter(team=team).exists()
        or any(policy.may_edit(user, team) for policy in _policies)
    )


def objections(team: Team, plan: TeamPlan) -> list[Refusal]:
    """Everything that upper floors object to."""
    return [refusal for policy in _policies for refusal in policy.objections(team, plan)]


def objections_to_park(team: Team, park: Ballpark | None) -> list[Refusal]:
    """Everything that upper floors object to in a home park."""
    return [refusal for each in _policies for refusal in each.objections_to_park(team, park)]


def with_system(clubs: QuerySet[Team]) -> QuerySet[Team]:
    """The same clubs, each with what ``system_played_by`` asks for; not a query more."""
    if not _policies:
        return clubs
    known = [Subquery(policy.system_keys()[:1]) for policy in _policies]
    return clubs.annotate(played_system=Coalesce(*known, Value("")))


def system_played_by(team: Team) -> str:
    """The key of the game system that a club of ``with_system`` plays, the latest where it plays
    several; empty where it plays nothing yet."""
    return getattr(team, "played_system", "")


def clubs_of(user: Visitor) -> QuerySet[Team]:
    """The clubs that the user may change."""
    if not user.is_authenticated:
        return Team.objects.none()
    if is_staff(user):
        return Team.objects.all()
    found = Q(pk__in=_managed_by(user).values("team"))
    for policy in _policies:
        found |= policy.directed(user)
    return Team.objects.filter(found)


def _managed_by(user: Visitor) -> QuerySet[TeamMember]:
    """The clubs that the user manages, but for those whose managers are out of what they play
    in."""
    managed = TeamMember.objects.filter(user=user.pk, role=TeamMember.Role.MANAGER)
    found = managed
    for policy in _policies:
        found = found.exclude(team__in=policy.out(managed.values("team")))
    return found


def clubs_shown_to(user: Visitor) -> QuerySet[Team]:
    """The clubs that the user may be told of: of what is private only its people hear."""
    if is_staff(user):
        return Team.objects.all()
    own = TeamMember.objects.filter(user=user.pk)
    shown = Q(pk__in=own.values("team")) if user.is_authenticated else Q(pk=None)
    for policy in _policies:
        shown |= policy.shown_to(user)
    return Team.objects.filter(pk__in=Team.objects.filter(shown).values("pk"))


def may_design_parks(user: Visitor) -> bool:
    """Whether the user may describe a park of their own: directors, managers and staff."""
    return may_make_cards(user) or (user.is_authenticated and _managed_by(user).exists())


def may_delete_park(user: Visitor, park: Ballpark) -> bool:
    """Whether the user may take the park out: who described it may, and staff."""
    return (
        user.is_authenticated
        and park.is_designed
        and (is_staff(user) or park.designed_by_id == user.pk)
    )


def may_make_cards(user: Visitor) -> bool:
    """Whether the user may make card sets and bring files of cards: directors and staff."""
    if not user.is_authenticated:
        return False
    return is_staff(user) or any(policy.directs(user) for policy in _policies)


def may_delete_cards(user: Visitor, card_set: CardSet) -> bool:
    """Whether the user may delete the set: who made it may, and staff."""
    if is_staff(user):
        return True
    return card_set.created_by_id == user.pk and usable(user, lambda: True)


def visible_squad(user: Visitor, pk: int) -> Squad:
    """The squad, for those who may look at its event; to others it does not exist."""
    squad = Squad.objects.select_related("team", "ballpark").filter(pk=pk).first()
    if squad is None or not scopes.may_view(user, squad.scope):
        raise Http404("No such squad.")
    return squad
