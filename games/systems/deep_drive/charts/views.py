"""The pages of charts: which there are, one set of them, its files."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from config.bodies import takes
from config.people.models import User
from config.people.scopes import is_staff
from config.refusals import Refusal, Refused
from config.spreadsheets import read_as
from games.systems.deep_drive.charts import services
from games.systems.deep_drive.charts.forms import LARGEST, ChartsForm
from games.systems.deep_drive.charts.selectors import listed, number_of_the_house, the_charts
from games.systems.deep_drive.models import ChartSet
from games.systems.deep_drive.text.chart_files import FILES, whole_rows
from games.systems.deep_drive.text.chart_texts import rows_of_files, write_csv
from rosters.access import may_make_cards

LARGEST_BODY = LARGEST + 64 * 1024


@takes(LARGEST_BODY)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def index(request: HttpRequest) -> HttpResponse:
    """One's own charts and the house's; directors lay down others."""
    may = may_make_cards(request.user)
    if request.method == "POST" and not may:
        raise Http404("This is for those who direct events.")
    posted = request.method == "POST"
    form = ChartsForm(request.POST, request.FILES) if posted else ChartsForm()
    refusals: tuple[Refusal, ...] = ()
    if form.is_bound and form.is_valid():
        try:
            found = services.enter_charts(
                name=form.cleaned_data["name"],
                rows=rows_of_files(form.cleaned_data["uploads"]),
                acting_user=cast(User, request.user),
            )
        except Refused as refused:
            refusals = refused.refusals
        else:
            how = "".join(read_as(data, name) for name, data in form.cleaned_data["uploads"])
            messages.success(
                request, f"{found} are number {found.pk}: an event’s options name them so.{how}"
            )
            return redirect(found)
    context = {
        "form": form if may else None,
        "refusals": refusals,
        "sets": listed(request.user),
        "house": number_of_the_house(),
        "crumbs": [("Home", reverse("home")), ("Deep Drive charts", "")],
    }
    status = 422 if form.errors or refusals else 200
    return render(request, "deep_drive/charts/index.html", context, status=status)


@require_safe
def charts(request: HttpRequest, number: int) -> HttpResponse:
    """A set, chart by chart, to look up and to print."""
    found = the_charts(request.user, number)
    context = {
        **chart_tables(found),
        "house": number_of_the_house(),
        "may_make_house": bool(found) and is_staff(request.user),
        "crumbs": [
            ("Home", reverse("home")),
            ("Deep Drive charts", reverse("deep-drive:all-charts")),
            (str(found or "Ours"), ""),
        ],
    }
    return render(request, "deep_drive/charts/charts.html", context)


def chart_tables(found: ChartSet | None) -> dict[str, Any]:
    """What a template shows of charts."""
    own = found.rows if found is not None else {}
    return {
        "set": found,
        "number": found.pk if found is not None else 0,
        "tables": [
            (FILES[name], [list(row.values()) for row in rows], name in own)
            for name, rows in whole_rows(own).items()
        ],
    }


@require_safe
def files(request: HttpRequest, number: int, kind: str) -> HttpResponse:
    """All charts of a set: CSV files in a zip, or one JSON file."""
    if kind not in ("json", "zip"):
        raise Http404("No such file.")
    found = the_charts(request.user, number)
    rows = whole_rows(found.rows if found is not None else {})
    if kind == "json":
        data: bytes = json.dumps(rows, indent=1, ensure_ascii=False).encode()
        content_type = "application/json"
    else:
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, each in rows.items():
                packed.writestr(FILES[name].file, write_csv(name, each))
        data, content_type = stream.getvalue(), "application/zip"
    return _download(data, content_type, f"deep-drive-charts-{number}.{kind}")


@require_safe
def file(request: HttpRequest, number: int, name: str) -> HttpResponse:
    """One chart of a set as CSV."""
    if name not in FILES:
        raise Http404("No such chart.")
    found = the_charts(request.user, number)
    rows = whole_rows(found.rows if found is not None else {})
    data = write_csv(name, rows[name]).encode()
    return _download(data, "text/csv; charset=utf-8", FILES[name].file)


def _download(data: bytes, content_type: str, name: str) -> HttpResponse:
    answer = HttpResponse(data, content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@login_required
@require_POST
def make_the_houses(request: HttpRequest, number: int) -> HttpResponse:
    """Events that begin from now on are played by these; for staff."""
    user = cast(User, request.user)
    found = the_charts(user, number)
    if found is None or not is_staff(user):
        raise Http404("No such charts.")
    services.make_the_houses(charts=found, acting_user=user)
    messages.success(request, f"Events that begin from now on are played by {found}.")
    return redirect(found)
