"""Game systems, series and games for API clients: to read, to record, to play."""

from typing import Any

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import BaseRouter

from config.rest import ThinViewSet, Values, acting, answers, asked, read
from games.asking import asked as asked_of
from games.doors import may_direct, may_score, may_take_back, speaks_for, speaks_in
from games.engine.folds.box_score import box_score
from games.engine.folds.play_by_play import play_by_play
from games.engine.record import Record, simulate
from games.engine.refusals import Refused
from games.engine.system import System
from games.engine.systems import SYSTEMS, system
from games.models import Game, Series
from games.records import record_of
from games.selectors import series_games, visible_game, visible_series
from games.services.playing import play_series
from games.services.rewinding import rewind_game
from games.services.scoring import (
    SERVER_DICE,
    TABLE_DICE,
    Seats,
    add_entries,
    record_game,
    throw_dice,
)
from games.showing.story import names_of
from rosters.api import TeamSerializer

SIDES = ("away", "home")


class OptionSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # the option's own word
    kind = serializers.ChoiceField(choices=["boolean", "integer", "choice"])
    default = serializers.JSONField()
    help = serializers.CharField()
    choices = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    least = serializers.IntegerField()
    most = serializers.IntegerField()
    rules = serializers.ListField(child=serializers.CharField())


class DiceSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    sides = serializers.ListField(child=serializers.IntegerField())
    faces = serializers.ListField(child=serializers.CharField())


class ChoiceSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]


class DecisionSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    question = serializers.CharField()
    choices = ChoiceSerializer(many=True)


class SystemSerializer(serializers.Serializer[System]):
    key = serializers.CharField()
    name = serializers.CharField()
    summary = serializers.CharField()
    version = serializers.IntegerField()
    batters = serializers.BooleanField(help_text="Whether it knows a batting order.")
    needs = serializers.CharField(source="need.kind")
    book = serializers.CharField(help_text="Key of its rulebook.")
    options = OptionSerializer(many=True)
    dice = DiceSerializer(many=True)
    decisions = DecisionSerializer(many=True)


class SampleQuery(serializers.Serializer[Any]):
    seed = serializers.CharField(max_length=40)


class LineSerializer(serializers.Serializer[Any]):
    slot = serializers.IntegerField(help_text="Place in the batting order.")
    at_bats = serializers.IntegerField()
    runs = serializers.IntegerField()
    hits = serializers.IntegerField()
    doubles = serializers.IntegerField()
    triples = serializers.IntegerField()
    home_runs = serializers.IntegerField()
    runs_batted_in = serializers.IntegerField()
    walks = serializers.IntegerField()
    sacrifice_hits = serializers.IntegerField()
    sacrifice_flies = serializers.IntegerField()
    double_plays = serializers.IntegerField()
    stolen_bases = serializers.IntegerField()
    caught_stealing = serializers.IntegerField()


class StaffSerializer(serializers.Serializer[Any]):
    innings = serializers.CharField(help_text="6.2 is six and two thirds.")
    batters_faced = serializers.IntegerField()
    hits = serializers.IntegerField()
    runs = serializers.IntegerField()
    earned_runs = serializers.IntegerField()
    walks = serializers.IntegerField()
    home_runs = serializers.IntegerField()
    balks = serializers.IntegerField()


class SideBoxSerializer(serializers.Serializer[Any]):
    batting = LineSerializer(many=True)
    total = LineSerializer()
    pitching = StaffSerializer(allow_null=True)
    errors_made = serializers.IntegerField(source="errors")
    left_on_base = serializers.IntegerField()


class BoxSerializer(serializers.Serializer[Any]):
    away = SideBoxSerializer()
    home = SideBoxSerializer()


class PlaySerializer(serializers.Serializer[Any]):
    text = serializers.CharField()
    dice = serializers.CharField()
    entry = serializers.IntegerField(help_text="Entry of the transcript it began at; 0: none.")
    runs = serializers.IntegerField()
    score = serializers.CharField()
    outs = serializers.IntegerField()


