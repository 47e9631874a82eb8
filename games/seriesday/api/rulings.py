"""Violations, the remedies the law gives, and appeals, for API clients."""

from __future__ import annotations

from functools import partial
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from config.inputs import LARGEST_NUMBER
from config.rest import PK, ThinViewSet, acting, of_path, read
from games.models import Series
from games.rules.remedies import REPORTED
from games.selectors import visible_series
from games.seriesday.access import part_in
from games.seriesday.api.changes import ChangesSerializer, as_data
from games.seriesday.changes import changes_by, changes_in_series_by
from games.seriesday.models import Ruling
from games.seriesday.selectors.rulings import RulingPage, ruling_page, rulings_of, visible_ruling
from games.seriesday.services.rulings import (
    Violation,
    agree,
    appeal,
    choose_remedy,
    dismiss,
    open_ruling,
)

LONGEST_WORDS, LONGEST_FOOTNOTE = 500, 300
MOST_ENTRIES, MOST_HALVES = 20_000, 200


class ViolationSentSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(min_value=1, max_value=99, help_text="Game of the series.")
    case = serializers.ChoiceField(choices=[case.key for case in REPORTED])
    facts = serializers.CharField(max_length=LONGEST_WORDS)
    offender = serializers.IntegerField(
        min_value=1,
        max_value=LARGEST_NUMBER,
        allow_null=True,
        default=None,
        help_text="The club that broke the rule; left out where both share the fault.",
    )
    entry = serializers.IntegerField(
        min_value=1,
        max_value=MOST_ENTRIES,
        allow_null=True,
        default=None,
        help_text="The first entry of the transcript that was wrong.",
    )
    pitcher = serializers.IntegerField(
        min_value=1, max_value=LARGEST_NUMBER, allow_null=True, default=None, help_text="A card."
    )
    made_in_half = serializers.IntegerField(
        min_value=1,
        max_value=MOST_HALVES,
        allow_null=True,
        default=None,
        help_text="Half-innings are numbered from 1.",
    )
    noticed_in_half = serializers.IntegerField(
        min_value=1, max_value=MOST_HALVES, allow_null=True, default=None
    )
    batters_since = serializers.IntegerField(min_value=0, max_value=99, default=0)


class RemedySentSerializer(serializers.Serializer[Any]):
    remedy = serializers.CharField(max_length=24)
    words = serializers.CharField(default="", allow_blank=True, max_length=LONGEST_WORDS)
    footnote = serializers.CharField(default="", allow_blank=True, max_length=LONGEST_FOOTNOTE)
    entry = serializers.IntegerField(
        min_value=1,
        max_value=MOST_ENTRIES,
        allow_null=True,
        default=None,
        help_text="The first entry that goes, where the law does not tell.",
    )


class AgreementSerializer(serializers.Serializer[Any]):
    denies = serializers.BooleanField(default=False)


class WordsSerializer(serializers.Serializer[Any]):
    words = serializers.CharField(max_length=LONGEST_WORDS)


class RulingSerializer(serializers.ModelSerializer[Ruling]):
    remedy_label = serializers.CharField(read_only=True, help_text="The remedy in words.")

    class Meta:
        model = Ruling
        fields: tuple[str, ...] = (
            "id",
            "series",
            "game",
            "case",
            "rule",
            "facts",
            "offended",
            "state",
            "remedy",
            "remedy_label",
            "footnote",
            "opened_at",
            "closed_at",
        )
        read_only_fields = fields


class RemedySerializer(serializers.Serializer[Any]):
    remedy = serializers.CharField(source="remedy.key")
    label = serializers.CharField(source="remedy.label")  # type: ignore[assignment]
    consequence = serializers.CharField(source="remedy.consequence")
    needs_footnote = serializers.BooleanField(source="remedy.notes")
    entry = serializers.IntegerField(
        allow_null=True, help_text="The first entry that goes, where that is known."
    )
    needs_entry = serializers.BooleanField(source="asks_entry")


class StepSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField()
    by = serializers.SerializerMethodField()
    team = serializers.IntegerField(source="team_id", allow_null=True)
    as_director = serializers.BooleanField()
    remedy = serializers.CharField()
    remedy_label = serializers.CharField(help_text="The remedy in words.")
    words = serializers.CharField()
    effects = serializers.ListField(child=serializers.CharField())
    at = serializers.DateTimeField()

    def get_by(self, step: Any) -> str:
        """A name; empty: the software."""
        return str(step.by or "")


class ParagraphSerializer(serializers.Serializer[Any]):
    rule = serializers.CharField(source="id")
    text = serializers.CharField()


