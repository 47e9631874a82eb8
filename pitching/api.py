"""Pitching sheets for API clients."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import BaseRouter

from config.inputs import LARGEST_NUMBER, LONGEST_REASON
from config.refusals import Refusal, Refused, plain_refusals
from config.rest import PK, ErrorRefusalSerializer, ThinViewSet, acting, asked, of_path, read
from pitching.access import may_act, may_direct, visible_sheet
from pitching.models import PitchingSheet, SheetSeries
from pitching.rules.columns import MOST_OUTS
from pitching.rules.eligibility import Eligibility
from pitching.rules.wording import told, would_break
from pitching.selectors.pages import WholeSheet, whole_sheet
from pitching.selectors.sheets import phases_of
from pitching.services.signing import reopen_series, sign_series


class AnswerSerializer(serializers.Serializer[Any]):
    game = serializers.IntegerField(help_text="The column.")
    eligible = serializers.BooleanField()
    outs = serializers.IntegerField(help_text="He may get.")
    rules = serializers.ListField(child=serializers.CharField(), help_text="Paragraphs, if not.")
    words = serializers.CharField()
    free_again = serializers.IntegerField(
        allow_null=True, help_text="The first game in which he may; null: never in this role."
    )


class SheetPitcherSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField()
    name = serializers.CharField()
    starts = serializers.BooleanField()
    relieves = serializers.BooleanField()
    start = AnswerSerializer(many=True)
    relief = AnswerSerializer(many=True)


class WhatIfAnswerSerializer(SheetPitcherSerializer):
    against = ErrorRefusalSerializer(
        many=True, help_text="What of the law that outing would break; empty: nothing."
    )


class OutingSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField(help_text="0: a player from the stands.")
    game = serializers.IntegerField()
    outs = serializers.IntegerField()
    started = serializers.BooleanField()
    footnote = serializers.CharField()
    rules = serializers.ListField(child=serializers.CharField(), help_text="Broken, not ruled on.")


class SheetSeriesSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    opponent = serializers.CharField()
    games = serializers.ListField(child=serializers.IntegerField())
    struck = serializers.CharField()
    signed = serializers.CharField(help_text="By whom and when; empty: not yet.")
    complete = serializers.BooleanField()


class SheetSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    team = serializers.IntegerField()
    scope = serializers.CharField()
    phase = serializers.IntegerField()
    phases = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="The club's sheets in the event by id, from its first phase on.",
    )
    ahead = serializers.ListField(
        child=serializers.IntegerField(), help_text="The games the answers are about, in order."
    )
    series = SheetSeriesSerializer(many=True)
    outings = OutingSerializer(many=True)
    pitchers = SheetPitcherSerializer(many=True)


class SignSentSerializer(serializers.Serializer[Any]):
    series = serializers.IntegerField(
        min_value=1,
        max_value=LARGEST_NUMBER,
        help_text="The `id` that a series has on this sheet (in its `series`), not the one that it "
        "has in the schedule.",
    )


class ReopenSentSerializer(SignSentSerializer):
    reason = serializers.CharField(max_length=LONGEST_REASON)


class WhatIfSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
    outs = serializers.IntegerField(min_value=0, max_value=MOST_OUTS)
    started = serializers.BooleanField(default=False)


@extend_schema(tags=["sheets"], parameters=[of_path("id")])
class SheetViewSet(ThinViewSet):
    serializer_class = SheetSerializer
    lookup_field = "id"
    lookup_value_regex = PK

    @extend_schema(
        summary="A pitching sheet, and what everybody may pitch next", responses=SheetSerializer
    )
    def retrieve(self, request: Request, id: str) -> Response:
        return self._whole(visible_sheet(request.user, int(id)))

    @extend_schema(
        summary="What a pitcher may do after pitching so much in the next game",
        parameters=[WhatIfSerializer],
        responses=WhatIfAnswerSerializer,
    )
    @action(detail=True, url_path="what-if")
    def what_if(self, request: Request, id: str) -> Response:
        whole = whole_sheet(visible_sheet(request.user, int(id)))
        query = asked(WhatIfSerializer, request)
        pitcher = next((player for player in whole.staff if player.key == query["card"]), None)
        if pitcher is None:
            raise Http404("No such pitcher.")
        after = whole.after(pitcher, query["outs"], query["started"])
        breaches = whole.against_law(pitcher, query["outs"], query["started"])
        against = plain_refusals(would_break(pitcher.name, breach) for breach in breaches)
        return Response(WhatIfAnswerSerializer({**_pitcher(after), "against": against}).data)

    @extend_schema(
        summary="Sign a series on it", request=SignSentSerializer, responses=SheetSerializer
    )
    @action(detail=True, methods=["post"])
    def sign(self, request: Request, id: str) -> Response:
        sheet = self._acted_on(request, id)
        series = _series(sheet, read(SignSentSerializer, request)["series"])
        sign_series(series_id=series.pk, acting_user=acting(request))
        return self._whole(sheet)

    @extend_schema(
        summary="Open a signed series again",
        request=ReopenSentSerializer,
        responses=SheetSerializer,
    )
    @action(detail=True, methods=["post"])
    def reopen(self, request: Request, id: str) -> Response:
        sheet = self._acted_on(request, id)
        if not may_direct(request.user, sheet):
            raise PermissionDenied("Only a director opens a signed sheet again.")
        body = read(ReopenSentSerializer, request)
        reopen_series(
            series_id=_series(sheet, body["series"]).pk,
            reason=body["reason"],
            acting_user=acting(request),
        )
        return self._whole(sheet)

    def _acted_on(self, request: Request, id: str) -> PitchingSheet:
        sheet = visible_sheet(request.user, int(id))
        if not may_act(request.user, sheet):
            raise PermissionDenied("Sheets are signed by the clubs and by directors.")
        return sheet

    def _whole(self, sheet: PitchingSheet) -> Response:
        return Response(SheetSerializer(sheet_data(whole_sheet(sheet))).data)


def sheet_data(whole: WholeSheet) -> dict[str, Any]:
    sheet = whole.sheet
    return {
        "id": sheet.pk,
        "team": sheet.team_id,
        "scope": sheet.scope,
        "phase": sheet.phase,
        "phases": [entry.pk for entry in phases_of(sheet)],
        "ahead": whole.ahead,
        "series": [
            {
                "id": entry.pk,
                "opponent": entry.opponent,
                "games": [head.number for head in entry.columns],
                "struck": entry.struck,
                "signed": entry.signed,
                "complete": entry.complete,
            }
            for entry in whole.series
        ],
        "outings": [
            {
                "card": line.pitcher,
                "game": line.column,
                "outs": line.outs,
                "started": line.started,
                "footnote": line.footnote,
                "rules": line.rules,
            }
            for line in whole.lines
        ],
        "pitchers": [_pitcher(entry) for entry in whole.outlooks],
    }


def _pitcher(outlook: Any) -> dict[str, Any]:
    pitcher = outlook.pitcher
    return {
        "card": pitcher.key,
        "name": pitcher.name,
        "starts": pitcher.starts,
        "relieves": pitcher.relieves,
        "start": [_answer(answer) for answer in outlook.start],
        "relief": [_answer(answer) for answer in outlook.relief],
    }


def _answer(answer: Eligibility) -> dict[str, Any]:
    return {
        "game": answer.column,
        "eligible": answer.eligible,
        "outs": answer.outs,
        "rules": answer.rules,
        "words": told(answer),
        "free_again": answer.free_again,
    }


def _series(sheet: PitchingSheet, pk: int) -> SheetSeries:
    series = SheetSeries.objects.filter(sheet=sheet, pk=pk).first()
    if series is None:
        known = list(SheetSeries.objects.filter(sheet=sheet).values_list("pk", flat=True))
        sentence = (
            "`series` is the `id` that a series has on this sheet, in the `series` of "
            f"GET sheets/{sheet.pk}/; there is no {pk}."
        )
        raise Refused(Refusal("no-such-series", sentence, "series", {"ids": known}))
    return series


def register(router: BaseRouter) -> None:
    router.register("sheets", SheetViewSet, basename="sheet")
