"""A draft's board for API clients: what stands on it, who is left, the log, picks."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import PK, ThinViewSet, acting, asked, of_path, read
from rosters.drafts import access, presenters
from rosters.drafts.forms import AvailableForm
from rosters.drafts.models import Draft, DraftEvent
from rosters.drafts.selectors.available import POSITIONS, SORTS, available
from rosters.drafts.services import directing, picking
from rosters.drafts.services.settling import looked_at
from rosters.rules.draft.events import DIRECTOR, MANAGER

MOST = 200


MOST_KEY = 2**63 - 1
"""No row's key is larger."""


class TurnSerializer(serializers.Serializer[Any]):
    slot = serializers.IntegerField()
    team = serializers.CharField()
    picks = serializers.ListField(child=serializers.IntegerField())
    why = serializers.CharField(help_text="regular, missed, again or exchange.")


class DraftSeatSerializer(serializers.Serializer[Any]):
    slot = serializers.IntegerField()
    name = serializers.CharField()
    imputed = serializers.BooleanField()
    drafter = serializers.CharField(help_text="manager or house.")


class MadePickSerializer(serializers.Serializer[Any]):
    pick = serializers.IntegerField()
    round = serializers.IntegerField()
    slot = serializers.IntegerField()
    card = serializers.IntegerField(allow_null=True)
    park = serializers.CharField(allow_null=True)
    name = serializers.CharField()
    positions = serializers.CharField()
    by = serializers.CharField()
    at = serializers.DateTimeField()


class BoardSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    scope = serializers.CharField(help_text="The event.")
    state = serializers.CharField()
    division = serializers.IntegerField()
    divisions = serializers.IntegerField()
    rounds = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Of the last event of the log.")
    seats = DraftSeatSerializer(many=True)
    picks = MadePickSerializer(many=True)
    turn = TurnSerializer(allow_null=True)
    on_deck = TurnSerializer(allow_null=True)
    paused = serializers.BooleanField()
    deadline = serializers.DateTimeField(allow_null=True)
    now = serializers.DateTimeField(help_text="By the server's clock.")
    settings = serializers.DictField()
    commitment = serializers.CharField(help_text="Hash of the seed of the house's dice.")


class LeftSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.CharField()
    positions = serializers.CharField()
    bats = serializers.CharField()
    throws = serializers.CharField()
    value = serializers.FloatField()
    over_replacement = serializers.FloatField(allow_null=True)


class LogLineSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    kind = serializers.CharField()
    at = serializers.DateTimeField()
    facts = serializers.DictField()
    words = serializers.CharField()


class DivisionAskedSerializer(serializers.Serializer[Any]):
    division = serializers.IntegerField(default=1, min_value=1, max_value=99)


class LeftAskedSerializer(DivisionAskedSerializer):
    q = serializers.CharField(required=False, max_length=60, help_text="Words of the name.")
    position = serializers.ChoiceField(required=False, choices=list(POSITIONS))
    sort = serializers.ChoiceField(required=False, choices=list(SORTS))


class PickSentSerializer(DivisionAskedSerializer):
    slot = serializers.IntegerField(
        required=False, min_value=1, max_value=99, help_text="Left out: one's own."
    )
    card = serializers.IntegerField(required=False, min_value=1, max_value=MOST_KEY)
    park = serializers.CharField(required=False, max_length=100, help_text="A park's key.")


class UndoSentSerializer(DivisionAskedSerializer):
    pick = serializers.IntegerField(
        required=False, min_value=1, max_value=9999, help_text="Left out: the last one made."
    )


class WithdrawnSerializer(serializers.Serializer[Any]):
    withdrawn = serializers.ListField(child=serializers.IntegerField())


