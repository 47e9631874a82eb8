"""A draft's board for API clients: what stands on it, who is left, the log, picks."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import PK, ThinViewSet, acting, asked, of_path, read
from rosters.drafts import access, presenters, scouting
from rosters.drafts.forms import AvailableForm
from rosters.drafts.models import Draft, DraftEvent
from rosters.drafts.room import Room
from rosters.drafts.room_acts import MOST_KEY, DivisionAskedSerializer
from rosters.drafts.seating import Actor, Sitting, directing, sitting, the_division
from rosters.drafts.selectors.available import POSITIONS, SORTS, available
from rosters.drafts.selectors.figures import HANDS, NO_YEAR, figures_of
from rosters.drafts.services import picking
from rosters.drafts.services.directing import undo
from rosters.drafts.services.settling import looked_at
from rosters.models import Card
from rosters.rules.draft.advice import WHYS
from rosters.rules.draft.board import Lot
from rosters.rules.draft.events import MANAGER

MOST = 200


class TurnSerializer(serializers.Serializer[Any]):
    slot = serializers.IntegerField()
    team = serializers.CharField()
    picks = serializers.ListField(child=serializers.IntegerField())
    why = serializers.CharField(
        help_text="regular, missed, again or exchange; nomination or bidding in an auction."
    )


class DraftSeatSerializer(serializers.Serializer[Any]):
    slot = serializers.IntegerField()
    name = serializers.CharField()
    imputed = serializers.BooleanField()
    drafter = serializers.CharField(help_text="manager or house.")
    open_places = serializers.IntegerField()
    money = serializers.IntegerField(allow_null=True, help_text="Left; null but in an auction.")
    most = serializers.IntegerField(allow_null=True, help_text="The most that it may bid.")


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
    price = serializers.IntegerField(allow_null=True, help_text="Null but in an auction.")


class LotSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="To name with a bid.")
    card = serializers.IntegerField(allow_null=True)
    park = serializers.CharField(allow_null=True)
    name = serializers.CharField()
    nominated_by = serializers.IntegerField(help_text="The slot.")
    leader = serializers.IntegerField(help_text="The slot.")
    price = serializers.IntegerField()
    passed = serializers.ListField(child=serializers.IntegerField(), help_text="Slots.")


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
    lot = LotSerializer(allow_null=True, help_text="What is on the block of an auction.")
    paused = serializers.BooleanField()
    deadline = serializers.DateTimeField(allow_null=True)
    now = serializers.DateTimeField(help_text="By the server's clock.")
    settings = serializers.DictField(help_text="With the clock of the present turn.")
    next_clock = serializers.DictField(
        allow_null=True,
        help_text="Of the turns after it, with `bid_seconds`; null where it is the same.",
    )
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


class LeftFiguresSerializer(serializers.Serializer[Any]):
    avg = serializers.FloatField(required=False, allow_null=True)
    obp = serializers.FloatField(required=False, allow_null=True)
    slg = serializers.FloatField(required=False, allow_null=True)
    hr = serializers.IntegerField(required=False, allow_null=True)
    sb = serializers.IntegerField(required=False, allow_null=True)
    ip = serializers.IntegerField(required=False, allow_null=True, help_text="As outs.")
    era = serializers.FloatField(required=False, allow_null=True)
    k = serializers.IntegerField(required=False, allow_null=True)
    bb = serializers.IntegerField(required=False, allow_null=True)
    hra = serializers.IntegerField(required=False, allow_null=True, help_text="Home runs allowed.")


class LeftWithFiguresSerializer(LeftSerializer):
    roles = serializers.CharField(help_text="SS, 2B or SP, RP: what he may be drafted as.")
    starts = serializers.IntegerField(allow_null=True)
    relief = serializers.IntegerField(allow_null=True, help_text="Games in relief.")
    figures = LeftFiguresSerializer(
        help_text="Of his year: avg, obp, slg, hr and sb of a hitter; ip, era, k, bb and hra of a "
        "pitcher."
    )
    estimated = serializers.BooleanField(
        help_text="Whether his figures against the hand that was asked for were not counted."
    )


class AdviceOtherSerializer(serializers.Serializer[Any]):
    card = serializers.IntegerField()
    name = serializers.CharField()
    need = serializers.CharField()
    over = serializers.FloatField()


class AdviceSerializer(serializers.Serializer[Any]):
    slot = serializers.IntegerField()
    card = serializers.IntegerField(allow_null=True)
    park = serializers.CharField(allow_null=True)
    name = serializers.CharField(help_text="Empty where nothing may be taken.")
    why = serializers.ChoiceField(choices=["", *WHYS])
    words = serializers.CharField()
    need = serializers.CharField()
    lacking = serializers.IntegerField(help_text="How many the squad lacks at the need.")
    over = serializers.FloatField(
        allow_null=True, help_text="Runs over what will be left there after the draft."
    )
    others = AdviceOtherSerializer(many=True, help_text="Who would come next.")


class LogLineSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    kind = serializers.CharField()
    at = serializers.DateTimeField()
    facts = serializers.DictField()
    words = serializers.CharField()


class LeftAskedSerializer(DivisionAskedSerializer):
    q = serializers.CharField(required=False, max_length=60, help_text="Words of the name.")
    position = serializers.ChoiceField(required=False, choices=list(POSITIONS))
    bats = serializers.ChoiceField(required=False, choices=["L", "R", "B"])
    throws = serializers.ChoiceField(required=False, choices=["L", "R"])
    against = serializers.ChoiceField(
        required=False, choices=list(HANDS), help_text="Whose pitching a hitter's figures are of."
    )
    sort = serializers.ChoiceField(required=False, choices=list(SORTS))


class SeatAskedSerializer(DivisionAskedSerializer):
    slot = serializers.IntegerField(
        required=False, min_value=1, max_value=99, help_text="Left out: one's own."
    )


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
        responses=LeftWithFiguresSerializer(many=True),
    )
    @action(detail=True, methods=["get"], pagination_class=None, filter_backends=[])
    def available(self, request: Request, id: str) -> Response:
        draft = access.seen_draft(request.user, id)
        given = asked(LeftAskedSerializer, request)
        room = looked_at(draft, the_division(draft, given["division"]), now=timezone.now())
        cards, _ = available(room, AvailableForm(given).view(), MOST)
        told = [left(room, card, given.get("against", "")) for card in cards]
        return Response(LeftWithFiguresSerializer(told, many=True).data)

    @extend_schema(
        summary="What the house would take for a seat with its next pick, and why",
        description="For the seat's own people by their own list, too; for directors, who do not "
        "see it, without it.",
        parameters=[of_path("id"), SeatAskedSerializer],
        responses=AdviceSerializer,
    )
    @action(detail=True, methods=["get"], pagination_class=None, filter_backends=[])
    def advice(self, request: Request, id: str) -> Response:
        seat = sitting_at(request, id, asked(SeatAskedSerializer, request))
        room = looked_at(seat.draft, seat.division, now=seat.now)
        if seat.slot not in room.seats:
            raise Http404("No such seat.")
        return Response(AdviceSerializer(advice_of(room, seat)).data)

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
        seat = sitting_at(request, id, given)
        picking.make_pick(**seat.arguments, card=given.get("card"), park=given.get("park"))
        return board_answer(seat, status.HTTP_201_CREATED)

    @extend_schema(
        summary="Take a pick back, and every other that was made since",
        parameters=[of_path("id")],
        request=UndoSentSerializer,
        responses=WithdrawnSerializer,
    )
    @action(detail=True, methods=["post"])
    def undo(self, request: Request, id: str) -> Response:
        given = read(UndoSentSerializer, request)
        gone = undo(**directed_division(request, id, given).arguments, pick=given.get("pick"))
        return Response(WithdrawnSerializer({"withdrawn": gone}).data)


def left(room: Room, card: Card, hand: str) -> dict[str, Any]:
    """A player who is left, with the figures of his year, at bat against a hand where one is
    named."""
    year = figures_of(room.draft.card_set).get(card.pk, NO_YEAR)
    own = {name: getattr(card, name) for name in LEFT_FIELDS if name != "id"}
    return {
        "id": card.pk,
        **own,
        "roles": scouting.roles_of(room, card),
        "starts": year.starts,
        "relief": year.relief,
        "figures": year.against(hand),
        "estimated": year.estimated and hand in year.by_hand,
    }


LEFT_FIELDS = tuple(LeftSerializer().fields)


def advice_of(room: Room, seat: Sitting) -> dict[str, Any]:
    """What the house would take for a seat, as plain values."""
    whose = access.acts_as(seat.acting_user, room.draft, room.seats.get(seat.slot))
    found = room.advice(seat.slot, private=whose == MANAGER)
    cards = presenters.cards_on(room)
    chosen = found.choice if found is not None else None
    weighed = found.weighed if found is not None else None
    card = cards[chosen.card] if chosen is not None and chosen.card is not None else None
    park = chosen.park if chosen is not None else None
    return {
        "slot": seat.slot,
        "card": card.pk if card else None,
        "park": park.key if park else None,
        "name": card.name if card else park.name if park else "",
        "why": found.why if found is not None else "",
        "words": scouting.reason(found) if found is not None else "",
        "need": weighed.need if weighed is not None else "",
        "lacking": weighed.lacking if weighed is not None else 0,
        "over": weighed.over if weighed is not None else None,
        "others": [
            {
                "card": each.card,
                "name": cards[each.card].name,
                "need": each.need,
                "over": each.over,
            }
            for each in (found.others if found is not None else ())
        ],
    }


def sitting_at(request: Request, id: str, given: Mapping[str, Any]) -> Sitting:
    """Whose seat is meant by what was sent."""
    draft = access.seen_draft(request.user, id)
    return sitting(acting(request), draft, given["division"], given.get("slot"))


def directed_division(request: Request, id: str, given: Mapping[str, Any]) -> Actor:
    """The division that a director sends something about."""
    draft = access.seen_draft(request.user, id)
    return directing(acting(request), draft, given["division"])


def board_answer(actor: Actor, code: int = status.HTTP_200_OK) -> Response:
    """The board as it is after an act."""
    return Response(BoardSerializer(board(actor.draft, actor.division)).data, status=code)


def lot_of(lot: Lot, cards: presenters.Cards) -> dict[str, Any]:
    """What is on the block, as plain values."""
    return {
        "number": lot.number,
        "card": lot.card,
        "park": lot.park.key if lot.park else None,
        "name": lot.park.name if lot.park else cards[lot.card or 0].name,
        "nominated_by": lot.nominator,
        "leader": lot.leader,
        "price": lot.price,
        "passed": sorted(lot.passed),
    }


def board(draft: Draft, number: int) -> dict[str, Any]:
    """A division's board as plain values."""
    now = timezone.now()
    division = the_division(draft, number)
    room = looked_at(draft, division, now=now)
    draft.refresh_from_db(fields=["state"])
    found = room.board
    cards = presenters.cards_on(room)
    auction, lot = found.settings.is_auction, found.lot

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
            "price": line.price,
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
                "open_places": found.open_places(slot),
                "money": found.money(slot) if auction else None,
                "most": found.most(slot) if auction else None,
            }
            for slot, seat in sorted(room.seats.items())
        ],
        "picks": sorted(picks, key=lambda each: each["pick"]),
        "turn": turn(found.turn),
        "on_deck": turn(found.on_deck),
        "lot": None if lot is None else lot_of(lot, cards),
        "paused": found.is_paused,
        "deadline": found.deadline,
        "now": now,
        "settings": asdict(found.terms),
        "next_clock": None
        if found.next_terms == found.terms
        else asdict(found.next_terms.clock) | {"bid_seconds": found.next_terms.auction.bid_seconds},
        "commitment": draft.commitment,
    }
