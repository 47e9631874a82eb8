"""What the front page tells: the latest results, and what waits for oneself."""

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import ThinViewSet
from tournaments.api.schemas.schedule import NewsSerializer, meeting_of
from tournaments.selectors.home import News, latest_results, waiting_for


@extend_schema(tags=["news"])
class LatestViewSet(ThinViewSet):
    serializer_class = NewsSerializer
    pagination_class = None

    @extend_schema(
        summary="The series completed last in what you may see",
        responses=NewsSerializer(many=True),
    )
    def list(self, request: Request) -> Response:
        return _news(latest_results(request.user))


@extend_schema(tags=["news"])
class WaitingViewSet(ThinViewSet):
    serializer_class = NewsSerializer
    permission_classes = [IsAuthenticated]
    pagination_class = None

    @extend_schema(
        summary="The next series of each club you act for", responses=NewsSerializer(many=True)
    )
    def list(self, request: Request) -> Response:
        return _news(waiting_for(request.user))


def _news(news: list[News]) -> Response:
    return Response(
        [{"tournament": one.tournament.slug, "meeting": meeting_of(one.meeting)} for one in news]
    )
