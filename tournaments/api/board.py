"""The round board for API clients: what every series of a round waits for, and acting on it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from config.inputs import LARGEST_NUMBER
from config.rest import ThinViewSet, Values, acting, asked, of_path, read
from games.rules.deadlines import LONGEST as FURTHEST
from games.seriesday.services.clocks import LONGEST
from tournaments.api.schemas.people import ClubMemberSerializer
from tournaments.api.schemas.schedule import PlayedSerializer, RoundNumberSerializer
from tournaments.models import Fixture, Tournament
from tournaments.selectors.access import directed_tournament
from tournaments.selectors.league import load_league
from tournaments.selectors.round_board import BoardLine, round_board
from tournaments.selectors.suspended import orders_of, out_of_turn, suspended_games
from tournaments.services import round_board as acts

SLUG = of_path("slug", str)


def _id() -> serializers.IntegerField:
    return serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)


class RoundBoardQuerySerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(
        required=False, min_value=1, max_value=999, help_text="Left out: the one that is on."
    )


class UnsignedSheetSerializer(serializers.Serializer[Any]):
    sheet = serializers.IntegerField(source="pk")
    club = serializers.CharField()
    signer = serializers.CharField(help_text="The club that signs it.")


class WaitingRulingSerializer(serializers.Serializer[Any]):
    ruling = serializers.IntegerField(source="pk")
    rule = serializers.CharField()
    state = serializers.CharField()
    offended = serializers.IntegerField(source="offended_id", allow_null=True)


class RoundBoardLineSerializer(serializers.Serializer[Any]):
    series = serializers.IntegerField()
    away = serializers.IntegerField(help_text="Entrant's number.")
    home = serializers.IntegerField()
    state = serializers.CharField()
    level = serializers.CharField(help_text="over, near, waiting, done, or empty.")
    games_over = serializers.IntegerField()
    length = serializers.IntegerField()
    begun_at = serializers.DateTimeField(allow_null=True)
    minutes = serializers.IntegerField(allow_null=True, help_text="Since it began.")
    meets_at = serializers.DateTimeField(allow_null=True, help_text="As both sides agreed.")
    limit = serializers.IntegerField(help_text="Minutes, with what was added; 0: none.")
    due_at = serializers.DateTimeField(allow_null=True, help_text="Its deadline.")
    absent = serializers.ListField(
        child=serializers.CharField(), help_text="For whom nobody is there, in words."
    )
    waits_for = serializers.ListField(child=serializers.CharField())
    suspended = serializers.ListField(child=serializers.IntegerField(), help_text="Games.")
    running = serializers.ListField(child=serializers.IntegerField(), help_text="Games.")
    sheets = UnsignedSheetSerializer(many=True)
    rulings = WaitingRulingSerializer(many=True)


class BehindSerializer(serializers.Serializer[Any]):
    club = serializers.CharField()
    series = serializers.IntegerField(help_text="Open, of rounds that others have left behind.")


class SuspendedGameSerializer(serializers.Serializer[Any]):
    game = serializers.IntegerField(source="game.pk")
    series = serializers.IntegerField(source="meeting.series_id")
    number = serializers.IntegerField(source="game.number")
    outs = serializers.IntegerField(help_text="Made by both sides.")
    matters = serializers.BooleanField(
        source="matter.matters", help_text="Then it is finished, and booked as no tie."
    )
    why = serializers.CharField(source="matter.why")
    rule = serializers.CharField(source="matter.rule")


class OrderRollsSerializer(serializers.Serializer[Any]):
    game = serializers.IntegerField()
    rolled = serializers.ListField(
        child=serializers.IntegerField(), help_text="The d20s that were thrown for it."
    )
    asked = serializers.BooleanField(help_text="Whether a d20 is asked for now.")


class OrderSerializer(serializers.Serializer[Any]):
    team = serializers.IntegerField(source="entrant.team_id")
    games = serializers.ListField(child=serializers.IntegerField(), help_text="First to last.")
    level = serializers.ListField(
        child=serializers.IntegerField(), help_text="Those that only a d20 can part."
    )
    rolls = OrderRollsSerializer(many=True)

    def to_representation(self, order: Any) -> Values:
        """The games by their numbers."""
        return {
            "team": order.entrant.team_id,
            "games": [each.game.pk for each in order.games],
            "level": [each.game.pk for each in order.level],
            "rolls": [
                {"game": turn.game.game.pk, "rolled": list(turn.rolled), "asked": turn.rolls}
                for turn in order.turns
            ],
        }


class OutOfTurnSerializer(serializers.Serializer[Any]):
    game = serializers.IntegerField(source="details.game")
    series = serializers.IntegerField(source="series_id")
    ruling = serializers.IntegerField(source="pk")
    state = serializers.CharField(help_text="Of the ruling.")
    facts = serializers.CharField()


class RoundBoardSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(allow_null=True, help_text="Null: there are no rounds yet.")
    ends_at = serializers.DateTimeField(
        allow_null=True, help_text="When the round ends at this pace, where that can be told."
    )
    behind = BehindSerializer(many=True, help_text="Who is behind pace, the furthest first.")
    lines = RoundBoardLineSerializer(many=True)
    suspended = SuspendedGameSerializer(many=True, help_text="Of the whole event.")
    orders = OrderSerializer(
        many=True, help_text="In which order clubs finish theirs that have several (T33.0l)."
    )
    out_of_turn = OutOfTurnSerializer(
        many=True, help_text="Those that went on before their turn, the latest first."
    )


class BoardSeriesSerializer(serializers.Serializer[Any]):
    series = _id()


class ExtensionSerializer(BoardSeriesSerializer):
    minutes = serializers.IntegerField(min_value=1, max_value=LONGEST)


class BoardGameSerializer(serializers.Serializer[Any]):
    game = _id()


class OrderRollSerializer(BoardGameSerializer):
    team = _id()
    value = serializers.IntegerField(min_value=1, max_value=20, help_text="Of the d20.")


class OrderRollCorrectionSerializer(OrderRollSerializer):
    throw = serializers.IntegerField(
        default=1, min_value=1, max_value=LARGEST_NUMBER, help_text="Which of that game, from 1."
    )
    reason = serializers.CharField(max_length=300)


class RoundDeadlineSerializer(serializers.Serializer[Any]):
    round = serializers.IntegerField(min_value=1, max_value=999)
    due = serializers.DateTimeField()
    house_plays = serializers.BooleanField(
        default=True, help_text="What is unplayed then is simulated, by both sides' instructions."
    )


class PutOffSerializer(BoardSeriesSerializer):
    hours = serializers.IntegerField(min_value=1, max_value=24 * FURTHEST.days)


class SubstituteSerializer(serializers.Serializer[Any]):
    team = _id()
    person = serializers.IntegerField(
        min_value=1, max_value=LARGEST_NUMBER, help_text="Somebody of the tournament's clubs."
    )


class Board(ThinViewSet):
    """The part of a tournament's resource that its directors act on during a round."""

    @extend_schema(
        summary="The round board, for directors",
        parameters=[SLUG, RoundBoardQuerySerializer],
        responses=RoundBoardSerializer,
    )
    @action(detail=True, filter_backends=[])
    def board(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        return self._board(tournament, asked(RoundBoardQuerySerializer, request).get("round"))

    @extend_schema(
        summary="Start the clocks of a round",
        parameters=[SLUG],
        request=RoundNumberSerializer,
        responses=RoundBoardSerializer,
    )
    @action(detail=True, methods=["post"], url_path="board/begin", filter_backends=[])
    def board_begin(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        number = read(RoundNumberSerializer, request)["round"]
        acts.begin_round(tournament=tournament, number=number, acting_user=acting(request))
        return self._board(tournament, number)

    @extend_schema(
        summary="Give a series more time",
        parameters=[SLUG],
        request=ExtensionSerializer,
        responses=RoundBoardSerializer,
    )
    @action(detail=True, methods=["post"], url_path="board/extend", filter_backends=[])
    def board_extend(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        given = read(ExtensionSerializer, request)
        acts.extend(
            tournament=tournament,
            series_id=given["series"],
            minutes=given["minutes"],
            acting_user=acting(request),
        )
        return self._board_of(tournament, given["series"])

    @extend_schema(
        summary="Suspend the games of a series that are being recorded",
        parameters=[SLUG],
        request=BoardSeriesSerializer,
        responses=RoundBoardSerializer,
    )
    @action(detail=True, methods=["post"], url_path="board/suspend", filter_backends=[])
    def board_suspend(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        series_id = read(BoardSeriesSerializer, request)["series"]
        acts.suspend(tournament=tournament, series_id=series_id, acting_user=acting(request))
        return self._board_of(tournament, series_id)

    @extend_schema(
        summary="Have what is unplayed of a series simulated",
        parameters=[SLUG],
        request=BoardSeriesSerializer,
        responses=PlayedSerializer,
    )
    @action(detail=True, methods=["post"], url_path="board/play", filter_backends=[])
    def board_play(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        series_id = read(BoardSeriesSerializer, request)["series"]
        played = acts.simulate(
            tournament=tournament, series_id=series_id, acting_user=acting(request)
        )
        found = {"games": played.games, "left": list(played.left.values())}
        return Response(PlayedSerializer(found).data)

    @extend_schema(
        summary="Somebody plays for somebody",
        parameters=[SLUG],
        request=SubstituteSerializer,
        responses=ClubMemberSerializer,
    )
    @action(detail=True, methods=["post"], url_path="board/substitute", filter_backends=[])
    def board_substitute(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        given = read(SubstituteSerializer, request)
        member, _ = acts.substitute(
            tournament=tournament,
            team_id=given["team"],
            person_id=given["person"],
            acting_user=acting(request),
        )
        return Response(ClubMemberSerializer(member).data)

    @extend_schema(
        summary="Have the house play everything that is left of a series",
        parameters=[SLUG],
        request=BoardSeriesSerializer,
        responses=RoundBoardSerializer,
    )
    @action(detail=True, methods=["post"], url_path="board/house", filter_backends=[])
    def board_house(self, request: Request, slug: str) -> Response:
        """Games that are under way or suspended go on from where they stand."""
        tournament = directed_tournament(request.user, slug)
        series_id = read(BoardSeriesSerializer, request)["series"]
        acts.house_plays(tournament=tournament, series_id=series_id, acting_user=acting(request))
        return self._board_of(tournament, series_id)

    @extend_schema(
        summary="Say until when a round has to be played",
        parameters=[SLUG],
        request=RoundDeadlineSerializer,
        responses=RoundBoardSerializer,
    )
    @action(detail=True, methods=["post"], url_path="board/deadline", filter_backends=[])
    def board_deadline(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        given = read(RoundDeadlineSerializer, request)
        acts.set_round_deadline(
            tournament=tournament,
            number=given["round"],
            due=given["due"],
            house_plays=given["house_plays"],
            acting_user=acting(request),
        )
        return self._board(tournament, given["round"])

    @extend_schema(
        summary="Put the deadline of a series off",
        parameters=[SLUG],
        request=PutOffSerializer,
        responses=RoundBoardSerializer,
    )
    @action(detail=True, methods=["post"], url_path="board/put-off", filter_backends=[])
    def board_put_off(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        given = read(PutOffSerializer, request)
        acts.put_off(
            tournament=tournament,
            series_id=given["series"],
            hours=given["hours"],
            acting_user=acting(request),
        )
        return self._board_of(tournament, given["series"])

    @extend_schema(
        summary="Book a suspended game as a tie",
        parameters=[SLUG],
        request=BoardGameSerializer,
        responses=RoundBoardSerializer,
    )
    @action(detail=True, methods=["post"], url_path="board/tie", filter_backends=[])
    def board_tie(self, request: Request, slug: str) -> Response:
        """T33.0f: only where it does not matter for advancement."""
        tournament = directed_tournament(request.user, slug)
        game_id = read(BoardGameSerializer, request)["game"]
        game = acts.book_tie(tournament=tournament, game_id=game_id, acting_user=acting(request))
        return self._board_of(tournament, game.series_id)

    @extend_schema(
        summary="Write down the d20 of a suspended game",
        parameters=[SLUG],
        request=OrderRollSerializer,
        responses=RoundBoardSerializer,
    )
    @action(detail=True, methods=["post"], url_path="board/order", filter_backends=[])
    def board_order(self, request: Request, slug: str) -> Response:
        """T33.0l: only where nothing else parts it from others of the club."""
        tournament = directed_tournament(request.user, slug)
        given = read(OrderRollSerializer, request)
        made = acts.roll_for_order(
            tournament=tournament,
            team_id=given["team"],
            game_id=given["game"],
            value=given["value"],
            acting_user=acting(request),
        )
        return self._board_of(tournament, made.game.series_id)

    @extend_schema(
        summary="Put the d20 of a suspended game right",
        parameters=[SLUG],
        request=OrderRollCorrectionSerializer,
        responses=RoundBoardSerializer,
    )
    @action(detail=True, methods=["post"], url_path="board/order-right", filter_backends=[])
    def board_order_right(self, request: Request, slug: str) -> Response:
        """It was written down wrongly; what it was stands in the log."""
        tournament = directed_tournament(request.user, slug)
        given = read(OrderRollCorrectionSerializer, request)
        made = acts.correct_order_roll(
            tournament=tournament,
            team_id=given["team"],
            game_id=given["game"],
            throw=given["throw"],
            value=given["value"],
            reason=given["reason"],
            acting_user=acting(request),
        )
        return self._board_of(tournament, made.game.series_id)

    @extend_schema(
        summary="Have a game finished that was booked as a tie",
        parameters=[SLUG],
        request=BoardGameSerializer,
        responses=RoundBoardSerializer,
    )
    @action(detail=True, methods=["post"], url_path="board/take-up", filter_backends=[])
    def board_take_up(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        game_id = read(BoardGameSerializer, request)["game"]
        game = acts.unbook(tournament=tournament, game_id=game_id, acting_user=acting(request))
        return self._board_of(tournament, game.series_id)

    def _board_of(self, tournament: Tournament, series_id: int) -> Response:
        """The board of the round in which that series is."""
        rounds = Fixture.objects.filter(series=series_id).values_list("round__number", flat=True)
        return self._board(tournament, rounds.first())

    def _board(self, tournament: Tournament, number: int | None) -> Response:
        league = load_league(tournament)
        found = round_board(league, number)
        suspended = suspended_games(league)
        data: Values = {
            "round": None,
            "ends_at": None,
            "behind": [],
            "lines": [],
            "suspended": suspended,
            "orders": orders_of(league, suspended),
            "out_of_turn": out_of_turn(tournament),
        }
        if found is not None:
            data |= {
                "round": found.round.number,
                "ends_at": found.ends_at,
                "behind": found.behind,
                "lines": [_line(line) for line in found.lines],
            }
        return Response(RoundBoardSerializer(data).data)


def _line(line: BoardLine) -> Values:
    meeting = line.meeting
    return {
        "series": meeting.series_id,
        "away": meeting.away.number if meeting.away else 0,
        "home": meeting.home.number,
        "state": meeting.state,
        "level": line.level,
        "games_over": line.games_over,
        "length": meeting.length,
        "begun_at": line.begun_at,
        "minutes": line.minutes,
        "meets_at": line.meets_at,
        "limit": line.limit,
        "due_at": line.due_at,
        "absent": line.absent,
        "waits_for": line.waits_for,
        "suspended": line.suspended,
        "running": line.running,
        "sheets": line.sheets,
        "rulings": line.rulings,
    }
