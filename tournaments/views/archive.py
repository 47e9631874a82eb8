"""The book of an event, and its season as event files, to be taken home."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from config.people.models import User
from config.refusals import Refused
from tournaments.book.packed import AT_ONCE, BOOK, EVENT_FILES, archive, queue_archive
from tournaments.selectors.access import visible_tournament

FILES = {BOOK: "book", EVENT_FILES: "retrosheet"}


@login_required
@require_safe
def book(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The whole book as one zip."""
    return _given(request, slug, BOOK)


@login_required
@require_safe
def retrosheet(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The whole season as Retrosheet event files in one zip."""
    return _given(request, slug, EVENT_FILES)


@login_required
@require_POST
def pack(request: HttpRequest, slug: str) -> HttpResponse:
    """Have a large archive made by a job."""
    tournament = visible_tournament(request.user, slug)
    kind = request.POST.get("archive", "")
    if kind not in AT_ONCE:
        messages.error(request, "There is no such archive.")
        return redirect("tournaments:reports", slug)
    try:
        job = queue_archive(tournament=tournament, kind=kind, acting_user=cast(User, request.user))
    except Refused as refused:
        messages.error(request, refused.refusals[0].message)
    else:
        messages.success(request, job.announcement)
    return redirect("tournaments:reports", slug)


def _given(request: HttpRequest, slug: str, kind: str) -> HttpResponseBase:
    tournament = visible_tournament(request.user, slug)
    try:
        packed = archive(tournament, kind)
    except Refused as refused:
        messages.error(request, refused.refusals[0].message)
        answer: HttpResponse = redirect("tournaments:reports", slug)
        return answer
    return FileResponse(packed, as_attachment=True, filename=f"{slug}-{FILES[kind]}.zip")