class HalfSerializer(serializers.Serializer[Any]):
    inning = serializers.IntegerField()
    half = serializers.IntegerField(help_text="0 top, 1 bottom.")
    label = serializers.CharField()  # type: ignore[assignment]
    plays = PlaySerializer(many=True)
    summary = serializers.CharField()


class StorySerializer(serializers.Serializer[Any]):
    opening = serializers.CharField()
    halves = HalfSerializer(many=True)
    ending = serializers.CharField()


class GameSerializer(serializers.ModelSerializer[Game]):
    class Meta:
        model = Game
        fields: tuple[str, ...] = (
            "id",
            "series",
            "number",
            "away",
            "home",
            "status",
            "source",
            "away_runs",
            "home_runs",
            "inning",
            "reason",
            "summary",
            "seed",
            "commitment",
            "started_at",
            "finished_at",
        )
        read_only_fields = fields

    seed = serializers.CharField(
        source="revealed_seed", help_text="Of the dice; empty until the game is final."
    )
    commitment = serializers.CharField(help_text="SHA-256 of the seed, known from the start.")


class AwaitedSerializer(serializers.Serializer[Any]):
    side = serializers.ChoiceField(choices=SIDES)
    dice = serializers.CharField(help_text="The throw; empty for a decision.")
    decision = serializers.CharField(help_text="The decision; empty for a throw.")
    entries = serializers.ListField(
        child=serializers.CharField(), help_text="The entries that would answer a decision."
    )


class WholeGameSerializer(GameSerializer):
    class Meta(GameSerializer.Meta):
        fields = (*GameSerializer.Meta.fields, "transcript", "awaits")
        read_only_fields = fields

    transcript = serializers.ListField(source="entries", child=serializers.CharField())
    awaits = serializers.SerializerMethodField(help_text="What is needed next; empty: nothing.")

    def get_awaits(self, game: Game) -> list[Values]:
        if game.is_final or game.status == Game.Status.VOID:
            return []
        now = asked_of(game)
        found: list[Values] = [
            {
                "side": SIDES[question.side],
                "dice": "",
                "decision": question.decision.name,
                "entries": [question.entry(choice) for choice in question.choices],
            }
            for question in now.questions
        ]
        if now.dice is not None:
            found.append(
                {"side": SIDES[now.thrower], "dice": now.dice.name, "decision": "", "entries": []}
            )
        return found


class SeriesSerializer(serializers.ModelSerializer[Series]):
    class Meta:
        model = Series
        fields: tuple[str, ...] = (
            "id",
            "away",
            "home",
            "system",
            "settings",
            "length",
            "home_pattern",
            "completed_at",
        )
        read_only_fields = fields

    away = TeamSerializer()
    home = TeamSerializer()
    system = serializers.CharField(source="system_key")


class WholeSeriesSerializer(SeriesSerializer):
    class Meta(SeriesSerializer.Meta):
        fields = (*SeriesSerializer.Meta.fields, "games")
        read_only_fields = fields

    games = serializers.SerializerMethodField()

    def get_games(self, series: Series) -> list[Values]:
        games = [slot.game for slot in series_games(series).slots if slot.game]
        return list(GameSerializer(games, many=True).data)


class StartSerializer(serializers.Serializer[Any]):
    series = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Within the series, from 1.")
    transcript = serializers.ListField(
        child=serializers.CharField(max_length=40), default=list, max_length=5000
    )
    dice = serializers.ChoiceField(choices=[TABLE_DICE, SERVER_DICE], default=TABLE_DICE)
    away_managed = serializers.BooleanField(default=False)
    home_managed = serializers.BooleanField(default=False)


class EntriesSerializer(serializers.Serializer[Any]):
    after = serializers.IntegerField(min_value=0, help_text="Entries the client has seen.")
    entries = serializers.ListField(
        child=serializers.CharField(max_length=40), min_length=1, max_length=5000
    )


