"""The people of a tournament, for its directors."""

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import PK, ThinViewSet, acting, of_path, read
from rosters.models import TeamMember
from rosters.services.people import dismiss
from tournaments.api.schemas.people import ClubMemberSerializer, PeopleSerializer
from tournaments.board_acts import EndOfSubstitutionSerializer
from tournaments.models import Tournament
from tournaments.selectors import desk
from tournaments.selectors.access import directed_tournament
from tournaments.services.invites import revoke_role
from tournaments.services.substitutions import change_end

SLUG = of_path("slug", str)


class People(ThinViewSet):
    """The part of a tournament's resource that is about its people."""

    @extend_schema(
        summary="Directors, spectators and the people of its clubs",
        parameters=[SLUG],
        responses=PeopleSerializer,
    )
    @action(detail=True)
    def people(self, request: Request, slug: str) -> Response:
        found = desk.people(directed_tournament(request.user, slug))
        members = [member for club in found.members.values() for member in club]
        return Response(
            PeopleSerializer(
                {"roles": [*found.directors, *found.spectators], "members": members}
            ).data
        )

    @extend_schema(
        summary="Take a director's or spectator's role away",
        parameters=[SLUG, of_path("role")],
        responses={204: None},
    )
    @action(detail=True, methods=["delete"], url_path=f"roles/(?P<role>{PK})")
    def revoke(self, request: Request, slug: str, role: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        found = tournament.roles.select_related("user").filter(pk=role).first()
        if found is None:
            raise Http404("No such role.")
        revoke_role(role=found, acting_user=acting(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Take a manager's or substitute's role away",
        parameters=[SLUG, of_path("member")],
        responses={204: None},
    )
    @action(detail=True, methods=["delete"], url_path=f"members/(?P<member>{PK})")
    def dismiss(self, request: Request, slug: str, member: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        found = _member(tournament, member)
        dismiss(member=found, scope=tournament.scope, acting_user=acting(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Set when a substitution ends",
        parameters=[SLUG, of_path("member")],
        request=EndOfSubstitutionSerializer,
        responses=ClubMemberSerializer,
    )
    @dismiss.mapping.put
    def change_end(self, request: Request, slug: str, member: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        changed = change_end(
            tournament=tournament,
            member=_member(tournament, member),
            acting_user=acting(request),
            **read(EndOfSubstitutionSerializer, request),
        )
        return Response(ClubMemberSerializer(changed).data)


def _member(tournament: Tournament, member: str) -> TeamMember:
    """A person who acts for a club of the event; 404 for others."""
    rows = TeamMember.objects.select_related("user", "team")
    found = rows.filter(pk=member, team__entries__tournament=tournament).first()
    if found is None:
        raise Http404("No such role.")
    return found
