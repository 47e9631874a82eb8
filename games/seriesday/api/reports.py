"""What was told of games by their results: reports, confirmations, settling, corrections."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from config.inputs import LARGEST_NUMBER, LONGEST_REASON, whole_number
from config.rest import MostItems, ThinViewSet, acting, of_path, read
from games.access import Rights, rights_in
from games.card_games.registry import box_shape
from games.engine.event_files.game import MOST_LETTERS
from games.models import Game, Series
from games.rules.box_shapes import BoxShape
from games.rules.endings import law_of
from games.selectors import visible_series
from games.seriesday.access import part_in
from games.seriesday.answers import answers_of
from games.seriesday.api.changes import ChangesSerializer, as_data
from games.seriesday.api.claims import ClaimSerializer, claim_data, claim_of
from games.seriesday.changes import changes_by
from games.seriesday.event_files import CHOICES, claim_of_event_file, read_event_file
from games.seriesday.models import GameReport
from games.seriesday.selectors.boxes import listed_staffs, rosters_of
from games.seriesday.selectors.reports import staffs
from games.seriesday.services.reporting import (
    confirm_report,
    correct_report,
    report_game,
    settle_report,
)


class ReportSentSerializer(ClaimSerializer):
    key = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=64,
        help_text="Of your making: what comes again with the same key is stored once.",
    )
    despite = serializers.BooleanField(
        default=False, help_text="What the rules forbid was done; it has to be ruled on."
    )


MOST_DOUBTS = 200
"""Names of a game of which it may be said who is meant."""


class EventFileSerializer(serializers.Serializer[Any]):
    text = serializers.CharField(
        max_length=MOST_LETTERS,
        trim_whitespace=False,
        help_text="One game of a Retrosheet event file. Its players are matched by name to the "
        "squads of both clubs.",
    )
    ended = serializers.ChoiceField(
        choices=list(CHOICES),
        default="",
        allow_blank=True,
        help_text="A file does not tell who conceded, nor that a game was suspended.",
    )
    meant = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=LARGEST_NUMBER),
        default=dict,
        validators=[MostItems(MOST_DOUBTS)],
        help_text="By line of the file the card that a name means, where it could mean several.",
    )
    key = serializers.CharField(default="", allow_blank=True, max_length=64)
    despite = serializers.BooleanField(default=False)
    reason = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=LONGEST_REASON,
        help_text="Of a director's correction; empty: it is a report.",
    )
    reopens = serializers.BooleanField(default=False, help_text="With a correction.")


class CorrectionSerializer(ClaimSerializer):
    reason = serializers.CharField(max_length=LONGEST_REASON)
    despite = serializers.BooleanField(default=False)
    reopens = serializers.BooleanField(
        default=False, help_text="Sheets signed for the series are opened again, to be signed anew."
    )


class VersionSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField(min_value=1, max_value=32_767)


class SettlementSerializer(VersionSerializer):
    reason = serializers.CharField(max_length=LONGEST_REASON)


class StoredReportSerializer(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=GameReport.Kind.choices)
    state = serializers.ChoiceField(choices=GameReport.State.choices)
    team = serializers.IntegerField(allow_null=True, help_text="Null: a director's version.")
    result = serializers.ListField(
        child=serializers.IntegerField(), help_text="The final score, visitors first."
    )
    claim = ClaimSerializer()
    reason = serializers.CharField()
    told_by = serializers.CharField()
    told_at = serializers.DateTimeField()
    answered_by = serializers.CharField(help_text="Empty: not answered, or official by T0.06d.")
    answered_at = serializers.DateTimeField(allow_null=True)


class MayPitchSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField(source="key")
    name = serializers.CharField()
    note = serializers.CharField(help_text="What he may do in this game.")


class MayPitchStaffSerializer(serializers.Serializer[Any]):
    team = serializers.IntegerField(source="team.pk")
    starter = serializers.IntegerField(allow_null=True, help_text="Who probably started.")
    pitchers = MayPitchSerializer(many=True, source="choices")


class ToldGameSerializer(serializers.Serializer[Any]):
    """What was told of a game, and what is still open about it."""

    series = serializers.IntegerField()
    number = serializers.IntegerField()
    game = serializers.IntegerField(allow_null=True)
    status = serializers.CharField(help_text="Of the game; scheduled where there is none.")
    away = serializers.IntegerField(help_text="The visiting club.")
    home = serializers.IntegerField()
    may_confirm = serializers.ListField(
        child=serializers.IntegerField(), help_text="Versions that wait for your answer."
    )
    may_settle = serializers.BooleanField()
    may_correct = serializers.BooleanField()
    reports = StoredReportSerializer(many=True, help_text="The latest first.")


class BoxShapeSerializer(serializers.Serializer[Any]):
    """What the players' lines of a game have to look like."""

    listed = serializers.BooleanField(
        help_text="The order at bat is a list in which everybody comes up once; a side that has "
        "run out is lent a player, who has the last line. Players have no positions. False: nine "
        "places with positions, and those who came in."
    )
    most_batters = serializers.IntegerField(help_text="Lines of one side.")
    most_pitchers = serializers.IntegerField()
    never = serializers.SerializerMethodField(help_text="Counts there are none of in these games.")

    def get_never(self, shape: BoxShape) -> list[str]:
        """The counts that the game does not have, sorted."""
        return sorted(shape.never)


