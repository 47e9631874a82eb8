"""The order in which a club's suspended games are finished (T33.0l), for API clients."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import ThinViewSet, of_path
from games.selectors import visible_series
from games.seriesday.selectors.suspended import orders_for


class SuspendedTurnSerializer(serializers.Serializer[Any]):
    game = serializers.IntegerField()
    series = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Of the game in its series.")
    name = serializers.CharField()
    opponent = serializers.IntegerField(help_text="A club.")
    place = serializers.CharField(help_text="2, or 2= where only a d20 can part it from others.")
    why = serializers.CharField()
    rolled = serializers.ListField(
        child=serializers.IntegerField(), help_text="The d20s that were thrown for it."
    )
    asked = serializers.BooleanField(help_text="Whether a d20 is asked for now.")
    ready = serializers.BooleanField(
        help_text="Off where the opponent is reported absent: such a game keeps no other waiting."
    )


class ClubOrderSerializer(serializers.Serializer[Any]):
    team = serializers.IntegerField()
    club = serializers.CharField()
    turns = SuspendedTurnSerializer(many=True, help_text="First to last.")


@extend_schema(tags=["series"], parameters=[of_path("series")])
class SuspendedOrderViewSet(ThinViewSet):
    """The suspended games of a club, in the order in which it finishes them."""

    serializer_class = ClubOrderSerializer

    @extend_schema(
        summary="In which order your club finishes its suspended games",
        responses=ClubOrderSerializer(many=True),
    )
    def list(self, request: Request, series: str) -> Response:
        """The orders of the clubs of this series that you act for, where they have suspended games
        against several opponents; both clubs' for directors."""
        found = visible_series(request.user, int(series))
        return self.page(orders_for(request.user, found), ClubOrderSerializer)
