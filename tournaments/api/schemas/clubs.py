"""Clubs of an event, and the squads they hold."""

from typing import Any

from rest_framework import serializers

from config.inputs import LARGEST_NUMBER
from rosters.api.teams import TeamPlanSerializer, TeamSerializer
from rosters.models import Card
from tournaments.api.schemas.events import MOST_CLUBS
from tournaments.api.schemas.people import MemberSerializer
from tournaments.api.schemas.schedule import MeetingInRoundSerializer
from tournaments.api.schemas.tables import StandingSerializer


class ClubsSerializer(serializers.Serializer[Any]):
    clubs: Any = serializers.ListSerializer(child=TeamPlanSerializer(), max_length=MOST_CLUBS)


class ReplaySerializer(serializers.Serializer[Any]):
    year = serializers.IntegerField(min_value=1, max_value=9999)
    league = serializers.CharField(
        max_length=4, allow_blank=True, help_text="As the source writes it: NL."
    )


class RealLeagueSerializer(serializers.Serializer[Any]):
    year = serializers.IntegerField()
    league = serializers.CharField()
    name = serializers.CharField()
    clubs = serializers.IntegerField()


class SquadRowSerializer(serializers.Serializer[Any]):
    team = serializers.CharField(
        max_length=60, help_text="A club's name, its letters or its number."
    )
    player = serializers.CharField(
        max_length=120, help_text="A whole name, a card's key, or a ballpark's name."
    )
    card = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=2**63 - 1,
        help_text="The card that is meant, where the name could be two.",
    )


class SquadsSerializer(serializers.Serializer[Any]):
    rows = serializers.ListField(child=SquadRowSerializer(), min_length=1, max_length=2000)


class EnteredSerializer(serializers.Serializer[Any]):
    clubs = serializers.IntegerField(help_text="That have a squad of these rows.")


class HeldCardSerializer(serializers.ModelSerializer[Card]):
    class Meta:
        model = Card
        fields = ("id", "name", "kind", "positions", "bats", "throws")
        read_only_fields = fields


class HeldSquadSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(help_text="Its plans are at `squads/<id>/`.")
    entrant = serializers.IntegerField(help_text="Number of the club that holds it.")
    sheet = serializers.IntegerField(
        allow_null=True, help_text="Its pitching sheet; null before the first game."
    )
    cards = HeldCardSerializer(many=True, help_text="In the order they came.")


class OwnSquadSerializer(serializers.Serializer[Any]):
    squad = serializers.IntegerField(
        min_value=1, max_value=LARGEST_NUMBER, help_text="Of yours: a deck's id."
    )


class EnteredSquadSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(help_text="Its plans are at `squads/<id>/`.")
    entered_as = serializers.CharField(help_text="What it was called when it was entered.")


class EventDraftSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(help_text="All of it is at `drafts/<id>/`.")
    state = serializers.CharField()


class RunsSerializer(serializers.Serializer[Any]):
    """Runs in the games that the table is made of."""

    games = serializers.IntegerField()
    known = serializers.IntegerField(help_text="Games whose innings are known.")
    scored_by_inning = serializers.ListField(child=serializers.IntegerField())
    allowed_by_inning = serializers.ListField(child=serializers.IntegerField())
    scored = serializers.ListField(
        child=serializers.IntegerField(), help_text="Games by runs scored, from 0 to 11 or more."
    )
    allowed = serializers.ListField(child=serializers.IntegerField())


class AgainstSerializer(serializers.Serializer[Any]):
    opponent = serializers.IntegerField(help_text="Its number.")
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    tied = serializers.IntegerField()
    runs_for = serializers.IntegerField()
    runs_against = serializers.IntegerField()


class ClubSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    team = TeamSerializer()
    standing = StandingSerializer(allow_null=True, help_text="Null: it is out of the pool.")
    meetings = MeetingInRoundSerializer(many=True)
    people = MemberSerializer(many=True)
    against = AgainstSerializer(many=True, help_text="By opponent.")
    runs = RunsSerializer()
