"""Series and games as the API gives and takes them."""

from typing import Any, cast

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from config.inputs import LONGEST_REASON
from config.rest import MostItems, Values, WholeNumberField
from games.api.folds import LineScoreSerializer, line_of
from games.clocks import ClockedSide, shown_clock
from games.engine.folds.summary import StoredSummary
from games.models import DiceSegment, Game, Series, VoidedTail
from games.open_decisions import open_decisions
from games.rules.standing_orders import Level, When
from games.seeds import dice_segments
from games.selectors import series_games, voided_tails
from games.services.going_on import Until
from games.services.scoring import SERVER_DICE, TABLE_DICE
from games.services.wait_acts import WAIT_ACTS
from games.waits import Wait, wait_in, wait_row
from rosters.api.teams import TeamSerializer

SIDES = ("away", "home")

MOST_STATE_FIELDS = 40

LONGEST_LINE = 200
"""Characters of a line of dice."""
MOST_ROLES = 12
"""More than dice of any system have."""


@extend_schema_field(
    {"type": "object", "additionalProperties": True, "maxProperties": MOST_STATE_FIELDS}
)
class GameStateField(serializers.JSONField):
    """The state of a game between two turns, by the fields of its game system."""

    def to_internal_value(self, data: Any) -> Any:
        value = super().to_internal_value(data)
        if isinstance(value, dict):
            MostItems(MOST_STATE_FIELDS)(value)
        return value


class GameStateSerializer(serializers.Serializer[Any]):
    entries = serializers.IntegerField(help_text="Entries before the state.")
    state = GameStateField()


class GameSerializer(serializers.ModelSerializer[Game]):
    class Meta:
        model = Game
        fields: tuple[str, ...] = (
            "id",
            "series",
            "number",
            "away",
            "home",
            "status",
            "source",
            "known",
            "away_runs",
            "home_runs",
            "inning",
            "reason",
            "line",
            "seed",
            "commitment",
            "started_at",
            "finished_at",
        )
        read_only_fields = fields

    seed = serializers.CharField(
        source="revealed_seed", help_text="Of the dice; empty until the game is final."
    )
    line = serializers.SerializerMethodField(help_text="The line score.")
    commitment = serializers.CharField(help_text="SHA-256 of the seed, known from the start.")

    @extend_schema_field(LineScoreSerializer)
    def get_line(self, game: Game) -> Values:
        return line_of(cast(StoredSummary, game.summary))


class AwaitedSerializer(serializers.Serializer[Any]):
    side = serializers.ChoiceField(choices=SIDES)
    dice = serializers.CharField(help_text="The throw; empty for a decision.")
    decision = serializers.CharField(help_text="The decision; empty for a throw.")
    entries = serializers.ListField(
        child=serializers.CharField(), help_text="The entries that would answer a decision."
    )
    faces = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="The faces of each die of a throw; one of each, joined by -, is an entry.",
    )
    roles = serializers.ListField(
        child=serializers.CharField(),
        help_text="Which die is which, in the order of `faces`; empty where their order changes "
        "nothing.",
    )


class FreshDiceSerializer(serializers.ModelSerializer[DiceSegment]):
    class Meta:
        model = DiceSegment
        fields = ("after", "commitment", "seed")
        read_only_fields = fields

    commitment = serializers.CharField(help_text="SHA-256 of the seed, published beforehand.")
    seed = serializers.CharField(
        source="revealed_seed", help_text="Of the dice; empty until the game is final."
    )


class VoidedTailSerializer(serializers.ModelSerializer[VoidedTail]):
    class Meta:
        model = VoidedTail
        fields = ("entry", "entries", "reason", "voided_by", "at")
        read_only_fields = fields

    entries = serializers.SerializerMethodField()
    voided_by = serializers.CharField()

    def get_entries(self, tail: VoidedTail) -> list[str]:
        return tail.entries.split()


class ClockedSideSerializer(serializers.Serializer[Any]):
    side = serializers.SerializerMethodField()
    left = serializers.FloatField(help_text="Seconds left to decide before the next throw.")
    of_game = serializers.FloatField(
        allow_null=True, help_text="Seconds left in the whole game; null: no end."
    )
    due = serializers.DateTimeField(
        allow_null=True, help_text="When it is up; null while this side's clock does not run."
    )

    @extend_schema_field(serializers.ChoiceField(choices=SIDES))
    def get_side(self, shown: ClockedSide) -> str:
        return SIDES[shown.side]


class RanOutSerializer(serializers.Serializer[Any]):
    club = serializers.CharField()
    entry = serializers.IntegerField(help_text="The number of the first entry, from 1.")
    said = serializers.CharField(help_text="What the house's manager entered.")


