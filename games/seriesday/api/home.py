"""Rolling for home, for API clients."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from config.inputs import LARGEST_NUMBER
from config.rest import ThinViewSet, acting, of_path, read
from games.selectors import visible_series
from games.seriesday.api.rulings import verify_part
from games.seriesday.models import HomeRoll
from games.seriesday.selectors.home import attempts_of
from games.seriesday.services.home import choose_home, open_home_roll, roll_for_home


class HomeRollOpenedSerializer(serializers.Serializer[Any]):
    servers_dice = serializers.BooleanField(
        default=True, help_text="Off: both tell what their dice at the table show."
    )


class HomeRollSentSerializer(serializers.Serializer[Any]):
    team = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER, help_text="A club.")
    value = serializers.IntegerField(
        min_value=1,
        max_value=20,
        allow_null=True,
        default=None,
        help_text="What the d20 at the table shows; left out with the server's dice.",
    )


class HomeChoiceSerializer(serializers.Serializer[Any]):
    at_home = serializers.BooleanField(help_text="Whether the winner hosts the first game.")


class HomeRollSerializer(serializers.ModelSerializer[HomeRoll]):
    class Meta:
        model = HomeRoll
        fields = (
            "number",
            "home_roll",
            "away_roll",
            "hosts",
            "commitment",
            "revealed_seed",
            "made_at",
            "withdrawn_at",
        )
        read_only_fields = fields

    commitment = serializers.CharField(help_text="SHA-256 of the seed; empty at the table.")
    revealed_seed = serializers.CharField(help_text="Once both have rolled.")


@extend_schema(tags=["series"], parameters=[of_path("series")])
class HomeRollViewSet(ThinViewSet):
    """Who is at home in the first game of a series, by a d20 of both managers (T0.16)."""

    serializer_class = HomeRollSerializer

    @extend_schema(
        summary="The rolls for home of a series", responses=HomeRollSerializer(many=True)
    )
    def list(self, request: Request, series: str) -> Response:
        found = visible_series(request.user, int(series))
        return self.page(attempts_of(found), HomeRollSerializer)

    @extend_schema(
        summary="Have both clubs roll for home",
        request=HomeRollOpenedSerializer,
        responses={201: HomeRollSerializer},
    )
    def open(self, request: Request, series: str) -> Response:
        """The hash of the server's seed is in the answer, before anybody rolls."""
        found = visible_series(request.user, int(series))
        verify_part(request, found)
        given = read(HomeRollOpenedSerializer, request)
        made = open_home_roll(series_id=found.pk, acting_user=acting(request), **given)
        return Response(HomeRollSerializer(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Roll for a club", request=HomeRollSentSerializer, responses=HomeRollSerializer
    )
    def roll(self, request: Request, series: str) -> Response:
        """Equal rolls are rolled anew: the answer is then the next attempt."""
        found = visible_series(request.user, int(series))
        verify_part(request, found)
        given = read(HomeRollSentSerializer, request)
        roll = roll_for_home(
            series_id=found.pk,
            team_id=given["team"],
            value=given["value"],
            acting_user=acting(request),
        )
        return Response(HomeRollSerializer(roll).data)

    @extend_schema(
        summary="Choose home or away", request=HomeChoiceSerializer, responses=HomeRollSerializer
    )
    def choose(self, request: Request, series: str) -> Response:
        """Where the edition lets the higher roll choose."""
        found = visible_series(request.user, int(series))
        verify_part(request, found)
        at_home = read(HomeChoiceSerializer, request)["at_home"]
        roll = choose_home(series_id=found.pk, at_home=at_home, acting_user=acting(request))
        return Response(HomeRollSerializer(roll).data)
