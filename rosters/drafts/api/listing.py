"""A club's private list for API clients; other clubs and directors do not see it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import PK, ThinViewSet, acting, asked, of_path, read
from rosters.drafts import access
from rosters.drafts.api.board import MOST_KEY
from rosters.drafts.models import DraftSeat
from rosters.drafts.services import listing

ID = of_path("id")
LONGEST = 500


class SeatAskedSerializer(serializers.Serializer[Any]):
    seat = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=999,
        help_text="The entrant's number; left out: the first that is one's own.",
    )


class ListedSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField(source="card_id")
    name = serializers.CharField(source="card.name")
    rank = serializers.IntegerField(allow_null=True, help_text="Null: not queued.")
    avoided = serializers.BooleanField()
    note = serializers.CharField()


class QueueSentSerializer(SeatAskedSerializer):
    cards = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_KEY),
        max_length=LONGEST,
        help_text="The whole queue, first choice first.",
    )


class ListedSentSerializer(SeatAskedSerializer):
    avoided = serializers.BooleanField(required=False)
    note = serializers.CharField(required=False, allow_blank=True, max_length=listing.LONGEST_NOTE)


def own_seat(request: Request, id: str, number: int | None) -> DraftSeat:
    """The seat of a user's own."""
    draft = access.seen_draft(request.user, id)
    for seat in access.own_seats(request.user, draft):
        if number in (None, seat.number):
            return seat
    raise NotFound


class ListingViews(ThinViewSet):
    """The part of a draft's resource that is a club's own business."""

    @extend_schema(
        summary="Your queue, whom you avoid, and your notes",
        parameters=[ID, SeatAskedSerializer],
        responses=ListedSerializer(many=True),
    )
    @action(detail=True, methods=["get"], pagination_class=None, filter_backends=[])
    def queue(self, request: Request, id: str) -> Response:
        seat = own_seat(request, id, asked(SeatAskedSerializer, request).get("seat"))
        return Response(ListedSerializer(seat.listed.select_related("card"), many=True).data)

    @extend_schema(
        summary="Say your whole queue in its order",
        parameters=[ID],
        request=QueueSentSerializer,
        responses=ListedSerializer(many=True),
    )
    @queue.mapping.put
    def set_queue(self, request: Request, id: str) -> Response:
        given = read(QueueSentSerializer, request)
        seat = own_seat(request, id, given.get("seat"))
        listing.set_queue(seat=seat, cards=given["cards"], acting_user=acting(request))
        return Response(ListedSerializer(seat.listed.select_related("card"), many=True).data)

    @extend_schema(
        summary="Avoid a card, or write a note to it",
        parameters=[ID, of_path("card")],
        request=ListedSentSerializer,
        responses=ListedSerializer(many=True),
    )
    @action(
        detail=True,
        methods=["put"],
        url_path=f"listed/(?P<card>{PK})",
        pagination_class=None,
        filter_backends=[],
    )
    def listed(self, request: Request, id: str, card: str) -> Response:
        given = read(ListedSentSerializer, request)
        seat = own_seat(request, id, given.get("seat"))
        listing.mark(
            seat=seat,
            card=int(card),
            avoided=given.get("avoided"),
            text=given.get("note"),
            acting_user=acting(request),
        )
        return Response(ListedSerializer(seat.listed.select_related("card"), many=True).data)
