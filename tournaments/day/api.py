"""The day of an event for API clients: its timetable, its tables, and what the hall is told."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from config.moments import MomentSentField
from config.rest import ThinViewSet, Values, acting, of_path, read
from tournaments.day.models import Day
from tournaments.day.selectors import (
    day_of,
    minutes_of,
    paper_of,
    pauses_of,
    tables_of,
    timetable_of,
)
from tournaments.day.services import (
    LONGEST_NOTICE,
    PARTS,
    TURN,
    Settled,
    make_address,
    settle_day,
    settle_screen,
    tell_hall,
    withdraw_address,
)
from tournaments.models import Tournament
from tournaments.rules.paper import PAPERS
from tournaments.rules.timetable import LONGEST_BREAK, LONGEST_GAME, MOST_PAUSES, MOST_TABLES
from tournaments.selectors.access import directed_tournament, visible_tournament
from tournaments.selectors.league import load_league

SLUG = of_path("slug", str)


@extend_schema_field({"type": "string", "pattern": "^[0-2][0-9]:[0-5][0-9]$", "example": "12:30"})
class HourField(serializers.TimeField):
    """An hour of the day where the event is, as a clock on the wall there shows it."""

    def __init__(self, **more: Any) -> None:
        super().__init__(format="%H:%M", **more)


class PauseSerializer(serializers.Serializer[Any]):
    begins = HourField()
    ends = HourField()


class DaySentSerializer(serializers.Serializer[Any]):
    begins_at = MomentSentField(
        allow_null=True, help_text="With its zone. Null: the event has no timetable."
    )
    minutes_per_game = serializers.IntegerField(
        allow_null=True,
        required=False,
        default=None,
        min_value=1,
        max_value=LONGEST_GAME,
        help_text="Null: as long as the rule edition gives a game.",
    )
    break_minutes = serializers.IntegerField(
        required=False, default=15, min_value=0, max_value=LONGEST_BREAK
    )
    day_begins = HourField(
        allow_null=True, required=False, default=None, help_text="By the clock of the event's zone."
    )
    day_ends = HourField(allow_null=True, required=False, default=None)
    pauses = serializers.ListField(
        child=PauseSerializer(), required=False, default=list, max_length=MOST_PAUSES
    )
    first_table = serializers.IntegerField(
        allow_null=True, required=False, default=None, min_value=1, max_value=MOST_TABLES
    )
    paper = serializers.ChoiceField(
        choices=tuple(PAPERS.items()),
        allow_blank=True,
        required=False,
        default="",
        help_text="What it is printed on. Empty: the paper of where it is held.",
    )


class TimedRoundSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(
        source="round.number", help_text="0: it has not been drawn yet."
    )
    name = serializers.CharField(source="round.name")
    stage = serializers.CharField(source="round.stage")
    games = serializers.IntegerField(source="round.games", help_text="Of a series, at most.")
    begins = serializers.DateTimeField(help_text="As planned.")
    ends = serializers.DateTimeField()
    expected_begins = serializers.DateTimeField(help_text="As things are going.")
    expected_ends = serializers.DateTimeField()
    late = serializers.IntegerField(help_text="Minutes; below 0: sooner than planned.")


class TableSerializer(serializers.Serializer[Any]):
    series = serializers.IntegerField()
    table = serializers.IntegerField()


class DaySerializer(serializers.Serializer[Any]):
    begins_at = serializers.DateTimeField(allow_null=True)
    minutes_per_game = serializers.IntegerField(help_text="Those that the timetable reckons with.")
    break_minutes = serializers.IntegerField()
    day_begins = HourField(allow_null=True)
    day_ends = HourField(allow_null=True)
    pauses = PauseSerializer(many=True)
    first_table = serializers.IntegerField(allow_null=True)
    paper = serializers.ChoiceField(
        choices=tuple(PAPERS.items()), help_text="What its pages are printed on."
    )
    notice = serializers.CharField(help_text="What the hall is told now.")
    shows = serializers.ListField(
        child=serializers.CharField(), help_text="What its screen shows, in turn; empty: all."
    )
    turn_seconds = serializers.IntegerField()
    rounds = TimedRoundSerializer(many=True, help_text="Empty: there is no timetable.")
    tables = TableSerializer(many=True, help_text="Of every series that is drawn.")


class HallNoticeSerializer(serializers.Serializer[Any]):
    notice = serializers.CharField(allow_blank=True, max_length=LONGEST_NOTICE)


class ScreenSentSerializer(serializers.Serializer[Any]):
    shows = serializers.ListField(
        child=serializers.ChoiceField(choices=tuple(PARTS.items())),
        max_length=len(PARTS),
        help_text="In turn; empty: all there is.",
    )
    turn_seconds = serializers.IntegerField(
        required=False, default=20, min_value=TURN[0], max_value=TURN[1]
    )


class ScreenAddressSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="Of the page `/hall/<key>/`, which needs no account.")


class DayActions(ThinViewSet):
    """What a tournament's routes have of its day."""

    @extend_schema(summary="Timetable and tables", parameters=[SLUG], responses=DaySerializer)
    @action(detail=True, methods=["get"], url_path="day", filter_backends=[])
    def day(self, request: Request, slug: str) -> Response:
        """Every round with its times, as planned and as things are going."""
        return _answer(visible_tournament(request.user, slug))

    @extend_schema(
        summary="Settle the timetable and the tables",
        parameters=[SLUG],
        request=DaySentSerializer,
        responses=DaySerializer,
    )
    @action(detail=True, methods=["post"], url_path="day/settle", filter_backends=[])
    def day_settle(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        sent = read(DaySentSerializer, request)
        pauses = tuple((pause["begins"], pause["ends"]) for pause in sent.pop("pauses"))
        settled = Settled(**sent, pauses=pauses)
        settle_day(tournament=tournament, settled=settled, acting_user=acting(request))
        return _answer(directed_tournament(request.user, slug))

    @extend_schema(
        summary="Tell the hall something",
        parameters=[SLUG],
        request=HallNoticeSerializer,
        responses=DaySerializer,
    )
    @action(detail=True, methods=["post"], url_path="day/notice", filter_backends=[])
    def day_notice(self, request: Request, slug: str) -> Response:
        """It stands on the hall's screen until something else, or nothing, is told."""
        tournament = directed_tournament(request.user, slug)
        text = read(HallNoticeSerializer, request)["notice"]
        tell_hall(tournament=tournament, notice=text, acting_user=acting(request))
        return _answer(directed_tournament(request.user, slug))

    @extend_schema(
        summary="Settle what the hall screen shows, and how long each",
        parameters=[SLUG],
        request=ScreenSentSerializer,
        responses=DaySerializer,
    )
    @action(detail=True, methods=["put"], url_path="day/screen", filter_backends=[])
    def day_screen(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        settle_screen(
            tournament=tournament,
            acting_user=acting(request),
            **read(ScreenSentSerializer, request),
        )
        return _answer(directed_tournament(request.user, slug))

    @extend_schema(
        summary="Make a secret address for the hall screen; an older one no longer works",
        parameters=[SLUG],
        request=None,
        responses={201: ScreenAddressSerializer},
    )
    @action(detail=True, methods=["post"], url_path="day/screen-address", filter_backends=[])
    def day_screen_address(self, request: Request, slug: str) -> Response:
        day_row = make_address(
            tournament=directed_tournament(request.user, slug), acting_user=acting(request)
        )
        return Response({"key": day_row.screen_key}, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Withdraw the secret address of the hall screen",
        parameters=[SLUG],
        responses={204: None},
    )
    @day_screen_address.mapping.delete
    def no_screen_address(self, request: Request, slug: str) -> Response:
        withdraw_address(
            tournament=directed_tournament(request.user, slug), acting_user=acting(request)
        )
        return Response(status=status.HTTP_204_NO_CONTENT)


def _answer(tournament: Tournament) -> Response:
    league = load_league(tournament)
    day: Day = day_of(tournament)
    times = timetable_of(league, timezone.now())
    data: Values = {
        "begins_at": day.begins_at,
        "minutes_per_game": minutes_of(day),
        "break_minutes": day.break_minutes,
        "day_begins": day.day_begins,
        "day_ends": day.day_ends,
        "pauses": [{"begins": begin, "ends": end} for begin, end in pauses_of(day)],
        "first_table": day.first_table,
        "paper": paper_of(tournament),
        "notice": day.notice,
        "shows": day.shows,
        "turn_seconds": day.turn_seconds,
        "rounds": times.rounds if times is not None else [],
        "tables": [{"series": pk, "table": table} for pk, table in tables_of(league).items()],
    }
    return Response(DaySerializer(data).data)
