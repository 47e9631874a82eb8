"""A draft under way for API clients: pauses, turns passed over, wrong picks, double-ups."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import ThinViewSet, acting, of_path, read
from config.site import whole_address
from rosters.drafts import access
from rosters.drafts.api.board import (
    MOST_KEY,
    BoardSerializer,
    DivisionAskedSerializer,
    board_answer,
    directed_division,
    sitting_at,
)
from rosters.drafts.models import Draft
from rosters.drafts.services import directing, linking, picking

ID = of_path("id")


class SlotSentSerializer(DivisionAskedSerializer):
    slot = serializers.IntegerField(
        required=False, min_value=1, max_value=99, help_text="Left out: one's own."
    )


class PickNamedSerializer(SlotSentSerializer):
    pick = serializers.IntegerField(min_value=1, max_value=9999)


class ThingSentSerializer(PickNamedSerializer):
    card = serializers.IntegerField(required=False, min_value=1, max_value=MOST_KEY)
    park = serializers.CharField(required=False, max_length=100, help_text="A park's key.")


class SwapSentSerializer(DivisionAskedSerializer):
    one = serializers.IntegerField(min_value=1, max_value=9999)
    other = serializers.IntegerField(min_value=1, max_value=9999)


class PauseSentSerializer(DivisionAskedSerializer):
    when = serializers.DateTimeField(allow_null=True, help_text="Null: no pause is planned.")


class DrafterSentSerializer(SlotSentSerializer):
    drafter = serializers.ChoiceField(choices=["manager", "house"])


class LinkSerializer(serializers.Serializer[Any]):
    link = serializers.CharField(help_text="Whoever has it may look at the board.")


class DirectingViews(ThinViewSet):
    """The part of a draft's resource that is about running it."""

    @extend_schema(
        summary="Stop the clock",
        parameters=[ID],
        request=DivisionAskedSerializer,
        responses=BoardSerializer,
    )
    @action(detail=True, methods=["post"])
    def pause(self, request: Request, id: str) -> Response:
        actor = directed_division(request, id, read(DivisionAskedSerializer, request))
        directing.pause(**actor.told)
        return board_answer(actor)

    @extend_schema(
        summary="Let the clock run on",
        parameters=[ID],
        request=DivisionAskedSerializer,
        responses=BoardSerializer,
    )
    @action(detail=True, methods=["post"])
    def resume(self, request: Request, id: str) -> Response:
        actor = directed_division(request, id, read(DivisionAskedSerializer, request))
        directing.resume(**actor.told)
        return board_answer(actor)

    @extend_schema(
        summary="Plan a pause, or plan none",
        parameters=[ID],
        request=PauseSentSerializer,
        responses=BoardSerializer,
    )
    @action(detail=True, methods=["put"], url_path="planned-pause")
    def planned_pause(self, request: Request, id: str) -> Response:
        sent = read(PauseSentSerializer, request)
        actor = directed_division(request, id, sent)
        directing.plan_pause(when=sent["when"], **actor.told)
        return board_answer(actor)

    @extend_schema(
        summary="Pass the present turn over",
        parameters=[ID],
        request=DivisionAskedSerializer,
        responses=BoardSerializer,
    )
    @action(detail=True, methods=["post"])
    def skip(self, request: Request, id: str) -> Response:
        actor = directed_division(request, id, read(DivisionAskedSerializer, request))
        directing.skip(**actor.told)
        return board_answer(actor)

    @extend_schema(
        summary="Let two picks that are still to come change owners",
        parameters=[ID],
        request=SwapSentSerializer,
        responses=BoardSerializer,
    )
    @action(detail=True, methods=["post"])
    def swap(self, request: Request, id: str) -> Response:
        sent = read(SwapSentSerializer, request)
        actor = directed_division(request, id, sent)
        directing.swap_picks(one=sent["one"], other=sent["other"], **actor.told)
        return board_answer(actor)

    @extend_schema(
        summary="Put another card or park where a wrong one stands",
        parameters=[ID],
        request=ThingSentSerializer,
        responses=BoardSerializer,
    )
    @action(detail=True, methods=["post"])
    def replace(self, request: Request, id: str) -> Response:
        sent = read(ThingSentSerializer, request)
        actor = directed_division(request, id, sent)
        directing.replace_pick(
            pick=sent["pick"], card=sent.get("card"), park=sent.get("park"), **actor.told
        )
        return board_answer(actor)

    @extend_schema(
        summary="Have the house pick for a seat from now on, or its manager",
        parameters=[ID],
        request=DrafterSentSerializer,
        responses=BoardSerializer,
    )
    @action(detail=True, methods=["put"])
    def drafter(self, request: Request, id: str) -> Response:
        sent = read(DrafterSentSerializer, request)
        seat = sitting_at(request, id, sent)
        directing.change_drafter(**seat.told, drafter=sent["drafter"])
        return board_answer(seat)

    @extend_schema(
        summary="Pull a double-up back",
        parameters=[ID],
        request=PickNamedSerializer,
        responses=BoardSerializer,
    )
    @action(detail=True, methods=["post"])
    def rescind(self, request: Request, id: str) -> Response:
        sent = read(PickNamedSerializer, request)
        seat = sitting_at(request, id, sent)
        picking.rescind(**seat.told, pick=sent["pick"])
        return board_answer(seat)

    @extend_schema(
        summary="Keep what was selected after another's double-up",
        parameters=[ID],
        request=SlotSentSerializer,
        responses=BoardSerializer,
    )
    @action(detail=True, methods=["post"])
    def keep(self, request: Request, id: str) -> Response:
        seat = sitting_at(request, id, read(SlotSentSerializer, request))
        picking.keep(**seat.told)
        return board_answer(seat)

    @extend_schema(
        summary="Exchange what was selected after another's double-up",
        parameters=[ID],
        request=ThingSentSerializer,
        responses=BoardSerializer,
    )
    @action(detail=True, methods=["post"])
    def exchange(self, request: Request, id: str) -> Response:
        sent = read(ThingSentSerializer, request)
        seat = sitting_at(request, id, sent)
        picking.exchange(
            **seat.told,
            pick=sent["pick"],
            card=sent.get("card"),
            park=sent.get("park"),
        )
        return board_answer(seat)

    @extend_schema(
        summary="The link by which anybody may look on; empty where there is none",
        parameters=[ID],
        responses=LinkSerializer,
    )
    @action(detail=True, methods=["get"])
    def link(self, request: Request, id: str) -> Response:
        return link_answer(access.directed_draft(request.user, id))

    @extend_schema(
        summary="Make a link; an older one no longer works",
        parameters=[ID],
        request=None,
        responses={201: LinkSerializer},
    )
    @link.mapping.post
    def make_link(self, request: Request, id: str) -> Response:
        draft = access.directed_draft(request.user, id)
        made = linking.make_link(draft=draft, acting_user=acting(request))
        return link_answer(made, status.HTTP_201_CREATED)

    @extend_schema(summary="Withdraw the link", parameters=[ID], responses={204: None})
    @link.mapping.delete
    def withdraw_link(self, request: Request, id: str) -> Response:
        draft = access.directed_draft(request.user, id)
        linking.withdraw_link(draft=draft, acting_user=acting(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


def link_answer(draft: Draft, code: int = status.HTTP_200_OK) -> Response:
    """The whole address of the board."""
    key = draft.watch_key
    link = whole_address(reverse("drafts:board", args=[key])) if key else ""
    return Response(LinkSerializer({"link": link}).data, status=code)
