"""Clubs for API clients."""

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import BaseRouter

from config.rest import ThinViewSet, acting, answers, read
from rosters.doors import may_edit
from rosters.models import Team
from rosters.services import TeamPlan, edit_team


class TeamSerializer(serializers.ModelSerializer[Team]):
    class Meta:
        model = Team
        fields = ("id", "name", "abbreviation", "colour", "accent", "batting_order")
        read_only_fields = fields


class TeamPlanSerializer(serializers.Serializer[Team]):
    name = serializers.CharField(max_length=60)
    abbreviation = serializers.CharField(max_length=4)
    colour = serializers.CharField(max_length=7, default=TeamPlan.colour)
    accent = serializers.CharField(max_length=7, default=TeamPlan.accent)
    batting_order = serializers.ListField(
        child=serializers.CharField(max_length=60), default=list, help_text="Nine names or none."
    )


@extend_schema(
    tags=["teams"],
    parameters=[OpenApiParameter("id", OpenApiTypes.INT, OpenApiParameter.PATH)],
)
class TeamViewSet(ThinViewSet):
    serializer_class = TeamSerializer
    lookup_field = "id"
    lookup_value_regex = "[0-9]+"

    @extend_schema(
        summary="Change a club",
        request=TeamPlanSerializer,
        responses=answers(TeamSerializer),
    )
    def update(self, request: Request, id: str) -> Response:
        team = Team.objects.filter(pk=id).first()
        if team is None or not may_edit(request.user, team):
            raise Http404("No such club.")
        plan = TeamPlan(**read(TeamPlanSerializer, request))
        changed = edit_team(team=team, plan=plan, acting_user=acting(request))
        return Response(TeamSerializer(changed).data)


def register(router: BaseRouter) -> None:
    """Hang the clubs on the API's router."""
    router.register("teams", TeamViewSet, basename="team")
