"""Who meets whom, and what was played."""

from typing import Any

from rest_framework import serializers

from config.inputs import LARGEST_NUMBER
from config.rest import ErrorRefusalSerializer, MostItems, Values, WholeNumberField
from games.api.schemas import GameSerializer
from tournaments.models import Entrant
from tournaments.selectors.days import Result
from tournaments.selectors.meetings import Meeting, RoundOfPlay


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


class ScheduleAskedSerializer(serializers.Serializer[Any]):
    club = serializers.IntegerField(
        required=False, min_value=1, max_value=LARGEST_NUMBER, help_text="Number of a club."
    )


class DaysAskedSerializer(ScheduleAskedSerializer):
    day = serializers.DateField(required=False, help_text="Today where none is named.")


class DayResultSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField()
    series = serializers.IntegerField()
    game = serializers.IntegerField()
    away = serializers.IntegerField(help_text="Key of the visiting club's team.")
    home = serializers.IntegerField()
    away_runs = serializers.IntegerField()
    home_runs = serializers.IntegerField()
    innings = serializers.IntegerField(help_text="0 where it took no more than usual.")
    finished_at = serializers.DateTimeField()


class ToComeSerializer(serializers.Serializer[Any]):
    series = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Of the next game in it.")
    away = serializers.IntegerField()
    home = serializers.IntegerField()
    begins = serializers.DateTimeField(allow_null=True, help_text="As was agreed.")
    due = serializers.DateTimeField(allow_null=True, help_text="Its deadline.")
    starters = serializers.ListField(
        child=serializers.CharField(allow_blank=True),
        min_length=2,
        max_length=2,
        help_text="The visitors' and the home side's, as far as you may know them.",
    )


class DayOfScheduleSerializer(serializers.Serializer[Any]):
    day = serializers.DateField()
    before = serializers.DateField(allow_null=True, help_text="The day of play before it.")
    after = serializers.DateField(allow_null=True, help_text="The next day of play that is over.")
    results = DayResultSerializer(many=True, help_text="The last first.")
    last_results = DayResultSerializer(many=True, help_text="Those of `before`.")
    ahead = ToComeSerializer(
        many=True, help_text="What is to be played, by time or deadline; of a day that is over: []."
    )


class RoundNumberSerializer(serializers.Serializer[Any]):
    round = WholeNumberField(min_value=1)


class RoundAskedSerializer(serializers.Serializer[Any]):
    round = WholeNumberField(min_value=1, required=False, help_text="Left out: every round.")


class SeriesToPlaySerializer(serializers.Serializer[Any]):
    series = serializers.IntegerField()
    games = serializers.IntegerField(help_text="That would be simulated, at most.")


class ToPlaySerializer(serializers.Serializer[Any]):
    series = SeriesToPlaySerializer(many=True)
    left = ErrorRefusalSerializer(many=True, help_text="Why series would be left as they are.")


class PlayedSerializer(serializers.Serializer[Any]):
    games = GameSerializer(many=True)
    left = ErrorRefusalSerializer(many=True, help_text="Why series were left as they are.")


class SimulatedAskedSerializer(serializers.Serializer[Any]):
    round = WholeNumberField(min_value=1, required=False, help_text="This, or a series.")
    series = WholeNumberField(min_value=1, required=False)


class TakenBackSerializer(SimulatedAskedSerializer):
    games = serializers.ListField(
        child=WholeNumberField(min_value=1),
        default=list,
        validators=[MostItems(500)],
        help_text="Keys; left out: all that can be taken back.",
    )
    reason = serializers.CharField(max_length=300)


class TakingBackSerializer(serializers.Serializer[Any]):
    games = serializers.ListField(
        child=serializers.IntegerField(), help_text="Keys of the games that are taken back."
    )
    left = ErrorRefusalSerializer(many=True, help_text="Why other games stay as they are.")


def result_of(result: Result) -> Values:
    """A game of a day in the form of ``DayResultSerializer``."""
    return {
        "round": result.meeting.round_number,
        "series": result.meeting.series_id,
        "game": result.game.pk,
        "away": result.away.pk,
        "home": result.home.pk,
        "away_runs": result.game.away_runs,
        "home_runs": result.game.home_runs,
        "innings": result.innings,
        "finished_at": result.finished_at,
    }


def round_of(round_: RoundOfPlay, club: Entrant | None = None) -> Values:
    """A round in the form of ``RoundSerializer``, with the meetings of all clubs or of one."""
    return {
        "number": round_.number,
        "name": round_.name,
        "state": round_.state,
        "meetings": [
            meeting_of(meeting) for meeting in round_.meetings if club is None or meeting.has(club)
        ],
    }


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
