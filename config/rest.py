"""What the rooms' API resources share."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from django import forms
from django.core.validators import MaxLengthValidator
from django.db.models import QuerySet
from django.http import QueryDict
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers, viewsets
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.pagination import BasePagination
from rest_framework.permissions import BasePermission, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from config.bodies import USUAL
from config.inputs import LARGEST_NUMBER, read_json
from config.limits import Pages
from config.paging import AFTER, BEFORE, Page, page_by_key
from config.people.models import User
from config.refusals import Refusal, Refused
from config.strict import wrong_kinds

Values = dict[str, Any]

PK = "[0-9]{1,18}"
"""How a number stands in an address: never too long for the database to look for."""

UUID_KEY = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"


class MostItems(MaxLengthValidator):
    """How many a list or an object holds at most; every one that is taken in has such an end."""

    message = "There are %(show_value)s here; %(limit_value)s are the most."


class WholeNumberField(serializers.IntegerField):
    """A whole number that a database can count with, where nothing narrower is said."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("min_value", -LARGEST_NUMBER)
        options.setdefault("max_value", LARGEST_NUMBER)
        super().__init__(**options)


LONGEST_QUERY = 4000
"""Characters of JSON in a query."""


@extend_schema_field({"type": "string", "maxLength": LONGEST_QUERY})
class JSONObjectField(serializers.Field[Any, Any, Any, Any]):
    """An object written as JSON, for queries; refused as bodies are."""

    default_error_messages = {
        "not_an_object": "This is given as a JSON object.",
        "max_length": f"It has up to {LONGEST_QUERY} characters.",
    }

    def to_internal_value(self, data: Any) -> Values:
        if len(data) > LONGEST_QUERY:
            self.fail("max_length")
        found = read_json(data, self.field_name or "")
        if not isinstance(found, dict):
            self.fail("not_an_object")
        return cast(Values, found)

    def to_representation(self, value: Any) -> Any:
        return value


@extend_schema_field({"type": "integer", "minimum": 1, "maximum": LARGEST_NUMBER})
class NumberOf(filters.NumberFilter):
    """A filter by the number of something."""

    field_class = forms.IntegerField

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, min_value=1, max_value=LARGEST_NUMBER, **options)


class PagesByKey(BasePagination):
    """Pages of a list that grows for ever: links to what follows and what precedes, and no count.

    The size is the client's to choose, as of every list's pages; the place is not: it is what the
    links say.
    """

    sizes = Pages()

    def paginate_queryset(
        self, queryset: QuerySet[Any], request: Request, view: Any = None
    ) -> list[Any]:
        if request.query_params.get("page", "1") != "1":
            words = "Pages of this list have no numbers: follow `next` and `previous`."
            raise ValidationError({"page": [ErrorDetail(words, "no-page-numbers")]})
        size = self.sizes.get_page_size(request) or 0
        self.address = request.build_absolute_uri(request.path)
        self.asked = request.query_params.copy()
        try:
            self.shown: Page = page_by_key(queryset, size, request.query_params)
        except Refused as refused:
            first = refused.refusals[0]
            raise ValidationError({first.place: [ErrorDetail(first.message, first.code)]}) from None
        return list(self.shown)

    def get_paginated_response(self, data: Any) -> Response:
        links = {"next": self._link(self.shown.next), "previous": self._link(self.shown.previous)}
        return Response({**links, "results": data})

    def _link(self, end: str | None) -> str | None:
        if end is None:
            return None
        for name in (AFTER, BEFORE, "page"):
            self.asked.pop(name, None)
        query = "&".join(filter(None, (self.asked.urlencode(), end)))
        return f"{self.address}?{query}" if query else self.address

    def get_paginated_response_schema(self, schema: Values) -> Values:
        link = {"type": "string", "nullable": True, "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": link, "previous": link, "results": schema},
        }

    def get_schema_operation_parameters(self, view: Any) -> list[Values]:
        text = {"type": "string"}
        size = {"type": "integer", "minimum": 1, "maximum": Pages.max_page_size}
        return [
            _of_query(AFTER, "A place in the list, as `next` says it.", text),
            _of_query(BEFORE, "A place in the list, as `previous` says it.", text),
            _of_query(str(Pages.page_size_query_param), "Rows of a page.", size),
        ]


def _of_query(name: str, words: str, schema: Values) -> Values:
    return {"name": name, "in": "query", "description": words, "required": False, "schema": schema}


class ThinViewSet(viewsets.GenericViewSet[Any]):
    """A resource that parses, calls a selector or service, and renders.

    It has no queryset of its own: loaders authorise, and to strangers nothing exists.
    """

    permission_classes: Sequence[type[BasePermission]] = [IsAuthenticatedOrReadOnly]
    filter_backends: Sequence[Any] = []
    # Bytes; an action that takes more says so.
    largest_body = USUAL

    def page(self, found: Any, serializer: type[serializers.BaseSerializer[Any]]) -> Response:
        """One page of what was found."""
        page = self.paginate_queryset(found)
        rows = serializer(page, many=True, context=self.get_serializer_context())
        return self.get_paginated_response(rows.data)


def acting(request: Request) -> User:
    """The user who is signed in; the resource has made sure that there is one."""
    return cast(User, request.user)


def read(serializer: type[serializers.BaseSerializer[Any]], request: Request) -> Values:
    """The request's body, checked; 400 with every fault at its field: ``unknown-field`` at each
    that is not asked for, because a misspelt name would be passed over in silence, and
    ``wrong-kind`` at what would have to be taken for something else."""
    found = serializer(data=request.data)
    known = getattr(found, "fields", {})
    unknown = {
        name: [ErrorDetail("This parameter is not known here.", code="unknown-field")]
        for name in (request.data if isinstance(request.data, Mapping) else ())
        if name not in known
    }
    faults = {} if found.is_valid() else dict(found.errors)
    if isinstance(request.data, dict) and not isinstance(request.data, QueryDict):
        for place, words in wrong_kinds(found, request.data):
            if place.partition(".")[0] not in faults:
                unknown[place] = [ErrorDetail(words, code="wrong-kind")]
    if faults or unknown:
        raise ValidationError(faults | unknown)
    return cast(Values, found.validated_data)


def read_form(serializer: type[serializers.Serializer[Any]], sent: QueryDict) -> Values:
    """What a form sent, checked as a body is; what it carries along besides is passed over.
    Refused: every fault at its field."""
    found = serializer(data=sent)
    if not found.is_valid():
        raise Refused(*faults(ValidationError(found.errors).get_full_details(), ""))
    return cast(Values, found.validated_data)


def faults(details: Any, place: str) -> Iterator[Refusal]:
    """What a serializer found, each with the path to its field: ``clubs.2.name``."""
    if isinstance(details, dict) and set(details) == {"message", "code"}:
        yield Refusal(str(details["code"]).replace("_", "-"), str(details["message"]), place)
    elif isinstance(details, dict):
        for key, inner in details.items():
            here = place if key == "non_field_errors" else f"{place}.{key}".strip(".")
            yield from faults(inner, here)
    else:
        for number, inner in enumerate(details):
            nested = isinstance(inner, dict) and set(inner) != {"message", "code"}
            yield from faults(inner, f"{place}.{number}" if nested else place)


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
