"""Standings, leaders and what else is read off the games."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from config.rest import LARGEST_NUMBER, Values
from tournaments.api.schemas.schedule import ToComeSerializer
from tournaments.rules.asking import AGES, CLUBS, DOWN, HANDS, UP, WHERE
from tournaments.rules.measures import TABLES
from tournaments.selectors.odds import RoundOdds


class GamesOfSerializer(serializers.Serializer[Any]):
    counted = serializers.IntegerField()
    to_play = serializers.IntegerField(help_text="At most: a best-of may be over before.")
    total = serializers.IntegerField()


class EventCountsSerializer(serializers.Serializer[Any]):
    clubs = serializers.IntegerField(help_text="All but those whose results were thrown out.")
    dropped = serializers.IntegerField(help_text="Those clubs.")
    rounds = serializers.IntegerField(help_text="Of the season that the tables are made of.")
    round = serializers.IntegerField(
        help_text="The furthest of those of which something was played; 0: none."
    )
    series = serializers.IntegerField(help_text="Of the whole schedule.")
    series_done = serializers.IntegerField()
    games = GamesOfSerializer(help_text="`season` and `playoffs` together.")
    season = GamesOfSerializer()
    playoffs = GamesOfSerializer()
    shoot_outs = serializers.IntegerField(help_text="Over. They decide and are not games (T32).")
    shoot_outs_to_play = serializers.IntegerField(help_text="In rounds of shoot-outs.")
    tie_games = serializers.IntegerField(help_text="Over. They break ties and count for nothing.")
    thrown_out = serializers.IntegerField(help_text="Of clubs whose results count for nothing.")
    void = serializers.IntegerField(help_text="Off the books, or called off unfinished.")
    suspended = serializers.IntegerField(help_text="Among those to play, as the next two.")
    unconfirmed = serializers.IntegerField()
    under_way = serializers.IntegerField()


class StandingSerializer(serializers.Serializer[Any]):
    rank = serializers.CharField(help_text="2= where it is shared.")
    entrant = serializers.IntegerField(help_text="Its number.")
    team = serializers.CharField()
    evidence = serializers.CharField(help_text="What decided a tie.")
    metrics = serializers.DictField(child=serializers.CharField())


class QualifierSerializer(serializers.Serializer[Any]):
    entrant = serializers.IntegerField()
    seed = serializers.IntegerField()
    reason = serializers.CharField()


class EndedSerializer(serializers.Serializer[Any]):
    """What would follow from the games that count now, by the law of the event."""

    stage = serializers.IntegerField(
        allow_null=True, help_text="Its number; null where the table decides the event."
    )
    qualifiers = QualifierSerializer(many=True)
    pairs = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(allow_null=True), min_length=2, max_length=2
        ),
        help_text="Who would meet first, the better seed first; null for a bye.",
    )
    open = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="Ties that would have to be broken before anybody gets in.",
    )
    first = serializers.ListField(
        child=serializers.IntegerField(), help_text="Who would have won, where no stage follows."
    )


class SupposedSerializer(serializers.Serializer[Any]):
    results = serializers.CharField(
        required=False,
        default="",
        max_length=4000,
        help_text="By key of a series how its games left are shared, the side at home first: "
        "12:2-1,15:0-3.",
    )


class WhatIfSerializer(serializers.Serializer[Any]):
    """A game that is supposed is won 5-4."""

    standings = StandingSerializer(many=True)
    if_ended = EndedSerializer(many=True)


class DaySerializer(serializers.Serializer[Any]):
    day = serializers.DateField(
        required=False, help_text="2027-03-01; the last day on which a game ended, as is usual."
    )


class ResultSerializer(serializers.Serializer[Any]):
    game = serializers.IntegerField()
    away = serializers.IntegerField(help_text="Key of the visiting club.")
    home = serializers.IntegerField(help_text="Key of the home club.")
    away_runs = serializers.IntegerField()
    home_runs = serializers.IntegerField()
    innings = serializers.IntegerField(help_text="Where it took more than usual; 0 otherwise.")
    told = serializers.ListField(
        child=serializers.CharField(), help_text="Nothing where its plays are not known."
    )


class FormSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField()
    player = serializers.CharField()
    team = serializers.IntegerField()
    words = serializers.CharField()
    ops = serializers.FloatField()


class MovedSerializer(serializers.Serializer[Any]):
    entrant = serializers.IntegerField()
    before = serializers.FloatField()
    after = serializers.FloatField()


class DailySerializer(serializers.Serializer[Any]):
    """An event on the morning after a day of play."""

    day = serializers.DateField()
    results = ResultSerializer(many=True, help_text="The last first; at most sixty.")
    hot = FormSerializer(many=True)
    cold = FormSerializer(many=True)
    to_come = ToComeSerializer(many=True)
    chance = serializers.CharField(allow_blank=True, help_text="Which chance has moved.")
    moved = MovedSerializer(many=True)


class DailyMailSerializer(serializers.Serializer[Any]):
    wanted = serializers.BooleanField()


class LeaderSerializer(serializers.Serializer[Any]):
    rank = serializers.CharField(help_text="2= where players are level.")
    card = serializers.IntegerField()
    name = serializers.CharField()
    team = serializers.IntegerField()
    value = serializers.CharField(help_text="As it is printed.")
    games = serializers.IntegerField(help_text="That he was in, of those that are covered.")


class LeaderTableSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    qualified = serializers.BooleanField(
        help_text="Only players are compared who have played enough of their clubs' covered games."
    )
    leaders = LeaderSerializer(many=True, help_text="At most five.")
    more = serializers.IntegerField(help_text="Who are level with the last of them.")


class CoveredClubSerializer(serializers.Serializer[Any]):
    team = serializers.IntegerField()
    games = serializers.IntegerField()
    covered = serializers.IntegerField()


class LeadersSerializer(serializers.Serializer[Any]):
    """Who leads in the games that count, as far as their players' lines are known."""

    games = serializers.IntegerField(help_text="That count for the tables of the season.")
    covered = serializers.IntegerField(help_text="Those in which the players' lines are known.")
    waiting = serializers.IntegerField(help_text="Known games that are being counted.")
    clubs = CoveredClubSerializer(many=True)
    batting = LeaderTableSerializer(many=True)
    pitching = LeaderTableSerializer(many=True)


