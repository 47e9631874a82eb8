"""Who is not there for a series, for API clients."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from config.inputs import LARGEST_NUMBER
from config.rest import ThinViewSet, acting, of_path, read
from games.selectors import visible_series
from games.seriesday.api.rulings import verify_part
from games.seriesday.models import Absence
from games.seriesday.selectors.absences import absences_of
from games.seriesday.services.absences import report_absence, withdraw_absence

LONGEST_WORDS = 300


class AbsenceSentSerializer(serializers.Serializer[Any]):
    team = serializers.IntegerField(
        min_value=1, max_value=LARGEST_NUMBER, help_text="The club that is absent."
    )
    words = serializers.CharField(default="", allow_blank=True, max_length=LONGEST_WORDS)


class AbsenceSerializer(serializers.ModelSerializer[Absence]):
    class Meta:
        model = Absence
        fields = (
            "id",
            "team",
            "told_by",
            "told_at",
            "by_himself",
            "words",
            "outcome",
            "closed_at",
        )
        read_only_fields = fields

    told_by = serializers.CharField()
    outcome = serializers.ChoiceField(
        choices=Absence.Outcome.choices, allow_blank=True, help_text="Empty while it is open."
    )


@extend_schema(tags=["rulings"], parameters=[of_path("series")])
class AbsenceViewSet(ThinViewSet):
    """Who is said not to be there for a series."""

    serializer_class = AbsenceSerializer

    @extend_schema(
        summary="Who is not there for a series, the latest first",
        responses=AbsenceSerializer(many=True),
    )
    def list(self, request: Request, series: str) -> Response:
        found = visible_series(request.user, int(series))
        return self.page(absences_of(found), AbsenceSerializer)

    @extend_schema(
        summary="Say that a club is absent",
        request=AbsenceSentSerializer,
        responses={201: AbsenceSerializer},
    )
    def report(self, request: Request, series: str) -> Response:
        """The director gives more time, names a substitute or has the house play."""
        found = visible_series(request.user, int(series))
        verify_part(request, found)
        given = read(AbsenceSentSerializer, request)
        told = report_absence(
            series_id=found.pk,
            team_id=given["team"],
            words=given["words"],
            acting_user=acting(request),
        )
        return Response(AbsenceSerializer(told).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Withdraw the report of an absent manager",
        parameters=[of_path("absence")],
        request=None,
        responses=AbsenceSerializer,
    )
    def withdraw(self, request: Request, series: str, absence: str) -> Response:
        found = visible_series(request.user, int(series))
        verify_part(request, found)
        if not Absence.objects.filter(pk=int(absence), series=found).exists():
            raise Http404("No such absence was reported.")
        told = withdraw_absence(absence_id=int(absence), acting_user=acting(request))
        return Response(AbsenceSerializer(told).data)
