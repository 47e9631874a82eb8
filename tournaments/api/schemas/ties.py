"""Ties, how they are broken, and what people ruled."""

from typing import Any

from rest_framework import serializers

from config.rest import MostItems, WholeNumberField
from tournaments.api.schemas.schedule import RoundSerializer


class TieOrderSerializer(serializers.Serializer[Any]):
    steps = serializers.ListField(
        child=serializers.DictField(validators=[MostItems(20)]),
        max_length=50,
        help_text="Each with its criterion, scope, sizes, after, unplayed, balanced.",
    )


class TieStepSerializer(serializers.Serializer[Any]):
    step = serializers.IntegerField()
    criterion = serializers.CharField()
    group = serializers.ListField(child=serializers.IntegerField())
    outcome = serializers.CharField(help_text="level, parted, silent or waits.")
    parts = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()), help_text="Best first."
    )
    evidence = serializers.DictField(child=serializers.CharField())
    why = serializers.CharField()


class TieSerializer(serializers.Serializer[Any]):
    division = serializers.IntegerField()
    members = serializers.ListField(child=serializers.IntegerField())
    steps = TieStepSerializer(many=True)


class TieGameSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField(max_length=12)
    members: Any = serializers.ListField(child=WholeNumberField(), max_length=30)


class WaitingTieSerializer(TieGameSerializer):
    decides = serializers.BooleanField(
        help_text="Whether it depends on it who goes on and as which seed, or who has won; else "
        "it is about places alone, and nothing waits for it."
    )


class DrawnTieGameSerializer(TieGameSerializer):
    rolls = serializers.DictField(
        default=dict,
        child=WholeNumberField(),
        validators=[MostItems(2)],
        help_text="Of shoot-outs without a seeding: the d20s for the last at bat, by number; the "
        "house throws them where there are none (T32.0c).",
    )


class HeldTieGameSerializer(RoundSerializer):
    ruling = serializers.IntegerField(help_text="Id of the ruling that it decides.")
    kind = serializers.CharField(help_text="playoff or shoot-out.")


class PlayoffSerializer(serializers.Serializer[Any]):
    runs = serializers.DictField(
        child=WholeNumberField(), validators=[MostItems(2)], help_text="Of both, by number."
    )


class ShootOutSerializer(serializers.Serializer[Any]):
    home = WholeNumberField(help_text="Who batted last, by number.")
    away = WholeNumberField()
    home_runs: Any = serializers.ListField(child=WholeNumberField(), max_length=50)
    away_runs: Any = serializers.ListField(
        child=WholeNumberField(), max_length=50, help_text="By inning."
    )
    rolls = serializers.DictField(
        default=dict, child=WholeNumberField(), validators=[MostItems(2)], help_text="d20s."
    )


class TieRulingSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField(max_length=12)
    values = serializers.DictField(
        child=WholeNumberField(), validators=[MostItems(30)], help_text="By number of the club."
    )


class MadeRulingSerializer(TieRulingSerializer):
    id = serializers.IntegerField()
