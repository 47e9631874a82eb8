"""The loaders that also authorise: to anybody else the thing does not exist."""

from django.db.models import QuerySet
from django.http import Http404

from config.events.models import EventRole
from games.access import Visitor
from rosters.models import TeamMember
from tournaments.models import Entrant, Tournament
from tournaments.permissions import may_direct, visible_to


def visible_tournament(user: Visitor, slug: str) -> Tournament:
    """The tournament, for those who may look at it."""
    # What is settled of its day is asked for by nearly every page.
    found = visible_to(user).select_related("day", "announcement").filter(slug=slug).first()
    if found is None:
        raise Http404("No such tournament.")
    return found


def directed_tournament(user: Visitor, slug: str) -> Tournament:
    """The tournament, for those who run it."""
    found = visible_tournament(user, slug)
    if not may_direct(user, found):
        raise Http404("No such tournament.")
    return found


def directed_by(user: Visitor) -> QuerySet[Tournament]:
    """The tournaments of which a user was made a director, the newest first."""
    roles = EventRole.objects.filter(user=user.pk, role=EventRole.Role.DIRECTOR)
    return Tournament.objects.filter(pk__in=roles.values("event")).order_by("-pk")


def entrant_of(tournament: Tournament, number: int) -> Entrant:
    """The club with this number in a tournament that has been authorised."""
    found = tournament.entrants.select_related("team").filter(number=number).first()
    if found is None:
        raise Http404("No such club.")
    return found


def own_teams(user: Visitor) -> frozenset[int]:
    """The ids of the clubs a visitor acts for."""
    if not user.is_authenticated:
        return frozenset()
    return frozenset(TeamMember.objects.filter(user_id=user.pk).values_list("team_id", flat=True))


def enterable_club(user: Visitor, slug: str, number: int) -> tuple[Tournament, Entrant]:
    """A tournament and a club in it, for the club's people and for those who run the event."""
    tournament = visible_tournament(user, slug)
    entrant = entrant_of(tournament, number)
    if entrant.team_id not in own_teams(user) and not may_direct(user, tournament):
        raise Http404("No such club of yours.")
    return tournament, entrant
