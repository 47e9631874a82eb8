"""API of clubs' plans."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.urls import re_path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import BaseRouter

from config.inputs import LARGEST_NUMBER
from config.rest import PK, MostItems, ThinViewSet, acting, asked, of_path, read
from games.engine.table import SIDE_NAMES
from games.models import Series
from games.planning.access import may_plan
from games.planning.board import PlanBoard
from games.planning.disclosure import Reader, plan_seen, reader_of
from games.planning.models import Instructions, LineUp
from games.planning.plans import spots_of
from games.planning.presenters import before as before_presenter
from games.planning.services.before_games import before_game, confirm_line_up, name_starter
from games.planning.services.lineups import clear_line_up, save_instructions, save_line_up
from games.planning.services.orders import lay_down_order
from games.planning.services.rotations import declare_starts
from games.selectors import visible_series
from games.services.calling_off import ended
from rosters.access import visible_squad
from rosters.models import Squad, Team
from rosters.rules.instructions import MOST_NAMED
from rosters.rules.instructions import Instructions as RuleInstructions
from rosters.rules.lineups import HANDS, Spot

MOST_SPOTS, MOST_GAMES, MOST_TENDENCIES, MOST_IN_ORDER = 12, 400, 40, 120


class SpotSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField(
        source="player", min_value=0, max_value=LARGEST_NUMBER, help_text="0: the pitcher."
    )
    position = serializers.CharField(
        max_length=4, help_text="c, 1b and so on; dh bats for the pitcher, where the event has it."
    )


class LineUpPlaceSerializer(serializers.Serializer[Any]):
    against = serializers.ChoiceField(choices=list(HANDS), help_text="The starter's hand.")
    series = serializers.IntegerField(
        required=False, min_value=1, max_value=LARGEST_NUMBER, help_text="Left out: the event."
    )
    game = serializers.IntegerField(
        default=0, min_value=0, max_value=99, help_text="Of the series; 0: all of them."
    )


class LineUpSentSerializer(LineUpPlaceSerializer):
    spots: Any = serializers.ListSerializer(child=SpotSerializer(), max_length=MOST_SPOTS)


class PlannedLineUpSerializer(serializers.Serializer[Any]):
    against = serializers.CharField()
    series = serializers.IntegerField(allow_null=True)
    game = serializers.IntegerField()
    spots = SpotSerializer(many=True)


class DeclaredStartSerializer(serializers.Serializer[Any]):
    game = serializers.IntegerField(min_value=1, max_value=999, help_text="The club's, by column.")
    card = serializers.IntegerField(
        min_value=0, max_value=LARGEST_NUMBER, help_text="0 takes it back."
    )


class StartsSentSerializer(serializers.Serializer[Any]):
    starts: Any = serializers.ListSerializer(child=DeclaredStartSerializer(), max_length=MOST_GAMES)


def _cards() -> serializers.ListField:
    child = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
    return serializers.ListField(child=child, required=False, max_length=MOST_NAMED)


class InstructionsSerializer(serializers.Serializer[Any]):
    opponent = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=LARGEST_NUMBER,
        help_text="A club's number; left out: against anybody.",
    )
    tendencies = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=10),
        required=False,
        validators=[MostItems(MOST_TENDENCIES)],
    )
    closer = serializers.IntegerField(required=False, min_value=0, max_value=LARGEST_NUMBER)
    setup = _cards()
    long = _cards()
    hook_innings = serializers.IntegerField(required=False, min_value=0, max_value=10)
    hook_runs = serializers.IntegerField(required=False, min_value=0, max_value=20)
    pinch_hitters = _cards()
    do_not_use = _cards()


class CardOrderSerializer(serializers.Serializer[Any]):
    cards = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER),
        min_length=1,
        max_length=MOST_IN_ORDER,
    )


class WrittenInstructionsSerializer(InstructionsSerializer):
    version = serializers.IntegerField()


class ClubPlanSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    team = serializers.IntegerField()
    scope = serializers.CharField()
    sheet = serializers.IntegerField(allow_null=True)
    published = serializers.BooleanField(help_text="Whether everybody sees the rotation.")
    line_ups = PlannedLineUpSerializer(many=True, help_text="For the club and directors.")
    order = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="The cards as they play, where a game has an order; for the club and directors.",
    )
    starts = DeclaredStartSerializer(many=True, help_text="As far as you may see them.")
    instructions = WrittenInstructionsSerializer(
        many=True, help_text="Those that count; for the club and directors."
    )


class SideBeforeSerializer(serializers.Serializer[Any]):
    side = serializers.CharField(help_text="away or home.")
    team = serializers.IntegerField()
    manned = serializers.BooleanField()
    named = serializers.BooleanField()
    confirmed = serializers.BooleanField()
    starter = serializers.CharField(help_text="Empty while you may not see him (T0.13).")


class BeforeSerializer(serializers.Serializer[Any]):
    series = serializers.IntegerField()
    number = serializers.IntegerField()
    may_begin = serializers.BooleanField()
    sides = SideBeforeSerializer(many=True)


class NameSentSerializer(serializers.Serializer[Any]):
    side = serializers.ChoiceField(choices=list(SIDE_NAMES))
    card = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)


class ConfirmSentSerializer(serializers.Serializer[Any]):
    side = serializers.ChoiceField(choices=list(SIDE_NAMES))
    spots: Any = serializers.ListSerializer(child=SpotSerializer(), max_length=MOST_SPOTS)


@extend_schema(tags=["squads"], parameters=[of_path("id")])
class SquadViewSet(ThinViewSet):
    serializer_class = ClubPlanSerializer
    lookup_field = "id"
    lookup_value_regex = PK

    @extend_schema(summary="What a club has laid down for its games", responses=ClubPlanSerializer)
    def retrieve(self, request: Request, id: str) -> Response:
        squad = visible_squad(request.user, int(id))
        return self._plan(request, squad)

    @extend_schema(
        summary="Lay down a line-up", request=LineUpSentSerializer, responses=ClubPlanSerializer
    )
    @action(detail=True, methods=["put"], url_path="line-up")
    def line_up(self, request: Request, id: str) -> Response:
        squad = self._planned(request, id)
        sent = read(LineUpSentSerializer, request)
        save_line_up(
            squad=squad,
            against=sent["against"],
            spots=_spots(sent["spots"]),
            acting_user=acting(request),
            series=_series_of(squad, sent),
            number=sent["game"],
        )
        return self._plan(request, squad)

    @extend_schema(
        summary="Take a line-up back",
        parameters=[LineUpPlaceSerializer],
        responses=ClubPlanSerializer,
    )
    @line_up.mapping.delete
    def clear_line_up(self, request: Request, id: str) -> Response:
        squad = self._planned(request, id)
        sent = asked(LineUpPlaceSerializer, request)
        clear_line_up(
            squad=squad,
            against=sent["against"],
            acting_user=acting(request),
            series=_series_of(squad, sent),
            number=sent["game"],
        )
        return self._plan(request, squad)

    @extend_schema(
        summary="Declare who starts", request=StartsSentSerializer, responses=ClubPlanSerializer
    )
    @action(detail=True, methods=["put"])
    def rotation(self, request: Request, id: str) -> Response:
        squad = self._planned(request, id)
        starts = read(StartsSentSerializer, request)["starts"]
        declare_starts(
            squad=squad,
            starts={start["game"]: start["card"] for start in starts},
            acting_user=acting(request),
        )
        return self._plan(request, squad)

    @extend_schema(
        summary="Put the cards into the order in which they play, where the game has one",
        description="Every card is named once; batters and pitchers each count among themselves.",
        request=CardOrderSerializer,
        responses=ClubPlanSerializer,
    )
    @action(detail=True, methods=["put"])
    def order(self, request: Request, id: str) -> Response:
        squad = self._planned(request, id)
        cards = read(CardOrderSerializer, request)["cards"]
        lay_down_order(squad=squad, change=lambda _: cards, acting_user=acting(request))
        return self._plan(request, squad)

    @extend_schema(
        summary="Write instructions for games without the manager",
        request=InstructionsSerializer,
        responses=ClubPlanSerializer,
    )
    @action(detail=True, methods=["put"])
    def instructions(self, request: Request, id: str) -> Response:
        squad = self._planned(request, id)
        sent = read(InstructionsSerializer, request)
        opponent = sent.pop("opponent", None)
        club = Team.objects.filter(pk=opponent).first() if opponent else None
        if opponent and club is None:
            raise Http404("No such club.")
        values: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in sent.items()
        }
        save_instructions(
            squad=squad,
            instructions=RuleInstructions(**values),
            acting_user=acting(request),
            opponent=club,
        )
        return self._plan(request, squad)

    def _planned(self, request: Request, id: str) -> Squad:
        squad = visible_squad(request.user, int(id))
        if not may_plan(request.user, squad):
            raise PermissionDenied("The club's people plan for it, and directors.")
        return squad

    def _plan(self, request: Request, squad: Squad) -> Response:
        reader = reader_of(request.user, squad.scope)
        return Response(ClubPlanSerializer(plan_data(squad, reader)).data)


@extend_schema(tags=["series"], parameters=[of_path("series"), of_path("number")])
class BeforeGameViewSet(ThinViewSet):
    """Before a game of cards: starters, visitors first, then line-ups."""

    serializer_class = BeforeSerializer

    @extend_schema(summary="How far both sides are before a game", responses=BeforeSerializer)
    def retrieve(self, request: Request, series: str, number: str) -> Response:
        known_series, reader = self._found(request, series, number)
        return self._state(known_series, int(number), reader)

    @extend_schema(summary="Name a starter", request=NameSentSerializer, responses=BeforeSerializer)
    def name_man(self, request: Request, series: str, number: str) -> Response:
        known_series, reader = self._found(request, series, number)
        sent = read(NameSentSerializer, request)
        side = _side_of(sent, known_series, int(number), reader)
        name_starter(
            series=known_series,
            number=int(number),
            side=side,
            card=sent["card"],
            acting_user=acting(request),
        )
        return self._state(known_series, int(number), reader)

    @extend_schema(
        summary="Confirm a line-up", request=ConfirmSentSerializer, responses=BeforeSerializer
    )
    def confirm(self, request: Request, series: str, number: str) -> Response:
        known_series, reader = self._found(request, series, number)
        sent = read(ConfirmSentSerializer, request)
        confirm_line_up(
            series=known_series,
            number=int(number),
            side=_side_of(sent, known_series, int(number), reader),
            spots=_spots(sent["spots"]),
            acting_user=acting(request),
        )
        return self._state(known_series, int(number), reader)

    def _found(self, request: Request, pk: str, number: str) -> tuple[Series, Reader]:
        series = visible_series(request.user, int(pk))
        if not 1 <= int(number) <= series.length or before_game(series, int(number)) is None:
            raise Http404("There is nothing to say before that game.")
        return series, reader_of(request.user, series.scope)

    def _state(self, series: Series, number: int, reader: Reader) -> Response:
        state = before_game(series, number)
        if state is None:
            raise Http404("There is nothing to say before that game.")
        seen = before_presenter.sides(series, number, reader, {})
        data = {
            "series": series.pk,
            "number": number,
            "may_begin": state.may_begin and not ended(series),
            "sides": [
                {
                    "side": SIDE_NAMES[one_side.side],
                    "team": one_side.team.pk,
                    "manned": one_side.manned,
                    "named": state.has_named(one_side.side),
                    "confirmed": state.is_confirmed(one_side.side),
                    "starter": one_side.named,
                }
                for one_side in seen
            ],
        }
        return Response(BeforeSerializer(data).data)


def plan_data(squad: Squad, reader: Reader) -> dict[str, Any]:
    """The readable part of a club's plans, as plain values."""
    board = PlanBoard(squad)
    inside = reader.is_inside(squad.team_id)
    plan = plan_seen(reader, squad.team_id, board.plan, published=board.rules.published)
    line_ups = LineUp.objects.filter(squad=squad) if inside else ()
    latest: dict[int, Instructions] = {}
    if inside:
        for row in Instructions.objects.filter(squad=squad).order_by("version"):
            latest[row.opponent_id or 0] = row
    return {
        "id": squad.pk,
        "team": squad.team_id,
        "scope": squad.scope,
        "sheet": board.sheet_row.pk if board.sheet_row else None,
        "published": board.rules.published,
        "line_ups": [
            {
                "against": row.against,
                "series": row.series_id,
                "game": row.number,
                "spots": spots_of(row.spots),
            }
            for row in line_ups
        ],
        "order": list(board.keys) if inside and board.order is not None else [],
        "starts": [{"game": column, "card": card} for column, card in sorted(plan.starts.items())],
        "instructions": [
            {**row.data, "opponent": row.opponent_id, "version": row.version}
            for row in latest.values()
        ],
    }


