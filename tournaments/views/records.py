"""What is over: the archive of events, and the all-time records of managers."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from config.downloads import csv_file
from config.paging import or_first, page_by_key
from config.spreadsheets import write_rows
from tournaments.models import ManagerRecord
from tournaments.selectors import records

MOST_ROWS = 1000
"""The most rows of a spreadsheet; the API gives more, page by page."""

ARCHIVE = ("event", "over_since", "winners", "runner_up", "clubs", "games", "format", "report")
RECORDS = (
    *("manager", "events", "titles", "finals_lost", "won", "lost", "tied", "pct"),
    *("playoffs_won", "playoffs_lost", "points"),
)


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """The events that are over: winner, runner-up, format and field, with their reports."""
    found = records.archived(request.user)
    page = or_first(lambda asked: page_by_key(found, records.PAGE, asked), request.GET)
    context = {
        "page": page,
        "events": [records.archive_line(record) for record in page],
        "crumbs": [("Home", reverse("home")), ("Archive", "")],
    }
    return render(request, "tournaments/archive.html", context)


@require_safe
def archive_spreadsheet(request: HttpRequest) -> HttpResponse:
    """The archive as CSV, the last thousand events."""
    rows = []
    for record in records.archived(request.user)[:MOST_ROWS]:
        line = records.archive_line(record)
        rows.append(
            [
                record.tournament.name,
                record.closed_at.date().isoformat(),
                " and ".join(each.entrant.team.name for each in line.winners),
                line.runner_up.entrant.team.name if line.runner_up else "",
                record.clubs,
                record.games,
                line.format,
                request.build_absolute_uri(
                    reverse("tournaments:reports", args=[record.tournament.slug])
                ),
            ]
        )
    return _csv("archive", [ARCHIVE, *rows])


@require_safe
def all_time(request: HttpRequest) -> HttpResponse:
    """The managers with what they have come to in all events that anybody may look at."""
    found = records.all_time()
    page = or_first(lambda asked: page_by_key(found, records.PAGE, asked), request.GET)
    context = {"page": page, "crumbs": [("Home", reverse("home")), ("All-time records", "")]}
    return render(request, "tournaments/records.html", context)


@require_safe
def all_time_spreadsheet(request: HttpRequest) -> HttpResponse:
    """The first thousand of them as CSV."""
    rows = [
        [
            *(each.name, each.events, each.titles, each.finals_lost),
            *(each.won, each.lost, each.tied, each.pct),
            *(each.playoffs_won, each.playoffs_lost, each.shown_points),
        ]
        for each in records.all_time()[:MOST_ROWS]
    ]
    return _csv("records", [RECORDS, *rows])


@require_safe
def manager(request: HttpRequest, pk: int) -> HttpResponse:
    """A manager's record, the manager's events, and the record against each opponent."""
    record = ManagerRecord.objects.select_related("user").filter(pk=pk).first()
    if record is None:
        raise Http404("No such manager.")
    asked = request.GET
    events = records.finishes_of(record.user)
    opponents = records.opponents_of(record.user)
    of_opponents = asked.get("list") == "opponents"
    context = {
        "record": record,
        "events": or_first(
            lambda given: page_by_key(events, records.PAGE, given), {} if of_opponents else asked
        ),
        "opponents": or_first(
            lambda given: page_by_key(opponents, records.PAGE, given), asked if of_opponents else {}
        ),
        "crumbs": [
            ("Home", reverse("home")),
            ("All-time records", reverse("tournaments:records")),
            (record.name, ""),
        ],
    }
    return render(request, "tournaments/manager.html", context)


def _csv(name: str, rows: Sequence[Sequence[Any]]) -> HttpResponse:
    return csv_file(write_rows(rows), name)