class ThrowSerializer(serializers.Serializer[Any]):
    after = serializers.IntegerField(min_value=0, help_text="Entries the client has seen.")


class RewindSerializer(serializers.Serializer[Any]):
    entry = serializers.IntegerField(min_value=1, help_text="The first entry to take off.")
    reason = serializers.CharField(max_length=300)


class SampleSerializer(serializers.Serializer[Any]):
    transcript = serializers.ListField(child=serializers.CharField())
    away_runs = serializers.IntegerField()
    home_runs = serializers.IntegerField()
    reason = serializers.CharField()
    box = BoxSerializer()
    story = StorySerializer()


def _path(name: str, kind: Any = OpenApiTypes.INT) -> OpenApiParameter:
    return OpenApiParameter(name, kind, OpenApiParameter.PATH)


@extend_schema(tags=["systems"])
class SystemViewSet(ThinViewSet):
    serializer_class = SystemSerializer
    permission_classes = [AllowAny]
    lookup_field = "key"
    lookup_value_regex = "[a-z0-9-]+"

    @extend_schema(summary="The game systems", responses=answers(SystemSerializer(many=True)))
    def list(self, request: Request) -> Response:
        return self.page(tuple(SYSTEMS.values()), SystemSerializer)

    @extend_schema(
        summary="One game system",
        parameters=[_path("key", OpenApiTypes.STR)],
        responses=answers(SystemSerializer),
    )
    def retrieve(self, request: Request, key: str) -> Response:
        return Response(SystemSerializer(_system(key)).data)

    @extend_schema(
        summary="A game from a seed, stored nowhere",
        parameters=[_path("key", OpenApiTypes.STR), SampleQuery],
        responses=answers(SampleSerializer),
    )
    @action(detail=True)
    def sample(self, request: Request, key: str) -> Response:
        found = _system(key)
        record = simulate(found, found.settings(), asked(SampleQuery, request)["seed"])
        assert record.ending is not None  # noqa: S101 - a simulated game ends
        return Response(
            {
                "transcript": record.transcript,
                "away_runs": record.ending.runs[0],
                "home_runs": record.ending.runs[1],
                "reason": record.ending.reason,
                "box": BoxSerializer(box_score(record)).data,
                "story": StorySerializer(play_by_play(record)).data,
            }
        )


@extend_schema(tags=["series"], parameters=[_path("id")])
class SeriesViewSet(ThinViewSet):
    serializer_class = WholeSeriesSerializer
    lookup_field = "id"
    lookup_value_regex = "[0-9]+"

    @extend_schema(summary="A series with its games", responses=answers(WholeSeriesSerializer))
    def retrieve(self, request: Request, id: str) -> Response:
        return Response(WholeSeriesSerializer(visible_series(request.user, int(id))).data)

    @extend_schema(
        summary="Simulate what nobody has played",
        request=None,
        responses=answers(WholeSeriesSerializer),
    )
    @action(detail=True, methods=["post"])
    def simulate(self, request: Request, id: str) -> Response:
        series = visible_series(request.user, int(id))
        if not may_direct(request.user, series):
            raise PermissionDenied("Only a director has games simulated.")
        play_series(series_ids=[series.pk], acting_user=acting(request))
        return Response(WholeSeriesSerializer(visible_series(request.user, series.pk)).data)


