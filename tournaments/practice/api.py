"""Practice games for API clients."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import PK, ThinViewSet, WholeNumberField, acting, asked, of_path, read
from games.rules.game_clocks import LONGEST_DECISION, LONGEST_GAME, Allowance
from games.services.scoring import SERVER_DICE, TABLE_DICE
from games.systems.registry import system as system_of
from tournaments.practice.access import own_practice_game, practice_games_of
from tournaments.practice.clubs import offers
from tournaments.practice.models import PracticeGame
from tournaments.practice.services import (
    SIDES,
    Asked,
    delete_practice_game,
    join_practice_game,
    make_practice_game,
)

LONGEST_VALUE = 120


class PracticeGameSerializer(serializers.ModelSerializer[PracticeGame]):
    class Meta:
        model = PracticeGame
        fields = ("id", "series", "mode", "made_of", "own_side", "token", "created_at")
        read_only_fields = fields

    made_of = serializers.ListField(
        child=serializers.CharField(), help_text="Where each club is from, visitors first."
    )
    own_side = serializers.SerializerMethodField(help_text="Of its owner.")
    token = serializers.CharField(
        help_text="For `join`, to be given to who plays with you; empty where no one is waited for."
    )

    def get_own_side(self, made: PracticeGame) -> str:
        return "away" if made.owner_away else "home"


class PracticeGameAskedSerializer(serializers.Serializer[Any]):
    system = serializers.CharField(max_length=32)
    away = serializers.CharField(max_length=LONGEST_VALUE, help_text="A value of `clubs`.")
    home = serializers.CharField(max_length=LONGEST_VALUE, help_text="A value of `clubs`.")
    mode = serializers.ChoiceField(choices=PracticeGame.Mode.choices)
    own_side = serializers.ChoiceField(choices=SIDES, default="home")
    dice = serializers.ChoiceField(choices=[TABLE_DICE, SERVER_DICE], default=SERVER_DICE)
    decision_seconds = WholeNumberField(
        min_value=0, max_value=LONGEST_DECISION, default=0, help_text="Online; 0: no end."
    )
    game_seconds = WholeNumberField(
        min_value=0, max_value=LONGEST_GAME, default=0, help_text="Online; 0: no end."
    )


class PracticeJoinSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(max_length=32)


class OfSystemSerializer(serializers.Serializer[Any]):
    system = serializers.CharField(max_length=32)


class PracticeClubSerializer(serializers.Serializer[Any]):
    value = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]


class PracticeClubsSerializer(serializers.Serializer[Any]):
    label = serializers.CharField(  # type: ignore[assignment]
        help_text="An event, or where they are from."
    )
    clubs = PracticeClubSerializer(many=True)


@extend_schema(tags=["practice"])
class PracticeGameViewSet(ThinViewSet):
    permission_classes = (IsAuthenticated,)
    serializer_class = PracticeGameSerializer
    lookup_field = "id"
    lookup_value_regex = PK

    @extend_schema(
        summary="One's practice games, the latest first",
        responses=PracticeGameSerializer(many=True),
    )
    def list(self, request: Request) -> Response:
        return self.page(practice_games_of(acting(request)), PracticeGameSerializer)

    @extend_schema(
        summary="One of them", parameters=[of_path("id")], responses=PracticeGameSerializer
    )
    def retrieve(self, request: Request, id: str) -> Response:
        game = own_practice_game(acting(request), int(id))
        return Response(PracticeGameSerializer(game).data)

    @extend_schema(
        summary="Begin a practice game",
        description="It begins at once, or when somebody joins where two play online. The oldest "
        "of more than twenty goes.",
        request=PracticeGameAskedSerializer,
        responses={201: PracticeGameSerializer},
    )
    def create(self, request: Request) -> Response:
        values = read(PracticeGameAskedSerializer, request)
        allowance = Allowance(values.pop("decision_seconds"), values.pop("game_seconds"))
        game = make_practice_game(
            asked=Asked(allowance=allowance, **values), acting_user=acting(request)
        )
        return Response(PracticeGameSerializer(game).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Take one away for good", parameters=[of_path("id")], responses={204: None}
    )
    def destroy(self, request: Request, id: str) -> Response:
        user = acting(request)
        delete_practice_game(made=own_practice_game(user, int(id)), acting_user=user)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Play the other side of somebody's practice game, which begins",
        request=PracticeJoinSerializer,
        responses=PracticeGameSerializer,
    )
    @action(detail=False, methods=["post"])
    def join(self, request: Request) -> Response:
        token = read(PracticeJoinSerializer, request)["token"]
        game = join_practice_game(token=token, acting_user=acting(request))
        return Response(PracticeGameSerializer(game).data)

    @extend_schema(
        summary="The clubs that one may let play in a game system",
        parameters=[OfSystemSerializer],
        responses=PracticeClubsSerializer(many=True),
    )
    @action(detail=False, pagination_class=None)
    def clubs(self, request: Request) -> Response:
        system = system_of(asked(OfSystemSerializer, request)["system"])
        groups = offers(acting(request), system)
        return Response(PracticeClubsSerializer(groups, many=True).data)
