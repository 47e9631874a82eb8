"""The reports to send, for API clients."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import ThinViewSet, Values, WholeNumberField, acting, of_path, read
from tournaments.api.schemas.events import MOST_CLUBS
from tournaments.models import Tournament
from tournaments.selectors.access import directed_tournament
from tournaments.sending.selectors import TITLES, sending_of
from tournaments.sending.services import LONGEST, Said, mail_report, say_who, write_up

SLUG = of_path("slug", str)


class ReportedClubSerializer(serializers.Serializer[Any]):
    club = serializers.IntegerField(source="entrant.number")
    name = serializers.CharField(source="entrant.team.name")
    names = serializers.CharField(help_text="Who had it.")
    town = serializers.CharField()
    points_to = serializers.CharField(help_text="Who is given its points.")
    place = serializers.CharField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    playoff_wins = serializers.IntegerField()
    points = serializers.CharField()
    dropped_out = serializers.CharField(source="out", help_text="Empty: it did not.")


class ReportToSendSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=tuple(TITLES))
    subject = serializers.CharField()
    text = serializers.CharField()
    columns = serializers.ListField(child=serializers.CharField())
    rows = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    waits = serializers.CharField(help_text="Why it cannot be sent yet; empty: it can.")


class ReportsToSendSerializer(serializers.Serializer[Any]):
    held = serializers.CharField(help_text="The city, or online.")
    first_draft = serializers.CharField()
    text = serializers.CharField(help_text="The write-up: the director's, else the first draft.")
    stale = serializers.BooleanField(help_text="The event has changed since it was written.")
    clubs = ReportedClubSerializer(many=True)
    reports = ReportToSendSerializer(many=True)


class SaidOfClubSerializer(serializers.Serializer[Any]):
    club = WholeNumberField(min_value=1, help_text="Its number.")
    names = serializers.CharField(max_length=LONGEST["names"], allow_blank=True)
    town = serializers.CharField(max_length=LONGEST["town"], allow_blank=True, default="")
    points_to = serializers.CharField(max_length=LONGEST["points_to"], allow_blank=True, default="")


class WriteUpSerializer(serializers.Serializer[Any]):
    held = serializers.CharField(max_length=LONGEST["held"], allow_blank=True, default="")
    text = serializers.CharField(
        max_length=LONGEST["text"], allow_blank=True, default="", help_text="Empty: first draft."
    )


class SaidOfClubsSerializer(serializers.Serializer[Any]):
    clubs = serializers.ListField(
        child=SaidOfClubSerializer(), max_length=MOST_CLUBS, help_text="Those to be changed."
    )


class ReportMailSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=tuple(TITLES))
    to = serializers.CharField(max_length=600, help_text="Up to five addresses.")


class ReportMailedSerializer(serializers.Serializer[Any]):
    to = serializers.ListField(child=serializers.CharField())


class SendingActions(ThinViewSet):
    """What a tournament's routes have of the reports that its directors send."""

    @extend_schema(
        summary="The reports to send, with names and towns",
        parameters=[SLUG],
        responses=ReportsToSendSerializer,
    )
    @action(detail=True, url_path="reports-to-send", url_name="reports-to-send", filter_backends=[])
    def reports_to_send(self, request: Request, slug: str) -> Response:
        return _answer(directed_tournament(request.user, slug))

    @extend_schema(
        summary="Write an event up",
        parameters=[SLUG],
        request=WriteUpSerializer,
        responses=ReportsToSendSerializer,
    )
    @reports_to_send.mapping.put
    def write_up(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        values = read(WriteUpSerializer, request)
        write_up(tournament=tournament, acting_user=acting(request), **values)
        return _answer(tournament)

    @extend_schema(
        summary="Say who had the clubs, where they are from and who is given the points",
        parameters=[SLUG],
        request=SaidOfClubsSerializer,
        responses=ReportsToSendSerializer,
    )
    @action(
        detail=True,
        methods=["put"],
        url_path="reports-to-send/clubs",
        url_name="reports-to-send-clubs",
        filter_backends=[],
    )
    def say_who(self, request: Request, slug: str) -> Response:
        """All or none; clubs that are left out stay as they are."""
        tournament = directed_tournament(request.user, slug)
        entries = {
            entry["club"]: Said(entry["names"], entry["town"], entry["points_to"])
            for entry in read(SaidOfClubsSerializer, request)["clubs"]
        }
        say_who(tournament=tournament, said=entries, acting_user=acting(request))
        return _answer(tournament)

    @extend_schema(
        summary="Mail one of the reports, its rows as a file with it",
        parameters=[SLUG],
        request=ReportMailSerializer,
        responses=ReportMailedSerializer,
    )
    @action(
        detail=True,
        methods=["post"],
        url_path="reports-to-send/mail",
        url_name="reports-to-send-mail",
        filter_backends=[],
    )
    def mail_report(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        values = read(ReportMailSerializer, request)
        to = mail_report(tournament=tournament, acting_user=acting(request), **values)
        return Response({"to": to})


def _answer(tournament: Tournament) -> Response:
    reports = sending_of(tournament)
    data: Values = {
        "held": reports.held,
        "first_draft": reports.first_draft,
        "text": reports.text,
        "stale": reports.stale,
        "clubs": reports.clubs,
        "reports": reports.reports,
    }
    return Response(ReportsToSendSerializer(data).data)
