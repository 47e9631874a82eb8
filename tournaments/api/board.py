"""The round board for API clients: what every series of a round waits for, and acting on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import ThinViewSet, Values, acting, asked, of_path, read
from tournaments.api.schemas.people import ClubMemberSerializer
from tournaments.api.schemas.schedule import PlayedSerializer
from tournaments.board_acts import ACTS, BoardAct
from tournaments.models import Fixture, Tournament
from tournaments.selectors.access import directed_tournament
from tournaments.selectors.league import load_league
from tournaments.selectors.round_board import BoardLine, round_board
from tournaments.selectors.suspended import orders_of, out_of_turn, suspended_games

SLUG = of_path("slug", str)


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
        child=serializers.CharField(), help_text="The clubs that are absent, in words."
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
    game = serializers.IntegerField(source="grounds.game")
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


class RoundBoardActs(ThinViewSet):
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

    def board_after(self, tournament: Tournament, sent: Values) -> Response:
        """The board of the round that was acted on."""
        if "number" in sent:
            return self._board(tournament, sent["number"])
        of_game = {"series__games": sent.get("game_id")}
        fixtures = Fixture.objects.filter(
            **({"series": sent["series_id"]} if "series_id" in sent else of_game)
        )
        return self._board(tournament, fixtures.values_list("round__number", flat=True).first())

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


ANSWERS: Mapping[str, tuple[type[serializers.Serializer[Any]], Callable[[Any], Any]]] = {
    "play": (
        PlayedSerializer,
        lambda played: {"games": played.games, "left": list(played.left.values())},
    ),
    "substitute": (ClubMemberSerializer, lambda done: done[0]),
}
"""What is answered to some acts instead of the board, and how it is made of what was done."""


def _operation(name: str, act: BoardAct) -> Callable[..., Response]:
    answer, shown = ANSWERS.get(name, (RoundBoardSerializer, None))

    def operate(self: RoundBoardActs, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        sent = read(act.fields, request)
        done = act.do(tournament=tournament, acting_user=acting(request), **sent)
        if shown is not None:
            return Response(answer(shown(done)).data)
        return self.board_after(tournament, sent)

    operate.__name__, operate.__doc__ = f"board_{name.replace('-', '_')}", act.more
    schema = extend_schema(
        summary=act.summary, parameters=[SLUG], request=act.fields, responses=answer
    )
    route = action(detail=True, methods=["post"], url_path=f"board/{name}", filter_backends=[])
    return cast(Callable[..., Response], schema(route(operate)))


for _name, _act in ACTS.items():
    if _act.in_api:
        setattr(RoundBoardActs, f"board_{_name.replace('-', '_')}", _operation(_name, _act))
