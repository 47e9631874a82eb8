"""Ballparks for API clients."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import PK, ThinViewSet, WholeNumberField, acting, asked, of_path, read
from rosters.access import may_delete_park, may_design_parks
from rosters.forms.parks import LARGEST_FILE
from rosters.models import Ballpark
from rosters.park_files import read_parks
from rosters.presenters.parks import card_of
from rosters.rules.parks import LARGEST, NUMBERS, ParkNumbers
from rosters.selectors.parks import ParkView, clubs_at_home, parks, the_park
from rosters.services.parks import LONGEST_NAME, Design, delete_park, design_park, design_parks


class ParkSerializer(serializers.ModelSerializer[Ballpark]):
    source: Any = serializers.SlugRelatedField(
        slug_field="key", read_only=True, allow_null=True, help_text="Null: somebody's own."
    )
    card = serializers.SerializerMethodField(
        help_text="The park card as the game that has park cards prints it; empty without one."
    )

    class Meta:
        model = Ballpark
        fields: tuple[str, ...] = (
            "id",
            "source",
            "year",
            "key",
            "name",
            "city",
            *NUMBERS,
            "card",
            "run_factor",
            "estimator",
        )
        read_only_fields = fields

    @extend_schema_field(serializers.CharField())
    def get_card(self, park: Ballpark) -> str:
        return card_of(park)


class HomeClubSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class WholeParkSerializer(ParkSerializer):
    clubs = serializers.SerializerMethodField(
        help_text="Who plays there at home, everywhere or in an event."
    )

    class Meta(ParkSerializer.Meta):
        fields = read_only_fields = (*ParkSerializer.Meta.fields, "clubs")

    @extend_schema_field(HomeClubSerializer(many=True))
    def get_clubs(self, park: Ballpark) -> Any:
        return HomeClubSerializer(clubs_at_home(self.context["request"].user, park), many=True).data


class ParksAskedSerializer(serializers.Serializer[Any]):
    q = serializers.CharField(
        required=False, max_length=60, help_text="Words that all occur in name or place."
    )
    list = serializers.CharField(
        required=False,
        max_length=60,
        help_text="A source's key and a year, as lahman-1986, or own.",
    )
    sort = serializers.CharField(
        required=False,
        default="name",
        max_length=40,
        help_text="name or a number's; after a minus highest first.",
    )


class DesignSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=LONGEST_NAME)
    city = serializers.CharField(max_length=LONGEST_NAME, default="", allow_blank=True)
    singles = WholeNumberField(
        help_text=f"Of a d20, 0 to {LARGEST}, for left- and right-handed batters (T0.02)."
    )
    home_runs = WholeNumberField(help_text="The same for home runs.")
    card = serializers.CharField(
        max_length=120,
        default="",
        allow_blank=True,
        help_text="A park card as it is printed; left out, one that fits the home runs.",
    )


class ParksFileSerializer(serializers.Serializer[Any]):
    file = serializers.FileField(help_text="CSV in UTF-8, UTF-16 or Windows-1252, .xlsx, or JSON.")


@extend_schema(tags=["ballparks"])
class ParkViewSet(ThinViewSet):
    serializer_class = ParkSerializer
    lookup_field = "id"
    lookup_value_regex = PK

    @extend_schema(
        summary="Ballparks of every list",
        parameters=[ParksAskedSerializer],
        responses=ParkSerializer(many=True),
    )
    def list(self, request: Request) -> Response:
        return self.page(parks(ParkView(**asked(ParksAskedSerializer, request))), ParkSerializer)

    @extend_schema(
        summary="A ballpark and who plays there",
        parameters=[of_path("id")],
        responses=WholeParkSerializer,
    )
    def retrieve(self, request: Request, id: str) -> Response:
        context = self.get_serializer_context()
        return Response(WholeParkSerializer(the_park(id), context=context).data)

    @extend_schema(
        summary="Describe a park of your own",
        description="For directors and managers; the same for either hand (T0.02).",
        request=DesignSerializer,
        responses={201: ParkSerializer},
    )
    def create(self, request: Request) -> Response:
        if not may_design_parks(request.user):
            raise PermissionDenied("Parks are described by directors and managers.")
        given = read(DesignSerializer, request)
        singles, home_runs = given.pop("singles"), given.pop("home_runs")
        design = Design(numbers=ParkNumbers(singles, singles, home_runs, home_runs), **given)
        made = design_park(design=design, acting_user=acting(request))
        return Response(ParkSerializer(made).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Bring parks of your own in a file",
        description="CSV or JSON, a park a row with its card; all of them or none. "
        "Refused with row and column. "
        "Those that are there already as the file has them are not made again.",
        request={"multipart/form-data": ParksFileSerializer},
        responses={201: ParkSerializer(many=True)},
    )
    @action(
        detail=False,
        methods=["post"],
        parser_classes=[MultiPartParser],
        largest_body=LARGEST_FILE,
        pagination_class=None,
    )
    def upload(self, request: Request) -> Response:
        if not may_design_parks(request.user):
            raise PermissionDenied("Parks are described by directors and managers.")
        given = read(ParksFileSerializer, request)
        made = design_parks(rows=read_parks(given["file"].read()), acting_user=acting(request))
        return Response(ParkSerializer(made.parks, many=True).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Take out a park of your own where nobody plays",
        parameters=[of_path("id")],
        responses={204: None},
    )
    def destroy(self, request: Request, id: str) -> Response:
        park = the_park(id)
        if not may_delete_park(request.user, park):
            raise PermissionDenied("Only who described a park may take it out.")
        delete_park(park=park, acting_user=acting(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
