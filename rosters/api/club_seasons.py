"""Real clubs in their years for API clients."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import PK, ThinViewSet, asked, of_path
from rosters.api.players import SeasonSerializer
from rosters.done_here import squads_here
from rosters.models import ClubSeason, PlayerSeason
from rosters.presenters.club_seasons import leaders
from rosters.selectors.club_seasons import (
    cards_of_players,
    club_season_by_number,
    club_seasons,
    park_of,
    players_of,
)


class ClubSeasonSerializer(serializers.ModelSerializer[ClubSeason]):
    """A club of a year; ``totals`` are its games, wins, losses, runs and so on under the source's
    own names, null where the source does not say."""

    source: Any = serializers.SlugRelatedField(slug_field="key", read_only=True)

    class Meta:
        model = ClubSeason
        fields: tuple[str, ...] = (
            "id",
            "source",
            "year",
            "league",
            "division",
            "key",
            "name",
            "park",
            "park_factor",
            "totals",
        )
        read_only_fields = fields


class ManOfClubSerializer(SeasonSerializer):
    """A player's season: what he did for several clubs of one league is one line, and ``teams``
    says which."""

    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField(source="player")

    class Meta:
        model = PlayerSeason
        fields: tuple[str, ...] = ("player", "name", *SeasonSerializer.Meta.fields)
        read_only_fields = fields


class LedSerializer(serializers.Serializer[Any]):
    player = serializers.IntegerField()
    name = serializers.CharField()
    value = serializers.FloatField()


class ClubLeadersSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()
    men = LedSerializer(many=True)


class HeldManSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField()
    came = serializers.CharField(help_text="As round 3, pick 41; entered; or dealt.")
    url = serializers.CharField()


class EventWithMenSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    url = serializers.CharField()
    men = HeldManSerializer(many=True, source="players")


class WholeClubSeasonSerializer(ClubSeasonSerializer):
    ballpark = serializers.SerializerMethodField(help_text="Its number in ballparks/, or null.")
    men = serializers.SerializerMethodField()
    leaders = serializers.SerializerMethodField()
    here = serializers.SerializerMethodField(
        help_text="The latest events of the house in whose squads its players are."
    )

    class Meta(ClubSeasonSerializer.Meta):
        fields = read_only_fields = (
            *ClubSeasonSerializer.Meta.fields,
            "ballpark",
            "men",
            "leaders",
            "here",
        )

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_ballpark(self, club: ClubSeason) -> int | None:
        park = park_of(club)
        return park.pk if park else None

    @extend_schema_field(ManOfClubSerializer(many=True))
    def get_men(self, club: ClubSeason) -> Any:
        return ManOfClubSerializer(self.context["men"], many=True).data

    @extend_schema_field(ClubLeadersSerializer(many=True))
    def get_leaders(self, club: ClubSeason) -> Any:
        return [
            {
                "key": each.key,
                "title": each.title,
                "men": [
                    {"player": player, "name": name, "value": value}
                    for player, name, _, value in each.players
                ],
            }
            for each in leaders(club, self.context["men"])
        ]

    @extend_schema_field(EventWithMenSerializer(many=True))
    def get_here(self, club: ClubSeason) -> Any:
        cards = [card.pk for card in cards_of_players(club, self.context["men"])]
        here = squads_here(self.context["request"].user, cards)
        return EventWithMenSerializer(here, many=True).data


class ClubSeasonsAskedSerializer(serializers.Serializer[Any]):
    q = serializers.CharField(
        required=False, max_length=60, help_text="Words that all occur in the name."
    )
    source: Any = serializers.SlugField(required=False, max_length=40, help_text="Key of a source.")
    year = serializers.IntegerField(required=False, min_value=1800, max_value=2200)
    league = serializers.CharField(required=False, max_length=4, help_text="As AL.")


@extend_schema(tags=["players"])
class ClubSeasonViewSet(ThinViewSet):
    serializer_class = ClubSeasonSerializer
    lookup_field = "id"
    lookup_value_regex = PK

    @extend_schema(
        summary="Real clubs by year",
        parameters=[ClubSeasonsAskedSerializer],
        responses=ClubSeasonSerializer(many=True),
    )
    def list(self, request: Request) -> Response:
        found = club_seasons(**asked(ClubSeasonsAskedSerializer, request))
        return self.page(found, ClubSeasonSerializer)

    @extend_schema(
        summary="A real club of a year: its players, their lines, its leaders, who has them here",
        parameters=[of_path("id")],
        responses=WholeClubSeasonSerializer,
    )
    def retrieve(self, request: Request, id: str) -> Response:
        club = club_season_by_number(id)
        context = {**self.get_serializer_context(), "men": players_of(club)}
        return Response(WholeClubSeasonSerializer(club, context=context).data)
