"""Game systems for API clients, and a game of one to look at."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from config.refusals import Refused
from config.rest import JSONObjectField, ThinViewSet, asked, of_path
from games.api.folds import BoxSerializer, LineScoreSerializer, StorySerializer, box_data, line_of
from games.engine.folds.play_by_play import play_by_play
from games.engine.folds.summary import summarise
from games.engine.record import simulate
from games.engine.state_files import read_state
from games.engine.system import System
from games.exhibition import exhibition_clubs
from games.presenters.chances import moves_of_plays
from games.seeds import LONGEST
from games.systems.registry import SYSTEMS, system


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
    roles = serializers.ListField(
        child=serializers.CharField(),
        help_text="Which die is which, in the order of `sides`; empty where their order changes "
        "nothing.",
    )


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
    seed = serializers.CharField(max_length=LONGEST)
    settings: Any = JSONObjectField(
        default=dict, help_text='Options by key as a JSON object: {"innings": 7}.'
    )
    state: Any = JSONObjectField(
        default=dict,
        help_text="Where the game begins, if not at the beginning: "
        '{"system": "<key>", "inning": 8, "half": "bottom", "outs": 1, "bases": {"third": 4}, '
        '"runs": {"home": 2}, "up": {"home": 5}}. What is left out is as at the beginning.',
    )


class SampleSerializer(serializers.Serializer[Any]):
    transcript = serializers.ListField(child=serializers.CharField())
    away_runs = serializers.IntegerField()
    home_runs = serializers.IntegerField()
    reason = serializers.CharField()
    line = LineScoreSerializer()
    box = BoxSerializer()
    story = StorySerializer()


@extend_schema(tags=["systems"])
class SystemViewSet(ThinViewSet):
    serializer_class = SystemSerializer
    permission_classes = [AllowAny]
    lookup_field = "key"
    lookup_value_regex = "[a-z0-9-]+"

    @extend_schema(summary="The game systems", responses=SystemSerializer(many=True))
    def list(self, request: Request) -> Response:
        return self.page(tuple(SYSTEMS.values()), SystemSerializer)

    @extend_schema(
        summary="One game system",
        parameters=[of_path("key", str)],
        responses=SystemSerializer,
    )
    def retrieve(self, request: Request, key: str) -> Response:
        return Response(SystemSerializer(_system(key)).data)

    @extend_schema(
        summary="A game from a seed, stored nowhere",
        parameters=[of_path("key", str), SampleQuery],
        responses=SampleSerializer,
    )
    @action(detail=True)
    def sample(self, request: Request, key: str) -> Response:
        found = _system(key)
        query = asked(SampleQuery, request)
        settings = found.settings(query["settings"])
        clubs = exhibition_clubs(found, settings)
        state = read_state(found, query["state"], settings, clubs) if query["state"] else None
        record = simulate(found, settings, query["seed"], clubs=clubs, state=state)
        assert record.ending is not None  # noqa: S101 - a simulated game ends
        told = play_by_play(record)
        moves = moves_of_plays(record, [play for half in told.halves for play in half.plays])
        return Response(
            {
                "transcript": record.transcript,
                "away_runs": record.ending.runs[0],
                "home_runs": record.ending.runs[1],
                "reason": record.ending.reason,
                "line": line_of(summarise(record).as_json()),
                "box": BoxSerializer(box_data(record)).data,
                "story": StorySerializer(told, context={"moves": moves}).data,
            }
        )


def _system(key: str) -> System:
    try:
        return system(key)
    except Refused as refused:
        raise Http404(str(refused)) from refused