def _spots(given: list[dict[str, Any]]) -> list[Spot]:
    return [Spot(spot["player"], spot["position"]) for spot in given]


def _series_of(squad: Squad, given: dict[str, Any]) -> Series | None:
    if "series" not in given:
        return None
    series = Series.objects.filter(pk=given["series"], event__key=squad.scope).first()
    if series is None:
        raise Http404("No such series.")
    return series


def _side_of(given: dict[str, Any], series: Series, number: int, reader: Reader) -> int:
    side = SIDE_NAMES.index(given["side"])
    if not reader.is_inside(series.sides(number)[side]):
        raise PermissionDenied("This is for the other side to say.")
    return side


def register(router: BaseRouter) -> None:
    router.register("squads", SquadViewSet, basename="squad")


BEFORE_GAMES = [
    re_path(
        rf"^series/(?P<series>{PK})/games/(?P<number>[0-9]{{1,3}})/before/$",
        BeforeGameViewSet.as_view({"get": "retrieve"}),
        name="before",
    ),
    re_path(
        rf"^series/(?P<series>{PK})/games/(?P<number>[0-9]{{1,3}})/starter/$",
        BeforeGameViewSet.as_view({"put": "name_man"}),
        name="before-starter",
    ),
    re_path(
        rf"^series/(?P<series>{PK})/games/(?P<number>[0-9]{{1,3}})/line-up/$",
        BeforeGameViewSet.as_view({"put": "confirm"}),
        name="before-line-up",
    ),
]
"""These addresses name the game by series and number: its row does not exist yet."""
