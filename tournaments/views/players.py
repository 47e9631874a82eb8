"""A player's own page in an event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.downloads import csv_file
from config.inputs import whole_number
from config.spreadsheets import write_rows
from games.engine.folds.people import POSITION_NAMES
from rosters.done_here import awards_here
from rosters.models import Card
from rosters.presenters.drawn import drawn
from rosters.presenters.seasons import tables
from rosters.selectors.clubs import ClubNames, KnownClub, season_club_names
from tournaments.awards.selectors import awards_of_player
from tournaments.book.careers import careers
from tournaments.book.players import Half, Logged, Row, halves_of, player_data, sums_of
from tournaments.book.selectors import Book
from tournaments.models import Entrant, Tournament
from tournaments.rules import measures
from tournaments.rules.measures import COLUMNS, Column
from tournaments.selectors.access import visible_tournament
from tournaments.selectors.players import (
    cards_of_player,
    clubs_of_player,
    player_of_event,
    spots_of,
)
from tournaments.selectors.transactions import transactions_of
from tournaments.views.book import TITLES
from tournaments.views.frame import frame

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

AT_ONCE = 12
"""How many opponents a player's page shows at once; the others are one press away."""


@require_safe
def player(request: HttpRequest, slug: str, card_id: int) -> HttpResponse:
    """What one player did in the event: his card, his lines, and every game."""
    tournament = visible_tournament(request.user, slug)
    book, card = player_of_event(tournament, card_id)
    club = _club_asked(request, book)
    shared = frame(request, tournament, "statistics")
    at = reverse("tournaments:statistics", args=[slug])
    names = season_club_names(card.season.player, [card.season]) if card.season else {}
    spots = spots_of(tournament, card)
    fielded = sums_of(book, "fielding", card, club)
    # In an event of several divisions each may have the same card.
    for_clubs = clubs_of_player(book, spots)
    context = {
        **shared,
        "crumbs": [*shared["crumbs"][:-1], ("Statistics", at), (card.name, "")],
        "card": card,
        "club_links": {
            club.team.name: reverse("tournaments:team", args=[slug, club.number])
            for club in book.clubs.values()
        },
        "drawn": drawn(card, _on_card(card, names)),
        "halves": [_shown(half, book) for half in halves_of(book, card, club)],
        "club": club,
        "for_clubs": for_clubs,
        "real": tables([card.season], names) if card.season is not None else [],
        "spot": spots[0] if spots else None,
        "moved": transactions_of(tournament, card=card, clubs=book.clubs, spots=spots),
        "awards": awards_of_player(
            tournament,
            card,
            timezone.now(),
            nominated=not spots or any(spot.nominated for spot in spots),  # type: ignore[attr-defined]
        ),
        "fielding": _fielding(book, fielded),
        "book": book,
        "player": card.season.player_id if card.season is not None else None,
    }
    return render(request, "tournaments/player.html", context)


@require_safe
def everywhere(request: HttpRequest, slug: str, card_id: int) -> HttpResponse:
    """What a player did in all events of the house that one may see, and his awards there; his page
    fetches it."""
    tournament = visible_tournament(request.user, slug)
    _, card = player_of_event(tournament, card_id)
    shared = frame(request, tournament, "statistics")
    cards = cards_of_player(card)
    context = {
        **shared,
        "crumbs": [
            *shared["crumbs"][:-1],
            (card.name, reverse("tournaments:player", args=[slug, card_id])),
            ("In this house", ""),
        ],
        "card": card,
        "done": careers(request.user, cards),
        "honours": awards_here(request.user, cards),
    }
    return render(request, "tournaments/everywhere.html", context)


@require_safe
def player_of(request: HttpRequest, tournament_id: int, card_id: int) -> HttpResponse:
    """The same page for who knows the event by its key, as its games do."""
    tournament = get_object_or_404(Tournament, pk=tournament_id)
    visible_tournament(request.user, tournament.slug)
    return redirect("tournaments:player", slug=tournament.slug, card_id=card_id)


@require_safe
def player_file(request: HttpRequest, slug: str, card_id: int, form: str) -> HttpResponse:
    """The same as JSON; or game by game as CSV."""
    book, card = player_of_event(visible_tournament(request.user, slug), card_id)
    club = _club_asked(request, book)
    headers = {"Content-Disposition": f'attachment; filename="{slug}-{card_id}.{form}"'}
    if form == "json":
        return JsonResponse(player_data(book, card, club), headers=headers)
    rows: list[Sequence[Any]] = []
    for half in halves_of(book, card, club):
        columns = [column for column in COLUMNS[half.table] if not column.rate]
        head = ["table", "game", "finished", "round", "club", "against", "where", "runs", "theirs"]
        rows.append([*head, *(column.key for column in columns)])
        rows += [_as_row(each, half.table, columns, book) for each in half.log]
    return csv_file(write_rows(rows), f"{slug}-{card_id}")


