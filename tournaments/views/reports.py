"""What is sent out after an event, and the event as a file."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from config.spreadsheets import write_rows
from tournaments.exporting import whole_event
from tournaments.rules.points import told
from tournaments.selectors.access import visible_tournament
from tournaments.selectors.drafts import draft_of
from tournaments.selectors.reports import event_report
from tournaments.views.frame import frame

COLUMNS = (
    *("place", "club", "managers", "won", "lost", "playoff_wins"),
    *("points_wins", "points_over_500", "points_playoffs", "points_bonus", "points"),
    "points_to",
)


@require_safe
def reports(request: HttpRequest, slug: str) -> HttpResponse:
    """The winner and a write-up, the tournament report with the season's points, and the files."""
    tournament = visible_tournament(request.user, slug)
    context = {
        **frame(request, tournament, "reports"),
        "report": event_report(tournament),
        "formula": told(tournament.points_law),
        "draft": draft_of(tournament) if tournament.card_set_id else None,
    }
    return render(request, "tournaments/reports.html", context)


@require_safe
def report_spreadsheet(request: HttpRequest, slug: str) -> HttpResponse:
    """The tournament report as CSV."""
    found = event_report(visible_tournament(request.user, slug))
    rows = [
        [
            *(line.place, line.entrant.team.name, line.managers, line.won, line.lost),
            *(line.playoff_wins, *line.parts, line.total),
            line.points_to.name if line.points_to else "",
        ]
        for line in found.lines
    ]
    return HttpResponse(
        write_rows([COLUMNS, *rows]),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="report-{slug}.csv"'},
    )


@require_safe
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole event as JSON."""
    return HttpResponse(
        whole_event(visible_tournament(request.user, slug)),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{slug}.json"'},
    )
