"""An event to be taken home, for API clients: its whole book, and its season as event files."""

from django.http import FileResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from config.jobs.api import JobSerializer
from config.rest import acting, of_path
from tournaments.api.club_page import ClubPages
from tournaments.book.packed import BOOK, EVENT_FILES, archive, queue_archive
from tournaments.selectors.access import visible_tournament

SLUG = of_path("slug", str)

LARGE = (
    "Large ones are made by a job: ask for it with POST, look at the job until it is done, and GET "
    "what was made last; 409 `archive-not-made` before that."
)


class Archives(ClubPages):
    """The part of a tournament's resource that is zips."""

    @extend_schema(
        summary="The whole book as one zip: tables as CSV and JSON, lines by game, a manifest",
        description=LARGE,
        parameters=[SLUG],
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
    )
    @action(
        detail=True,
        url_path="book",
        pagination_class=None,
        filter_backends=[],
        permission_classes=[IsAuthenticated],
    )
    def book(self, request: Request, slug: str) -> FileResponse:
        packed = archive(visible_tournament(request.user, slug), BOOK)
        return FileResponse(packed, as_attachment=True, filename=f"{slug}-book.zip")

    @extend_schema(
        summary="Have a large book packed as things stand, as a job",
        parameters=[SLUG],
        request=None,
        responses={202: JobSerializer},
    )
    @book.mapping.post
    def pack_book(self, request: Request, slug: str) -> Response:
        return _queued(request, slug, BOOK)

    @extend_schema(
        summary="The whole season as Retrosheet event files in one zip",
        description=LARGE,
        parameters=[SLUG],
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
    )
    @action(
        detail=True,
        url_path="event-files",
        pagination_class=None,
        filter_backends=[],
        permission_classes=[IsAuthenticated],
    )
    def event_files(self, request: Request, slug: str) -> FileResponse:
        packed = archive(visible_tournament(request.user, slug), EVENT_FILES)
        return FileResponse(packed, as_attachment=True, filename=f"{slug}-retrosheet.zip")

    @extend_schema(
        summary="Have many event files packed as things stand, as a job",
        parameters=[SLUG],
        request=None,
        responses={202: JobSerializer},
    )
    @event_files.mapping.post
    def pack_event_files(self, request: Request, slug: str) -> Response:
        return _queued(request, slug, EVENT_FILES)


def _queued(request: Request, slug: str, kind: str) -> Response:
    tournament = visible_tournament(request.user, slug)
    job = queue_archive(tournament=tournament, kind=kind, acting_user=acting(request))
    return Response(JobSerializer(job).data, status=status.HTTP_202_ACCEPTED)
