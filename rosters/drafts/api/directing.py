"""A draft under way for API clients: pauses, turns passed over, wrong picks, double-ups."""

from collections.abc import Callable
from typing import Any, cast

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
    BoardSerializer,
    board_answer,
)
from rosters.drafts.models import Draft
from rosters.drafts.room_acts import ACTS, RoomAct
from rosters.drafts.services import linking

ID = of_path("id")


class LinkSerializer(serializers.Serializer[Any]):
    link = serializers.CharField(help_text="Anyone who has it may look at the board.")


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
