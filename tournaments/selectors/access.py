"""Loaders that also authorize: users without access get a 404."""

from django.db.models import QuerySet
from django.http import Http404

from config.events.models import EventRole
from games.access import Visitor
from rosters.models import TeamMember
from tournaments.models import Entrant, Tournament
from tournaments.permissions import may_direct, visible_to


def visible_tournament(user: Visitor, slug: str) -> Tournament:
    """Load the tournament for a user who may view it."""
    # Nearly every page uses the plan of its day.
    tournament = visible_to(user).select_related("day", "announcement").filter(slug=slug).first()
    if tournament is None:
        raise Http404("No such tournament.")
    return tournament


def directed_tournament(user: Visitor, slug: str) -> Tournament:
    """Load the tournament for a user who may direct it."""
    tournament = visible_tournament(user, slug)
    if not may_direct(user, tournament):
        raise Http404("No such tournament.")
    return tournament


def directed_by(user: Visitor) -> QuerySet[Tournament]:
    """Return the tournaments in which a user has the director's role, the newest first."""
    roles = EventRole.objects.filter(user=user.pk, role=EventRole.Role.DIRECTOR)
    return Tournament.objects.filter(pk__in=roles.values("event")).order_by("-pk")


def entrant_of(tournament: Tournament, number: int) -> Entrant:
    """Return the club with this number; the caller has authorized the tournament."""
    entrant = tournament.entrants.select_related("team").filter(number=number).first()
    if entrant is None:
        raise Http404("No such club.")
    return entrant


def own_teams(user: Visitor) -> frozenset[int]:
    """Return the ids of the clubs in which a user has any role."""
    if not user.is_authenticated:
        return frozenset()
    return frozenset(TeamMember.objects.filter(user_id=user.pk).values_list("team_id", flat=True))


def enterable_club(user: Visitor, slug: str, number: int) -> tuple[Tournament, Entrant]:
    """Load a tournament and a club in it, for members of the club and directors."""
    tournament = visible_tournament(user, slug)
    entrant = entrant_of(tournament, number)
    if entrant.team_id not in own_teams(user) and not may_direct(user, tournament):
        raise Http404("No such club of yours.")
    return tournament, entrant
