"""A draft under way for API clients: pauses, turns passed over, wrong picks, double-ups."""

from collections.abc import Callable
from typing import Any, cast

from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import ThinViewSet, acting, asked, of_path, read
from config.site import whole_address
from rosters.drafts import access
from rosters.drafts.api.board import (
    BoardSerializer,
    board_answer,
)
from rosters.drafts.models import Draft
from rosters.drafts.room_acts import ACTS, DivisionAskedSerializer, RoomAct
from rosters.drafts.services import linking
from rosters.drafts.services.settling import looked_at

ID = of_path("id")


class LinkSerializer(serializers.Serializer[Any]):
    link = serializers.CharField(help_text="Anyone who has it may look at the board.")


class OwnMaximumSerializer(serializers.Serializer[Any]):
    slot = serializers.IntegerField()
    lot = serializers.IntegerField(allow_null=True, help_text="Null: nothing is on the block.")
    amount = serializers.IntegerField(allow_null=True, help_text="Null: no maximum.")


class DirectingViews(ThinViewSet):
    """The part of a draft's resource that is about running it."""

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


def _operation(name: str, act: RoomAct) -> Callable[..., Response]:
    def operate(self: DirectingViews, request: Request, id: str) -> Response:
        sent = read(act.fields, request)
        return board_answer(act.done(acting(request), access.seen_draft(request.user, id), sent))

    operate.__name__, operate.__doc__ = name.replace("-", "_"), None
    schema = extend_schema(
        summary=act.summary, parameters=[ID], request=act.fields, responses=BoardSerializer
    )
    route = action(detail=True, methods=["put" if act.put else "post"], url_path=name)
    return cast(Callable[..., Response], schema(route(operate)))


for _name, _act in ACTS.items():
    setattr(DirectingViews, _name.replace("-", "_"), _operation(_name, _act))


@extend_schema(
    summary="Up to what your own club's bids on the block are raised; nobody else reads it",
    parameters=[ID, DivisionAskedSerializer],
    responses=OwnMaximumSerializer,
)
def own_maximum(self: DirectingViews, request: Request, id: str) -> Response:
    division = asked(DivisionAskedSerializer, request)["division"]
    draft = access.seen_draft(request.user, id)
    own = access.own_seats(request.user, draft)
    seat = next((each for each in own if each.division == division and each.slot), None)
    if seat is None:
        raise NotFound
    room = looked_at(draft, division, now=timezone.now())
    lot = room.board.lot
    answer = {
        "slot": seat.slot,
        "lot": lot.number if lot is not None else None,
        "amount": room.own_maximum(seat),
    }
    return Response(OwnMaximumSerializer(answer).data)


DirectingViews.own_maximum = DirectingViews.maximum.mapping.get(own_maximum)  # type: ignore[attr-defined]
