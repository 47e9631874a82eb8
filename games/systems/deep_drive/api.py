"""Deep Drive's charts for API clients."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import BaseRouter

from config.people.scopes import is_staff
from config.rest import PK, MostItems, ThinViewSet, acting, of_path, read
from games.systems.deep_drive.charts import services
from games.systems.deep_drive.charts.forms import LARGEST
from games.systems.deep_drive.charts.selectors import listed, the_charts
from games.systems.deep_drive.models import ChartSet
from games.systems.deep_drive.text.chart_files import FILES, whole_rows
from games.systems.deep_drive.text.chart_texts import rows_of_json, stored_rows
from rosters.access import may_make_cards


class ListedChartsSerializer(serializers.ModelSerializer[ChartSet]):
    class Meta:
        model = ChartSet
        fields = read_only_fields = ("id", "name", "entered_at", "house_since")


class WholeChartsSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(help_text="What an event names them by; 0 are ours.")
    name = serializers.CharField()
    own = serializers.ListField(
        child=serializers.CharField(), help_text="The charts that are not ours."
    )
    charts = serializers.DictField(help_text="Every chart's rows, by column.")


class ChartsSentSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=services.LONGEST_NAME)
    charts = serializers.DictField(
        validators=[MostItems(len(FILES) + 1)],
        help_text="Rows by chart, as they are had here; those left out stay ours.",
    )


@extend_schema(tags=["deep-drive"])
class ChartsViewSet(ThinViewSet):
    """Charts by which Deep Drive is played."""

    serializer_class = WholeChartsSerializer
    lookup_field = "id"
    lookup_value_regex = PK
    largest_body = LARGEST

    @extend_schema(
        summary="Your charts and the house's", responses=ListedChartsSerializer(many=True)
    )
    def list(self, request: Request) -> Response:
        return self.page(listed(request.user), ListedChartsSerializer)

    @extend_schema(
        summary="Lay down charts of your own",
        description="For directors. Refused with file, row and column of every gap and overlap.",
        request=ChartsSentSerializer,
        responses={201: WholeChartsSerializer},
    )
    def create(self, request: Request) -> Response:
        if not may_make_cards(request.user):
            raise PermissionDenied("Charts are laid down by directors.")
        sent = read(ChartsSentSerializer, request)
        made = services.enter_charts(
            name=sent["name"],
            rows=stored_rows(rows_of_json(sent["charts"])),
            acting_user=acting(request),
        )
        return Response(_whole(made), status=status.HTTP_201_CREATED)

    @extend_schema(
        summary="Charts by their number; 0 are ours",
        parameters=[of_path("id")],
        responses=WholeChartsSerializer,
    )
    def retrieve(self, request: Request, id: str) -> Response:
        return Response(_whole(the_charts(request.user, int(id))))

    @extend_schema(
        summary="Make charts the house's",
        description="For staff. Events in play keep those that they began with.",
        parameters=[of_path("id")],
        request=None,
        responses=WholeChartsSerializer,
    )
    @action(detail=True, methods=["post"])
    def house(self, request: Request, id: str) -> Response:
        user = acting(request)
        found = the_charts(user, int(id))
        if not is_staff(user):
            raise PermissionDenied("The house's charts are its staff's to choose.")
        if found is None:
            raise Http404("The house's own charts are the house's already.")
        services.make_the_houses(charts=found, acting_user=user)
        return self.retrieve(request, id)


def _whole(found: ChartSet | None) -> dict[str, Any]:
    own = found.rows if found is not None else {}
    return {
        "id": found.pk if found is not None else 0,
        "name": found.name if found is not None else "Ours",
        "own": sorted(own),
        "charts": whole_rows(own),
    }


def register(router: BaseRouter) -> None:
    """Hang charts on the API's router."""
    router.register("deep-drive-charts", ChartsViewSet, basename="deep-drive-charts")
