"""API of decks."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import BaseRouter

from config.rest import PK, ThinViewSet, WholeNumberField, acting, of_path, read
from games.systems.commons.decks import services
from games.systems.commons.decks.own import decks_of, own_deck
from games.systems.commons.decks.pool import Asked
from games.systems.commons.decks.presenter import shown
from games.systems.commons.models import Deck
from games.systems.commons.play.deck_law import REGULAR_AT_BATS, REGULAR_INNINGS
from rosters.makers.base import HITTER, PITCHER

MOST_KEY = 10**18


class DeckCardSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField(source="card.pk", help_text="The card's id.")
    number = serializers.IntegerField(help_text="Its place among batters or pitchers.")
    name = serializers.CharField(source="card.name")
    year = serializers.IntegerField(source="card.year")
    kind = serializers.ChoiceField([HITTER, PITCHER], source="card.kind")
    points = serializers.IntegerField(source="law.rank")
    value = serializers.FloatField(source="law.value", help_text="Runs a game over the average.")


class DeckFaultSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()
    place = serializers.CharField(help_text='What it is about, or "card:" and the card\'s id.')
    facts = serializers.DictField(help_text="The rule, and by how much.")


class ListedDeckSerializer(serializers.ModelSerializer[Deck]):
    class Meta:
        model = Deck
        fields = read_only_fields = ("id", "name", "version", "changed_at")


class DeckSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="deck.pk")
    name = serializers.CharField(source="deck.name")
    version = serializers.IntegerField(source="deck.version")
    points_left = serializers.IntegerField(source="left")
    batters = DeckCardSerializer(many=True)
    pitchers = DeckCardSerializer(many=True)
    problems = DeckFaultSerializer(many=True, help_text="Why it may not play yet; all at once.")


class DeckSentSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=services.LONGEST_NAME)
    cards = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_KEY),
        default=list,
        max_length=services.MOST_CARDS,
        help_text="Ids of Commons cards of any sets, in order; kinds are told apart.",
    )
    version = WholeNumberField(
        required=False, help_text="Refused if the deck was changed since; left out: not asked."
    )


class BuildSerializer(serializers.Serializer[Any]):
    keep = serializers.BooleanField(
        default=True, help_text="Fill around the cards that are there, or build anew."
    )
    least_at_bats = serializers.IntegerField(default=REGULAR_AT_BATS, min_value=0, max_value=999)
    least_innings = serializers.IntegerField(default=REGULAR_INNINGS, min_value=0, max_value=999)
    first = serializers.IntegerField(default=0, min_value=0, max_value=9999)
    last = serializers.IntegerField(default=0, min_value=0, max_value=9999)
    card_set = serializers.SlugField(default="", max_length=80, allow_blank=True)


@extend_schema(tags=["decks"])
class DeckViewSet(ThinViewSet):
    """One's own decks."""

    serializer_class = DeckSerializer
    permission_classes = [IsAuthenticated]
    lookup_field = "id"
    lookup_value_regex = PK

    @extend_schema(summary="Your decks", responses=ListedDeckSerializer(many=True))
    def list(self, request: Request) -> Response:
        return self.page(decks_of(acting(request)), ListedDeckSerializer)

    @extend_schema(
        summary="Make a deck",
        description="It need not be legal yet: `problems` tells what is wrong with it.",
        request=DeckSentSerializer,
        responses={201: DeckSerializer},
    )
    def create(self, request: Request) -> Response:
        sent = read(DeckSentSerializer, request)
        deck = services.make_deck(
            name=sent["name"], cards=sent["cards"], acting_user=acting(request)
        )
        return Response(DeckSerializer(shown(deck)).data, status=status.HTTP_201_CREATED)

    @extend_schema(summary="A deck of yours", parameters=[of_path("id")], responses=DeckSerializer)
    def retrieve(self, request: Request, id: str) -> Response:
        return Response(DeckSerializer(shown(own_deck(acting(request), id))).data)

    @extend_schema(
        summary="Name a deck and say which cards it has, in which order",
        parameters=[of_path("id")],
        request=DeckSentSerializer,
        responses=DeckSerializer,
    )
    def update(self, request: Request, id: str) -> Response:
        user = acting(request)
        sent = read(DeckSentSerializer, request)
        deck = services.change_cards(
            deck=own_deck(user, id),
            change=lambda _: sent["cards"],
            version=sent.get("version"),
            acting_user=user,
        )
        if sent["name"] != deck.name:
            services.rename_deck(deck=deck, name=sent["name"], acting_user=user)
        return self.retrieve(request, id)

    @extend_schema(summary="Throw a deck away", parameters=[of_path("id")], responses={204: None})
    def destroy(self, request: Request, id: str) -> Response:
        user = acting(request)
        services.delete_deck(deck=own_deck(user, id), acting_user=user)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Fill a deck, or build it anew, with the most value for its points",
        parameters=[of_path("id")],
        request=BuildSerializer,
        responses=DeckSerializer,
    )
    @action(detail=True, methods=["post"])
    def build(self, request: Request, id: str) -> Response:
        user = acting(request)
        sent = read(BuildSerializer, request)
        keep = sent.pop("keep")
        services.build_deck(
            deck=own_deck(user, id), keep=keep, asked=Asked(**sent), acting_user=user
        )
        return self.retrieve(request, id)


def register(router: BaseRouter) -> None:
    router.register("decks", DeckViewSet, basename="deck")
