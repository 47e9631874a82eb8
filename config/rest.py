"""What the rooms' API resources share."""

from collections.abc import Sequence
from typing import Any, cast

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, viewsets
from rest_framework.permissions import BasePermission, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from config.people.models import User

Values = dict[str, Any]

PK = "[0-9]{1,18}"
"""How a number stands in an address: never too long for the database to look for."""


class ThinViewSet(viewsets.GenericViewSet[Any]):
    """A resource that parses, calls a selector or service, and renders.

    It has no queryset of its own: loaders authorise, and to strangers nothing exists.
    """

    permission_classes: Sequence[type[BasePermission]] = [IsAuthenticatedOrReadOnly]
    filter_backends: Sequence[Any] = []

    def page(self, found: Any, serializer: type[serializers.BaseSerializer[Any]]) -> Response:
        """One page of what was found."""
        page = self.paginate_queryset(found)
        rows = serializer(page, many=True, context=self.get_serializer_context())
        return self.get_paginated_response(rows.data)


def acting(request: Request) -> User:
    """Who is signed in; the resource has seen to it that somebody is."""
    return cast(User, request.user)


def read(serializer: type[serializers.BaseSerializer[Any]], request: Request) -> Values:
    """The request's body, checked; 400 with every fault at its field."""
    found = serializer(data=request.data)
    found.is_valid(raise_exception=True)
    return cast(Values, found.validated_data)


def asked(serializer: type[serializers.BaseSerializer[Any]], request: Request) -> Values:
    """The request's query, checked in the same way."""
    found = serializer(data=request.query_params)
    found.is_valid(raise_exception=True)
    return cast(Values, found.validated_data)


def of_path(name: str, kind: type = int) -> OpenApiParameter:
    """A part of the address, for the schema: the views have no models to read it from."""
    return OpenApiParameter(name, kind, OpenApiParameter.PATH)


class ErrorRefusalSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()
    place = serializers.CharField(help_text="Where in the input; empty when nowhere.")
    facts = serializers.DictField()


class ErrorSerializer(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="Of the first refusal; stable.")
    message = serializers.CharField()
    refusals = ErrorRefusalSerializer(many=True)


class ErrorEnvelopeSerializer(serializers.Serializer[Any]):
    """What every refusal looks like."""

    error = ErrorSerializer()
