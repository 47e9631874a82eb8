"""Series for API clients."""

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from config.refusals import Refusal, Refused
from config.rest import PK, ThinViewSet, acting, of_path, read
from games.access import may_direct, may_score
from games.api.schemas import (
    AllowHouseSerializer,
    HouseAllowedSerializer,
    WholeSeriesSerializer,
)
from games.models import Series
from games.selectors import visible_series
from games.services.going_on import allow_house
from games.services.playing import play_series
from games.standing_orders import house_allowed


@extend_schema(tags=["series"], parameters=[of_path("id")])
class SeriesViewSet(ThinViewSet):
    serializer_class = WholeSeriesSerializer
    lookup_field = "id"
    lookup_value_regex = PK

    @extend_schema(summary="A series with its games", responses=WholeSeriesSerializer)
    def retrieve(self, request: Request, id: str) -> Response:
        return Response(WholeSeriesSerializer(visible_series(request.user, int(id))).data)

    @extend_schema(
        summary="Simulate the games not played yet",
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

    @extend_schema(
        summary="For which clubs the house may manage while their people are away",
        responses=HouseAllowedSerializer,
    )
    @action(detail=True, url_path="house")
    def house(self, request: Request, id: str) -> Response:
        return self._house(visible_series(request.user, int(id)))

    @extend_schema(
        summary="Say whether the house may manage for one's club in this event",
        request=AllowHouseSerializer,
        responses=HouseAllowedSerializer,
    )
    @house.mapping.put
    def allow_house(self, request: Request, id: str) -> Response:
        series = visible_series(request.user, int(id))
        if not may_score(request.user, series):
            raise PermissionDenied("Only people of the two clubs say that, each for their own.")
        values = read(AllowHouseSerializer, request)
        sides = series.sides(1)
        if values["team"] not in sides:
            raise Refused(Refusal("no-such-club", "That club does not play in it.", "team"))
        allow_house(
            series=series,
            number=1,
            side=sides.index(values["team"]),
            allowed=values["allowed"],
            acting_user=acting(request),
        )
        return self._house(series)

    def _house(self, series: Series) -> Response:
        return Response(HouseAllowedSerializer({"allowed": sorted(house_allowed(series))}).data)
