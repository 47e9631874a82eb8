"""A draft before its first turn, and after its last, for API clients."""

from dataclasses import asdict, fields
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import MostItems, ThinViewSet, acting, of_path, read
from rosters.drafts import access
from rosters.drafts.models import Draft, DraftSeat
from rosters.drafts.services import choosing_slots, finishing, preparing
from rosters.editions import edition_of
from rosters.rules.draft.divisions import Division
from rosters.rules.draft.settings import DraftSettings, read_settings, settings_of
from rosters.rules.draft.slots import Place, to_roll

MOST_SETTINGS = len(fields(DraftSettings))

ID = of_path("id")
NUMBER = of_path("number")


class DraftEntrantSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField()
    imputed = serializers.BooleanField()
    drafter = serializers.CharField(help_text="manager, house, or empty: not said yet.")
    rolls = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="Every shake, each the faces of its dice.",
    )
    division = serializers.IntegerField(allow_null=True)
    slot = serializers.IntegerField(allow_null=True)


class PlaceSerializer(serializers.Serializer[Any]):
    division = serializers.IntegerField()
    slot = serializers.IntegerField()


class ProblemSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    message = serializers.CharField()
    place = serializers.CharField()


class PreparationSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.CharField()
    divisions = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="Of each division how many participants and imputed teams.",
    )
    entrants = DraftEntrantSerializer(many=True)
    to_roll = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of entrants."
    )
    chooses = serializers.IntegerField(
        allow_null=True, help_text="Number of the entrant whose choice of a slot it is."
    )
    free = PlaceSerializer(many=True)
    problems = ProblemSerializer(many=True, help_text="What keeps the draft from being opened.")
    settings = serializers.DictField()
    commitment = serializers.CharField(help_text="Hash of the seed of the house's dice.")


class EntrantSentSerializer(serializers.Serializer[Any]):
    imputed = serializers.BooleanField(required=False)
    drafter = serializers.ChoiceField(required=False, choices=["", "manager", "house"])


class RollSentSerializer(serializers.Serializer[Any]):
    entrant = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=999,
        help_text="Left out: the house throws for all until none are tied.",
    )
    faces = serializers.ListField(
        required=False,
        child=serializers.IntegerField(min_value=1, max_value=1000),
        max_length=10,
        help_text="As they fell at the table; left out: the house throws.",
    )


class SlotChosenSerializer(serializers.Serializer[Any]):
    entrant = serializers.IntegerField(min_value=1, max_value=999)
    division = serializers.IntegerField(default=1, min_value=1, max_value=99)
    slot = serializers.IntegerField(min_value=1, max_value=99)
    note = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=200,
        help_text="Why an imputed team's slot is not drawn.",
    )


class EarliestSentSerializer(serializers.Serializer[Any]):
    everybody = serializers.BooleanField(
        default=False, help_text="Each who has yet to choose, in the order of choice."
    )


class DivisionSentSerializer(serializers.Serializer[Any]):
    participants = serializers.IntegerField(min_value=0, max_value=99)
    imputed = serializers.IntegerField(default=0, min_value=0, max_value=99)


class DivisionsSentSerializer(serializers.Serializer[Any]):
    divisions = serializers.ListField(child=DivisionSentSerializer(), min_length=1, max_length=30)


class SettingsSentSerializer(serializers.Serializer[Any]):
    settings = serializers.DictField(
        validators=[MostItems(MOST_SETTINGS)],
        help_text="A draft's `settings`; what is left out is as usual.",
    )


def preparation(draft: Draft, code: int = status.HTTP_200_OK) -> Response:
    """How far it is."""
    draft.refresh_from_db()
    seats = preparing.with_computers(draft.seats.all())
    rolls = choosing_slots.rolls_of(draft)
    due = to_roll(rolls)
    choosing = choosing_slots.choosing(draft)
    told = {
        "id": draft.pk,
        "name": draft.name,
        "state": draft.state,
        "divisions": draft.divisions,
        "entrants": seats,
        "to_roll": sorted(due),
        "chooses": None if due else choosing.next,
        "free": choosing.free,
        "problems": preparing.opening_problems(draft, seats)
        if draft.state == Draft.State.PREPARING
        else [],
        "settings": asdict(draft.settled),
        "commitment": draft.commitment,
    }
    return Response(PreparationSerializer(told).data, status=code)


def the_seat(request: Request, id: str, number: int, *, own: bool = True) -> DraftSeat:
    """An entrant of a draft for those who direct it and, if ``own``, for its own people."""
    draft = access.seen_draft(request.user, id)
    found = draft.seats.filter(number=number).first()
    mine = own and found in access.own_seats(request.user, draft)
    if found is None or not (mine or access.may_direct(request.user, draft)):
        raise NotFound
    return found


