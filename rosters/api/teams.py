"""Clubs for API clients."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import PK, MostItems, ThinViewSet, WholeNumberField, acting, of_path, read
from rosters.access import may_edit
from rosters.models import Ballpark, Team
from rosters.rules.teams import TeamPlan
from rosters.rules.tendencies import tendencies_of
from rosters.services.parks import choose_park
from rosters.services.teams import edit_team, set_tendencies

# As many as are read, so that the services can say what is wrong with one too many.
MOST_BATTERS = 30
MOST_TENDENCIES = 30


class TeamSerializer(serializers.ModelSerializer[Team]):
    class Meta:
        model = Team
        fields = (
            "id",
            "name",
            "abbreviation",
            "colour",
            "accent",
            "batting_order",
            "ballpark",
            "tendencies",
        )
        read_only_fields = fields


class TeamPlanSerializer(serializers.Serializer[Team]):
    name = serializers.CharField(max_length=60)
    abbreviation = serializers.CharField(max_length=4)
    colour = serializers.CharField(max_length=7, default=TeamPlan.colour)
    accent = serializers.CharField(max_length=7, default=TeamPlan.accent)
    batting_order = serializers.ListField(
        child=serializers.CharField(max_length=60),
        default=list,
        max_length=MOST_BATTERS,
        help_text="Nine names or none.",
    )


class TendenciesSerializer(serializers.Serializer[Any]):
    tendencies = serializers.DictField(
        child=WholeNumberField(),
        validators=[MostItems(MOST_TENDENCIES)],
        help_text=f"Of {', '.join(each.key for each in tendencies_of(''))}.",
    )


class HomeSerializer(serializers.Serializer[Any]):
    ballpark = serializers.PrimaryKeyRelatedField[Ballpark](
        queryset=Ballpark.objects.all(),
        pk_field=WholeNumberField(),
        allow_null=True,
        help_text="Null: it plays where the game's settings say.",
    )


@extend_schema(
    tags=["teams"],
    parameters=[of_path("id")],
)
class TeamViewSet(ThinViewSet):
    serializer_class = TeamSerializer
    lookup_field = "id"
    lookup_value_regex = PK

    @extend_schema(summary="A club that you may change", responses=TeamSerializer)
    def retrieve(self, request: Request, id: str) -> Response:
        return Response(TeamSerializer(_edited(request, id)).data)

    @extend_schema(
        summary="Change a club",
        request=TeamPlanSerializer,
        responses=TeamSerializer,
    )
    def update(self, request: Request, id: str) -> Response:
        team = _edited(request, id)
        plan = TeamPlan(**read(TeamPlanSerializer, request))
        changed = edit_team(team=team, plan=plan, acting_user=acting(request))
        return Response(TeamSerializer(changed).data)

    @extend_schema(
        summary="Say how the house's manager plays for a club",
        description="Whole numbers 0 to 10 by name; what is left out is 5, by the book.",
        request=TendenciesSerializer,
        responses=TeamSerializer,
    )
    @action(detail=True, methods=["put"])
    def tendencies(self, request: Request, id: str) -> Response:
        team = _edited(request, id)
        values = read(TendenciesSerializer, request)["tendencies"]
        changed = set_tendencies(team=team, values=values, acting_user=acting(request))
        return Response(TeamSerializer(changed).data)

    @extend_schema(
        summary="Choose a club's home park",
        request=HomeSerializer,
        responses=TeamSerializer,
    )
    @action(detail=True, methods=["put"])
    def ballpark(self, request: Request, id: str) -> Response:
        team = _edited(request, id)
        park = read(HomeSerializer, request)["ballpark"]
        changed = choose_park(team=team, park=park, acting_user=acting(request))
        return Response(TeamSerializer(changed).data)


def _edited(request: Request, id: str) -> Team:
    """The club, for those who may change it, as on its page; all see it where it plays."""
    team = Team.objects.filter(pk=id).first()
    if team is None or not may_edit(request.user, team):
        raise Http404("No such club.")
    return team
