"""Series for API clients."""

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import PK, ThinViewSet, acting, of_path
from games.access import may_direct
from games.api.schemas import WholeSeriesSerializer
from games.selectors import visible_series
from games.services.playing import play_series


@extend_schema(tags=["series"], parameters=[of_path("id")])
class SeriesViewSet(ThinViewSet):
    serializer_class = WholeSeriesSerializer
    lookup_field = "id"
    lookup_value_regex = PK

    @extend_schema(summary="A series with its games", responses=WholeSeriesSerializer)
    def retrieve(self, request: Request, id: str) -> Response:
        return Response(WholeSeriesSerializer(visible_series(request.user, int(id))).data)

    @extend_schema(
        summary="Simulate what nobody has played",
        request=None,
        responses=WholeSeriesSerializer,
    )
    @action(detail=True, methods=["post"])
    def simulate(self, request: Request, id: str) -> Response:
        series = visible_series(request.user, int(id))
        if not may_direct(request.user, series):
            raise PermissionDenied("Only a director has games simulated.")
        play_series(series_ids=[series.pk], acting_user=acting(request))
        return Response(WholeSeriesSerializer(visible_series(request.user, series.pk)).data)
