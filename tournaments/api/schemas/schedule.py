"""Who meets whom, and what was played."""

from typing import Any

from rest_framework import serializers

from config.rest import ErrorRefusalSerializer, Values, WholeNumberField
from games.api.schemas import GameSerializer
from tournaments.selectors.league import Meeting


class MeetingSerializer(serializers.Serializer[Any]):
    home = serializers.IntegerField()
    away = serializers.IntegerField(allow_null=True, help_text="Null: the home entrant has a bye.")
    series = serializers.IntegerField(allow_null=True)
    state = serializers.CharField()
    home_wins = serializers.IntegerField()
    away_wins = serializers.IntegerField()


class MeetingInRoundSerializer(MeetingSerializer):
    round = serializers.IntegerField()


class NewsSerializer(serializers.Serializer[Any]):
    tournament = serializers.CharField(help_text="Its slug.")
    meeting = MeetingSerializer()


class RoundSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.CharField()
    meetings = MeetingSerializer(many=True)


class RoundNumberSerializer(serializers.Serializer[Any]):
    round = WholeNumberField(min_value=1)


class PlayedSerializer(serializers.Serializer[Any]):
    games = GameSerializer(many=True)
    left = ErrorRefusalSerializer(many=True, help_text="Why series were left as they are.")


def meeting_of(meeting: Meeting) -> Values:
    """A meeting in the form of ``MeetingSerializer``."""
    return {
        "home": meeting.home.number,
        "away": meeting.away.number if meeting.away else None,
        "series": meeting.series_id,
        "state": meeting.state,
        "home_wins": meeting.wins(meeting.home),
        "away_wins": meeting.wins(meeting.away),
    }
