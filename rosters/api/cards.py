"""Card sets and cards for API clients."""

from typing import Any

from django.db.models import Model
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from config.jobs.api import JobSerializer
from config.people.models import User
from config.rest import PK, MostItems, ThinViewSet, acting, asked, of_path, read
from rosters.access import may_make_cards
from rosters.forms.card_sets import LARGEST, LARGEST_UPLOAD
from rosters.makers.base import maker_or_plain
from rosters.models import Card, CardSet
from rosters.presenters.figures import Sheet, every_figure
from rosters.presenters.systems import presenter_of
from rosters.selectors.card_sets import card_sets, the_card, the_card_set
from rosters.selectors.pool import BEST, PoolView, pool
from rosters.selectors.standing import standing
from rosters.services.card_set_jobs import MADE_BY, queue_card_file, queue_card_set
from rosters.services.card_sets import LONGEST_NAME, delete_card_set

SLUG = of_path("slug", str)

MOST_SETTINGS = 20


class CardSetSerializer(serializers.ModelSerializer[CardSet]):
    system = serializers.CharField(source="system_key", help_text="Key of a game system.")
    source: Any = serializers.SlugRelatedField(
        slug_field="key",
        read_only=True,
        allow_null=True,
        help_text="Null: the cards were entered.",
    )

    class Meta:
        model = CardSet
        fields: tuple[str, ...] = (
            "slug",
            "name",
            "system",
            "maker_version",
            "source",
            "years",
            "settings",
            "created_at",
        )
        read_only_fields = fields


class ListedCardSetSerializer(CardSetSerializer):
    cards = serializers.IntegerField(source="card_count", help_text="How many there are.")

    class Meta(CardSetSerializer.Meta):
        fields = read_only_fields = (*CardSetSerializer.Meta.fields, "cards")


class CardSerializer(serializers.ModelSerializer[Card]):
    cells = serializers.DictField(
        child=serializers.CharField(), help_text="The system's own columns."
    )
    figures = serializers.SerializerMethodField(
        help_text="The columns of the pool by key (avg, hr, era, ...), as far as there are any: "
        "rates as fractions, innings as outs."
    )

    @extend_schema_field(serializers.DictField(child=serializers.FloatField()))
    def get_figures(self, card: Card) -> dict[str, float]:
        sheet = Sheet(card)
        own = presenter_of(card.card_set.system_key).figures
        read = {figure.key: figure.read(sheet) for figure in every_figure(own)}
        return {key: value for key, value in read.items() if value is not None}

    class Meta:
        model = Card
        fields: tuple[str, ...] = (
            "id",
            "key",
            "name",
            "year",
            "teams",
            "kind",
            "bats",
            "throws",
            "positions",
            "value",
            "over_replacement",
            "figures",
            "cells",
        )
        read_only_fields = fields


class CardTruthSerializer(serializers.Serializer[Any]):
    own = serializers.DictField(
        child=serializers.FloatField(), help_text="His own season: AVG, OBP, SLG; AVG, HR against."
    )
    made = serializers.DictField(
        child=serializers.FloatField(), help_text="What the card makes of it."
    )
    error = serializers.FloatField(help_text="The largest difference.")


class EligibilitySerializer(serializers.Serializer[Any]):
    able = serializers.ListField(
        child=serializers.CharField(), help_text="What the card may be drafted as."
    )
    problems = serializers.SerializerMethodField(help_text="Why not as the rest.")

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_problems(self, found: Any) -> list[str]:
        return [str(refusal.message) for refusal in found.refusals]


