"""What directors do with card sets: have one made, bring one in a file, take one out again."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.bodies import takes
from config.downloads import csv_file
from config.jobs.models import Job
from config.people.models import User
from config.refusals import Refused
from rosters.access import may_delete_cards, may_make_cards
from rosters.forms.card_sets import LARGEST_UPLOAD, MakeForm, UploadForm, systems
from rosters.makers.base import COMMON_COLUMNS, maker, makers
from rosters.makers.files import write_csv, write_json
from rosters.selectors.card_sets import rows_of, the_card_set
from rosters.services.card_set_jobs import ENTER, MAKE, queue_card_file, queue_card_set
from rosters.services.card_sets import delete_card_set
from rosters.views.sources import DATA_TERMS

SHOWN_JOBS = 5


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def make(request: HttpRequest) -> HttpResponse:
    """Have a set made of seasons; the page then shows how far the work is."""
    user = _maker(request)
    form = MakeForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        given = form.cleaned_data
        try:
            job = queue_card_set(
                name=given["name"],
                system_key=given["system"],
                source_key=given["source"],
                years=given["years"],
                settings=form.settings(),
                acting_user=user,
            )
        except Refused as refused:
            form.refuse(refused.refusals)
        else:
            messages.success(request, job.announcement)
            return redirect("rosters:card-sets-new")
    context = {
        "form": form,
        **_jobs(MAKE, user),
        "crumbs": _crumbs("Make a set"),
    }
    return render(request, "rosters/make_cards.html", context, status=422 if form.errors else 200)


@takes(LARGEST_UPLOAD)
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """Bring a file of cards; the page then shows how far it is read, and by line and column what is
    wrong with it."""
    user = _maker(request)
    form = UploadForm(request.POST, request.FILES) if request.method == "POST" else UploadForm()
    if form.is_bound and form.is_valid():
        given = form.cleaned_data
        try:
            job = queue_card_file(
                name=given["name"],
                system_key=given["system"],
                data=given["file"].read(),
                acting_user=user,
            )
        except Refused as refused:
            form.refuse(refused.refusals)
        else:
            messages.success(request, job.announcement)
            return redirect("rosters:card-sets-upload")
    context = {
        "form": form,
        **_jobs(ENTER, user),
        "formats": [
            (name, ",".join((*COMMON_COLUMNS, *makers()[key].columns))) for key, name in systems()
        ],
        "crumbs": _crumbs("Upload a set"),
    }
    return render(request, "rosters/upload_cards.html", context, status=422 if form.errors else 200)


@require_safe
def export(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """A set as a file that can be uploaded again."""
    card_set = the_card_set(slug)
    rows = rows_of(card_set)
    if form != "json":
        written = write_csv(rows, maker(card_set.system_key))
        return csv_file(written, slug, Link=DATA_TERMS)
    answer = HttpResponse(write_json(rows), content_type="application/json; charset=utf-8")
    answer["Link"] = DATA_TERMS
    answer["Content-Disposition"] = f'attachment; filename="{slug}.{form}"'
    return answer


@require_POST
@login_required
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a set out that nothing uses."""
    card_set = the_card_set(slug)
    if not may_delete_cards(request.user, card_set):
        raise Http404("No such card set of yours.")
    try:
        delete_card_set(card_set=card_set, acting_user=cast(User, request.user))
    except Refused as refused:
        messages.error(request, str(refused.refusals[0].message))
        return redirect("rosters:pool", slug)
    messages.success(request, f"{card_set} is gone.")
    return redirect("rosters:card-sets")


def _jobs(kind: str, user: User) -> dict[str, Any]:
    """The visitor's latest jobs of a kind, and the topics that tell how far they are."""
    jobs = Job.objects.filter(kind=kind, created_by=user).order_by("-created_at")[:SHOWN_JOBS]
    return {
        "jobs": jobs,
        "topics": " ".join(f"job:{job.pk}" for job in jobs if job.is_live),
    }


def _maker(request: HttpRequest) -> User:
    """Who makes cards here; to anybody else there is no such page."""
    if not may_make_cards(request.user):
        raise Http404("This page is for directors.")
    return cast(User, request.user)


def _crumbs(title: str) -> list[tuple[str, str]]:
    return [("Home", reverse("home")), ("Cards", reverse("rosters:card-sets")), (title, "")]
