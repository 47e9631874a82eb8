"""Players and their seasons for API clients."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import PK, ThinViewSet, asked, of_path
from rosters.done_here import awards_here
from rosters.models import Player, PlayerSeason
from rosters.selectors.players import cards_of, player_seasons, players, the_player, with_years


class PlayerSerializer(serializers.ModelSerializer[Player]):
    source: Any = serializers.SlugRelatedField(slug_field="key", read_only=True)

    class Meta:
        model = Player
        fields: tuple[str, ...] = (
            "id",
            "source",
            "key",
            "first_name",
            "last_name",
            "bats",
            "throws",
            "birth_year",
            "retrosheet_id",
        )
        read_only_fields = fields


class FoundPlayerSerializer(PlayerSerializer):
    first_year = serializers.IntegerField(allow_null=True)
    last_year = serializers.IntegerField(allow_null=True)

    class Meta(PlayerSerializer.Meta):
        fields = read_only_fields = (*PlayerSerializer.Meta.fields, "first_year", "last_year")


class SeasonSerializer(serializers.ModelSerializer[PlayerSeason]):
    """Counts by name; null: the source does not know."""

    class Meta:
        model = PlayerSeason
        fields = (
            "year",
            "league",
            "whole",
            "teams",
            "positions",
            "batting",
            "pitching",
            "fielding",
            "batting_splits",
            "pitching_splits",
        )
        read_only_fields = fields


class PlayersCardSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    card_set = serializers.SlugField(source="card_set.slug")
    year = serializers.IntegerField()
    kind = serializers.CharField()


class PlayersAwardSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    value = serializers.CharField(allow_blank=True)
    event = serializers.CharField()
    url = serializers.CharField()


class WholePlayerSerializer(PlayerSerializer):
    seasons = serializers.SerializerMethodField()
    cards = serializers.SerializerMethodField()
    awards = serializers.SerializerMethodField(
        help_text="Of events of this house that are over and that you may see, the latest first."
    )

    class Meta(PlayerSerializer.Meta):
        fields = read_only_fields = (*PlayerSerializer.Meta.fields, "seasons", "cards", "awards")

    @extend_schema_field(SeasonSerializer(many=True))
    def get_seasons(self, player: Player) -> Any:
        return SeasonSerializer(player_seasons(player), many=True).data

    @extend_schema_field(PlayersCardSerializer(many=True))
    def get_cards(self, player: Player) -> Any:
        return PlayersCardSerializer(cards_of(player), many=True).data

    @extend_schema_field(PlayersAwardSerializer(many=True))
    def get_awards(self, player: Player) -> Any:
        cards = [card.pk for card in cards_of(player)]
        found = awards_here(self.context["request"].user, cards)
        return PlayersAwardSerializer(found, many=True).data


class PlayersAskedSerializer(serializers.Serializer[Any]):
    q = serializers.CharField(
        required=False, max_length=60, help_text="Words that all occur in the name."
    )
    source: Any = serializers.SlugField(required=False, max_length=40, help_text="Key of a source.")
    year = serializers.IntegerField(
        required=False, min_value=1800, max_value=2200, help_text="A year he played in."
    )


@extend_schema(tags=["players"])
class PlayerViewSet(ThinViewSet):
    serializer_class = PlayerSerializer
    lookup_field = "id"
    lookup_value_regex = PK

    @extend_schema(
        summary="Players of every source by name",
        parameters=[PlayersAskedSerializer],
        responses=FoundPlayerSerializer(many=True),
    )
    def list(self, request: Request) -> Response:
        page = self.paginate_queryset(players(**asked(PlayersAskedSerializer, request)))
        rows = FoundPlayerSerializer(with_years(page or ()), many=True)
        return self.get_paginated_response(rows.data)

    @extend_schema(
        summary="A player with his seasons and cards",
        parameters=[of_path("id")],
        responses=WholePlayerSerializer,
    )
    def retrieve(self, request: Request, id: str) -> Response:
        context = self.get_serializer_context()
        return Response(WholePlayerSerializer(the_player(id), context=context).data)
