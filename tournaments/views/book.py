"""The book of an event: tables of all men, and a man's own page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from config.refusals import envelope
from config.spreadsheets import write_rows
from games.engine.folds.people import POSITION_NAMES
from rosters.models import Card
from rosters.presenters.drawn import drawn
from rosters.selectors.clubs import club_names
from tournaments.book.selectors import (
    A_PAGE,
    Book,
    Logged,
    asked_table,
    log_of,
    open_book,
    sums_of,
    table_data,
)
from tournaments.models import Tournament
from tournaments.rules import measures
from tournaments.rules.asking import EVERYTHING, SEASON, WHERE, Asked
from tournaments.rules.measures import COLUMNS, Column
from tournaments.selectors.access import visible_tournament
from tournaments.views.frame import frame

TITLES = {"batting": "Batting", "pitching": "Pitching", "fielding": "Fielding"}

WITH_LOG = ("batting", "pitching")

IN_LOG = {
    "batting": (
        *("at_bats", "runs", "hits", "doubles", "triples", "home_runs", "runs_batted_in"),
        *("walks", "strikeouts", "stolen_bases"),
    ),
    "pitching": (
        *("outs", "hits", "runs", "earned_runs", "walks", "strikeouts", "home_runs"),
        *("batters_faced",),
    ),
}
"""The columns of a game log; the running rates stand behind them."""

RUNNING = {"batting": ("average", "ops"), "pitching": ("era", "whip")}


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
        "kinds": [(key, title, asked.address(table=key, sort="")) for key, title in TITLES.items()],
        "stages": _stages(book),
        "places": list(WHERE.items()),
        "clubs": list(book.clubs.values()),
        "positions": positions,
        "query": asked.address(),
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
    head = ["rank", "player", "club", "position", *(column.key for column in table.columns)]
    rows: list[Sequence[Any]] = [head]
    for line in table.lines:
        cells = [
            "" if value is None else column.shown(value)
            for column, value in zip(table.columns, line.values, strict=True)
        ]
        club = line.club.team.abbreviation
        rows.append([line.rank or "", line.man.name, club, line.man.positions, *cells])
    return HttpResponse(write_rows(rows), content_type="text/csv; charset=utf-8", headers=headers)


@require_safe
def man(request: HttpRequest, slug: str, card_id: int) -> HttpResponse:
    """What one man did in the event: his card, his lines, and every game."""
    tournament = visible_tournament(request.user, slug)
    card = get_object_or_404(Card.objects.select_related("card_set", "season"), pk=card_id)
    book = open_book(tournament, Asked(stage=EVERYTHING))
    halves = [_half(book, table, card) for table in WITH_LOG if sums_of(book, table, card)]
    if not halves and card.card_set_id != tournament.card_set_id:
        raise Http404("He does not play here.")
    shared = frame(request, tournament, "statistics")
    at = reverse("tournaments:statistics", args=[slug])
    context = {
        **shared,
        "crumbs": [*shared["crumbs"][:-1], ("Statistics", at), (card.name, "")],
        "card": card,
        "club_links": {
            club.team.name: reverse("tournaments:team", args=[slug, club.number])
            for club in book.clubs.values()
        },
        "drawn": drawn(card, club_names([card.card_set], [card])),
        "halves": halves,
        "fielding": _fielding(book, card),
        "book": book,
        "player": card.season.player_id if card.season is not None else None,
    }
    return render(request, "tournaments/man.html", context)


@require_safe
def man_of(request: HttpRequest, tournament_id: int, card_id: int) -> HttpResponse:
    """The same page for who knows the event by its key, as its games do."""
    tournament = get_object_or_404(Tournament, pk=tournament_id)
    visible_tournament(request.user, tournament.slug)
    return redirect("tournaments:man", slug=tournament.slug, card_id=card_id)


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


def _stages(book: Book) -> list[tuple[str, str]]:
    """What games may be asked for: of one stage there is nothing to choose."""
    if len(book.stages) < 2:
        return []
    return [
        (SEASON, "The season"),
        (EVERYTHING, "All games"),
        *((str(stage.number), str(stage)) for stage in book.stages),
    ]


def _fielding(book: Book, card: Card) -> dict[str, Any]:
    """What he did in the field, by position, the one that he played most first."""
    columns = COLUMNS["fielding"]
    by_position: dict[int, list[Any]] = {}
    for row in sums_of(book, "fielding", card):
        by_position.setdefault(row["position"], []).append(row["counts"])
    sums = {position: measures.added(rows) for position, rows in by_position.items()}
    return {
        "columns": columns,
        "rows": [
            (
                POSITION_NAMES[position].upper(),
                [column.shown(column.value(counts, book.league, 0)) for column in columns],
            )
            for position, counts in sorted(sums.items(), key=lambda each: -each[1]["outs"])
        ],
    }


def _half(book: Book, table: str, card: Card) -> dict[str, Any]:
    """A man's lines at bat or on the mound: by stage and club, at home and away, in all; against
    every club; and game by game, the last first."""
    columns = COLUMNS[table]
    rows = sums_of(book, table, card)
    log = log_of(book, table, card)

    def line(words: str, found: Sequence[Any], team: int = 0) -> tuple[str, list[str]]:
        counts = Counter(measures.added(each["counts"] for each in found))
        return words, [column.shown(column.value(counts, book.league, team)) for column in columns]

    lines = []
    names = {stage.pk: str(stage) for stage in book.stages}
    for stage, team in dict.fromkeys((row["stage"], row["team"]) for row in rows):
        found = [row for row in rows if (row["stage"], row["team"]) == (stage, team)]
        club = book.clubs[team].team.name
        lines.append(line(f"{names[stage]}, {club}" if len(names) > 1 else club, found, team))
    team = rows[0]["team"]
    splits = [
        line(words, [row for row in rows if row["split"] == split], team)
        for split, words in (("H", "At home"), ("A", "Away"))
    ]
    against: dict[str, list[Logged]] = {}
    for each in log:
        against.setdefault(each.against.team.name, []).append(each)
    opponents = [
        line(name, [{"counts": each.counts} for each in games], team)
        for name, games in sorted(against.items())
    ]
    in_log = [column for column in columns if column.key in IN_LOG[table]]
    running = [column for column in columns if column.key in RUNNING[table]]
    return {
        "table": table,
        "title": TITLES[table],
        "columns": columns,
        "lines": [*lines, line("In all", rows, team)] if len(lines) > 1 else lines,
        "splits": [each for each in splits if each[1][0] != "0"],
        "opponents": opponents,
        "log_columns": [*in_log, *running],
        "log": [
            (
                each,
                [column.shown(column.value(each.counts, book.league, 0)) for column in in_log]
                + [column.shown(column.value(each.so_far, book.league, 0)) for column in running],
            )
            for each in reversed(log)
        ],
    }