class PreparingViews(ThinViewSet):
    """The part of a draft's resource that is about what comes before and after its turns."""

    @extend_schema(
        summary="How far the preparations are",
        parameters=[ID],
        responses=PreparationSerializer,
    )
    @action(detail=True, methods=["get"])
    def preparation(self, request: Request, id: str) -> Response:
        return preparation(access.seen_draft(request.user, id))

    @extend_schema(
        summary="Settle how the draft goes, before it is opened",
        parameters=[ID],
        request=SettingsSentSerializer,
        responses=PreparationSerializer,
    )
    @action(detail=True, methods=["put"], url_path="settings", url_name="settings")
    def change_settings(self, request: Request, id: str) -> Response:
        draft = access.directed_draft(request.user, id)
        given = read(SettingsSentSerializer, request)["settings"]
        # What is left out is as the event's edition has it.
        settings = read_settings(given, settings_of(edition_of(draft.scope)))
        preparing.change_settings(draft=draft, settings=settings, acting_user=acting(request))
        return preparation(draft)

    @extend_schema(
        summary="Split the entrants into divisions",
        parameters=[ID],
        request=DivisionsSentSerializer,
        responses=PreparationSerializer,
    )
    @action(detail=True, methods=["put"])
    def divisions(self, request: Request, id: str) -> Response:
        draft = access.directed_draft(request.user, id)
        split = [Division(**each) for each in read(DivisionsSentSerializer, request)["divisions"]]
        preparing.divide(draft=draft, divisions=split, acting_user=acting(request))
        return preparation(draft)

    @extend_schema(
        summary="Say that a team is imputed, or who drafts for it",
        description="A manager checks in in person; the rest is the director's.",
        parameters=[ID, NUMBER],
        request=EntrantSentSerializer,
        responses=PreparationSerializer,
    )
    @action(detail=True, methods=["put"], url_path="entrants/(?P<number>[0-9]{1,3})")
    def entrant(self, request: Request, id: str, number: str) -> Response:
        given = read(EntrantSentSerializer, request)
        himself = given.get("drafter") == DraftSeat.Drafter.MANAGER and "imputed" not in given
        seat = the_seat(request, id, int(number), own=himself)
        if "imputed" in given:
            seat = preparing.mark_imputed(
                seat=seat, imputed=given["imputed"], acting_user=acting(request)
            )
        if "drafter" in given:
            preparing.say_who_drafts(
                seat=seat, drafter=given["drafter"], acting_user=acting(request)
            )
        return preparation(seat.draft)

    @extend_schema(
        summary="Put out who is not there",
        parameters=[ID, NUMBER],
        responses={204: None},
    )
    @entrant.mapping.delete
    def put_out(self, request: Request, id: str, number: str) -> Response:
        seat = the_seat(request, id, int(number), own=False)
        preparing.put_out(seat=seat, acting_user=acting(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Roll for the order in which slots are chosen",
        parameters=[ID],
        request=RollSentSerializer,
        responses={201: PreparationSerializer},
    )
    @action(detail=True, methods=["post"])
    def rolls(self, request: Request, id: str) -> Response:
        given = read(RollSentSerializer, request)
        if "entrant" not in given:
            draft = access.directed_draft(request.user, id)
            choosing_slots.roll_for_everybody(draft=draft, acting_user=acting(request))
            return preparation(draft, status.HTTP_201_CREATED)
        faces = given.get("faces")
        # What fell at the table is typed in by a director.
        seat = the_seat(request, id, given["entrant"], own=faces is None)
        choosing_slots.roll(seat=seat, faces=faces, acting_user=acting(request))
        return preparation(seat.draft, status.HTTP_201_CREATED)

    @extend_schema(
        summary="Choose a slot in your turn",
        parameters=[ID],
        request=SlotChosenSerializer,
        responses={201: PreparationSerializer},
    )
    @action(detail=True, methods=["post"])
    def slots(self, request: Request, id: str) -> Response:
        given = read(SlotChosenSerializer, request)
        seat = the_seat(request, id, given["entrant"])
        choosing_slots.choose_slot(
            seat=seat,
            place=Place(given["division"], given["slot"]),
            note=given["note"],
            acting_user=acting(request),
        )
        return preparation(seat.draft, status.HTTP_201_CREATED)

    @extend_schema(
        summary="Give the earliest slot to whose choice it is and cannot be reached",
        parameters=[ID],
        request=EarliestSentSerializer,
        responses={201: PreparationSerializer},
    )
    @action(detail=True, methods=["post"], url_path="slots/earliest")
    def earliest(self, request: Request, id: str) -> Response:
        draft = access.directed_draft(request.user, id)
        everybody = read(EarliestSentSerializer, request)["everybody"]
        give = choosing_slots.give_earliest_to_all if everybody else choosing_slots.give_earliest
        give(draft=draft, acting_user=acting(request))
        return preparation(draft, status.HTTP_201_CREATED)

    @extend_schema(
        summary="Draw the slots of imputed teams",
        parameters=[ID],
        request=None,
        responses={201: PreparationSerializer},
    )
    @action(detail=True, methods=["post"], url_path="slots/draw")
    def draw(self, request: Request, id: str) -> Response:
        draft = access.directed_draft(request.user, id)
        choosing_slots.draw_slots(draft=draft, acting_user=acting(request))
        return preparation(draft, status.HTTP_201_CREATED)

    @extend_schema(
        summary="Open the draft: the first turn of every division begins",
        parameters=[ID],
        request=None,
        responses=PreparationSerializer,
    )
    @action(detail=True, methods=["post"])
    def open(self, request: Request, id: str) -> Response:
        draft = access.directed_draft(request.user, id)
        preparing.open_draft(draft=draft, acting_user=acting(request), now=timezone.now())
        return preparation(draft)

    @extend_schema(
        summary="End the draft: every club gets its squad",
        parameters=[ID],
        request=None,
        responses=PreparationSerializer,
    )
    @action(detail=True, methods=["post"])
    def finish(self, request: Request, id: str) -> Response:
        draft = access.directed_draft(request.user, id)
        finishing.finish_draft(draft=draft, acting_user=acting(request), now=timezone.now())
        return preparation(draft)

    @extend_schema(
        summary="Take a draft back that has not been opened",
        parameters=[ID],
        responses={204: None},
    )
    def destroy(self, request: Request, id: str) -> Response:
        draft = access.directed_draft(request.user, id)
        preparing.take_back_draft(draft=draft, acting_user=acting(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
