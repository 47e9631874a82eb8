"""The clubs of a tournament as its directors enter them and take them out, before play begins."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import acting, of_path, read
from rosters.rules.teams import TeamPlan
from tournaments.api.schemas import ClubsSerializer, EntrantSerializer
from tournaments.api.tables import Tables
from tournaments.selectors.access import directed_tournament
from tournaments.services.clubs import enter_clubs, withdraw_club

SLUG = of_path("slug", str)


class Clubs(Tables):
    """The part of a tournament's resource that is about who plays."""

    @extend_schema(
        summary="Enter more clubs, before the schedule is drawn",
        parameters=[SLUG],
        request=ClubsSerializer,
        responses={201: EntrantSerializer(many=True)},
    )
    @action(
        detail=True, methods=["post"], url_path="clubs", pagination_class=None, filter_backends=[]
    )
    def enter(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        plans = [TeamPlan(**club) for club in read(ClubsSerializer, request)["clubs"]]
        entered = enter_clubs(tournament=tournament, plans=plans, acting_user=acting(request))
        return Response(EntrantSerializer(entered, many=True).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Take a club out, before the schedule is drawn",
        parameters=[SLUG, of_path("number")],
        responses={204: None},
    )
    @Tables.club.mapping.delete
    def withdraw(self, request: Request, slug: str, number: str) -> Response:
        withdraw_club(
            tournament=directed_tournament(request.user, slug),
            number=int(number),
            acting_user=acting(request),
        )
        return Response(status=status.HTTP_204_NO_CONTENT)