class WholeCardSerializer(CardSerializer):
    card_set = serializers.SlugRelatedField[Model](slug_field="slug", read_only=True)
    player = serializers.SerializerMethodField(help_text="Null: the card was entered.")
    eligibility = serializers.SerializerMethodField(
        help_text="Null: there is no season to judge by."
    )
    truth = serializers.SerializerMethodField(help_text="Null: the card was not counted.")

    class Meta(CardSerializer.Meta):
        fields = read_only_fields = (
            *CardSerializer.Meta.fields,
            "card_set",
            "player",
            "eligibility",
            "truth",
        )

    @extend_schema_field(CardTruthSerializer(allow_null=True))
    def get_truth(self, card: Card) -> Any:
        return card.truth or None

    def get_player(self, card: Card) -> int | None:
        return card.season.player_id if card.season else None

    @extend_schema_field(EligibilitySerializer(allow_null=True))
    def get_eligibility(self, card: Card) -> Any:
        found = standing(card, maker_or_plain(card.card_set.system_key))
        return EligibilitySerializer(found).data if found.judged else None


class NormSerializer(serializers.Serializer[Any]):
    year = serializers.IntegerField()
    league = serializers.CharField(
        help_text="both: the whole year, or players who had two leagues."
    )
    figures = serializers.DictField(
        child=serializers.FloatField(),
        help_text="What an average player of it did: AVG, OBP, SLG, and HR, BB and SO of a turn; "
        "in Commons the neutral ERA.",
    )
    managers = serializers.ListField(
        child=serializers.CharField(), help_text="How its managers played, with the grounds."
    )
    estimated = serializers.DictField(
        child=serializers.CharField(),
        help_text="What was not kept, and the years it is taken from.",
    )


class TruthLineSerializer(serializers.Serializer[Any]):
    year = serializers.IntegerField()
    league = serializers.CharField()
    kind = serializers.CharField()
    figure = serializers.CharField()
    cards = serializers.IntegerField(help_text="Eligible players.")
    median = serializers.FloatField(help_text="Of the errors without their signs.")
    signed = serializers.FloatField(help_text="The mean of the errors with their signs.")


class TruthSerializer(serializers.Serializer[Any]):
    """Both lists are empty where it was not counted: for entered cards and older sets."""

    norms = NormSerializer(many=True)
    lines = TruthLineSerializer(many=True)


class PoolAskedSerializer(serializers.Serializer[Any]):
    """The filters of the pool's page; an unknown word is refused with those that are known."""

    q = serializers.CharField(required=False, max_length=60, help_text="Words of the name.")
    kind = serializers.CharField(required=False, max_length=60, help_text="hitter or pitcher.")
    position = serializers.CharField(required=False, max_length=60)
    bats = serializers.CharField(required=False, max_length=60)
    throws = serializers.CharField(required=False, max_length=60)
    club = serializers.CharField(required=False, max_length=60, help_text="The source's key.")
    eligible = serializers.CharField(required=False, max_length=60)
    rating = serializers.CharField(
        required=False, max_length=60, help_text="Of the system's own ratings."
    )
    sort = serializers.CharField(
        required=False,
        default=BEST,
        max_length=60,
        help_text="A figure's key, after a minus highest first.",
    )


class MakeSetSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=LONGEST_NAME)
    system = serializers.CharField(max_length=32, help_text="Key of a game system that has cards.")
    source: Any = serializers.SlugField(max_length=40, help_text="Key of the seasons' source.")
    years = serializers.ListField(
        child=serializers.IntegerField(min_value=1000, max_value=9999),
        default=list,
        max_length=200,
        help_text="Every player gets a card for each; the fictional league needs none.",
    )
    settings = serializers.DictField(
        child=serializers.CharField(max_length=40),
        default=dict,
        validators=[MostItems(MOST_SETTINGS)],
        help_text="The card maker's own by key: Commons has neutral_era, 4.00 or season.",
    )


class UploadSetSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=LONGEST_NAME)
    system = serializers.CharField(max_length=32, help_text="Key of a game system that has cards.")
    file = serializers.FileField(help_text="CSV or JSON as the set's own files are.")

    def validate_file(self, file: Any) -> Any:
        if file.size > LARGEST:
            raise serializers.ValidationError(
                f"The file is larger than {LARGEST // 1024 // 1024} megabytes.", "file-too-large"
            )
        return file


