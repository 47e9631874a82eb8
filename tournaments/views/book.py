"""The tables of an event's book, as pages and as files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from config.downloads import csv_file
from config.refusals import envelope
from config.spreadsheets import write_rows
from tournaments.book.selectors import A_PAGE, asked_table, players_of_several, table_data
from tournaments.models import Stage
from tournaments.rules.asking import AGES, CLUBS, EVERYTHING, HANDS, OF, SEASON, WHERE, Asked
from tournaments.rules.measures import Column
from tournaments.selectors.access import visible_tournament
from tournaments.views.frame import frame

TITLES = {"batting": "Batting", "pitching": "Pitching", "fielding": "Fielding"}


@require_safe
def statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """A table of everybody, as it is asked for; what makes no sense is said, and left out."""
    tournament = visible_tournament(request.user, slug)
    table, refusals, positions = asked_table(tournament, request.GET)
    asked, book = table.asked, table.book
    page = Paginator(table.lines, A_PAGE).get_page(asked.page)
    shown = [
        {
            "line": line,
            "cells": [
                (column.shown(value), column is asked.column)
                for column, value in zip(table.columns, line.values, strict=True)
            ],
        }
        for line in page.object_list
    ]
    context = {
        **frame(request, tournament, "statistics"),
        "asked": asked,
        "refusals": refusals,
        "book": book,
        "page": page,
        "rows": shown,
        "heads": [_head(column, asked) for column in table.columns],
        "total": [
            "" if value is None else column.shown(value)
            for column, value in zip(table.columns, table.total, strict=False)
        ],
        "kinds": [
            (key, title, asked.address(table=key, sort="", order="", hand=""))
            for key, title in TITLES.items()
        ],
        "of": list(OF.items()),
        "knows_ages": table.ages or asked.youngest or asked.oldest,
        "ages": AGES,
        "stages": stages_in_words(book.stages),
        "places": list(WHERE.items()),
        "hands": [] if asked.table == "fielding" else list(HANDS.items()),
        "clubs": list(book.clubs.values()),
        "positions": [] if asked.of == CLUBS else positions,
        "query": asked.address(),
        "shared": players_of_several(table.lines),
        "previous": asked.address(page=page.number - 1) if page.has_previous() else None,
        "next": asked.address(page=page.number + 1) if page.has_next() else None,
    }
    status = 400 if refusals else 200
    return render(request, "tournaments/statistics.html", context, status=status)


@require_safe
def statistics_file(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """The whole of the same table as CSV or JSON, in the same order."""
    tournament = visible_tournament(request.user, slug)
    table, refusals, _ = asked_table(tournament, request.GET)
    if refusals:
        return JsonResponse(envelope(refusals), status=400)
    name = f"{slug}-{table.asked.table}.{form}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    if form == "json":
        return JsonResponse(table_data(table), headers=headers)
    head = ["rank", "player", "club", "position", "age", *(each.key for each in table.columns)]
    rows: list[Sequence[Any]] = [head]
    for line in table.lines:
        cells = [
            "" if value is None else column.shown(value)
            for column, value in zip(table.columns, line.values, strict=True)
        ]
        player, club = line.player, line.club.team.abbreviation
        age = "" if player.age is None else player.age
        rows.append([line.rank or "", player.name, club, player.positions, age, *cells])
    return csv_file(write_rows(rows), f"{slug}-{table.asked.table}")


def _head(column: Column, asked: Asked) -> dict[str, Any]:
    """A heading with the address of the table sorted by it, the other way round on the second
    press."""
    sorted_by = column is asked.column
    order = ""
    if sorted_by:
        order = "up" if asked.falls else "down"
    return {
        "column": column,
        "address": asked.address(sort=column.key, order=order),
        "sorted": ("descending" if asked.falls else "ascending") if sorted_by else "",
    }


def stages_in_words(stages: Sequence[Stage]) -> list[tuple[str, str]]:
    """What games may be asked for: of one stage there is nothing to choose."""
    if len(stages) < 2:
        return []
    return [
        (SEASON, "The season"),
        (EVERYTHING, "All games"),
        *((str(stage.number), str(stage)) for stage in stages),
    ]
