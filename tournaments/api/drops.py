"""Clubs that drop out of a tournament, who plays on for them, and what it changes (T0.08)."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from config.refusals import Refusal, Refused
from config.rest import PK, MostItems, ThinViewSet, Values, WholeNumberField, acting, of_path, read
from tournaments.changes import DropChanges, changes_by_drop
from tournaments.models import Drop, Entrant, Replacement
from tournaments.rules.drops import MEANINGS
from tournaments.selectors.access import directed_tournament
from tournaments.selectors.drops import standing_drops, verify_given
from tournaments.selectors.league import load_league
from tournaments.services.drops import (
    choose_dropped_results,
    cover_club,
    drop_club,
    leave_uncovered,
    name_replacement,
    take_over,
    undo_drop,
    withdraw_replacement,
)

SLUG = of_path("slug", str)


class DropPlanSerializer(serializers.Serializer[Any]):
    club = WholeNumberField(help_text="Its number.")
    reason = serializers.CharField(max_length=300, help_text="Why its manager cannot finish.")
    nobody_found = serializers.BooleanField(
        default=False, help_text="The director has looked for replacements and found none (T0.08a)."
    )


class CoverSerializer(serializers.Serializer[Any]):
    club = WholeNumberField(help_text="Its number.")
    reason = serializers.CharField(max_length=300)


class NamedSerializer(serializers.Serializer[Any]):
    series = WholeNumberField()
    email = serializers.EmailField(max_length=254, help_text="Of the account that plays.")


class ReplacementSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    series = serializers.IntegerField(source="series_id")
    name = serializers.CharField(source="user")


class DropSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    club = serializers.IntegerField(source="entrant.number")
    way = serializers.ChoiceField(choices=Entrant.Dropped.choices)
    round = serializers.IntegerField(help_text="That was on.")
    taken_over_by = serializers.CharField(allow_null=True)
    replacements = ReplacementSerializer(many=True, source="replacements.all")


class RollsSerializer(serializers.Serializer[Any]):
    rolls = serializers.DictField(
        default=dict,
        child=WholeNumberField(),
        validators=[MostItems(30)],
        help_text="d20 by the e-mail of who rolled, where more than one may (T0.08f).",
    )


class MeaningSerializer(serializers.Serializer[Any]):
    dropped_results = serializers.CharField(max_length=8, help_text=f"One of {', '.join(MEANINGS)}")


class DropChangeSerializer(serializers.Serializer[Any]):
    what = serializers.CharField()
    before = serializers.CharField()
    after = serializers.CharField()


class DropChangeGroupSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    changes = DropChangeSerializer(many=True)


class Drops(ThinViewSet):
    """The part of a tournament's resource that is about clubs that drop out."""

    @extend_schema(
        summary="The clubs that have dropped out",
        parameters=[SLUG],
        responses=DropSerializer(many=True),
    )
    @action(detail=True, pagination_class=None, filter_backends=[])
    def drops(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        return Response(DropSerializer(standing_drops(tournament), many=True).data)

    @extend_schema(
        summary="Take a club out: its results are what was declared, what is left are byes",
        parameters=[SLUG],
        request=DropPlanSerializer,
        responses={201: DropSerializer},
    )
    @drops.mapping.post
    def drop_club(self, request: Request, slug: str) -> Response:
        values = read(DropPlanSerializer, request)
        made = drop_club(
            tournament=directed_tournament(request.user, slug),
            number=values["club"],
            reason=values["reason"],
            nobody_found=values["nobody_found"],
            acting_user=acting(request),
        )
        return Response(DropSerializer(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Everything that taking a club out would change",
        parameters=[SLUG],
        request=DropPlanSerializer,
        responses=DropChangeGroupSerializer(many=True),
    )
    @action(
        detail=True,
        methods=["post"],
        url_path="drops/preview",
        url_name="drops-preview",
        pagination_class=None,
        filter_backends=[],
    )
    def preview_drop(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        values = read(DropPlanSerializer, request)
        verify_given(values["reason"], nobody_found=values["nobody_found"])
        return Response(_groups(changes_by_drop(load_league(tournament), values["club"])))

    @extend_schema(
        summary="Let others play on for a club",
        parameters=[SLUG],
        request=CoverSerializer,
        responses={201: DropSerializer},
    )
    @action(detail=True, methods=["post"], url_path="drops/covered", url_name="drops-covered")
    def cover_club(self, request: Request, slug: str) -> Response:
        values = read(CoverSerializer, request)
        made = cover_club(
            tournament=directed_tournament(request.user, slug),
            number=values["club"],
            reason=values["reason"],
            acting_user=acting(request),
        )
        return Response(DropSerializer(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Take a drop back, until the next round starts",
        parameters=[SLUG, of_path("drop")],
        responses={204: None},
    )
    @action(detail=True, methods=["delete"], url_path=f"drops/(?P<drop>{PK})", url_name="undrop")
    def undo_drop(self, request: Request, slug: str, drop: str) -> Response:
        undo_drop(drop=_drop(request, slug, drop), acting_user=acting(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Say who plays a series for a dropped club",
        parameters=[SLUG, of_path("drop")],
        request=NamedSerializer,
        responses={201: ReplacementSerializer},
    )
    @action(
        detail=True,
        methods=["post"],
        url_path=f"drops/(?P<drop>{PK})/replacements",
        url_name="replacements",
    )
    def name_replacement(self, request: Request, slug: str, drop: str) -> Response:
        values = read(NamedSerializer, request)
        made = name_replacement(
            drop=_drop(request, slug, drop),
            series_id=values["series"],
            user=values["email"],
            acting_user=acting(request),
        )
        return Response(ReplacementSerializer(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Withdraw the replacement who was to play a series for a dropped club",
        parameters=[SLUG, of_path("drop"), of_path("replacement")],
        responses={204: None},
    )
    @action(
        detail=True,
        methods=["delete"],
        url_path=f"drops/(?P<drop>{PK})/replacements/(?P<replacement>{PK})",
        url_name="unreplace",
    )
    def withdraw_replacement(
        self, request: Request, slug: str, drop: str, replacement: str
    ) -> Response:
        found = Replacement.objects.filter(drop=_drop(request, slug, drop), pk=replacement).first()
        if found is None:
            raise Refused(
                Refusal("no-such-replacement", "No replacement is named there.", "replacement")
            )
        withdraw_replacement(replacement=found, acting_user=acting(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Make byes of the series of a dropped club without a replacement",
        parameters=[SLUG, of_path("drop")],
        request=None,
        responses=DropSerializer,
    )
    @action(
        detail=True,
        methods=["post"],
        url_path=f"drops/(?P<drop>{PK})/uncovered",
        url_name="uncovered",
    )
    def leave_uncovered(self, request: Request, slug: str, drop: str) -> Response:
        left = leave_uncovered(drop=_drop(request, slug, drop), acting_user=acting(request))
        return Response(DropSerializer(left).data)

    @extend_schema(
        summary="Let one of those who played for a dropped club take it over",
        parameters=[SLUG, of_path("drop")],
        request=RollsSerializer,
        responses=DropSerializer,
    )
    @action(
        detail=True,
        methods=["post"],
        url_path=f"drops/(?P<drop>{PK})/take-over",
        url_name="take-over",
    )
    def take_over(self, request: Request, slug: str, drop: str) -> Response:
        rolls = read(RollsSerializer, request)["rolls"]
        taken = take_over(
            drop=_drop(request, slug, drop),
            rolls=rolls,
            acting_user=acting(request),
        )
        return Response(DropSerializer(taken).data)

    @extend_schema(
        summary="Declare what results of clubs mean that drop out, until the start",
        parameters=[SLUG],
        request=MeaningSerializer,
        responses=MeaningSerializer,
    )
    @action(detail=True, methods=["put"], url_path="dropped-results", url_name="dropped-results")
    def declare_dropped_results(self, request: Request, slug: str) -> Response:
        declared = choose_dropped_results(
            tournament=directed_tournament(request.user, slug),
            meaning=read(MeaningSerializer, request)["dropped_results"],
            acting_user=acting(request),
        )
        return Response(MeaningSerializer(declared).data)


def _groups(found: DropChanges) -> list[Values]:
    return [
        {
            "title": title,
            "changes": [
                {"what": each.what, "before": each.before, "after": each.after} for each in changes
            ],
        }
        for title, changes in found.groups
    ]


def _drop(request: Request, slug: str, drop: str) -> Drop:
    tournament = directed_tournament(request.user, slug)
    found = (
        Drop.objects.filter(entrant__tournament=tournament, pk=drop)
        .select_related("entrant__team")
        .first()
    )
    if found is None:
        raise Refused(Refusal("no-such-drop", "No such club has dropped out.", "drop"))
    return found
