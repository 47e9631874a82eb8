"""What waits for the caller, for API clients."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import BaseRouter

from config.notices.kinds import KINDS
from config.notices.models import Notice
from config.notices.selectors import unwanted_by, waiting_for
from config.notices.services import choose_kinds, mark_read
from config.rest import ThinViewSet, acting, read

MOST_KINDS = 40


class NoticeSerializer(serializers.ModelSerializer[Notice]):
    class Meta:
        model = Notice
        fields = ("kind", "key", "title", "detail", "url", "scope", "due", "created_at", "read_at")
        read_only_fields = fields


class NoticeKindSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField(source="key")
    title = serializers.CharField()
    wanted = serializers.BooleanField()


class UnwantedKindsSerializer(serializers.Serializer[Any]):
    unwanted = serializers.ListField(
        child=serializers.CharField(max_length=32), max_length=MOST_KINDS
    )


@extend_schema(tags=["me"])
class NoticeViewSet(ThinViewSet):
    serializer_class = NoticeSerializer
    permission_classes = [IsAuthenticated]
    pagination_class = None

    @extend_schema(summary="What waits for you", responses=NoticeSerializer(many=True))
    def list(self, request: Request) -> Response:
        return Response(
            NoticeSerializer(waiting_for(acting(request), timezone.now()), many=True).data
        )

    @extend_schema(summary="Mark everything as read", request=None, responses={204: None})
    @action(detail=False, methods=["post"])
    def read(self, request: Request) -> Response:
        mark_read(user=acting(request), now=timezone.now())
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(summary="What you are told of", responses=NoticeKindSerializer(many=True))
    @action(detail=False)
    def kinds(self, request: Request) -> Response:
        return self._kinds(request)

    @extend_schema(
        summary="Choose what you are told of",
        request=UnwantedKindsSerializer,
        responses=NoticeKindSerializer(many=True),
    )
    @kinds.mapping.put
    def choose_kinds(self, request: Request) -> Response:
        unwanted = read(UnwantedKindsSerializer, request)["unwanted"]
        choose_kinds(user=acting(request), unwanted=unwanted)
        return self._kinds(request)

    def _kinds(self, request: Request) -> Response:
        unwanted = unwanted_by(acting(request))
        return Response(
            NoticeKindSerializer(
                [
                    {"key": kind.key, "title": kind.title, "wanted": kind.key not in unwanted}
                    for kind in KINDS.values()
                ],
                many=True,
            ).data
        )


def register(router: BaseRouter) -> None:
    """Hang notices on the API's router."""
    router.register("notices", NoticeViewSet, basename="notice")
