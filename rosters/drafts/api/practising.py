"""Practice, and drafts that were done at a table, for API clients."""

from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import ThinViewSet, acting, of_path, read
from rosters.drafts import access
from rosters.drafts.api.board import (
    MOST_KEY,
    BoardSerializer,
    DivisionAskedSerializer,
    board,
    board_answer,
    directed_division,
)
from rosters.drafts.models import Draft
from rosters.drafts.room_acts import MOST_MONEY
from rosters.drafts.services.practising import LARGEST, practise, practise_for
from rosters.drafts.services.typing_in import PickRow, type_in
from rosters.editions import usual_preset
from rosters.models import CardSet
from rosters.rules.draft.settings import settings_of

MOST_ROWS = 2000


class TypedRowSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(min_value=1, max_value=999)
    team = serializers.CharField(max_length=60, help_text="A name, its letters or its slot.")
    pick = serializers.CharField(
        max_length=120, help_text="A whole name, a card's key, or a ballpark's name."
    )
    card = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_KEY,
        help_text="The card that is meant, where the name could be two.",
    )
    price = serializers.IntegerField(
        required=False, min_value=0, max_value=MOST_MONEY, help_text="In an auction."
    )


class TypedInSerializer(DivisionAskedSerializer):
    rows = serializers.ListField(child=TypedRowSerializer(), min_length=1, max_length=MOST_ROWS)


class PracticeSlotSerializer(serializers.Serializer[Any]):
    slot = serializers.IntegerField(
        required=False, min_value=1, max_value=LARGEST, help_text="Left out: one's own there, or 1."
    )


class PracticeSerializer(serializers.Serializer[Any]):
    card_set = serializers.SlugField(max_length=80)
    teams = serializers.IntegerField(default=8, min_value=2, max_value=LARGEST)
    slot = serializers.IntegerField(default=1, min_value=1, max_value=LARGEST)


def _row(number: int, row: dict[str, Any]) -> PickRow:
    return PickRow(number, row["round"], row["team"], row["pick"], row.get("price", 0))


class PractisingViews(ThinViewSet):
    """The part of a draft's resource that is about practice and sheets."""

    @extend_schema(
        summary="Type in picks that were made at a table",
        description="All of it or nothing; the place of a refusal is a row, the first being row 1. "
        "What stands already is passed over, and refused where a row contradicts it.",
        parameters=[of_path("id")],
        request=TypedInSerializer,
        responses={201: BoardSerializer},
    )
    @action(detail=True, methods=["post"], url_path="typed-in", url_name="typed-in")
    def typed_in(self, request: Request, id: str) -> Response:
        sent = read(TypedInSerializer, request)
        actor = directed_division(request, id, sent)
        rows = list(enumerate(sent["rows"], start=1))
        type_in(
            **actor.arguments,
            lines=[_row(number, row) for number, row in rows],
            meant={number: row["card"] for number, row in rows if "card" in row},
        )
        return board_answer(actor, status.HTTP_201_CREATED)

    @extend_schema(
        summary="Practise a draft alone against the house",
        description="The same cards, settings and number of teams, without a clock.",
        parameters=[of_path("id")],
        request=PracticeSlotSerializer,
        responses={201: BoardSerializer},
    )
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def practice(self, request: Request, id: str) -> Response:
        made = practise_for(
            draft=access.seen_draft(request.user, id),
            slot=read(PracticeSlotSerializer, request).get("slot"),
            acting_user=acting(request),
            now=timezone.now(),
        )
        return practice_answer(made)

    @extend_schema(
        operation_id="drafts_practice_with_create",
        summary="Practise with the cards of a set, without an event",
        request=PracticeSerializer,
        responses={201: BoardSerializer},
    )
    @action(
        detail=False,
        methods=["post"],
        url_path="practice",
        url_name="practice-with",
        permission_classes=[IsAuthenticated],
    )
    def practice_with(self, request: Request) -> Response:
        sent = read(PracticeSerializer, request)
        card_set = CardSet.objects.filter(slug=sent["card_set"]).first()
        if card_set is None:
            raise Http404("No such cards.")
        made = practise(
            card_set=card_set,
            teams=sent["teams"],
            slot=sent["slot"],
            settings=settings_of(usual_preset(card_set.system_key).edition),
            acting_user=acting(request),
            now=timezone.now(),
        )
        return practice_answer(made)


def practice_answer(made: Draft) -> Response:
    """The board of a draft of one's own."""
    return Response(BoardSerializer(board(made, 1)).data, status=status.HTTP_201_CREATED)
