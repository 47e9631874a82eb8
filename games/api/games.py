"""Games for API clients: to read, to record, to play."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from config.inputs import LARGEST_NUMBER, whole_number
from config.rest import PK, ThinViewSet, acting, of_path, read
from games.access import (
    may_direct,
    may_score,
)
from games.api.folds import BoxSerializer, StorySerializer, box_data, reported_box_data
from games.api.schemas import (
    SIDES,
    CheckSerializer,
    EntriesSerializer,
    GameStateSerializer,
    GoOnSerializer,
    RewindSerializer,
    StandingOrdersSerializer,
    StartSerializer,
    TableDiceSerializer,
    ThrowSerializer,
    UndoSerializer,
    VoidSerializer,
    WaitActSerializer,
    WholeGameSerializer,
)
from games.engine.folds.game_states import state_at
from games.engine.folds.play_by_play import play_by_play
from games.engine.record import Record
from games.engine.state_files import state_as_json
from games.models import Game, Series
from games.presenters.chances import moves_of_plays
from games.presenters.story import names_of, reported_plays
from games.records import record_of
from games.reported_boxes import plays_of_report
from games.selectors import visible_game, visible_series
from games.seriesday.selectors.reports import told_box
from games.services.changes import verify_has_plays
from games.services.going_on import Until, give_standing_orders, go_on
from games.services.redoing import redo_last
from games.services.rewinding import rewind_game, undo_last, void_game
from games.services.scoring import Seats, add_entries, record_game, throw_dice
from games.services.table_dice import enter_table_dice
from games.services.time_up import looked_at
from games.services.wait_acts import act_on_wait
from games.verifying import verify


@extend_schema(tags=["games"])
class GameViewSet(ThinViewSet):
    serializer_class = WholeGameSerializer
    lookup_field = "id"
    lookup_value_regex = PK

    @extend_schema(
        summary="A game with its transcript and what it awaits",
        parameters=[of_path("id")],
        responses=WholeGameSerializer,
    )
    def retrieve(self, request: Request, id: str) -> Response:
        return Response(WholeGameSerializer(looked_at(visible_game(request.user, int(id)))).data)

    @extend_schema(
        summary="Record a game, whole or begun",
        request=StartSerializer,
        responses={201: WholeGameSerializer},
    )
    def create(self, request: Request) -> Response:
        values = read(StartSerializer, request)
        series = visible_series(request.user, values["series"])
        _verify_scorer(request, series)
        if values["beginning"] is not None and not may_direct(request.user, series):
            raise PermissionDenied("Only a director has a game begin in the middle.")
        game = record_game(
            series_id=series.pk,
            number=values["number"],
            transcript=values["transcript"],
            acting_user=acting(request),
            seats=Seats(values["dice"], values["away_managed"], values["home_managed"]),
            beginning=values["beginning"],
        )
        return self._whole(game, status.HTTP_201_CREATED)

    @extend_schema(
        summary="Add entries to a game",
        parameters=[of_path("id")],
        request=EntriesSerializer,
        responses=WholeGameSerializer,
    )
    @action(detail=True, methods=["post"])
    def entries(self, request: Request, id: str) -> Response:
        game = self._scored(request, id)
        values = read(EntriesSerializer, request)
        changed = add_entries(
            game_id=game.pk,
            after=values["after"],
            entries=values["entries"],
            acting_user=acting(request),
        )
        return self._whole(changed)

    @extend_schema(
        summary="Enter the dice of a turn at bat in one line",
        parameters=[of_path("id")],
        request=TableDiceSerializer,
        responses=WholeGameSerializer,
    )
    @action(detail=True, methods=["post"], url_path="table-dice")
    def table_dice(self, request: Request, id: str) -> Response:
        game = self._scored(request, id)
        changed = enter_table_dice(
            game_id=game.pk,
            acting_user=acting(request),
            **read(TableDiceSerializer, request),
        )
        return self._whole(changed)

    @extend_schema(
        summary="Have the server throw",
        parameters=[of_path("id")],
        request=ThrowSerializer,
        responses=WholeGameSerializer,
    )
    @action(detail=True, methods=["post"])
    def throw(self, request: Request, id: str) -> Response:
        game = self._scored(request, id)
        after = read(ThrowSerializer, request)["after"]
        return self._whole(throw_dice(game_id=game.pk, after=after, acting_user=acting(request)))

    @extend_schema(
        summary="Play on until somebody is asked or a turn is over",
        parameters=[of_path("id")],
        request=GoOnSerializer,
        responses=WholeGameSerializer,
    )
    @action(detail=True, methods=["post"], url_path="play-on")
    def play_on(self, request: Request, id: str) -> Response:
        game = self._scored(request, id)
        values = read(GoOnSerializer, request)
        changed = go_on(
            game_id=game.pk,
            after=values["after"],
            answer=values["answer"],
            acting_user=acting(request),
            until=Until(values["until"]),
        )
        return self._whole(changed)

    @extend_schema(
        summary="On what a side wants to be asked during play",
        parameters=[of_path("id")],
        request=StandingOrdersSerializer,
        responses=StandingOrdersSerializer,
    )
    @action(detail=True, methods=["put"], url_path="standing-orders")
    def standing_orders(self, request: Request, id: str) -> Response:
        game = self._scored(request, id)
        values = read(StandingOrdersSerializer, request)
        side = SIDES.index(values["side"])
        given = give_standing_orders(
            game=game,
            side=side,
            orders={"when": values["when"], "third": values["third"], "level": values["level"]},
            acting_user=acting(request),
        )
        return Response(StandingOrdersSerializer({"side": values["side"], **given.orders}).data)

    @extend_schema(
        summary="Take a game back; what is taken off is kept",
        parameters=[of_path("id")],
        request=RewindSerializer,
        responses=WholeGameSerializer,
    )
    @action(detail=True, methods=["post"])
    def rewind(self, request: Request, id: str) -> Response:
        game = self._scored(request, id)
        values = read(RewindSerializer, request)
        return self._whole(
            rewind_game(
                game_id=game.pk,
                acting_user=acting(request),
                **values,
            ),
        )

    @extend_schema(
        summary="Take back what was entered last",
        parameters=[of_path("id")],
        request=UndoSerializer,
        responses=WholeGameSerializer,
    )
    @action(detail=True, methods=["post"])
    def undo(self, request: Request, id: str) -> Response:
        game = self._scored(request, id)
        values = read(UndoSerializer, request)
        changed = undo_last(
            game_id=game.pk,
            acting_user=acting(request),
            **values,
        )
        return self._whole(changed)

    @extend_schema(
        summary="Put back what was taken back last",
        parameters=[of_path("id")],
        request=ThrowSerializer,
        responses=WholeGameSerializer,
    )
    @action(detail=True, methods=["post"])
    def redo(self, request: Request, id: str) -> Response:
        game = self._scored(request, id)
        changed = redo_last(
            game_id=game.pk,
            acting_user=acting(request),
            **read(ThrowSerializer, request),
        )
        return self._whole(changed)

    @extend_schema(
        summary="Take a game off the books; its place in the series is free again",
        parameters=[of_path("id")],
        request=VoidSerializer,
        responses=WholeGameSerializer,
    )
    @action(detail=True, methods=["post"])
    def void(self, request: Request, id: str) -> Response:
        game = self._scored(request, id)
        values = read(VoidSerializer, request)
        return self._whole(
            void_game(
                game_id=game.pk,
                acting_user=acting(request),
                **values,
            ),
        )

    @extend_schema(
        summary="Do something about a side that does not move",
        description="Remind it, ask the director, or offer to suspend the game; each once until "
        "something is entered.",
        parameters=[of_path("id")],
        request=WaitActSerializer,
        responses=WholeGameSerializer,
    )
    @action(detail=True, methods=["post"])
    def wait(self, request: Request, id: str) -> Response:
        game = self._scored(request, id)
        act = read(WaitActSerializer, request)["act"]
        return self._whole(act_on_wait(game_id=game.pk, act=act, acting_user=acting(request)))

    @extend_schema(
        summary="Whether the game, played again, comes out the same",
        parameters=[of_path("id")],
        responses=CheckSerializer(many=True),
    )
    @action(detail=True, pagination_class=None)
    def verify(self, request: Request, id: str) -> Response:
        checks = verify(self._record(request, id)[0])
        return Response(CheckSerializer(checks, many=True).data)

    @extend_schema(summary="The box score", parameters=[of_path("id")], responses=BoxSerializer)
    @action(detail=True)
    def box(self, request: Request, id: str) -> Response:
        game = visible_game(request.user, int(id))
        told = told_box(game)
        if told is not None:
            return Response(BoxSerializer(reported_box_data(*told)).data)
        verify_has_plays(game)
        return Response(BoxSerializer(box_data(record_of(game))).data)

    @extend_schema(summary="Play by play", parameters=[of_path("id")], responses=StorySerializer)
    @action(detail=True)
    def plays(self, request: Request, id: str) -> Response:
        game = visible_game(request.user, int(id))
        reported = told_box(game)
        events = plays_of_report(reported[0]) if reported is not None else None
        if reported is not None and events is not None:
            words = reported_plays(reported[0], events, (game.away, game.home), reported[1])
            return Response(StorySerializer(words).data)
        verify_has_plays(game)
        record = record_of(game)
        told = play_by_play(record, names_of((game.away, game.home)))
        plays = [play for half in told.halves for play in half.plays]
        moves = moves_of_plays(record, plays)
        return Response(StorySerializer(told, context={"moves": moves}).data)

    @extend_schema(
        summary="Its state at the last point between two turns, from which a game can begin",
        parameters=[
            of_path("id"),
            OpenApiParameter(
                "entries",
                {"type": "integer", "minimum": 0, "maximum": LARGEST_NUMBER},
                description="After so many.",
            ),
        ],
        responses=GameStateSerializer,
    )
    @action(detail=True)
    def state(self, request: Request, id: str) -> Response:
        _, record = self._record(request, id)
        wanted = request.query_params.get("entries")
        state, used = state_at(record, None if wanted is None else whole_number(wanted))
        told = {"entries": used, "state": state_as_json(record.system, state)}
        return Response(GameStateSerializer(told).data)

    def _record(self, request: Request, id: str) -> tuple[Game, Record]:
        game = visible_game(request.user, int(id))
        verify_has_plays(game)
        return game, record_of(game)

    def _scored(self, request: Request, id: str) -> Game:
        game = visible_game(request.user, int(id))
        _verify_scorer(request, game.series)
        return looked_at(game)

    def _whole(self, game: Game, code: int = status.HTTP_200_OK) -> Response:
        return Response(WholeGameSerializer(game).data, status=code)


def _verify_scorer(request: Request, series: Series) -> None:
    if not may_score(request.user, series):
        raise PermissionDenied("Only people of both clubs and directors record its games.")