class WholeRulingSerializer(serializers.Serializer[Any]):
    """A ruling with its paragraphs, what was done about it, and what you may do."""

    ruling = RulingSerializer()
    title = serializers.CharField(source="case.title")
    chooses = serializers.CharField(help_text="Who is waited for.")
    rules = ParagraphSerializer(many=True)
    remedies = RemedySerializer(many=True, source="offers", help_text="Open to you.")
    why_none = serializers.CharField(help_text="Why the law offers nothing, where it does not.")
    may_agree = serializers.BooleanField()
    may_appeal = serializers.BooleanField()
    steps = StepSerializer(many=True)


@extend_schema(tags=["rulings"], parameters=[of_path("series")])
class SeriesRulingsViewSet(ThinViewSet):
    """What was ruled on in a series, or waits for it."""

    serializer_class = RulingSerializer

    @extend_schema(
        summary="The rulings of a series, the latest first", responses=RulingSerializer(many=True)
    )
    def list(self, request: Request, series: str) -> Response:
        found = visible_series(request.user, int(series))
        return self.page(rulings_of(found), RulingSerializer)

    @extend_schema(
        summary="Report a violation",
        request=ViolationSentSerializer,
        responses={201: WholeRulingSerializer},
    )
    def report(self, request: Request, series: str) -> Response:
        found = visible_series(request.user, int(series))
        verify_part(request, found)
        given = read(ViolationSentSerializer, request)
        opened = open_ruling(
            series_id=found.pk,
            number=given.pop("number"),
            violation=Violation(**given),
            acting_user=acting(request),
        )
        return _whole(request, opened.pk, status.HTTP_201_CREATED)


@extend_schema(tags=["rulings"], parameters=[of_path("id")])
class RulingViewSet(ThinViewSet):
    serializer_class = WholeRulingSerializer
    lookup_field = "id"
    lookup_value_regex = PK

    @extend_schema(summary="A ruling and what you may do", responses=WholeRulingSerializer)
    def retrieve(self, request: Request, id: str) -> Response:
        return _whole(request, int(id))

    @extend_schema(
        summary="Choose a remedy, or rule as a director",
        request=RemedySentSerializer,
        responses=WholeRulingSerializer,
    )
    @action(detail=True, methods=["post"])
    def choose(self, request: Request, id: str) -> Response:
        found = self._acted_on(request, id)
        self._choose(request, found)
        return _whole(request, found.pk)

    @extend_schema(
        summary="What a remedy would change",
        request=RemedySentSerializer,
        responses=ChangesSerializer,
    )
    @action(detail=True, methods=["post"])
    def preview(self, request: Request, id: str) -> Response:
        """The remedy is carried out, looked at and undone again."""
        found = self._acted_on(request, id)
        act = partial(self._choose, request, found, play_on=False)
        if found.game is None:
            return Response(as_data(changes_in_series_by(found.series, act)))
        return Response(as_data(changes_by(found.game, act)))

    @extend_schema(
        summary="Say that a mistake happened that is yours too, or deny it",
        request=AgreementSerializer,
        responses=WholeRulingSerializer,
    )
    @action(detail=True, methods=["post"])
    def agree(self, request: Request, id: str) -> Response:
        found = self._acted_on(request, id)
        denies = read(AgreementSerializer, request)["denies"]
        agree(ruling_id=found.pk, acting_user=acting(request), denies=denies)
        return _whole(request, found.pk)

    @extend_schema(
        summary="Appeal to the director", request=WordsSerializer, responses=WholeRulingSerializer
    )
    @action(detail=True, methods=["post"])
    def appeal(self, request: Request, id: str) -> Response:
        found = self._acted_on(request, id)
        words = read(WordsSerializer, request)["words"]
        appeal(ruling_id=found.pk, words=words, acting_user=acting(request))
        return _whole(request, found.pk)

    @extend_schema(
        summary="Find that nothing was wrong, as a director",
        request=WordsSerializer,
        responses=WholeRulingSerializer,
    )
    @action(detail=True, methods=["post"])
    def dismiss(self, request: Request, id: str) -> Response:
        found = self._acted_on(request, id)
        words = read(WordsSerializer, request)["words"]
        dismiss(ruling_id=found.pk, words=words, acting_user=acting(request))
        return _whole(request, found.pk)

    def _acted_on(self, request: Request, id: str) -> Ruling:
        found = visible_ruling(request.user, int(id))
        verify_part(request, found.series)
        return found

    def _choose(self, request: Request, found: Ruling, *, play_on: bool = True) -> Ruling:
        given = read(RemedySentSerializer, request)
        return choose_remedy(
            ruling_id=found.pk, acting_user=acting(request), play_on=play_on, **given
        )


def verify_part(request: Request, series: Series) -> None:
    """Whether the visitor has a part in the series; 403 otherwise."""
    if not part_in(request.user, series).has_part:
        raise PermissionDenied("This is for the people of both clubs, and for directors.")


def _whole(request: Request, pk: int, code: int = status.HTTP_200_OK) -> Response:
    page: RulingPage = ruling_page(request.user, visible_ruling(request.user, pk))
    return Response(WholeRulingSerializer(page).data, status=code)