class GameWaitSerializer(serializers.Serializer[Any]):
    """A side that is to move, and what the other has done about it."""

    side = serializers.SerializerMethodField()
    since = serializers.DateTimeField()
    is_long = serializers.BooleanField(help_text="Long enough to remind it or ask the director.")
    reminded_at = serializers.DateTimeField(source="row.reminded_at", allow_null=True)
    director_called_at = serializers.DateTimeField(source="row.called_at", allow_null=True)
    suspension_offered_by = serializers.SerializerMethodField(
        help_text="The side; null: neither does."
    )

    @extend_schema_field(serializers.ChoiceField(choices=SIDES))
    def get_side(self, wait: Wait) -> str:
        return SIDES[wait.side]

    @extend_schema_field(serializers.ChoiceField(choices=SIDES, allow_null=True))
    def get_suspension_offered_by(self, wait: Wait) -> str | None:
        return None if wait.row.offered_by is None else SIDES[wait.row.offered_by]


class WaitActSerializer(serializers.Serializer[Any]):
    act = serializers.ChoiceField(choices=list(WAIT_ACTS))


class GameClockSerializer(serializers.Serializer[Any]):
    """What each side may take to decide, and has taken; two people's games online alone."""

    decision_seconds = serializers.IntegerField(
        source="allowance.decision", help_text="Before each throw; 0: no end."
    )
    game_seconds = serializers.IntegerField(
        source="allowance.game", help_text="In the whole game; 0: no end."
    )
    sides = ClockedSideSerializer(many=True)
    ran_out = RanOutSerializer(many=True, help_text="Where the house decided, newest first.")


class WholeGameSerializer(GameSerializer):
    class Meta(GameSerializer.Meta):
        fields = (
            *GameSerializer.Meta.fields,
            "park",
            "beginning",
            "transcript",
            "awaits",
            "voided",
            "dice",
            "clock",
            "wait",
        )
        read_only_fields = fields

    park = serializers.CharField(help_text="The home club's ballpark; empty where none matters.")
    beginning = GameStateField(
        allow_null=True, help_text="The state in which it was begun; null: with the first pitch."
    )
    transcript = serializers.ListField(source="entries", child=serializers.CharField())
    awaits = serializers.SerializerMethodField(help_text="What is needed next; empty: nothing.")
    voided = serializers.SerializerMethodField(help_text="What was taken off it, newest first.")

    dice = serializers.SerializerMethodField(
        help_text="Fresh dice of the server's from some throw on: after a ruling, or where the "
        "house played on."
    )

    clock = serializers.SerializerMethodField(
        help_text="What its people may take to decide; null: all the time they like."
    )

    @extend_schema_field(GameClockSerializer(allow_null=True))
    def get_clock(self, game: Game) -> Values | None:
        shown = shown_clock(game, timezone.now())
        return None if shown is None else dict(GameClockSerializer(shown).data)

    wait = serializers.SerializerMethodField(
        help_text="The side of an online game that is to move; null: neither is asked."
    )

    @extend_schema_field(GameWaitSerializer(allow_null=True))
    def get_wait(self, game: Game) -> Values | None:
        row = wait_row(game)
        wait = wait_in(row, game, timezone.now()) if row is not None else None
        return None if wait is None else dict(GameWaitSerializer(wait).data)

    @extend_schema_field(FreshDiceSerializer(many=True))
    def get_dice(self, game: Game) -> list[Values]:
        return list(FreshDiceSerializer(dice_segments(game), many=True).data)

    @extend_schema_field(VoidedTailSerializer(many=True))
    def get_voided(self, game: Game) -> list[Values]:
        return list(VoidedTailSerializer(voided_tails(game), many=True).data)

    @extend_schema_field(AwaitedSerializer(many=True))
    def get_awaits(self, game: Game) -> list[Values]:
        if game.is_over or game.status == Game.Status.VOID or not game.has_plays:
            return []
        now = open_decisions(game)
        found: list[Values] = [
            {
                "side": SIDES[question.side],
                "dice": "",
                "decision": question.decision.name,
                "entries": [question.entry(choice) for choice in question.choices],
                "faces": [],
                "roles": [],
            }
            for question in now.questions
        ]
        if now.dice is not None:
            found.append(
                {
                    "side": SIDES[now.thrower],
                    "dice": now.dice.name,
                    "decision": "",
                    "entries": [],
                    "faces": [list(now.dice.faces[:size]) for size in now.dice.sides],
                    "roles": list(now.dice.roles),
                }
            )
        return found


