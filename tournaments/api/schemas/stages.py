"""Stages, and how they are chosen."""

from typing import Any

from rest_framework import serializers

from config.rest import MostItems, Values, WholeNumberField
from tournaments.api.schemas.events import MOST_CLUBS
from tournaments.api.schemas.schedule import MeetingSerializer, RoundSerializer
from tournaments.rules.dividing import MOST_DIVISIONS, WAYS
from tournaments.services.formats import LONGEST_APART


class FormatChoiceSerializer(serializers.Serializer[Any]):
    preset = serializers.CharField(
        default="", allow_blank=True, max_length=40, help_text="Key of a format; empty: by stages."
    )
    stages = serializers.ListField(
        default=list, child=serializers.DictField(validators=[MostItems(20)]), max_length=20
    )
    divisions = WholeNumberField(
        default=0,
        help_text="0: as many as the preset has; of stages of your own, as the clubs stand.",
    )
    tie_order = serializers.ListField(
        default=list, child=serializers.DictField(validators=[MostItems(20)]), max_length=50
    )


class NameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=80)


class DivisionsSerializer(serializers.Serializer[Any]):
    divisions = serializers.DictField(
        child=WholeNumberField(min_value=1, max_value=10),
        validators=[MostItems(MOST_CLUBS)],
        help_text="The division of each club, by its number.",
    )


class SplitSerializer(serializers.Serializer[Any]):
    count = WholeNumberField(min_value=1, max_value=MOST_DIVISIONS)
    way = serializers.ChoiceField(choices=tuple(WAYS.items()))
    apart = serializers.CharField(
        allow_blank=True,
        default="",
        max_length=LONGEST_APART,
        help_text="Clubs that are kept from each other, a line for each group, with commas.",
    )


class FormatPreviewAskedSerializer(serializers.Serializer[Any]):
    """One of these, with what the act itself is sent."""

    format = FormatChoiceSerializer(required=False)
    divisions = serializers.DictField(
        child=WholeNumberField(min_value=1, max_value=10),
        validators=[MostItems(MOST_CLUBS)],
        required=False,
        help_text="The division of each club, by its number.",
    )
    split = SplitSerializer(required=False)
    enter: Any = serializers.ListField(
        child=serializers.CharField(max_length=60),
        max_length=MOST_CLUBS,
        required=False,
        help_text="Names of clubs to be entered.",
    )
    withdraw = WholeNumberField(required=False, help_text="The number of a club.")

    def validate(self, attrs: Values) -> Values:
        if len(attrs) != 1:
            raise serializers.ValidationError("Name one change.", code="one-change")
        return attrs


class ClubMoveSerializer(serializers.Serializer[Any]):
    club = serializers.CharField()
    before = serializers.IntegerField(allow_null=True, help_text="Null: it would be entered.")
    after = serializers.IntegerField(allow_null=True, help_text="Null: it would leave.")


class DivisionChangeSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    before = serializers.IntegerField(help_text="Clubs.")
    after = serializers.IntegerField()


class StageChangeSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    told_before = serializers.CharField(help_text="Empty: there is none yet.")
    told = serializers.CharField(help_text="Empty: it would not be played.")
    clubs_before = serializers.IntegerField(allow_null=True, help_text="That play in it.")
    clubs = serializers.IntegerField(allow_null=True)


class FormatChangeSerializer(serializers.Serializer[Any]):
    moves = ClubMoveSerializer(many=True)
    by_chance = serializers.BooleanField(
        help_text="Who goes where is decided when it is done, and `moves` are empty."
    )
    divisions = DivisionChangeSerializer(many=True)
    stages = StageChangeSerializer(many=True)


class StageMemberSerializer(serializers.Serializer[Any]):
    entrant = serializers.IntegerField()
    seed = serializers.IntegerField()
    reason = serializers.CharField()


class StageMeetingSerializer(MeetingSerializer):
    bracket = serializers.CharField(
        help_text="Of a double elimination: winners' or losers', or the final; else empty."
    )


class StageRoundSerializer(RoundSerializer):
    meetings = StageMeetingSerializer(many=True)


class StageSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.CharField()
    told = serializers.CharField(help_text="The stage in words.")
    settings = serializers.DictField()
    members = StageMemberSerializer(many=True)
    rounds = StageRoundSerializer(many=True)


class AdvancedSerializer(serializers.Serializer[Any]):
    done = serializers.CharField()


class TakenBackDrawingSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(
        min_value=1, max_value=999, help_text="It goes, and everything that was drawn after it."
    )
    reason = serializers.CharField(max_length=300)
    played_too = serializers.BooleanField(
        default=False, help_text="What was played in these rounds goes, too: its games are voided."
    )
    again = serializers.BooleanField(
        default=False, help_text="Draw what follows anew, as the results stand now."
    )


class OvertakenSerializer(serializers.Serializer[Any]):
    stage = serializers.IntegerField(source="round.stage.number")
    round = serializers.IntegerField(source="round.number")
    facts = serializers.CharField()
    begun = serializers.BooleanField(help_text="Whether something of it has been played.")
