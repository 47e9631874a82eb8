"""What a book tells of its players."""

from typing import Any

from rest_framework import serializers

from config.inputs import LARGEST_NUMBER
from tournaments.rules.feats import OF_A_GAME


class ManLineSerializer(serializers.Serializer[Any]):
    of = serializers.CharField(help_text="A club, At home, Left-handed, a player whom he met.")
    card = serializers.IntegerField(allow_null=True, help_text="Of whom he met.")
    values = serializers.DictField(
        child=serializers.FloatField(allow_null=True), help_text="By key of the column."
    )


class ManGroupSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(
        help_text="lines, places, rounds, months, opponents, hands or met; of the last two the "
        "values are what came of it when he met them, of games known play by play."
    )
    title = serializers.CharField()
    lines = ManLineSerializer(many=True)


class ManGameSerializer(serializers.Serializer[Any]):
    game = serializers.IntegerField()
    finished_at = serializers.DateTimeField()
    round = serializers.IntegerField()
    club = serializers.IntegerField(help_text="Number of the entrant he played for.")
    against = serializers.IntegerField()
    at_home = serializers.BooleanField()
    runs = serializers.IntegerField()
    their_runs = serializers.IntegerField()
    counts = serializers.DictField(child=serializers.IntegerField())


class ManHalfSerializer(serializers.Serializer[Any]):
    table = serializers.ChoiceField(choices=["batting", "pitching"])
    groups = ManGroupSerializer(many=True)
    log = ManGameSerializer(many=True, help_text="In the order in which they were played.")


class ManSerializer(serializers.Serializer[Any]):
    """Rates are fractions; `outs` are a third of an inning each."""

    card = serializers.IntegerField()
    player = serializers.CharField()
    games = serializers.IntegerField(help_text="Of the event that are over.")
    covered = serializers.IntegerField(help_text="Those of which the players' lines are known.")
    halves = ManHalfSerializer(many=True)


class ManAskedSerializer(serializers.Serializer[Any]):
    club = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=LARGEST_NUMBER,
        help_text="Number of a club: what he did for it alone.",
    )


class TransactionsAskedSerializer(serializers.Serializer[Any]):
    club = serializers.IntegerField(
        required=False, min_value=1, max_value=LARGEST_NUMBER, help_text="Number of a club."
    )
    card = serializers.IntegerField(
        required=False, min_value=1, max_value=LARGEST_NUMBER, help_text="Of one player alone."
    )


class TransactionSerializer(serializers.Serializer[Any]):
    at = serializers.DateTimeField()
    kind = serializers.CharField(
        help_text="As drafted, pick-undone, squads-imputed, club-dropped, hurt, lent."
    )
    words = serializers.CharField()
    club = serializers.IntegerField(allow_null=True, help_text="Number of the entrant.")
    card = serializers.IntegerField(allow_null=True, help_text="Null where it is about the club.")
    name = serializers.CharField(allow_blank=True, help_text="Of the player, or of a ballpark.")
    game = serializers.IntegerField(allow_null=True, help_text="In which he was hurt or lent.")


class ClubBesideSerializer(serializers.Serializer[Any]):
    club = serializers.IntegerField(help_text="Number of the entrant.")
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    share = serializers.FloatField(allow_null=True, help_text="Of its games that it won here.")
    real_won = serializers.IntegerField(allow_null=True, help_text="Null: the source is silent.")
    real_lost = serializers.IntegerField(allow_null=True)
    real_share = serializers.FloatField(allow_null=True)
    division = serializers.CharField(allow_blank=True, help_text="Its real one, as East.")
    runs_a_game = serializers.FloatField(allow_null=True)
    real_runs_a_game = serializers.FloatField(allow_null=True)


class LedLineSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField()
    name = serializers.CharField()
    value = serializers.CharField(help_text="As it is printed.")


class LeadingSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    here = LedLineSerializer(many=True)
    real = LedLineSerializer(many=True)


class ManBesideSerializer(serializers.Serializer[Any]):
    table = serializers.ChoiceField(choices=["batting", "pitching"])
    card = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.IntegerField()
    here = serializers.DictField(child=serializers.FloatField(allow_null=True))
    real = serializers.DictField(child=serializers.FloatField(allow_null=True))


class HistorySerializer(serializers.Serializer[Any]):
    year = serializers.IntegerField()
    league = serializers.CharField(allow_blank=True)
    clubs = ClubBesideSerializer(
        many=True, help_text="By real divisions, in the order of the standings."
    )
    leaders = LeadingSerializer(many=True)
    men = ManBesideSerializer(many=True, help_text="Those who have done most here.")


class FeatsAskedSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(
        choices=list(OF_A_GAME),
        required=False,
        help_text="A hundred lines of this kind alone; ten of each where none is named.",
    )


class FeatLineSerializer(serializers.Serializer[Any]):
    rank = serializers.CharField(help_text="2= where players are level.")
    card = serializers.IntegerField()
    player = serializers.CharField()
    club = serializers.IntegerField(help_text="Number of the entrant.")
    value = serializers.IntegerField(help_text="Outs of innings; hundredths of games at bat.")
    shown = serializers.CharField(help_text="As it is printed.")
    games = serializers.ListField(
        child=serializers.IntegerField(), help_text="The game; of a streak the first and the last."
    )
    goes_on = serializers.BooleanField(help_text="A streak that has not ended.")


class FeatListSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()
    more = serializers.IntegerField(help_text="Who are level with the last of the lines.")
    lines = FeatLineSerializer(many=True)


class ToldSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField()
    player = serializers.CharField()
    club = serializers.IntegerField()
    kind = serializers.CharField()
    value = serializers.IntegerField()
    words = serializers.CharField()
    game = serializers.IntegerField()
    finished_at = serializers.DateTimeField()
    first = serializers.BooleanField(help_text="It had not been done in this event before.")


class RememberedSerializer(serializers.Serializer[Any]):
    lists = FeatListSerializer(many=True)
    streaks = FeatListSerializer(many=True)
    told = ToldSerializer(many=True, help_text="The latest first, twenty at most.")
    waiting = serializers.IntegerField(help_text="Players whose streaks are being found anew.")


class HouseChoiceSerializer(serializers.Serializer[Any]):
    in_house = serializers.BooleanField(help_text="Public events are part of it without that.")


class HouseLineSerializer(serializers.Serializer[Any]):
    rank = serializers.CharField(help_text="2= where players are level.")
    card = serializers.IntegerField(help_text="The first, of a player who had several.")
    name = serializers.CharField()
    player = serializers.IntegerField(allow_null=True)
    event = serializers.CharField(allow_null=True, help_text="Its name; null of careers.")
    slug = serializers.CharField(allow_null=True)
    public = serializers.BooleanField(help_text="Whether everybody may look at that event.")
    shown = serializers.CharField(help_text="As it is printed.")
    game = serializers.IntegerField(allow_null=True)


class HouseListSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    title = serializers.CharField()
    more = serializers.IntegerField(help_text="Who are level with the last of the lines.")
    lines = HouseLineSerializer(many=True)


class HouseRecordsSerializer(serializers.Serializer[Any]):
    system = serializers.CharField()
    counted_at = serializers.DateTimeField()
    game = HouseListSerializer(many=True)
    streak = HouseListSerializer(many=True)
    season = HouseListSerializer(many=True)
    career = HouseListSerializer(many=True)
