"""The book of an event, and its season as event files, to be taken home."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from config.refusals import Refused
from tournaments.book.archive import book_archive, event_files
from tournaments.selectors.access import visible_tournament


@login_required
@require_safe
def book(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The whole book as one zip."""
    tournament = visible_tournament(request.user, slug)
    return FileResponse(book_archive(tournament), as_attachment=True, filename=f"{slug}-book.zip")


@login_required
@require_safe
def retrosheet(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The whole season as Retrosheet event files in one zip."""
    tournament = visible_tournament(request.user, slug)
    try:
        packed = event_files(tournament)
    except Refused as refused:
        messages.error(request, refused.refusals[0].message)
        answer: HttpResponse = redirect("tournaments:reports", slug)
        return answer
    return FileResponse(packed, as_attachment=True, filename=f"{slug}-retrosheet.zip")
