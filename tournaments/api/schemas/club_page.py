"""What a club's page shows, as API clients are told it."""

from typing import Any

from rest_framework import serializers


class StarterSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField()
    name = serializers.CharField()


class ArmSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField()
    name = serializers.CharField()
    roles = serializers.CharField()
    eligible = serializers.BooleanField(help_text="Whether he may pitch in the next game at all.")
    short = serializers.CharField(help_text="S: may start; innings: so many in relief.")
    why = serializers.ListField(child=serializers.CharField(), help_text="With paragraphs.")


class GameAheadSerializer(serializers.Serializer[Any]):
    series = serializers.IntegerField()
    round = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Of the game in its series.")
    opponent = serializers.IntegerField(help_text="Number of the entrant.")
    at_home = serializers.BooleanField()
    starter = StarterSerializer(
        allow_null=True, help_text="Null: nobody is named, or it is not yours to know."
    )
    their_starter = StarterSerializer(allow_null=True)


class NextGameSerializer(serializers.Serializer[Any]):
    game = GameAheadSerializer(allow_null=True, help_text="Null: nothing is left to be played.")
    arms = ArmSerializer(
        many=True, help_text="Every pitcher, who may pitch first; empty where no sheets are kept."
    )


class SeasonMenAskedSerializer(serializers.Serializer[Any]):
    table = serializers.ChoiceField(choices=["batting", "pitching"], default="batting")


class SeasonLineSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField()
    name = serializers.CharField()
    positions = serializers.CharField(allow_blank=True)
    values = serializers.DictField(
        child=serializers.FloatField(allow_null=True),
        help_text="By key of the column; null of nothing, and of who has not played.",
    )
    arm = ArmSerializer(allow_null=True, help_text="Of pitchers: what he may do in the next game.")


class PastSeasonSerializer(serializers.Serializer[Any]):
    tournament = serializers.CharField(help_text="Its slug.")
    name = serializers.CharField()
    club = serializers.IntegerField(help_text="Number of the entrant there.")
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    tied = serializers.IntegerField()
    playoffs_won = serializers.IntegerField()
    playoffs_lost = serializers.IntegerField()
    prize = serializers.CharField(allow_blank=True, help_text="winner, runner-up, or nothing.")
    points = serializers.CharField(help_text="Season points, as they are printed.")
