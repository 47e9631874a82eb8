"""The announcement of an event for API clients: who comes, signing up, and checking in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from config.moments import MomentSentField
from config.rest import (
    LARGEST_NUMBER,
    PK,
    ThinViewSet,
    Values,
    WholeNumberField,
    acting,
    of_path,
    read,
)
from config.senders import sender_of
from tournaments.day import sign_ups
from tournaments.day.landing import landing_of
from tournaments.day.models import MOST_OFFER_HOURS, Announcement, SignUp
from tournaments.models import Tournament
from tournaments.permissions import may_direct
from tournaments.selectors.access import directed_tournament, visible_tournament

SLUG = of_path("slug", str)
PERSON = [SLUG, of_path("person")]
_KEY = "[0-9a-f]{32}"


class AnnouncedSerializer(serializers.ModelSerializer[Announcement]):
    """What an event says of itself."""

    places = serializers.IntegerField(
        allow_null=True,
        required=False,
        default=None,
        min_value=0,
        max_value=32767,
        help_text="Null: as many as come.",
    )
    offer_hours = serializers.IntegerField(
        required=False,
        default=48,
        min_value=1,
        max_value=MOST_OFFER_HOURS,
        help_text="How long a place that is offered is held.",
    )
    closes_at = MomentSentField(
        allow_null=True, required=False, default=None, help_text="Null: until it is closed."
    )

    class Meta:
        model = Announcement
        fields: tuple[str, ...] = (
            *("is_open", "place", "map_url", "hours", "fee", "run_by", "contact"),
            *("about", "places", "offer_hours", "closes_at"),
        )
        extra_kwargs = {
            name: {"default": ""}
            for name in ("place", "map_url", "hours", "fee", "run_by", "contact", "about")
        } | {"is_open": {"default": False}}


class AnnouncementSerializer(AnnouncedSerializer):
    closed_because = serializers.CharField(help_text="Why sign-up is closed; empty: it is open.")
    coming = serializers.IntegerField(help_text="How many have a place.")
    offered = serializers.IntegerField(help_text="How many are offered a place.")
    waiting = serializers.IntegerField()

    class Meta(AnnouncedSerializer.Meta):
        fields = (
            *AnnouncedSerializer.Meta.fields,
            "closed_because",
            "coming",
            "offered",
            "waiting",
        )


class SignUpSentSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=80)
    town = serializers.CharField(max_length=80, allow_blank=True, default="")
    club = serializers.CharField(max_length=60, allow_blank=True, default="")
    partner = serializers.CharField(
        max_length=80, allow_blank=True, default="", help_text="Who shares the club."
    )
    email = serializers.EmailField(max_length=254, help_text="A link to confirm is sent there.")


class SignUpTakenSerializer(serializers.Serializer[Any]):
    email = serializers.EmailField(help_text="Where the link to confirm was sent.")


class OnTheListSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    town = serializers.CharField()
    club = serializers.CharField()
    partner = serializers.CharField()
    state = serializers.ChoiceField(choices=SignUp.State.choices)
    email = serializers.CharField(help_text="Empty for users who do not direct the event.")
    here_at = serializers.DateTimeField(
        allow_null=True,
        help_text="Time of the check-in; null, too, for users who do not direct it.",
    )
    offered_until = serializers.DateTimeField(
        allow_null=True,
        help_text="Until when an offered place is held; null, too, for users who do not direct it.",
    )
    one_address = serializers.CharField(
        default="",
        help_text="For directors: others who signed up from the same address and may be the same "
        "person. Empty: none.",
    )


class PlaceInLineSerializer(serializers.Serializer[Any]):
    place = WholeNumberField(min_value=1, max_value=LARGEST_NUMBER, help_text="From 1.")


class PeopleSheetSerializer(serializers.Serializer[Any]):
    people = serializers.CharField(
        max_length=sign_ups.LONGEST_SHEET,
        help_text="A line each: name, town, club, e-mail, partner, with commas, semicolons or "
        "tabs; or the columns that the first line names. They need not confirm.",
    )


class PeopleCountSerializer(serializers.Serializer[Any]):
    count = serializers.IntegerField()


class PeopleOfListSerializer(PeopleCountSerializer):
    columns = serializers.ListField(
        child=serializers.CharField(), help_text="What the list was read as."
    )


class IsHereSerializer(serializers.Serializer[Any]):
    here = serializers.BooleanField()


class DoorSerializer(serializers.Serializer[Any]):
    key = serializers.CharField(help_text="Of the address `here/<key>/`, also on the poster.")


class OwnSignUpSerializer(serializers.Serializer[Any]):
    tournament = serializers.CharField(help_text="Its name.")
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=SignUp.State.choices)
    waits_at = serializers.IntegerField(help_text="The place on the waiting list; 0: on none.")
    offered_until = serializers.DateTimeField(
        allow_null=True, help_text="Until when an offered place is held."
    )


class AtTheDoorSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField()
    here = serializers.BooleanField()


class AtTheDoorSentSerializer(serializers.Serializer[Any]):
    person = WholeNumberField(min_value=1, max_value=LARGEST_NUMBER)


class NextStepSerializer(serializers.Serializer[Any]):
    told = serializers.CharField()
    url = serializers.CharField(allow_blank=True, help_text="Its page, where there is one.")


class LandingSerializer(serializers.Serializer[Any]):
    """What a participant who is here is told: the club, where and when it plays, what to do."""

    name = serializers.CharField()
    club = serializers.CharField(allow_blank=True, help_text="Empty: none is entered yet.")
    opponent = serializers.CharField(allow_blank=True, help_text="Empty: nobody to play now.")
    at_home = serializers.BooleanField()
    round = serializers.CharField(allow_blank=True)
    table = serializers.IntegerField(allow_null=True)
    begins = serializers.DateTimeField(allow_null=True, help_text="As the timetable expects it.")
    steps: Any = serializers.ListSerializer(child=NextStepSerializer())


class SignUpActions(ThinViewSet):
    """What a tournament's routes have of its announcement and its list of people."""

    @extend_schema(
        summary="What an event says of itself", parameters=[SLUG], responses=AnnouncementSerializer
    )
    @action(detail=True, filter_backends=[])
    def announcement(self, request: Request, slug: str) -> Response:
        """404 where nothing is announced."""
        return _announcement(announced(request, slug))

    @extend_schema(
        summary="Announce an event, or say it otherwise",
        parameters=[SLUG],
        request=AnnouncedSerializer,
        responses=AnnouncementSerializer,
    )
    @announcement.mapping.put
    def announce(self, request: Request, slug: str) -> Response:
        """What is left out is empty. With more places than before, they are offered to those who
        wait."""
        tournament = directed_tournament(request.user, slug)
        said = read(AnnouncedSerializer, request)
        sign_ups.announce(tournament=tournament, said=said, acting_user=acting(request))
        return _announcement(tournament)

    @extend_schema(
        summary="Who comes, who is offered a place, and who waits, in their order",
        parameters=[SLUG],
        responses=OnTheListSerializer(many=True),
    )
    @action(
        detail=True,
        url_path="sign-ups",
        url_name="sign-ups",
        pagination_class=None,
        filter_backends=[],
        permission_classes=[AllowAny],
    )
    def sign_ups(self, request: Request, slug: str) -> Response:
        tournament = announced(request, slug)
        directs = may_direct(request.user, tournament)
        return Response(_listed(sign_ups.on_the_list(tournament), directs=directs))

    @extend_schema(
        summary="Sign up for an event; there is no place before it is confirmed by the mailed link",
        parameters=[SLUG],
        request=SignUpSentSerializer,
        responses={202: SignUpTakenSerializer},
    )
    @sign_ups.mapping.post
    def sign_up(self, request: Request, slug: str) -> Response:
        """Needs no account. A person who is on the list already is only sent the link again."""
        tournament = visible_tournament(request.user, slug)
        told = sign_ups.Told(**read(SignUpSentSerializer, request))
        row = sign_ups.sign_up(tournament=tournament, told=told, sender=sender_of(request))
        # His key is for who reads his mail.
        return Response(SignUpTakenSerializer(row).data, status=status.HTTP_202_ACCEPTED)

    @extend_schema(
        summary="Put people on the list",
        parameters=[SLUG],
        request=PeopleSheetSerializer,
        responses=PeopleOfListSerializer,
    )
    @action(
        detail=True,
        methods=["post"],
        url_path="sign-ups/import",
        url_name="sign-ups-import",
        filter_backends=[],
    )
    def import_sign_ups(self, request: Request, slug: str) -> Response:
        """All or none."""
        put_on = sign_ups.import_list(
            tournament=directed_tournament(request.user, slug),
            text=read(PeopleSheetSerializer, request)["people"],
            acting_user=acting(request),
        )
        return Response({"count": put_on.count, "columns": put_on.columns})

    @extend_schema(
        summary="Enter a club for everybody who comes and has none",
        parameters=[SLUG],
        request=None,
        responses=PeopleCountSerializer,
    )
    @action(
        detail=True,
        methods=["post"],
        url_path="sign-ups/enter",
        url_name="sign-ups-enter",
        filter_backends=[],
    )
    def enter_sign_ups(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        count = sign_ups.enter_those_who_come(tournament=tournament, acting_user=acting(request))
        return Response({"count": count})

    @extend_schema(
        summary="Make the secret address for the room; an older one no longer works",
        parameters=[SLUG],
        request=None,
        responses=DoorSerializer,
    )
    @action(
        detail=True,
        methods=["post"],
        url_path="sign-ups/door",
        url_name="sign-ups-door",
        filter_backends=[],
    )
    def make_door(self, request: Request, slug: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        sign_ups.make_door(tournament=tournament, acting_user=acting(request))
        return Response({"key": sign_ups.announcement_of(tournament).door_key})

    @extend_schema(
        summary="Take a person off the list; the place is offered to the next",
        parameters=PERSON,
        responses={204: None},
    )
    @action(
        detail=True,
        methods=["delete"],
        url_path=f"sign-ups/(?P<person>{PK})",
        url_name="sign-up-off",
        filter_backends=[],
    )
    def take_off(self, request: Request, slug: str, person: str) -> Response:
        tournament = directed_tournament(request.user, slug)
        sign_ups.take_off(tournament=tournament, pk=int(person), acting_user=acting(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        summary="Say that somebody is here, or is not after all",
        parameters=PERSON,
        request=IsHereSerializer,
        responses=OnTheListSerializer,
    )
    @action(
        detail=True,
        methods=["put"],
        url_path=f"sign-ups/(?P<person>{PK})/here",
        url_name="sign-up-here",
        filter_backends=[],
    )
    def check_in(self, request: Request, slug: str, person: str) -> Response:
        row = sign_ups.check_in(
            tournament=directed_tournament(request.user, slug),
            pk=int(person),
            acting_user=acting(request),
            here=read(IsHereSerializer, request)["here"],
        )
        return _one(row)

    @extend_schema(
        summary="Offer a free place to a person who waits",
        parameters=PERSON,
        request=None,
        responses=OnTheListSerializer,
    )
    @action(
        detail=True,
        methods=["post"],
        url_path=f"sign-ups/(?P<person>{PK})/offer",
        url_name="sign-up-offer",
        filter_backends=[],
    )
    def offer_place(self, request: Request, slug: str, person: str) -> Response:
        """Whatever the order of the waiting list."""
        return _one(
            sign_ups.offer_place(
                tournament=directed_tournament(request.user, slug),
                pk=int(person),
                acting_user=acting(request),
            )
        )

    @extend_schema(
        summary="Put a person at a place of the waiting list",
        parameters=PERSON,
        request=PlaceInLineSerializer,
        responses=OnTheListSerializer(many=True),
    )
    @action(
        detail=True,
        methods=["put"],
        url_path=f"sign-ups/(?P<person>{PK})/place",
        url_name="sign-up-place",
        pagination_class=None,
        filter_backends=[],
    )
    def move_in_line(self, request: Request, slug: str, person: str) -> Response:
        """The answer is the list as it stands then."""
        tournament = directed_tournament(request.user, slug)
        sign_ups.move_in_line(
            tournament=tournament,
            pk=int(person),
            place=read(PlaceInLineSerializer, request)["place"],
            acting_user=acting(request),
        )
        return Response(_listed(sign_ups.on_the_list(tournament), directs=True))

    @extend_schema(
        summary="Say that all who signed up from a person's address are different people",
        parameters=PERSON,
        request=None,
        responses=OnTheListSerializer,
    )
    @action(
        detail=True,
        methods=["post"],
        url_path=f"sign-ups/(?P<person>{PK})/apart",
        url_name="sign-up-apart",
        filter_backends=[],
    )
    def tell_apart(self, request: Request, slug: str, person: str) -> Response:
        return _one(
            sign_ups.tell_apart(
                tournament=directed_tournament(request.user, slug),
                pk=int(person),
                acting_user=acting(request),
            )
        )


def _one(row: SignUp) -> Response:
    """A person of the list, for a director."""
    doubles = sign_ups.of_one_address(sign_ups.on_the_list(row.tournament))
    return Response({**OnTheListSerializer(row).data, "one_address": doubles.get(row.pk, "")})


def _listed(listed: Sequence[SignUp], *, directs: bool) -> list[Values]:
    """The list; addresses, times and doubts for directors alone."""
    doubles = sign_ups.of_one_address(listed) if directs else {}
    hidden = {} if directs else {"email": "", "here_at": None, "offered_until": None}
    return [
        {**OnTheListSerializer(row).data, "one_address": doubles.get(row.pk, ""), **hidden}
        for row in listed
    ]


@extend_schema(tags=["sign-ups"])
class OwnSignUpViewSet(ThinViewSet):
    """A sign-up, for the person who has the key that was mailed."""

    permission_classes = [AllowAny]
    lookup_field = "key"
    lookup_value_regex = _KEY

    @extend_schema(
        summary="How your sign-up stands",
        parameters=[of_path("key", str)],
        responses=OwnSignUpSerializer,
    )
    def retrieve(self, request: Request, key: str) -> Response:
        row = SignUp.objects.select_related("tournament").filter(key=key).first()
        if row is None:
            raise Http404("No such sign-up.")
        return _own(row)

    @extend_schema(
        summary="Confirm your sign-up",
        parameters=[of_path("key", str)],
        request=None,
        responses=OwnSignUpSerializer,
    )
    @action(detail=True, methods=["post"], filter_backends=[])
    def confirm(self, request: Request, key: str) -> Response:
        """You have a place, or wait for one."""
        return _own(sign_ups.confirm(key=key))

    @extend_schema(
        summary="Take the place that is offered to you",
        parameters=[of_path("key", str)],
        request=None,
        responses=OwnSignUpSerializer,
    )
    @action(detail=True, methods=["post"], filter_backends=[])
    def accept(self, request: Request, key: str) -> Response:
        """Until the offer runs out."""
        return _own(sign_ups.accept(key=key))

    @extend_schema(
        summary="Say that you do not come",
        parameters=[of_path("key", str)],
        request=None,
        responses=OwnSignUpSerializer,
    )
    @action(detail=True, methods=["post"], filter_backends=[])
    def withdraw(self, request: Request, key: str) -> Response:
        return _own(sign_ups.withdraw(key=key))


@extend_schema(tags=["sign-ups"])
class DoorViewSet(ThinViewSet):
    """Checking in, for anyone who has the address of the room."""

    permission_classes = [AllowAny]
    pagination_class = None
    lookup_field = "key"
    lookup_value_regex = _KEY

    @extend_schema(
        summary="Who is expected in the room, and who is here",
        parameters=[of_path("key", str)],
        responses=AtTheDoorSerializer(many=True),
    )
    def retrieve(self, request: Request, key: str) -> Response:
        return _at_the_door(_door(key))

    @extend_schema(
        summary="Say that you are here",
        parameters=[of_path("key", str)],
        request=AtTheDoorSentSerializer,
        responses=LandingSerializer,
    )
    @action(detail=True, methods=["post"], url_path="check-in", filter_backends=[])
    def check_in(self, request: Request, key: str) -> Response:
        """Said twice, the first time stands."""
        tournament = _door(key)
        person = read(AtTheDoorSentSerializer, request)["person"]
        row = sign_ups.check_in(tournament=tournament, pk=person, acting_user=None)
        found = landing_of(tournament, row, request.user, timezone.now())
        clubs = (found.club, found.opponent)
        club, opponent = (each.team.name if each is not None else "" for each in clubs)
        told = {**vars(found), "club": club, "opponent": opponent}
        return Response(LandingSerializer(told).data)


def announced(request: Request, slug: str) -> Tournament:
    """The event, where something is announced or the person who asks directs it; 404 otherwise."""
    tournament = visible_tournament(request.user, slug)
    found = sign_ups.announcement_of(tournament)
    if found.pk is None and not may_direct(request.user, tournament):
        raise Http404("Nothing is announced.")
    return tournament


def _announcement(tournament: Tournament) -> Response:
    found = sign_ups.announcement_of(tournament)
    listed = sign_ups.on_the_list(tournament)
    counted = {
        "closed_because": sign_ups.closed_because(found, timezone.now()),
        **{
            str(state): sum(row.state == state for row in listed)
            for state in (SignUp.State.COMING, SignUp.State.OFFERED, SignUp.State.WAITING)
        },
    }
    return Response({**AnnouncedSerializer(found).data, **counted})


def _own(row: SignUp) -> Response:
    found = {
        "tournament": row.tournament.name,
        "name": row.name,
        "state": row.state,
        "waits_at": sign_ups.place_in_line(row),
        "offered_until": row.offered_until,
    }
    return Response(OwnSignUpSerializer(found).data)


def _door(key: str) -> Tournament:
    found = Announcement.objects.select_related("tournament").filter(door_key=key).first()
    if found is None:
        raise Http404("No such door.")
    return found.tournament


def _at_the_door(tournament: Tournament) -> Response:
    rows = [
        {"id": row.pk, "name": row.name, "club": row.club, "here": row.here_at is not None}
        for row in sign_ups.on_the_list(tournament)
        if row.state == SignUp.State.COMING
    ]
    return Response(AtTheDoorSerializer(rows, many=True).data)
