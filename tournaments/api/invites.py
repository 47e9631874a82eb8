"""Invites for API clients: to make, mail and withdraw, to look at and to accept."""

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import PK, ThinViewSet, acting, asked, of_path, read
from tournaments.api.schemas.events import TournamentSerializer
from tournaments.api.schemas.people import (
    InviteSerializer,
    InviteTokenSerializer,
    OfferedSerializer,
    OfferSerializer,
    OfTournament,
)
from tournaments.models import Invite
from tournaments.selectors.access import directed_tournament
from tournaments.services import invites


@extend_schema(tags=["invites"])
class InviteViewSet(ThinViewSet):
    serializer_class = InviteSerializer
    lookup_field = "id"
    lookup_value_regex = PK

    @extend_schema(
        summary="The invites of a tournament you direct",
        parameters=[OfTournament],
        responses=InviteSerializer(many=True),
    )
    def list(self, request: Request) -> Response:
        tournament = directed_tournament(request.user, asked(OfTournament, request)["tournament"])
        found = tournament.invites.select_related("tournament", "entrant")
        return self.page(found, InviteSerializer)

    @extend_schema(
        summary="Offer a role",
        request=OfferSerializer,
        responses={201: InviteSerializer},
    )
    def create(self, request: Request) -> Response:
        values = read(OfferSerializer, request)
        tournament = directed_tournament(request.user, values["tournament"])
        entrant = None
        if values["entrant"] is not None:
            entrant = tournament.entrants.filter(number=values["entrant"]).first()
            if entrant is None:
                raise Http404("No such club.")
        made = invites.invite(
            tournament=tournament,
            role=values["role"],
            entrant=entrant,
            email=values["email"],
            ends=values["ends"],
            until=values["until"],
            acting_user=acting(request),
        )
        return self._one(request, made, status.HTTP_201_CREATED)

    @extend_schema(summary="Withdraw an invite", parameters=[of_path("id")], responses={204: None})
    def destroy(self, request: Request, id: str) -> Response:
        invites.withdraw(made=_invite(request, id), acting_user=acting(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Mail an invite to its address",
        parameters=[of_path("id")],
        request=None,
        responses=InviteSerializer,
    )
    @action(detail=True, methods=["post"])
    def mail(self, request: Request, id: str) -> Response:
        made = _invite(request, id)
        invites.mail_invite(made=made, acting_user=acting(request))
        return self._one(request, made)

    @extend_schema(
        summary="Accept an invite by the secret part of its link",
        request=InviteTokenSerializer,
        responses=TournamentSerializer,
    )
    @action(detail=False, methods=["post"])
    def accept(self, request: Request) -> Response:
        made = invites.invite_of(read(InviteTokenSerializer, request)["token"])
        accepted = invites.accept(made=made, acting_user=acting(request))
        return Response(TournamentSerializer(accepted.tournament).data)

    @extend_schema(
        summary="What the secret part of a link offers; looking takes nothing",
        parameters=[InviteTokenSerializer],
        responses=OfferedSerializer,
    )
    @action(detail=False, permission_classes=[AllowAny])
    def offer(self, request: Request) -> Response:
        made = invites.invite_of(asked(InviteTokenSerializer, request)["token"])
        invites.verify_open(made)
        offered = {
            "tournament": made.tournament.name,
            "role": made.role,
            "club": str(made.entrant or ""),
            "invited_by": made.created_by.name,
            "expires_at": made.expires_at,
        }
        return Response(OfferedSerializer(offered).data)

    def _one(self, request: Request, made: Invite, code: int = status.HTTP_200_OK) -> Response:
        return Response(InviteSerializer(made, context={"request": request}).data, status=code)


def _invite(request: Request, id: str) -> Invite:
    """The invite, for directors of its tournament."""
    made = Invite.objects.select_related("tournament", "entrant").filter(pk=id).first()
    if made is None:
        raise Http404("No such invite.")
    directed_tournament(request.user, made.tournament.slug)
    return made