class GameReportsSerializer(ToldGameSerializer):
    """The same for a user who is about to report, with the players who may be named."""

    staffs = MayPitchStaffSerializer(
        many=True,
        help_text="Visitors first; none in games for which it is not told who pitched.",
    )
    box = BoxShapeSerializer(
        allow_null=True, help_text="Null: of these games no players' lines are told."
    )


@extend_schema(tags=["reports"], parameters=[of_path("series"), of_path("number")])
class ReportViewSet(ThinViewSet):
    """A game of a series, begun or not, as its two sides tell it."""

    serializer_class = GameReportsSerializer

    @extend_schema(
        summary="What was told of a game, and what waits for you", responses=GameReportsSerializer
    )
    def retrieve(self, request: Request, series: str, number: str) -> Response:
        found, rights = self._found(request, series, number)
        if not rights.may_score:
            raise Http404("No such game.")
        told = game_reports(request.user, found, int(number))
        reader = part_in(request.user, found).reader
        shape = box_shape(found.system, found.settings)
        told["staffs"] = staffs(found, int(number), reader) or ()
        told["box"] = shape
        rosters = rosters_of(found, int(number)) if shape is not None and shape.listed else None
        if rosters is not None:
            told["staffs"] = listed_staffs(found, int(number), rosters, reader)
        return Response(GameReportsSerializer(told).data)

    @extend_schema(
        summary="Report a game by its result",
        request=ReportSentSerializer,
        responses={201: ToldGameSerializer},
    )
    def report(self, request: Request, series: str, number: str) -> Response:
        """The first telling waits for the other side. Theirs confirms it where it says the same,
        and disputes it where it does not. Sent again with the same key it is the same report."""
        found = self._scored(request, series, number)
        given = read(ReportSentSerializer, request)
        report_game(
            series_id=found.pk,
            number=int(number),
            claim=claim_of(given),
            key=given["key"],
            acting_user=acting(request),
            despite=given["despite"],
        )
        return self._reports(request, found, int(number), status.HTTP_201_CREATED)

    @extend_schema(
        summary="Report a game by its Retrosheet event file",
        request=EventFileSerializer,
        responses={201: ToldGameSerializer},
    )
    def event_file(self, request: Request, series: str, number: str) -> Response:
        """What the file says is a report like one that is sent line by line, with its plays."""
        found = self._scored(request, series, number)
        given = read(EventFileSerializer, request)
        claim = claim_of_event_file(
            found,
            int(number),
            read_event_file(found, given["text"]),
            ended=given["ended"],
            meant={
                line: card
                for key, card in given["meant"].items()
                if (line := whole_number(key)) is not None
            },
        )
        if given["reason"]:
            correct_report(
                game_id=_game(found, number).pk,
                claim=claim,
                reason=given["reason"],
                acting_user=acting(request),
                despite=given["despite"],
                reopens=given["reopens"],
            )
        else:
            report_game(
                series_id=found.pk,
                number=int(number),
                claim=claim,
                key=given["key"],
                acting_user=acting(request),
                despite=given["despite"],
            )
        return self._reports(request, found, int(number), status.HTTP_201_CREATED)

    @extend_schema(
        summary="Confirm what the other side told",
        request=VersionSerializer,
        responses=ToldGameSerializer,
    )
    def confirm(self, request: Request, series: str, number: str) -> Response:
        found = self._scored(request, series, number)
        version = read(VersionSerializer, request)["version"]
        confirm_report(
            game_id=_game(found, number).pk, version=version, acting_user=acting(request)
        )
        return self._reports(request, found, int(number))

    @extend_schema(
        summary="Say which version counts, as a director",
        request=SettlementSerializer,
        responses=ToldGameSerializer,
    )
    def settle(self, request: Request, series: str, number: str) -> Response:
        found = self._scored(request, series, number)
        given = read(SettlementSerializer, request)
        settle_report(game_id=_game(found, number).pk, acting_user=acting(request), **given)
        return self._reports(request, found, int(number))

    @extend_schema(
        summary="Put a reported result right, as a director",
        request=CorrectionSerializer,
        responses=ToldGameSerializer,
    )
    def correct(self, request: Request, series: str, number: str) -> Response:
        found = self._scored(request, series, number)
        self._correct(request, _game(found, number))
        return self._reports(request, found, int(number))

    @extend_schema(
        summary="What a correction would change",
        request=CorrectionSerializer,
        responses=ChangesSerializer,
    )
    def preview(self, request: Request, series: str, number: str) -> Response:
        """The correction is done, looked at and undone again."""
        found = self._scored(request, series, number)
        game = _game(found, number)
        return Response(as_data(changes_by(game, lambda: self._correct(request, game))))

    def _correct(self, request: Request, game: Game) -> GameReport:
        given = read(CorrectionSerializer, request)
        return correct_report(
            game_id=game.pk,
            claim=claim_of(given),
            reason=given["reason"],
            acting_user=acting(request),
            despite=given["despite"],
            reopens=given["reopens"],
        )

    def _found(self, request: Request, pk: str, number: str) -> tuple[Series, Rights]:
        series = visible_series(request.user, int(pk))
        if not 1 <= int(number) <= series.length:
            raise Http404("No such game.")
        return series, rights_in(request.user, series, int(number))

    def _scored(self, request: Request, pk: str, number: str) -> Series:
        series, rights = self._found(request, pk, number)
        if not rights.may_score:
            raise PermissionDenied("The people of both clubs tell of their games, and directors.")
        return series

    def _reports(
        self, request: Request, series: Series, number: int, code: int = status.HTTP_200_OK
    ) -> Response:
        return Response(
            ToldGameSerializer(game_reports(request.user, series, number)).data, status=code
        )


