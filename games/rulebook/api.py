"""Read-only API of the rulebook: books, and rules to list, search and fetch."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import serializers, viewsets
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import BaseRouter

from games.rulebook import catalogue
from games.rulebook.catalogue import Area, Book, Handling, Part, Rule, Source
from games.rulebook.views import rule_url

HANDLINGS = [(handling.value, handling.label) for handling in Handling]


class SourceSerializer(serializers.Serializer[Source]):
    title = serializers.CharField()
    edition = serializers.CharField()
    author = serializers.CharField(help_text="Empty where the document names none.")


class AreaSerializer(serializers.Serializer[Area]):
    key = serializers.CharField()
    title = serializers.CharField()


class PartSerializer(serializers.Serializer[Part]):
    prefix = serializers.CharField(help_text="How the ids of its rules begin.")
    title = serializers.CharField()


class BookSerializer(serializers.Serializer[Book]):
    key = serializers.CharField()
    title = serializers.CharField()
    description = serializers.CharField()
    document = SourceSerializer(
        source="source", help_text="The document whose rules the book restates."
    )
    systems = serializers.ListField(
        child=serializers.CharField(), help_text="Keys of the game systems it governs."
    )
    parts = PartSerializer(many=True)
    areas = AreaSerializer(many=True, help_text="In reading order.")
    rules = serializers.SerializerMethodField(help_text="How many rules it holds.")

    def get_rules(self, book: Book) -> int:
        return len(book.rules)


class RuleSerializer(serializers.Serializer[Rule]):
    id = serializers.CharField()
    book = serializers.CharField()
    part = serializers.CharField(help_text="Empty in a book without parts.")
    area = serializers.CharField()
    handling = serializers.ChoiceField(choices=HANDLINGS)
    standing = serializers.CharField(
        help_text="What the software does about it, or does not do yet, in a sentence."
    )
    text = serializers.CharField()
    resolution = serializers.CharField(
        help_text="How the rule is read where its document leaves a doubt."
    )
    refused = serializers.CharField(help_text="What is refused or questioned.")
    charts = serializers.ListField(
        child=serializers.CharField(), help_text="What it needs that its document does not print."
    )
    tested = serializers.BooleanField(help_text="Whether a test of the product proves it.")
    url = serializers.SerializerMethodField(help_text="Its place on the rulebook's pages.")

    def get_url(self, rule: Rule) -> str:
        return rule_url(rule)


class RuleQuery(serializers.Serializer[dict[str, str]]):
    """What may be asked of the list; an unknown book, part or area simply finds nothing."""

    q = serializers.CharField(
        required=False, max_length=100, help_text="Words that all have to occur, or a rule id."
    )
    book = serializers.CharField(required=False, max_length=40)
    part = serializers.CharField(required=False, max_length=40)
    area = serializers.CharField(required=False, max_length=40)
    handling = serializers.ChoiceField(choices=HANDLINGS, required=False)


def _path(name: str) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, OpenApiParameter.PATH)


@extend_schema_view(
    list=extend_schema(summary="The books of the rulebook"),
    retrieve=extend_schema(summary="One book", parameters=[_path("key")]),
)
@extend_schema(tags=["rulebook"])
class BookViewSet(viewsets.GenericViewSet[Any]):
    serializer_class = BookSerializer
    permission_classes = [AllowAny]
    filter_backends = []
    lookup_field = "key"
    lookup_value_regex = "[a-z0-9-]+"

    def list(self, request: Request) -> Response:
        return _page(self, catalogue.books())

    def retrieve(self, request: Request, key: str) -> Response:
        try:
            book = catalogue.book(key)
        except KeyError:
            raise NotFound(f"There is no book {key}.") from None
        return Response(self.get_serializer(book).data)


@extend_schema_view(
    list=extend_schema(summary="Rules, all or searched", parameters=[RuleQuery]),
    retrieve=extend_schema(summary="One rule", parameters=[_path("id")]),
)
@extend_schema(tags=["rulebook"])
class RuleViewSet(viewsets.GenericViewSet[Any]):
    serializer_class = RuleSerializer
    permission_classes = [AllowAny]
    filter_backends = []
    lookup_field = "id"
    lookup_value_regex = "[A-Za-z0-9.-]+"

    def list(self, request: Request) -> Response:
        query = RuleQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        filters = dict(query.validated_data)
        return _page(self, catalogue.search(filters.pop("q", ""), **filters))

    def retrieve(self, request: Request, id: str) -> Response:
        try:
            rule = catalogue.rule(id)
        except KeyError:
            raise NotFound(f"There is no rule {id}.") from None
        return Response(self.get_serializer(rule).data)


def _page(view: viewsets.GenericViewSet[Any], entries: Sequence[Book | Rule]) -> Response:
    """Paginate a sequence as the project paginates querysets."""
    # The stubs accept only querysets, but a paginator takes any sequence.
    page = view.paginate_queryset(entries)  # type: ignore[arg-type]
    serializer = view.get_serializer(entries if page is None else page, many=True)
    if page is None:
        return Response(serializer.data)
    return view.get_paginated_response(serializer.data)


def register(router: BaseRouter) -> None:
    router.register("rulebook/books", BookViewSet, basename="rulebook-book")
    router.register("rulebook/rules", RuleViewSet, basename="rulebook-rule")
