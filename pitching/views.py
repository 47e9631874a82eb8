"""The page of a pitching sheet: its games, who may pitch next, and signing."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from config.inputs import form_refusals, whole_number
from config.people import scopes
from config.people.models import User
from config.refusals import Refusal, Refused
from pitching.access import may_act, may_direct, may_sign, visible_sheet
from pitching.forms import WhatIfForm
from pitching.models import PitchingSheet, SheetSeries
from pitching.presenters.grid import Answer, answer_of, grid
from pitching.rules.wording import would_break
from pitching.selectors.pages import WholeSheet, whole_sheet
from pitching.selectors.sheets import phases_of
from pitching.services.signing import reopen_series, sign_series
from pitching.topics import sheet_topic


@require_http_methods(["GET", "HEAD", "POST"])
def sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a club's sheet; posts sign a series of it or open it again."""
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    pitching_sheet = visible_sheet(request.user, pk)
    if request.method != "POST":
        return _page(request, pitching_sheet)
    if not may_act(request.user, pitching_sheet):
        raise Http404("No such sheet.")
    try:
        message = _act(request, pitching_sheet)
    except Refused as refused:
        return _page(request, pitching_sheet, refused.refusals)
    messages.success(request, message)
    return redirect("pitching:sheet", pk=pitching_sheet.pk)


def _act(request: HttpRequest, found: PitchingSheet) -> str:
    user = cast(User, request.user)
    key = whole_number(request.POST.get("series"))
    series = SheetSeries.objects.filter(sheet=found, pk=key or 0).first()
    if series is None:
        raise Refused(Refusal("no-such-series", "There is no such series on this sheet.", "series"))
    if request.POST.get("act") == "reopen":
        reason = request.POST.get("reason", "")
        reopen_series(series_id=series.pk, reason=reason, acting_user=user)
        return "The series is open again."
    sign_series(series_id=series.pk, acting_user=user)
    return "Signed."


def _page(
    request: HttpRequest, found: PitchingSheet, refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    whole = whole_sheet(found)
    event_link = scopes.way_back(found.scope)
    form = WhatIfForm(request.GET or None, staff=whole.staff)
    answers, remarks = _what_if(whole, form)
    context: dict[str, Any] = {
        "sheet": found,
        "phases": [
            other_sheet
            for other_sheet in phases_of(found)
            if abs(other_sheet.phase - found.phase) == 1
        ],
        "above": event_link,
        "whole": whole,
        "grid": (sheet_grid := grid(whole)),
        "links": {row.name: scopes.player(found.scope, row.key) for row in sheet_grid.rows}
        | {
            series.opponent: scopes.club(found.scope, series.opponent_id)
            for series in sheet_grid.series
        },
        "waiting": whole.waiting,
        "form": form,
        "what_if": answers,
        "remarks": remarks,
        "topic": sheet_topic(found),
        "signs": may_sign(request.user, found),
        "may_direct": may_direct(request.user, found),
        "refusals": refusals,
        "crumbs": [
            ("Home", reverse("home")),
            *([event_link] if event_link else []),
            (f"{found.team.name}: pitching sheet", ""),
        ],
    }
    return render(request, "pitching/sheet.html", context, status=409 if refusals else 200)


def _what_if(
    whole: WholeSheet, asked: WhatIfForm
) -> tuple[tuple[Answer, ...], tuple[Refusal, ...]]:
    """What the pitcher might do after that, and what is wrong: the form, or breaches of the law."""
    if not asked.is_bound:
        return (), ()
    if not asked.is_valid():
        return (), form_refusals(asked)
    cleaned = asked.cleaned_data
    pitcher, outs, starts = asked.staff[cleaned["pitcher"]], cleaned["innings"], cleaned["starts"]
    after = whole.after(pitcher, outs, starts)
    return tuple(
        answer_of(start, relief) for start, relief in zip(after.start, after.relief, strict=True)
    ), tuple(
        would_break(pitcher.name, breach) for breach in whole.against_law(pitcher, outs, starts)
    )