class SeriesSerializer(serializers.ModelSerializer[Series]):
    class Meta:
        model = Series
        fields: tuple[str, ...] = (
            "id",
            "away",
            "home",
            "system",
            "settings",
            "length",
            "home_pattern",
            "completed_at",
        )
        read_only_fields = fields

    away = TeamSerializer()
    home = TeamSerializer()
    system = serializers.CharField(source="system_key")


class WholeSeriesSerializer(SeriesSerializer):
    class Meta(SeriesSerializer.Meta):
        fields = (*SeriesSerializer.Meta.fields, "games")
        read_only_fields = fields

    games = serializers.SerializerMethodField(help_text="Those begun, in order.")

    @extend_schema_field(GameSerializer(many=True))
    def get_games(self, series: Series) -> list[Values]:
        games = [slot.game for slot in series_games(series).slots if slot.game]
        return list(GameSerializer(games, many=True).data)


class HouseAllowedSerializer(serializers.Serializer[Any]):
    allowed = serializers.ListField(
        child=serializers.IntegerField(), help_text="The clubs that let it, by id."
    )


class AllowHouseSerializer(serializers.Serializer[Any]):
    team = WholeNumberField(help_text="One's own club, by id.")
    allowed = serializers.BooleanField()


class GoOnSerializer(serializers.Serializer[Any]):
    after = WholeNumberField(min_value=0, help_text="Entries the client has seen.")
    answer = serializers.ListField(
        child=serializers.CharField(max_length=40),
        default=list,
        max_length=20,
        help_text="Entries that answer a question of one's own first.",
    )
    until = serializers.ChoiceField(
        choices=[each.value for each in Until],
        default=Until.TURN.value,
        help_text="A turn at bat, or the half-inning.",
    )


class StandingOrdersSerializer(serializers.Serializer[Any]):
    side = serializers.ChoiceField(choices=SIDES)
    when = serializers.DictField(
        default=dict,
        validators=[MostItems(50)],
        child=serializers.ChoiceField(choices=[each.value for each in When]),
        help_text="By topic, of those that the system's page names. What is left out is asked.",
    )
    third = serializers.BooleanField(
        default=False, help_text="Asked about everything while a runner is on third."
    )
    level = serializers.ChoiceField(
        choices=[each.value for each in Level],
        allow_null=True,
        default=None,
        help_text="How much is asked over all topics; `when` and `third` follow from it then.",
    )


class StartSerializer(serializers.Serializer[Any]):
    series = WholeNumberField()
    number = WholeNumberField(help_text="Within the series, from 1.")
    transcript = serializers.ListField(
        child=serializers.CharField(max_length=40), default=list, max_length=5000
    )
    dice = serializers.ChoiceField(choices=[TABLE_DICE, SERVER_DICE], default=TABLE_DICE)
    away_managed = serializers.BooleanField(default=False)
    home_managed = serializers.BooleanField(default=False)
    beginning = GameStateField(
        allow_null=True,
        default=None,
        help_text="The state to begin from, as `/games/{id}/state/` tells of one; for directors. "
        "Null: the first pitch.",
    )


class EntriesSerializer(serializers.Serializer[Any]):
    after = WholeNumberField(min_value=0, help_text="Entries the client has seen.")
    entries = serializers.ListField(
        child=serializers.CharField(max_length=40), min_length=1, max_length=5000
    )


class TableDiceSerializer(serializers.Serializer[Any]):
    after = WholeNumberField(min_value=0, help_text="Entries the client has seen.")
    dice = serializers.CharField(
        max_length=LONGEST_LINE, help_text="The dice of one turn, throw by throw: 3 4 5 17."
    )
    order = serializers.ListField(
        child=serializers.CharField(max_length=40),
        max_length=MOST_ROLES,
        default=list,
        help_text="The roles of dice in the order in which `dice` has them within a throw, such as "
        "d20, white, colored; asked for where a throw has roles (`roles` of `awaits`).",
    )


class ThrowSerializer(serializers.Serializer[Any]):
    after = WholeNumberField(min_value=0, help_text="Entries the client has seen.")


class RewindSerializer(serializers.Serializer[Any]):
    entry = WholeNumberField(min_value=1, help_text="The first entry to take off.")
    reason = serializers.CharField(max_length=LONGEST_REASON)
    after = WholeNumberField(
        min_value=0, allow_null=True, default=None, help_text="Entries seen; null: never mind."
    )


class UndoSerializer(serializers.Serializer[Any]):
    after = WholeNumberField(min_value=0, help_text="Entries the client has seen.")
    reason = serializers.CharField(max_length=LONGEST_REASON)


class VoidSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=LONGEST_REASON)


class CheckSerializer(serializers.Serializer[Any]):
    holds = serializers.BooleanField()
    words = serializers.CharField()