@extend_schema(tags=["cards"])
class CardSetViewSet(ThinViewSet):
    serializer_class = CardSetSerializer
    lookup_field = "slug"
    lookup_value_regex = "[a-z0-9_-]+"

    @extend_schema(
        summary="Every card set, the newest first", responses=ListedCardSetSerializer(many=True)
    )
    def list(self, request: Request) -> Response:
        return self.page(card_sets(), ListedCardSetSerializer)

    @extend_schema(
        summary="Have a set made of a source's seasons",
        description="For directors. The answer is the job that makes it.",
        request=MakeSetSerializer,
        responses={202: JobSerializer},
    )
    def create(self, request: Request) -> Response:
        user = _maker(request)
        given = read(MakeSetSerializer, request)
        job = queue_card_set(
            name=given["name"],
            system_key=given["system"],
            source_key=given["source"],
            years=given["years"],
            settings=given["settings"],
            acting_user=user,
        )
        return Response(JobSerializer(job).data, status=status.HTTP_202_ACCEPTED)

    @extend_schema(
        summary="Bring your own cards in a file",
        description="For directors. The answer is the job that reads it; its error tells what is "
        "wrong with the file by line and column, its result the set's slug.",
        request={"multipart/form-data": UploadSetSerializer},
        responses={202: JobSerializer},
    )
    @action(
        detail=False,
        methods=["post"],
        parser_classes=[MultiPartParser],
        largest_body=LARGEST_UPLOAD,
    )
    def upload(self, request: Request) -> Response:
        user = _maker(request)
        given = read(UploadSetSerializer, request)
        job = queue_card_file(
            name=given["name"],
            system_key=given["system"],
            data=given["file"].read(),
            acting_user=user,
        )
        return Response(JobSerializer(job).data, status=status.HTTP_202_ACCEPTED)

    @extend_schema(summary="A card set", parameters=[SLUG], responses=CardSetSerializer)
    def retrieve(self, request: Request, slug: str) -> Response:
        return Response(CardSetSerializer(the_card_set(slug)).data)

    @extend_schema(
        summary="Take a set out that nothing uses",
        description="For the person who made it.",
        parameters=[SLUG],
        responses={204: None},
    )
    def destroy(self, request: Request, slug: str) -> Response:
        delete_card_set(card_set=the_card_set(slug), acting_user=acting(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Whom a set is made for, and how true it came out",
        description="Every card's own errors stand with the card, as `truth`.",
        parameters=[SLUG],
        responses=TruthSerializer,
    )
    @action(detail=True)
    def truth(self, request: Request, slug: str) -> Response:
        told = the_card_set(slug).truth
        return Response({"norms": told.get("norms", []), "lines": told.get("lines", [])})

    @extend_schema(
        summary="The cards of a set",
        parameters=[SLUG, PoolAskedSerializer],
        responses=CardSerializer(many=True),
    )
    @action(detail=True)
    def cards(self, request: Request, slug: str) -> Response:
        view = PoolView(**asked(PoolAskedSerializer, request))
        found = pool(the_card_set(slug), view).select_related("season", "card_set")
        return self.page(found, CardSerializer)


@extend_schema(tags=["cards"])
class CardViewSet(ThinViewSet):
    serializer_class = CardSerializer
    lookup_field = "id"
    lookup_value_regex = PK

    @extend_schema(
        summary="A card, and what it may be drafted as",
        parameters=[of_path("id")],
        responses=WholeCardSerializer,
    )
    def retrieve(self, request: Request, id: str) -> Response:
        return Response(WholeCardSerializer(the_card(pk=id)).data)


def _maker(request: Request) -> User:
    if not may_make_cards(request.user):
        raise PermissionDenied(MADE_BY)
    return acting(request)
