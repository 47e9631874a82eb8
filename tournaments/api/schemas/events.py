"""Events and the law they are played under."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from config.rest import MostItems, Values, WholeNumberField
from games.rules.game_clocks import LONGEST_DECISION, LONGEST_GAME
from rosters.api.teams import TeamPlanSerializer, TeamSerializer
from rosters.models import CardSet
from rosters.rules.editions.edition import to_json
from rosters.rules.editions.presets import Preset
from tournaments.models import Entrant, Tournament

# As many as are read, so that the services can say what is wrong with one too many.
MOST_CLUBS = 100
MOST_OPTIONS = 100


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    class Meta:
        model = Tournament
        fields: tuple[str, ...] = (
            "slug",
            "name",
            "system",
            "settings",
            "state",
            "visibility",
            "time_zone",
            "created_at",
        )
        read_only_fields = fields

    system = serializers.CharField(source="system_key")


class EntrantSerializer(serializers.ModelSerializer[Entrant]):
    class Meta:
        model = Entrant
        fields = ("number", "division", "team")
        read_only_fields = fields

    team = TeamSerializer()


class WholeTournamentSerializer(TournamentSerializer):
    class Meta(TournamentSerializer.Meta):
        fields = (*TournamentSerializer.Meta.fields, "card_set", "edition_preset", "entrants")
        read_only_fields = fields

    card_set = serializers.SlugRelatedField[CardSet](
        slug_field="slug", read_only=True, allow_null=True, help_text="In games with cards."
    )
    entrants = serializers.SerializerMethodField()

    @extend_schema_field(EntrantSerializer(many=True))
    def get_entrants(self, tournament: Tournament) -> list[Values]:
        entrants = tournament.entrants.select_related("team").order_by("number")
        return list(EntrantSerializer(entrants, many=True).data)


class FormatSerializer(serializers.Serializer[Any]):
    """How a tournament is played, where its plan and a change of its options both say it."""

    legs = WholeNumberField(default=2)
    series_length = WholeNumberField(default=3)
    home_pattern = serializers.CharField(default="", allow_blank=True, max_length=16)
    card_set = serializers.CharField(
        default="", allow_blank=True, max_length=80, help_text="Slug, for games with cards."
    )


class PlanSerializer(FormatSerializer):
    name = serializers.CharField(max_length=80)
    system = serializers.CharField(max_length=32)
    settings = serializers.DictField(
        default=dict,
        validators=[MostItems(MOST_OPTIONS)],
        help_text="Options of the system by key.",
    )
    clubs: Any = serializers.ListSerializer(child=TeamPlanSerializer(), max_length=MOST_CLUBS)
    preset = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=32,
        help_text="A format of stages, instead of legs, series_length and home_pattern.",
    )
    divisions = WholeNumberField(
        default=0, min_value=0, help_text="0: as many as the format has, one without a preset."
    )
    visibility = serializers.CharField(default=Tournament.Visibility.PUBLIC, max_length=12)
    time_zone = serializers.CharField(
        default="", allow_blank=True, max_length=64, help_text="Empty: your own."
    )
    edition_preset = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=32,
        help_text="In games that follow a rule edition; empty: the usual one of the game.",
    )
    edition_fields = serializers.DictField(
        default=dict, validators=[MostItems(MOST_OPTIONS)], help_text="Its changed fields, by part."
    )


class ClockTermsSerializer(serializers.Serializer[Any]):
    decision_seconds = WholeNumberField(
        min_value=0, max_value=LONGEST_DECISION, help_text="Before each throw; 0: no end."
    )
    game_seconds = WholeNumberField(
        min_value=0, max_value=LONGEST_GAME, help_text="In the whole game; 0: no end."
    )


class EditionChangeSerializer(serializers.Serializer[Any]):
    preset = serializers.CharField(max_length=32)
    fields_changed = serializers.DictField(
        default=dict, validators=[MostItems(MOST_OPTIONS)], help_text="By part, then by field."
    )


class EditionSerializer(serializers.Serializer[Any]):
    preset = serializers.CharField()
    frozen = serializers.BooleanField(help_text="Play has begun.")
    edition = serializers.DictField(help_text="Every field by part.")
    fields_changed = serializers.DictField(help_text="What differs from the preset.")


class PresetSerializer(serializers.Serializer[Any]):
    key = serializers.CharField()
    name = serializers.CharField()
    document = serializers.CharField()
    date = serializers.CharField()
    besides = serializers.ListField(
        child=serializers.CharField(), help_text="Rules that no field holds."
    )
    edition = serializers.SerializerMethodField(help_text="Every field by part.")

    @extend_schema_field({"type": "object", "additionalProperties": {}})
    def get_edition(self, preset: Preset) -> Values:
        return dict(to_json(preset.edition))


class OptionsSerializer(FormatSerializer):
    settings = serializers.DictField(
        validators=[MostItems(MOST_OPTIONS)], help_text="Options of the system by key."
    )


class TimeZoneSerializer(serializers.Serializer[Any]):
    time_zone = serializers.CharField(max_length=64, help_text="Such as Europe/London.")


class VisibilitySerializer(serializers.Serializer[Any]):
    visibility = serializers.ChoiceField(choices=Tournament.Visibility.choices)