def game_reports(user: Any, series: Series, number: int) -> dict[str, Any]:
    """Everything told of a game, as this person sees it."""
    game = series.game(number)
    part = part_in(user, series)
    away, home = series.sides(number)
    reports = (
        []
        if game is None
        else list(game.reports.select_related("told_by", "answered_by").order_by("-version"))
    )
    answers = answers_of(user, part, game, reports)
    return {
        "series": series.pk,
        "number": number,
        "game": game.pk if game else None,
        "status": game.status if game else "scheduled",
        "away": away,
        "home": home,
        "may_confirm": [each.version for each in answers.confirm],
        "may_settle": answers.settle,
        "may_correct": answers.correct,
        "reports": [_stored(each, series) for each in reports],
    }


def _stored(report: GameReport, series: Series) -> dict[str, Any]:
    claim = report.told
    return {
        "version": report.version,
        "kind": report.kind,
        "state": report.state,
        "team": report.team_id,
        "result": claim.result(law_of(series.settings)),
        "claim": claim_data(claim),
        "reason": report.reason,
        "told_by": str(report.told_by),
        "told_at": report.told_at,
        "answered_by": str(report.answered_by or ""),
        "answered_at": report.answered_at,
    }


def _game(series: Series, number: str) -> Game:
    found = series.game(int(number))
    if found is None:
        raise Http404("Nothing has been reported of that game.")
    return found