class LeadersAskedSerializer(serializers.Serializer[Any]):
    stage = serializers.CharField(
        required=False,
        max_length=8,
        help_text="season (the games of the standings, as is usual), all, or a stage's number.",
    )


class StatisticsAskedSerializer(LeadersAskedSerializer):
    table = serializers.ChoiceField(choices=TABLES, required=False)
    where = serializers.ChoiceField(choices=[each for each in WHERE if each], required=False)
    hand = serializers.ChoiceField(
        choices=[each for each in HANDS if each],
        required=False,
        help_text="Against pitchers of this hand, or batters on this side of the plate: the "
        "columns are then those of what came of it, at bat and on the mound alike.",
    )
    club = serializers.IntegerField(
        required=False, min_value=1, max_value=LARGEST_NUMBER, help_text="Number of an entrant."
    )
    position = serializers.CharField(
        required=False, max_length=4, help_text="As cards name it: ss, CF."
    )
    qualified = serializers.BooleanField(
        required=False, help_text="Only who has played enough to be ranked by rates."
    )
    of = serializers.ChoiceField(
        choices=[CLUBS],
        required=False,
        help_text="Lines of clubs; of players where it is left out.",
    )
    youngest = serializers.IntegerField(
        required=False,
        min_value=AGES[0],
        max_value=AGES[1],
        help_text="Only whose age is known: the year of his card less that of his birth.",
    )
    oldest = serializers.IntegerField(required=False, min_value=AGES[0], max_value=AGES[1])
    sort = serializers.CharField(
        required=False, max_length=24, help_text="Key of a column: ops, or era, as is usual."
    )
    order = serializers.ChoiceField(choices=[UP, DOWN], required=False)


class StatisticsLineSerializer(serializers.Serializer[Any]):
    """A player's line for one club, or a club's. Rates are fractions; `outs` are a third of an
    inning each."""

    rank = serializers.IntegerField(
        allow_null=True, help_text="Null of who has not played enough for the rate sorted by."
    )
    card = serializers.IntegerField(allow_null=True, help_text="Null of a club's line.")
    player = serializers.CharField(allow_blank=True)
    positions = serializers.ListField(child=serializers.CharField())
    age = serializers.IntegerField(allow_null=True, help_text="Null: not known.")
    club = serializers.IntegerField(help_text="Number of the entrant.")
    team = serializers.IntegerField()
    qualified = serializers.BooleanField()
    values = serializers.DictField(
        child=serializers.FloatField(allow_null=True), help_text="By key of the column."
    )


class CrossLineSerializer(serializers.Serializer[Any]):
    entrant = serializers.IntegerField()
    against = serializers.ListField(
        child=serializers.CharField(allow_null=True),
        help_text="Won-lost against each, in the order of the lines; null against itself.",
    )


class CourseSerializer(serializers.Serializer[Any]):
    entrant = serializers.IntegerField()
    above_even = serializers.ListField(
        child=serializers.IntegerField(), help_text="At the start and after each round."
    )


class OutlookSerializer(serializers.Serializer[Any]):
    entrant = serializers.IntegerField()
    clinched = serializers.BooleanField()
    out = serializers.BooleanField()
    magic = serializers.IntegerField(
        allow_null=True, help_text="Wins that are enough, whatever else happens; null: none are."
    )
    reason = serializers.CharField(help_text="Empty where nothing was worked out.")


class ProspectsSerializer(serializers.Serializer[Any]):
    division = serializers.IntegerField()
    places = serializers.IntegerField()
    prize = serializers.CharField()
    clubs = OutlookSerializer(many=True)


class ChanceSerializer(serializers.Serializer[Any]):
    share = serializers.FloatField()
    error = serializers.FloatField(help_text="Standard error, of the number of completions alone.")


class ClubOddsSerializer(serializers.Serializer[Any]):
    entrant = serializers.IntegerField(source="number")
    advance = ChanceSerializer(allow_null=True, help_text="Null: no stage follows.")
    division = ChanceSerializer()
    event = ChanceSerializer()


class RoundOddsSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(help_text="The last that was played whole; 0: none.")
    completions = serializers.IntegerField()
    clubs = serializers.SerializerMethodField()

    @extend_schema_field(ClubOddsSerializer(many=True))
    def get_clubs(self, odds: RoundOdds) -> list[Values]:
        return list(ClubOddsSerializer(list(odds.clubs.values()), many=True).data)