def _club_asked(request: HttpRequest, book: Book) -> Entrant | None:
    """The club for which alone his lines are asked; one that is not there is 404."""
    words = request.GET.get("club", "")
    found = book.by_number.get(whole_number(words) or 0)
    if words and found is None:
        raise Http404("No such club.")
    return found


def _as_row(each: Logged, table: str, columns: Sequence[Column], book: Book) -> Sequence[Any]:
    return [
        table,
        each.game.pk,
        each.game.finished_at,
        each.round,
        each.club.team.abbreviation,
        each.against.team.abbreviation,
        "home" if each.at_home else "away",
        *each.runs,
        *_cells(columns, Row("", each.counts, each.club.team_id), book),
    ]


def _on_card(card: Card, names: Mapping[tuple[int, str], KnownClub]) -> ClubNames:
    """The clubs of a player's year as his card wants them."""
    return {(card.card_set_id, year, key): club for (year, key), club in names.items()}


def _cells(columns: Sequence[Column], row: Row, book: Book) -> list[str]:
    return [column.shown(column.value(row.counts, book.league, row.team)) for column in columns]


def _shown(half: Half, book: Book) -> dict[str, Any]:
    """A half as the page draws it: two tables, of his lines and of whom he met, and the log with
    the last game first."""
    tables = []
    for met in (False, True):
        groups = [group for group in half.groups if group.met is met]
        if not groups:
            continue
        columns = half.columns(groups[0])
        tables.append(
            {
                "title": f"Whom he met {WHERE_MET[half.table]}" if met else TITLES[half.table],
                "columns": columns,
                "groups": [
                    (
                        group,
                        [
                            (row, _cells(columns, row, book))
                            for row in group.rows[: AT_ONCE if group.key == "met" else None]
                        ],
                    )
                    for group in groups
                ],
                "others": [
                    (row, _cells(columns, row, book))
                    for group in groups
                    if group.key == "met"
                    for row in group.rows[AT_ONCE:]
                ],
            }
        )
    in_log = [column for column in COLUMNS[half.table] if column.key in IN_LOG[half.table]]
    running = [column for column in COLUMNS[half.table] if column.key in RUNNING[half.table]]
    return {
        "table": half.table,
        "title": TITLES[half.table],
        "tables": tables,
        "trend": _trend(half, book),
        "spray": _spray(half),
        "log_columns": [*in_log, *running],
        "log": [
            (
                each,
                _cells(in_log, Row("", each.counts), book)
                + _cells(running, Row("", each.so_far), book),
            )
            for each in reversed(half.log)
        ],
    }


WINDOWS = {"batting": ("ops", 10), "pitching": ("era", 5)}
"""What a player's course shows, and of how many games each point is."""


def _trend(half: Half, book: Book) -> dict[str, Any] | None:
    """His OPS or ERA of the last so many games, game after game."""
    key, window = WINDOWS[half.table]
    column = next(each for each in COLUMNS[half.table] if each.key == key)
    found = []
    for last in range(window, len(half.log) + 1):
        counts = measures.added(each.counts for each in half.log[last - window : last])
        found.append(column.value(counts, book.league, 0))
    values = [value for value in found if value is not None]
    if len(values) < 2:
        return None
    league = book.league.batting if half.table == "batting" else book.league.pitching
    return {
        "chart": {
            "values": values,
            "ident": f"trend-{half.table}",
            "title": f"{column.head} of his last {window} games",
            "said": column.shown,
            "level": column.value(league, book.league, 0),
            "level_said": "The league:",
        },
        "words": f"{column.title} of his last {window} games, game by game; "
        "the broken line is the league’s.",
    }


def _spray(half: Half) -> dict[str, Any] | None:
    """Where his balls went, where plays tell."""
    balls: dict[int, tuple[int, int]] = {}
    for each in half.log:
        for position, (hits, others) in each.balls.items():
            so_far = balls.get(position, (0, 0))
            balls[position] = (so_far[0] + hits, so_far[1] + others)
    if not balls:
        return None
    return {
        "chart": {"balls": balls, "ident": "spray", "title": "Who had his balls first"},
        "rows": [
            (POSITION_NAMES[position].upper(), hits + others, hits)
            for position, (hits, others) in sorted(balls.items())
        ],
    }


WHERE_MET = {"batting": "at bat", "pitching": "on the mound"}


def _fielding(book: Book, found: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What he did in the field, by position, the one that he played most first."""
    columns = COLUMNS["fielding"]
    by_position: dict[int, list[Any]] = {}
    for row in found:
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
