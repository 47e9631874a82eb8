"""What is over, for API clients: the archive of events, and the all-time records of managers."""

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from config.rest import PK, PagesByKey, ThinViewSet, of_path
from tournaments.api.schemas.reports import (
    ArchivedEventSerializer,
    ManagerEventSerializer,
    ManagerRecordSerializer,
    OpponentSerializer,
)
from tournaments.models import EventRecord, ManagerRecord
from tournaments.selectors.records import all_time, archived, finishes_of, opponents_of

MANAGER = of_path("id")


@extend_schema(tags=["records"])
class ArchiveViewSet(ThinViewSet):
    queryset = EventRecord.objects.none()
    serializer_class = ArchivedEventSerializer
    pagination_class = PagesByKey

    @extend_schema(
        summary="The events that are over, the last first",
        responses=ArchivedEventSerializer(many=True),
    )
    def list(self, request: Request) -> Response:
        return self.page(archived(request.user), ArchivedEventSerializer)


@extend_schema(tags=["records"])
class ManagerViewSet(ThinViewSet):
    queryset = ManagerRecord.objects.none()
    serializer_class = ManagerRecordSerializer
    pagination_class = PagesByKey
    lookup_field = "id"
    lookup_value_regex = PK

    @extend_schema(
        summary="Managers with their record in all events, most titles first",
        responses=ManagerRecordSerializer(many=True),
    )
    def list(self, request: Request) -> Response:
        return self.page(all_time(), ManagerRecordSerializer)

    @extend_schema(
        summary="A manager's record in all events",
        parameters=[MANAGER],
        responses=ManagerRecordSerializer,
    )
    def retrieve(self, request: Request, id: str) -> Response:
        return Response(ManagerRecordSerializer(_record(id)).data)

    @extend_schema(
        summary="A manager's events that are over, the last first",
        parameters=[MANAGER],
        responses=ManagerEventSerializer(many=True),
    )
    @action(detail=True)
    def events(self, request: Request, id: str) -> Response:
        return self.page(finishes_of(_record(id).user), ManagerEventSerializer)

    @extend_schema(
        summary="How a manager fared against others, met most often first",
        parameters=[MANAGER],
        responses=OpponentSerializer(many=True),
    )
    @action(detail=True)
    def opponents(self, request: Request, id: str) -> Response:
        return self.page(opponents_of(_record(id).user), OpponentSerializer)


def _record(id: str) -> ManagerRecord:
    found = ManagerRecord.objects.select_related("user").filter(pk=id).first()
    if found is None:
        raise Http404("No such manager.")
    return found
