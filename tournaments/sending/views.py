"""Pages for the reports: write, mail, download and print them."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.inputs import whole_number
from config.people.models import User
from config.refusals import Refusal, Refused
from config.spreadsheets import write_rows
from tournaments.models import Tournament
from tournaments.selectors.access import directed_tournament
from tournaments.sending import services
from tournaments.sending.selectors import TITLES, Sending, sending_of
from tournaments.views.frame import frame


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def sending(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the write-up, the people of the clubs, and the three reports; a post names its act."""
    tournament = directed_tournament(request.user, slug)
    if request.method != "POST":
        return _page(request, tournament)
    act = request.POST.get("act", "")
    try:
        if act not in ACTS:
            raise Refused(Refusal("unknown-act", "There is no such act.", "act"))
        done = ACTS[act](request, tournament, cast(User, request.user))
    except Refused as refused:
        return _page(request, tournament, refused.refusals)
    messages.success(request, done)
    return redirect("tournaments:sending", slug)


@login_required
@require_safe
def paper(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the reports that are ready for printing, one page each; ``part`` selects one."""
    tournament = directed_tournament(request.user, slug)
    reports = sending_of(tournament)
    part = request.GET.get("part", "")
    shown = [report for report in reports.reports if part in ("", report.kind)]
    if not shown:
        raise Http404("No such report.")
    context = {
        **frame(request, tournament, "reports", below="On paper"),
        "found": reports,
        "shown": shown,
    }
    return render(request, "sending/paper.html", context)


@never_cache
@login_required
@require_safe
def report_file(request: HttpRequest, slug: str, kind: str, form: str) -> HttpResponse:
    """Return one of the reports as text, or its rows as CSV."""
    tournament = directed_tournament(request.user, slug)
    report = sending_of(tournament).report(kind)
    if report is None or report.waits or (form == "csv" and not report.columns):
        raise Http404("No such file.")
    content = report.text if form == "txt" else write_rows([report.columns, *report.rows])
    return HttpResponse(
        content,
        content_type=f"text/{'plain' if form == 'txt' else 'csv'}; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{tournament.slug}-{kind}.{form}"',
        },
    )


def _page(
    request: HttpRequest, tournament: Tournament, refusals: tuple[Refusal, ...] = ()
) -> HttpResponse:
    reports = sending_of(tournament)
    act = request.POST.get("act", "") if refusals else ""
    context: dict[str, Any] = {
        **frame(request, tournament, "reports", below="To send"),
        "found": reports,
        "refusals": refusals,
        "held": request.POST.get("held", "") if act == "write" else reports.held,
        "text": request.POST.get("text", "") if act == "write" else reports.text,
        "clubs": _typed(request, reports) if act == "names" else reports.clubs,
        "wrong": act,
        "to": request.POST.get("to", "") if act == "mail" else "",
        "to_kind": request.POST.get("kind", "") if act == "mail" else "",
        "longest": services.LONGEST,
    }
    return render(request, "sending/sending.html", context, status=422 if refusals else 200)


def _typed(request: HttpRequest, found: Sending) -> list[dict[str, Any]]:
    return [
        {
            **line.__dict__,
            **{
                key: request.POST.get(f"{key}-{line.entrant.number}", getattr(line, key))
                for key in FIELDS
            },
        }
        for line in found.clubs
    ]


FIELDS = ("names", "town", "points_to")


def _write(request: HttpRequest, tournament: Tournament, user: User) -> str:
    restores = "again" in request.POST
    services.write_up(
        tournament=tournament,
        held=request.POST.get("held", ""),
        text="" if restores else request.POST.get("text", ""),
        acting_user=user,
    )
    return "The first draft stands again." if restores else "Stored."


def _names(request: HttpRequest, tournament: Tournament, user: User) -> str:
    entries = {}
    for key in request.POST:
        name, _, number = key.rpartition("-")
        if name == "names" and (club := whole_number(number)):
            values = [" ".join(request.POST.get(f"{field}-{club}", "").split()) for field in FIELDS]
            entries[club] = services.Said(*values)
    count = services.say_who(tournament=tournament, said=entries, acting_user=user)
    return f"{count} club{'' if count == 1 else 's'} changed."


def _mail(request: HttpRequest, tournament: Tournament, user: User) -> str:
    kind = request.POST.get("kind", "")
    to = services.mail_report(
        tournament=tournament, kind=kind, to=request.POST.get("to", ""), acting_user=user
    )
    return f"{TITLES[kind]}: on its way to {', '.join(to)}."


ACTS = {"write": _write, "names": _names, "mail": _mail}
