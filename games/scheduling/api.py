"""API of meeting times of series, and of calendars."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.urls import re_path, reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.moments import MomentSentField
from config.rest import PK, ThinViewSet, acting, of_path, read
from config.site import whole_address
from games.models import Series
from games.scheduling.models import MeetingTime
from games.scheduling.selectors import times_of
from games.scheduling.services import (
    accept_time,
    make_calendar_link,
    propose_times,
    revoke_calendar_link,
    withdraw_time,
)
from games.selectors import visible_series
from games.seriesday.access import part_in

MOST_SENT = 10
"""More than may be proposed, so that the service words the refusal."""


class MeetingTimeSerializer(serializers.ModelSerializer[MeetingTime]):
    class Meta:
        model = MeetingTime
        fields = ("id", "begins", "state", "team", "proposed_at")
        read_only_fields = fields


class TimesSentSerializer(serializers.Serializer[Any]):
    times = serializers.ListField(
        child=MomentSentField(), max_length=MOST_SENT, help_text="With their zone."
    )


class CalendarSerializer(serializers.Serializer[Any]):
    address = serializers.CharField(help_text="Secret: anyone who has it reads your calendar.")


@extend_schema(tags=["series"], parameters=[of_path("series")])
class TimesViewSet(ThinViewSet):
    serializer_class = MeetingTimeSerializer
    pagination_class = None

    @extend_schema(
        summary="The times agreed on or proposed for a series",
        responses=MeetingTimeSerializer(many=True),
    )
    def list(self, request: Request, series: str) -> Response:
        known_series = visible_series(request.user, int(series))
        if not part_in(request.user, known_series).has_part:
            raise Http404("No such series.")
        return self._times(known_series)

    @extend_schema(
        summary="Propose times",
        request=TimesSentSerializer,
        responses={201: MeetingTimeSerializer(many=True)},
    )
    def propose(self, request: Request, series: str) -> Response:
        known_series = self._acted_on(request, series)
        times = read(TimesSentSerializer, request)["times"]
        propose_times(series_id=known_series.pk, times=times, acting_user=acting(request))
        return self._times(known_series, status.HTTP_201_CREATED)

    @extend_schema(
        summary="Accept a time",
        parameters=[of_path("id")],
        request=None,
        responses=MeetingTimeSerializer(many=True),
    )
    def accept(self, request: Request, series: str, id: str) -> Response:
        known_series = self._acted_on(request, series)
        accept_time(time_id=_time(known_series, id).pk, acting_user=acting(request))
        return self._times(known_series)

    @extend_schema(
        summary="Take a time back, or call it off",
        parameters=[of_path("id")],
        request=None,
        responses=MeetingTimeSerializer(many=True),
    )
    def withdraw(self, request: Request, series: str, id: str) -> Response:
        known_series = self._acted_on(request, series)
        withdraw_time(time_id=_time(known_series, id).pk, acting_user=acting(request))
        return self._times(known_series)

    def _acted_on(self, request: Request, pk: str) -> Series:
        series = visible_series(request.user, int(pk))
        if not part_in(request.user, series).has_part:
            raise PermissionDenied("The people of both clubs find a time, and directors.")
        return series

    def _times(self, series: Series, code: int = status.HTTP_200_OK) -> Response:
        return Response(MeetingTimeSerializer(times_of(series), many=True).data, status=code)


class MyCalendarView(APIView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        tags=["me"],
        summary="Make the address of your calendar; an older one no longer works",
        request=None,
        responses={201: CalendarSerializer},
    )
    def post(self, request: Request) -> Response:
        link = make_calendar_link(user=acting(request))
        path = reverse("scheduling:personal-feed", args=[link.key])
        return Response({"address": whole_address(path)}, status=status.HTTP_201_CREATED)

    @extend_schema(tags=["me"], summary="Revoke the address", responses={204: None})
    def delete(self, request: Request) -> Response:
        revoke_calendar_link(user=acting(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _time(series: Series, pk: str) -> MeetingTime:
    meeting_time = series.times.filter(pk=int(pk)).first()
    if meeting_time is None:
        raise Http404("No such time.")
    return meeting_time


_TIMES = rf"^series/(?P<series>{PK})/times/"

TIMES = [
    re_path(
        rf"{_TIMES}$", TimesViewSet.as_view({"get": "list", "post": "propose"}), name="series-times"
    ),
    *(
        re_path(
            rf"{_TIMES}(?P<id>{PK})/{act}/$",
            TimesViewSet.as_view({"post": act}),
            name=f"series-times-{act}",
        )
        for act in ("accept", "withdraw")
    ),
    re_path(r"^me/calendar/$", MyCalendarView.as_view(), name="my-calendar"),
]
"""Addresses under a series, and under ``me``."""
