"""What is sent out after an event, and the event as a file."""

import gzip

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from config.downloads import csv_file
from config.spreadsheets import write_rows
from config.ui.frame import show
from tournaments.book.packed import offers
from tournaments.kept_exports import packed_export, state_of
from tournaments.rules.points import formula_in_words
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
        "formula": formula_in_words(tournament.points_law),
        "draft": draft_of(tournament) if tournament.card_set_id else None,
        "archives": offers(tournament) if request.user.is_authenticated else {},
    }
    return show(request, "tournaments/reports.html", "tournaments/_archives_live.html", context)


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
    return csv_file(write_rows([COLUMNS, *rows]), f"report-{slug}")


@require_safe
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole event as JSON: made once for each state of it, packed as most browsers want it, and
    not sent again to who has it."""
    tournament = visible_tournament(request.user, slug)
    state = state_of(tournament)
    etag = quote_etag(state)
    response = get_conditional_response(request, etag=etag)
    if response is None:
        packed = packed_export(tournament, state)
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            response = HttpResponse(packed, headers={"Content-Encoding": "gzip"})
        else:
            response = HttpResponse(gzip.decompress(packed))
        response["Content-Type"] = "application/json"
        response["Content-Disposition"] = f'attachment; filename="{slug}.json"'
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Encoding"])
    return response