class BoardViews(ThinViewSet):
    """The part of a draft's resource that is about its board."""

    serializer_class = BoardSerializer
    lookup_field = "id"
    lookup_value_regex = PK

    @extend_schema(
        summary="The board of a draft",
        parameters=[of_path("id"), DivisionAskedSerializer],
        responses=BoardSerializer,
    )
    def retrieve(self, request: Request, id: str) -> Response:
        draft = access.seen_draft(request.user, id)
        division = asked(DivisionAskedSerializer, request)["division"]
        return Response(BoardSerializer(board(draft, division)).data)

    @extend_schema(
        summary="Who is left",
        description=f"The first {MOST}, best first.",
        parameters=[of_path("id"), LeftAskedSerializer],
        responses=LeftSerializer(many=True),
    )
    @action(detail=True, methods=["get"], pagination_class=None, filter_backends=[])
    def available(self, request: Request, id: str) -> Response:
        draft = access.seen_draft(request.user, id)
        given = asked(LeftAskedSerializer, request)
        room = looked_at(draft, the_division(draft, given["division"]), now=timezone.now())
        cards, _ = available(room, AvailableForm(given).view(), MOST)
        return Response(LeftSerializer(cards, many=True).data)

    @extend_schema(
        summary="The log of a draft, of which its board is made",
        parameters=[of_path("id"), DivisionAskedSerializer],
        responses=LogLineSerializer(many=True),
    )
    @action(detail=True, methods=["get"], pagination_class=None, filter_backends=[])
    def log(self, request: Request, id: str) -> Response:
        draft = access.seen_draft(request.user, id)
        division = the_division(draft, asked(DivisionAskedSerializer, request)["division"])
        room = looked_at(draft, division, now=timezone.now())
        lines = DraftEvent.objects.filter(draft=draft, division=division).select_related("actor")
        told = [
            {
                "number": line.event.number,
                "kind": line.event.kind,
                "at": line.event.at,
                "facts": line.event.data,
                "words": line.words,
            }
            for line in presenters.log_lines(room, list(lines))
        ]
        return Response(LogLineSerializer(told, many=True).data)

    @extend_schema(
        summary="Make a pick: a card or a park",
        description="By the seat's own people in their turn, or by a director for them.",
        parameters=[of_path("id")],
        request=PickSentSerializer,
        responses={201: BoardSerializer},
    )
    @action(detail=True, methods=["post"])
    def picks(self, request: Request, id: str) -> Response:
        given = read(PickSentSerializer, request)
        sitting = sitting_at(request, id, given)
        picking.make_pick(
            **sitting.place,
            card=given.get("card"),
            park=given.get("park"),
            by=sitting.by,
            acting_user=acting(request),
            now=timezone.now(),
        )
        return board_answer(sitting.draft, sitting.division, status.HTTP_201_CREATED)

    @extend_schema(
        summary="Take a pick back, and every other that was made since",
        parameters=[of_path("id")],
        request=UndoSentSerializer,
        responses=WithdrawnSerializer,
    )
    @action(detail=True, methods=["post"])
    def undo(self, request: Request, id: str) -> Response:
        draft = access.directed_draft(request.user, id)
        given = read(UndoSentSerializer, request)
        gone = directing.undo(
            draft=draft,
            division=the_division(draft, given["division"]),
            pick=given.get("pick"),
            acting_user=acting(request),
            now=timezone.now(),
        )
        return Response(WithdrawnSerializer({"withdrawn": gone}).data)


@dataclass(frozen=True)
class Sitting:
    """For which seat somebody acts, and in which part."""

    draft: Draft
    division: int
    slot: int
    by: str

    @property
    def place(self) -> dict[str, Any]:
        """As services are told it."""
        return {"draft": self.draft, "division": self.division, "slot": self.slot}


def sitting_at(request: Request, id: str, given: Mapping[str, Any]) -> Sitting:
    """One's own seat of a division, or the one that a director names; others find nothing."""
    draft = access.seen_draft(request.user, id)
    division = the_division(draft, given["division"])
    own = [
        seat.slot
        for seat in access.own_seats(request.user, draft)
        if seat.division == division and seat.slot is not None
    ]
    slot = given.get("slot") or next(iter(own), None)
    if slot is None or (slot not in own and not access.may_direct(request.user, draft)):
        raise NotFound
    return Sitting(draft, division, slot, MANAGER if slot in own else DIRECTOR)


def directed_division(request: Request, id: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The draft and the division that somebody directs, who does it, and the moment."""
    draft = access.directed_draft(request.user, id)
    return {
        "draft": draft,
        "division": the_division(draft, given["division"]),
        "acting_user": acting(request),
        "now": timezone.now(),
    }


def board_answer(draft: Draft, division: int, code: int = status.HTTP_200_OK) -> Response:
    """The board as it is after an act."""
    return Response(BoardSerializer(board(draft, division)).data, status=code)


def the_division(draft: Draft, number: int) -> int:
    """A division that there is."""
    if number > len(draft.divisions):
        raise NotFound
    return number


def board(draft: Draft, number: int) -> dict[str, Any]:
    """A division's board as plain values."""
    now = timezone.now()
    division = the_division(draft, number)
    room = looked_at(draft, division, now=now)
    draft.refresh_from_db(fields=["state"])
    found = room.board
    cards = presenters.cards_on(room)

    def turn(each: Any) -> dict[str, Any] | None:
        if each is None:
            return None
        return {
            "slot": each.seat,
            "team": room.pool.name(each.seat),
            "picks": each.picks,
            "why": each.why,
        }

    picks = [
        {
            "pick": line.pick,
            "round": line.round,
            "slot": slot,
            "card": line.selection.card,
            "park": line.selection.park.key if line.selection.park else None,
            "name": line.name,
            "positions": line.positions,
            "by": line.selection.by,
            "at": line.selection.at,
        }
        for slot in sorted(room.seats)
        for line in presenters.squad_lines(room, slot, cards)
    ]
    return {
        "id": draft.pk,
        "name": draft.name,
        "scope": draft.scope,
        "state": draft.state,
        "division": division,
        "divisions": len(draft.divisions),
        "rounds": found.rounds,
        "number": found.number,
        "seats": [
            {
                "slot": slot,
                "name": seat.name,
                "imputed": seat.imputed,
                "drafter": found.drafters.get(slot, seat.drafter),
            }
            for slot, seat in sorted(room.seats.items())
        ],
        "picks": sorted(picks, key=lambda each: each["pick"]),
        "turn": turn(found.turn),
        "on_deck": turn(found.on_deck),
        "paused": found.is_paused,
        "deadline": found.deadline,
        "now": now,
        "settings": asdict(found.settings),
        "commitment": draft.commitment,
    }
