"""Reports of an event, its season points, and records across events."""

from typing import Any

from rest_framework import serializers

from config.rest import MostItems, WholeNumberField
from tournaments.api.schemas.events import MOST_CLUBS
from tournaments.models import EventRecord, Finish
from tournaments.selectors.records import stages_played


class ReportLineSerializer(serializers.Serializer[Any]):
    entrant = serializers.IntegerField()
    club = serializers.CharField()
    managers = serializers.CharField(help_text="Names, partners among them; empty: the house.")
    place = serializers.CharField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    playoff_wins = serializers.IntegerField(help_text="Byes as the wins that take their series.")
    points = serializers.CharField(help_text="Of the season, as they are printed.")
    points_to = serializers.CharField(
        help_text="Who is given them: of partners the one they declared, or who is ahead that "
        "year; empty where nobody is."
    )


class EventReportSerializer(serializers.Serializer[Any]):
    write_up = serializers.CharField(help_text="Empty until there is a winner.")
    winners = serializers.ListField(child=serializers.IntegerField(), help_text="Entrants.")
    runner_up = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField(help_text="That count.")
    formula = serializers.CharField(help_text="Of the season points, in words.")
    lines = ReportLineSerializer(many=True, help_text="Most points first.")


class PointsNumbersSerializer(serializers.Serializer[Any]):
    numbers = serializers.DictField(
        child=serializers.CharField(max_length=9),
        validators=[MostItems(20)],
        help_text="By name, as words: `2`, `0.5` or `1/3`; what is not named is the club's.",
    )


class PointsLawSerializer(PointsNumbersSerializer):
    told = serializers.CharField(help_text="The formula in words.")


class CreditSerializer(serializers.Serializer[Any]):
    club = WholeNumberField(min_value=1, max_value=MOST_CLUBS, help_text="Its number.")
    member = WholeNumberField(
        min_value=1,
        allow_null=True,
        help_text="Id of a manager among the event's people; null: as the rule says.",
    )


class FinisherSerializer(serializers.Serializer[Any]):
    entrant = serializers.IntegerField(source="entrant.number")
    club = serializers.CharField(source="entrant.team.name")
    prize = serializers.ChoiceField(choices=Finish.Prize.choices)


class EventAwardSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="As most-valuable, or ballot-12.")
    title = serializers.CharField()
    value = serializers.CharField(allow_blank=True)
    team = serializers.CharField(source="team.name")
    card = serializers.IntegerField(source="card_id", allow_null=True, help_text="Null: a club.")
    name = serializers.CharField(source="card.name", default=None, allow_null=True)


class ArchivedEventSerializer(serializers.Serializer[Any]):
    tournament = serializers.SlugField(source="tournament.slug")
    name = serializers.CharField(source="tournament.name")
    closed_at = serializers.DateTimeField()
    clubs = serializers.IntegerField()
    games = serializers.IntegerField(help_text="That count.")
    stages = serializers.SerializerMethodField(help_text="Names of its stages, in order.")
    first_two = FinisherSerializer(
        many=True, help_text="The winner, several where they were level, and who lost the final."
    )

    awards = EventAwardSerializer(
        source="told_awards",
        many=True,
        help_text="Most valuable player, best pitcher, and those on which the clubs voted.",
    )

    def get_stages(self, record: EventRecord) -> list[str]:
        return stages_played(record)


class ManagerRecordSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    events = serializers.IntegerField()
    titles = serializers.IntegerField()
    finals_lost = serializers.IntegerField()
    won = serializers.IntegerField(help_text="Games of seasons.")
    lost = serializers.IntegerField()
    tied = serializers.IntegerField()
    pct = serializers.CharField()
    playoffs_won = serializers.IntegerField()
    playoffs_lost = serializers.IntegerField()
    points = serializers.CharField(source="shown_points", help_text="As they are printed.")


class ManagerEventSerializer(serializers.Serializer[Any]):
    tournament = serializers.SlugField(source="finish.record.tournament.slug")
    name = serializers.CharField(source="finish.record.tournament.name")
    club = serializers.CharField(source="finish.entrant.team.name")
    prize = serializers.CharField(source="finish.prize", help_text="Empty where there was none.")
    won = serializers.IntegerField(source="finish.won", help_text="Games of the season.")
    lost = serializers.IntegerField(source="finish.lost")
    tied = serializers.IntegerField(source="finish.tied")
    playoffs_won = serializers.IntegerField(source="finish.playoffs_won")
    playoffs_lost = serializers.IntegerField(source="finish.playoffs_lost")
    points = serializers.CharField(source="finish.shown_points", help_text="Of the club.")
    has_points = serializers.BooleanField(help_text="Whether they are his and no partner's.")


class OpponentSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    games = serializers.IntegerField(source="met", help_text="Play-offs among them.")
    won = serializers.IntegerField(source="games_won")
    lost = serializers.IntegerField(source="games_lost")
    tied = serializers.IntegerField(source="games_tied")