@extend_schema(tags=["games"])
class GameViewSet(ThinViewSet):
    serializer_class = WholeGameSerializer
    lookup_field = "id"
    lookup_value_regex = "[0-9]+"

    @extend_schema(
        summary="A game with its transcript and what it awaits",
        parameters=[_path("id")],
        responses=answers(WholeGameSerializer),
    )
    def retrieve(self, request: Request, id: str) -> Response:
        return Response(WholeGameSerializer(visible_game(request.user, int(id))).data)

    @extend_schema(
        summary="Record a game, whole or begun",
        request=StartSerializer,
        responses=answers(WholeGameSerializer, 201),
    )
    def create(self, request: Request) -> Response:
        values = read(StartSerializer, request)
        series = visible_series(request.user, values["series"])
        _verify_scorer(request, series)
        game = record_game(
            series_id=series.pk,
            number=values["number"],
            transcript=values["transcript"],
            acting_user=acting(request),
            seats=Seats(values["dice"], values["away_managed"], values["home_managed"]),
            speaking_for=speaks_in(request.user, series, values["number"]),
        )
        return self._whole(request, game, status.HTTP_201_CREATED)

    @extend_schema(
        summary="Add entries to a game",
        parameters=[_path("id")],
        request=EntriesSerializer,
        responses=answers(WholeGameSerializer),
    )
    @action(detail=True, methods=["post"])
    def entries(self, request: Request, id: str) -> Response:
        game = self._scored(request, id)
        values = read(EntriesSerializer, request)
        changed = add_entries(
            game_id=game.pk,
            after=values["after"],
            entries=values["entries"],
            acting_user=acting(request),
            speaking_for=speaks_for(request.user, game),
        )
        return self._whole(request, changed)

    @extend_schema(
        summary="Have the server throw",
        parameters=[_path("id")],
        request=ThrowSerializer,
        responses=answers(WholeGameSerializer),
    )
    @action(detail=True, methods=["post"])
    def throw(self, request: Request, id: str) -> Response:
        game = self._scored(request, id)
        after = read(ThrowSerializer, request)["after"]
        return self._whole(
            request, throw_dice(game_id=game.pk, after=after, acting_user=acting(request))
        )

    @extend_schema(
        summary="Take a game back; what is taken off is kept",
        parameters=[_path("id")],
        request=RewindSerializer,
        responses=answers(WholeGameSerializer),
    )
    @action(detail=True, methods=["post"])
    def rewind(self, request: Request, id: str) -> Response:
        game = self._scored(request, id)
        if not may_take_back(request.user, game):
            raise PermissionDenied("Only a director takes a result back.")
        values = read(RewindSerializer, request)
        return self._whole(
            request, rewind_game(game_id=game.pk, acting_user=acting(request), **values)
        )

    @extend_schema(
        summary="The box score", parameters=[_path("id")], responses=answers(BoxSerializer)
    )
    @action(detail=True)
    def box(self, request: Request, id: str) -> Response:
        return Response(BoxSerializer(box_score(self._record(request, id)[1])).data)

    @extend_schema(
        summary="Play by play", parameters=[_path("id")], responses=answers(StorySerializer)
    )
    @action(detail=True)
    def plays(self, request: Request, id: str) -> Response:
        game, record = self._record(request, id)
        names = names_of((game.away, game.home))
        return Response(StorySerializer(play_by_play(record, names)).data)

    def _record(self, request: Request, id: str) -> tuple[Game, Record]:
        game = visible_game(request.user, int(id))
        return game, record_of(game)

    def _scored(self, request: Request, id: str) -> Game:
        game = visible_game(request.user, int(id))
        _verify_scorer(request, game.series)
        return game

    def _whole(self, request: Request, game: Game, code: int = status.HTTP_200_OK) -> Response:
        found = visible_game(request.user, game.pk)
        return Response(WholeGameSerializer(found).data, status=code)


def _verify_scorer(request: Request, series: Series) -> None:
    if not may_score(request.user, series):
        raise PermissionDenied("Only people of both clubs and directors record its games.")


def _system(key: str) -> System:
    try:
        return system(key)
    except Refused as refused:
        raise Http404(str(refused)) from refused


def register(router: BaseRouter) -> None:
    """Hang systems, series and games on the API's router."""
    router.register("systems", SystemViewSet, basename="system")
    router.register("series", SeriesViewSet, basename="series")
    router.register("games", GameViewSet, basename="game")
